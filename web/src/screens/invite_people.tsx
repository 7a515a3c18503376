// invite_people.tsx - inviting people the user has played with: they see it on their start page. Their decision is not reported.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { server } from "../model/connections";
import { AsyncButton } from "../components/async_button";
import { Dialog, toast } from "../components/dialog";

interface Row {
  person: string;
  name: string;
  favourite: boolean;
}

export function InvitePeople({ code, onClose }: { code: string; onClose: () => void }): JSX.Element {
  const [people, setPeople] = useState<Row[] | null>(null);
  const [asked, setAsked] = useState<string[]>([]);
  useEffect(() => {
    void server.send({ do: "people" }).then((reply) => reply.ok && setPeople(reply.people), () => undefined);
  }, []);
  const invite = async ({ person }: Row): Promise<void> => {
    const reply = await server.sendTo(code, { do: "invite", person }).catch(() => null);
    if (!reply?.ok) return toast(reply ? reply.message : t("The server is not responding."));
    setAsked((before) => [...before, person]);
    toast(t("Invited. They find it on their start page, and get a notification if they want one."));
  };
  const shown = [...(people ?? [])].sort((a, b) => Number(b.favourite) - Number(a.favourite));
  return (
    <Dialog title={t("Invite people you played with")} onClose={onClose}>
      {people === null ? <span class="spinner" data-testid="spinner" role="status" /> : null}
      {people?.length === 0 ? <p class="soft">{t("Nobody yet. Play with somebody, and you find them here.")}</p> : null}
      <ul class="list">
        {shown.map((row) => (
          <li class="list-row" data-testid="list-row" key={row.person}>
            <b>{row.name || t("Guest")}</b>
            <AsyncButton class="button" done={asked.includes(row.person)} act={() => invite(row)}>
              {t("Invite")}
            </AsyncButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
