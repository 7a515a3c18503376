// account.tsx - who I am here: my name, an account to keep it on other devices, and my data.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { returnRoute } from "../model/return_route";
import { server } from "../model/connections";
import { cutName } from "../model/names";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import { serverOrigin } from "../net/site";
import type { Request, Verbs } from "../net/protocol";
import { AsyncButton, useSubmit } from "../components/async_button";
import { Dialog, toast } from "../components/dialog";
import { Field } from "../components/field";
import { Icon } from "../components/icons";
import { go, GoLink, Page } from "../components/shell";
import { saveFile } from "../components/save";
import { NotificationsForm } from "./notifications";

/** The reply, or null after it was said why not. */
async function ask<V extends keyof Verbs>(request: Request<V>): Promise<Verbs[V]["reply"] | null> {
  const reply = await server.send(request).catch(() => null);
  if (reply && !reply.ok) toast(reply.message);
  return reply?.ok ? reply : null;
}

function NameForm(): JSX.Element {
  const { hello, state } = useStore(server.state);
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? (settings.value.name || hello?.name || "");
  const save = async (): Promise<void> => {
    const reply = state === "open" ? await ask({ do: "name", name: name.trim() }) : null;
    if (state === "open" && !reply) return;
    setSetting({ name: name.trim() });
    setTyped(null);
    toast(t("Your name is saved."));
  };
  const [waits, submit] = useSubmit(save);
  return (
    <form class="sheet" onSubmit={submit}>
      <label class="field">
        <span>{t("Your name at tables")}</span>
        <input
          class="input"
          name="name"
          value={name}
          autocomplete="nickname"
          onInput={(event) => setTyped(cutName(event.currentTarget.value))}
        />
      </label>
      <div class="row">
        <AsyncButton class="button main" data-testid="primary" waits={waits} disabled={name.trim() === ""}>
          {t("Save")}
        </AsyncButton>
      </div>
    </form>
  );
}

function AccountForm(): JSX.Element {
  const [account, setAccount] = useState("");
  const [phrase, setPhrase] = useState("");
  const register = async (): Promise<void> => {
    const reply = await ask({ do: "register", account, passphrase: phrase });
    if (!reply) return;
    if (reply.name) setSetting({ name: reply.name });
    toast(t("Your account is ready. Use it to log in on any device."));
    server.reopen(true);
  };
  const login = async (): Promise<void> => {
    const reply = await ask({ do: "login", account, passphrase: phrase });
    if (!reply) return;
    setSetting({ name: reply.name });
    server.useToken(reply.token);
    toast(t("Welcome back."));
  };
  const [waits, submit] = useSubmit(login);
  return (
    <form class="sheet" onSubmit={submit}>
      <h2>{t("Create an account (optional)")}</h2>
      <p class="soft">{t("You do not need one to play. With an account, your games and your name follow you to other devices.")}</p>
      <Field label={t("Account name")} name="account" hint="username" value={account} set={setAccount} />
      <Field label={t("Passphrase, at least 8 characters")} name="passphrase" type="password" hint="current-password" value={phrase} set={setPhrase} />
      <div class="row">
        <AsyncButton class="button main" data-testid="primary" waits={waits} disabled={!account || phrase.length < 8}>
          {t("Log in")}
        </AsyncButton>
        <AsyncButton class="button" disabled={!account || phrase.length < 8} act={register}>
          {t("Create an account")}
        </AsyncButton>
      </div>
    </form>
  );
}

/** A recovery code opens an account whose passphrase is forgotten, once: one that was written down, or one that comes by e-mail. */
function RecoverForm(): JSX.Element {
  const [account, setAccount] = useState("");
  const [mails, setMails] = useState(false);
  const look = (): void => void server.send({ do: "mail" }).then((reply) => setMails(reply.ok && reply.mail), () => undefined);
  const byMail = async (): Promise<void> => {
    if (await ask({ do: "recover", account })) toast(t("If this account has a confirmed e-mail address, a code is on its way there."));
  };
  const [code, setCode] = useState("");
  const [phrase, setPhrase] = useState("");
  const recover = async (): Promise<void> => {
    const reply = await ask({ do: "login", account, code, new_passphrase: phrase });
    if (!reply) return;
    setSetting({ name: reply.name });
    server.useToken(reply.token);
    toast(t("Welcome back."));
  };
  const [waits, submit] = useSubmit(recover);
  return (
    <details class="sheet" onToggle={look}>
      <summary>{t("Forgot your passphrase?")}</summary>
      <form class="stack" onSubmit={submit}>
        <Field label={t("Account name")} name="recover" hint="username" value={account} set={setAccount} />
        <Field label={t("Recovery code")} name="code" hint="off" value={code} set={setCode} />
        <Field label={t("New passphrase, at least 8 characters")} name="fresh" type="password" hint="new-password" value={phrase} set={setPhrase} />
        <div class="row">
          <AsyncButton class="button main" data-testid="primary" waits={waits} disabled={!account || !code || phrase.length < 8}>
            {t("Log in")}
          </AsyncButton>
          {mails ? (
            <AsyncButton class="button" disabled={!account} act={byMail}>
              {t("Send a code by e-mail")}
            </AsyncButton>
          ) : null}
        </div>
      </form>
    </details>
  );
}

function PassphraseForm({ account }: { account: string }): JSX.Element {
  const [phrase, setPhrase] = useState("");
  const [fresh, setFresh] = useState("");
  const [code, setCode] = useState("");
  const change = async (): Promise<void> => {
    const reply = await ask({ do: "login", account, passphrase: phrase, new_passphrase: fresh });
    if (!reply) return;
    server.useToken(reply.token);
    setPhrase("");
    setFresh("");
    toast(t("Your passphrase is changed. Other devices are logged out."));
  };
  const [waits, submit] = useSubmit(change);
  const make = async (): Promise<void> => {
    const reply = await ask({ do: "recovery", passphrase: phrase });
    if (reply) setCode(reply.code);
  };
  return (
    <details class="sheet">
      <summary>{t("Passphrase and recovery")}</summary>
      <form class="stack" onSubmit={submit}>
        <Field label={t("Your passphrase now")} name="now" type="password" hint="current-password" value={phrase} set={setPhrase} />
        <Field label={t("New passphrase, at least 8 characters")} name="fresh" type="password" hint="new-password" value={fresh} set={setFresh} />
        <div class="row">
          <AsyncButton class="button main" data-testid="primary" waits={waits} disabled={phrase.length < 8 || fresh.length < 8}>
            {t("Change the passphrase")}
          </AsyncButton>
          <AsyncButton class="button" disabled={phrase.length < 8} act={make}>
            {t("Get a recovery code")}
          </AsyncButton>
        </div>
        {code ? (
          <p role="status">
            {t("Write this code down. It opens your account once if you forget the passphrase:")} <code>{code}</code>
          </p>
        ) : null}
      </form>
    </details>
  );
}

function Signed({ account }: { account: string }): JSX.Element {
  const logout = async (everywhere: boolean): Promise<void> => {
    if (!(await ask({ do: "logout", everywhere }))) return;
    server.useToken(null);
    toast(t("You are logged out."));
  };
  return (
    <section class="sheet">
      <h2>{tf("Logged in as {account}", { account })}</h2>
      <div class="row">
        <AsyncButton class="button" act={() => logout(false)}>
          {t("Log out")}
        </AsyncButton>
        <AsyncButton class="button" act={() => logout(true)}>
          {t("Log out on all devices")}
        </AsyncButton>
      </div>
    </section>
  );
}

/** Everything that is kept; what does not fit a frame comes by HTTP. */
async function exported(): Promise<string | null> {
  const reply = await server.send({ do: "export" }).catch(() => null);
  if (reply?.ok) return JSON.stringify(reply.data, null, 1);
  if (reply?.error !== "too_big") {
    toast(reply ? reply.message : t("The server is not responding."));
    return null;
  }
  const response = await fetch(`${serverOrigin()}/api/export`, { headers: { Authorization: `Bearer ${server.token() ?? ""}` } }).catch(() => null);
  return response?.ok ? response.text() : null;
}

function MyData(): JSX.Element {
  const [sure, setSure] = useState(false);
  const save = async (): Promise<void> => {
    const data = await exported();
    if (data) saveFile("stos-my-data.json", data, "application/json");
  };
  const remove = async (): Promise<void> => {
    setSure(false);
    if (!(await ask({ do: "delete_me", sure: true }))) return;
    setSetting({ name: "" });
    server.useToken(null);
    toast(t("Everything about you has been deleted from the server."));
    go({ screen: "start" });
  };
  return (
    <section class="sheet">
      <h2>{t("Your data")}</h2>
      <p class="soft">{t("The server keeps your name, your account, your games, what you wrote at tables and where it notifies you. All of it is in the file. Games on this device stay in this browser.")}</p>
      <div class="row">
        <AsyncButton class="button" act={save}>
          <Icon name="save" />
          {t("Save my data")}
        </AsyncButton>
        <button class="button danger" data-testid="danger" type="button" onClick={() => setSure(true)}>
          {t("Delete me")}
        </button>
      </div>
      {sure ? (
        <Dialog title={t("Delete everything about you?")} onClose={() => setSure(false)}>
          <p>{t("Your name, your account and your seats are deleted for good. Finished games are kept without your name.")}</p>
          <div class="dialog-end">
            <button class="button" type="button" onClick={() => setSure(false)}>
              {t("Keep it")}
            </button>
            <button class="button danger" data-testid="danger" type="button" onClick={() => void remove()}>
              {t("Delete me")}
            </button>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}

/** Whoever came because a table needs an account goes on there. */
function BackToTable(): JSX.Element | null {
  const table = useStore(returnRoute);
  const { hello } = useStore(server.state);
  if (!table || !hello?.account) return null;
  return (
    <span class="row" onClickCapture={() => returnRoute.set(null)}>
      <GoLink class="button main" data-testid="primary" to={table}>
        {t("Back to the table")}
      </GoLink>
    </span>
  );
}

export function AccountScreen(): JSX.Element {
  const { hello } = useStore(server.state);
  return (
    <Page title={t("You")}>
      <h1>{t("You")}</h1>
      <BackToTable />
      <NameForm />
      <div class="row">
        <GoLink class="button" to={{ screen: "profile", account: "" }}>
          {t("Your profile")}
        </GoLink>
        <GoLink class="button" to={{ screen: "leaders" }}>
          {t("Leaderboard")}
        </GoLink>
      </div>
      {hello?.account ? (
        <>
          <Signed account={hello.account} />
          <PassphraseForm account={hello.account} />
        </>
      ) : (
        <>
          <AccountForm />
          <RecoverForm />
        </>
      )}
      <NotificationsForm />
      <MyData />
    </Page>
  );
}
