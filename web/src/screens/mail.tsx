// mail.tsx - notifications by e-mail: setting the account's address, confirming it by a code sent there, switching it off, removing it.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { server } from "../model/connections";
import { useStore } from "../model/store";
import type { MailSettings, Request } from "../net/protocol";
import { AsyncButton, useSubmit } from "../components/async_button";
import { Switch } from "../components/choices";
import { toast } from "../components/dialog";
import { Field } from "../components/field";

type Asked = Omit<Request<"mail">, "do">;

async function ask(more: Asked): Promise<MailSettings | null> {
  const reply = await server.send({ do: "mail", ...more }).catch(() => null);
  if (reply && !reply.ok) toast(reply.message);
  return reply?.ok ? reply : null;
}

type Change = (more: Asked) => Promise<MailSettings | null>;

function AddressForm({ change }: { change: Change }): JSX.Element {
  const [address, setAddress] = useState("");
  const [phrase, setPhrase] = useState("");
  const send = async (): Promise<void> => {
    if (await change({ address: address.trim(), passphrase: phrase })) setPhrase("");
  };
  const [waits, submit] = useSubmit(send);
  return (
    <form class="stack" onSubmit={submit}>
      <Field label={t("E-mail address")} name="mail" type="email" hint="email" value={address} set={setAddress} />
      <Field label={t("Your passphrase now")} name="mail-phrase" type="password" hint="current-password" value={phrase} set={setPhrase} />
      <div class="row">
        <AsyncButton class="button" waits={waits} disabled={!address.includes("@") || phrase.length < 8}>
          {t("Send me a code")}
        </AsyncButton>
      </div>
    </form>
  );
}

function CodeForm({ wanted, change }: { wanted: string; change: Change }): JSX.Element {
  const [code, setCode] = useState("");
  const confirm = async (): Promise<void> => {
    if (await change({ code })) toast(t("Your e-mail address is confirmed."));
  };
  const [waits, submit] = useSubmit(confirm);
  return (
    <form class="stack" onSubmit={submit}>
      <p role="status">{tf("We sent a code to {address}. Nothing else is sent there until you enter it here.", { address: wanted })}</p>
      <Field label={t("Code from the e-mail")} name="mail-code" hint="one-time-code" value={code} set={setCode} />
      <div class="row">
        <AsyncButton class="button main" data-testid="primary" waits={waits} disabled={code.trim().length < 8}>
          {t("Confirm")}
        </AsyncButton>
        <AsyncButton class="button" act={() => change({ remove: true })}>
          {t("Cancel")}
        </AsyncButton>
      </div>
    </form>
  );
}

function Confirmed({ now, change }: { now: MailSettings; change: Change }): JSX.Element {
  return (
    <>
      <Switch on={now.on} onChange={(on) => void change({ on })} title={t("By e-mail")} help={now.address} />
      <div class="row">
        <AsyncButton class="button" act={() => change({ remove: true })}>
          {t("Remove the address")}
        </AsyncButton>
      </div>
    </>
  );
}

/** `heard` is called when it changes whether mails come. */
export function MailForm({ heard }: { heard: (on: boolean) => void }): JSX.Element | null {
  const { state, hello } = useStore(server.state);
  const [now, setNow] = useState<MailSettings | null>(null);
  const change: Change = async (more) => {
    const reply = await ask(more);
    if (reply) setNow(reply);
    if (reply) heard(reply.mail && reply.on);
    return reply;
  };
  useEffect(() => {
    if (state === "open" && hello?.account) void change({});
  }, [state, hello?.account]);
  if (!hello?.account) return <p class="soft">{t("With an account, you can also get e-mails.")}</p>;
  if (!now?.mail) return null;
  return (
    <>
      <h3>{t("E-mail")}</h3>
      <p class="soft">{t("The address is optional. It can also recover your account if you forget the passphrase.")}</p>
      {now.address ? <Confirmed now={now} change={change} /> : null}
      {now.wanted ? <CodeForm wanted={now.wanted} change={change} /> : now.address ? null : <AddressForm change={change} />}
    </>
  );
}
