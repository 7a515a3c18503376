// people.tsx - people the user has played with: favourites, and who is blocked.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage, t, tn } from "../i18n";
import { server } from "../model/connections";
import { useStore } from "../model/store";
import type { BlockedPerson, KnownPerson, Request } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { Loading } from "../components/loading";
import { GoLink, Page } from "../components/shell";

function PersonRow({ row, change, block }: { row: KnownPerson; change: (favourite: boolean) => Promise<void>; block: () => Promise<void> }): JSX.Element {
  const when = row.last ? new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(new Date(row.last)) : "";
  return (
    <li class="list-row" data-testid="list-row">
      <div>
        <b>{row.name || t("Guest")}</b>
        <span class="small soft">
          {tn("%d game", "%d games", row.games)}
          {when ? ` · ${when}` : ""}
        </span>
      </div>
      <div class="row">
        <AsyncButton class="button" pressed={row.favourite} act={() => change(!row.favourite)}>
          <Icon name={row.favourite ? "check" : "plus"} />
          {t("Favourite")}
        </AsyncButton>
        <AsyncButton class="button" act={block}>
          {t("Block")}
        </AsyncButton>
      </div>
    </li>
  );
}

export function PeopleScreen(): JSX.Element {
  const { state } = useStore(server.state);
  const [people, setPeople] = useState<KnownPerson[] | null>(null);
  const [blocked, setBlocked] = useState<BlockedPerson[]>([]);
  const askPeople = async (change: Omit<Request<"people">, "do">): Promise<void> => {
    const reply = await server.send({ do: "people", ...change }).catch(() => null);
    if (reply?.ok) setPeople(reply.people);
    else if (reply) toast(reply.message);
  };
  const askBlocked = async (change: Omit<Request<"block">, "do">): Promise<void> => {
    const reply = await server.send({ do: "block", ...change }).catch(() => null);
    if (reply?.ok) setBlocked(reply.blocked);
    else if (reply) toast(reply.message);
  };
  useEffect(() => {
    if (state !== "open") return;
    void askPeople({});
    void askBlocked({});
  }, [state]);
  const hidden = new Set(blocked.map(({ person }) => person));
  const shown = (people ?? []).filter(({ person }) => !hidden.has(person)).sort((a, b) => Number(b.favourite) - Number(a.favourite));
  return (
    <Page title={t("People")}>
      <h1>{t("People you played with")}</h1>
      {people === null ? <Loading /> : null}
      {people !== null && shown.length === 0 ? (
        <div class="empty-state" data-testid="empty-state">
          <Icon name="person" />
          <p>{t("Nobody yet. Play with somebody, and you find them here.")}</p>
          <GoLink class="button main" data-testid="primary" to={{ screen: "find" }}>
            {t("Find an opponent")}
          </GoLink>
        </div>
      ) : null}
      <ul class="list">
        {shown.map((row) => (
          <PersonRow
            key={row.person}
            row={row}
            change={(yes) => askPeople({ favourite: row.person, yes })}
            block={() => askBlocked({ person: row.person, name: row.name })}
          />
        ))}
      </ul>
      {blocked.length > 0 ? (
        <section class="sheet">
          <h2>{t("Blocked")}</h2>
          <p class="soft">{t("You do not sit at the same table. They are not told.")}</p>
          <ul class="list">
            {blocked.map((row) => (
              <li class="list-row" data-testid="list-row" key={row.person}>
                <b>{row.name || t("Guest")}</b>
                <AsyncButton class="button" act={() => askBlocked({ person: row.person, yes: false })}>
                  {t("Unblock")}
                </AsyncButton>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  );
}
