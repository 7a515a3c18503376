// people.tsx - finding people: matchmaking for the same game, people the user has played with, and what can be done about a player.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage, t, tf, tn } from "../i18n";
import { server } from "../model/connections";
import type { TableClient } from "../model/table_client";
import { defaultRules, GAMES, playersOf, playersRange, rulesText, withOption, type Rules } from "../games/rules_text";
import { useStore } from "../model/store";
import type { GameName } from "../net/protocol";
import { BOT_WAITS, keepBotWait } from "../model/bot_wait";
import { AsyncButton, useSubmit } from "../components/async_button";
import { Segments, Switch } from "../components/choices";
import { toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { Loading, NeedsServer, useAway } from "../components/loading";
import { go, GoLink, Page } from "../components/shell";
import { clockText, gameTitle, seatName } from "../components/texts";
import { Presets } from "./new";

const FIND_CLOCKS = [30, 60, 180, 86400];

function waitText(seconds: number): string {
  return seconds === 0 ? t("never") : tf("after {time}", { time: clockText(seconds) });
}

async function find(rules: Rules, seconds: number, rated: boolean, wait: number): Promise<void> {
  const rating = rated && rules.game !== "thegame" ? { rated: true } : {};
  const { client, reply } = await server.enter({ do: "find", rules: rulesText(rules), turn_seconds: seconds, ...rating });
  if (client) {
    keepBotWait(client.code, wait);
    go({ screen: "table", code: client.code, key: "", local: false });
  } else if (!reply.ok) toast(reply.message);
}

/** Whoever wants the same sits down at the same table; while nobody does, one waits where everybody can see it. */
export function FindGame(): JSX.Element {
  const { state, hello } = useStore(server.state);
  const [rules, setRules] = useState(() => withOption(defaultRules("thegame"), "players", "2"));
  const [seconds, setSeconds] = useState("60");
  const [wait, setWait] = useState("60");
  const [rated, setRated] = useState(false);
  const [least, most] = playersRange(rules.game);
  const away = useAway();
  const [waits, submit] = useSubmit(() => find(rules, Number(seconds), rated, Number(wait)));
  return (
    <form class="sheet stack find-game" onSubmit={submit}>
      <h2>{t("Find a game")}</h2>
      <Segments label={t("Game")} value={rules.game} onChange={(game) => setRules(defaultRules(game as GameName))}>
        {GAMES.map((game) => [game, gameTitle(game)])}
      </Segments>
      <Presets rules={rules} set={setRules} />
      {least < most ? (
        <div class="field">
          <span>{t("Players")}</span>
          <Segments label={t("Players")} value={String(playersOf(rules))} onChange={(count) => setRules(withOption(rules, "players", count))}>
            {Array.from({ length: most - Math.max(2, least) + 1 }, (_, index) => {
              const count = String(index + Math.max(2, least));
              return [count, count];
            })}
          </Segments>
        </div>
      ) : null}
      <div class="field">
        <span>{t("Time for a turn")}</span>
        <Segments label={t("Time for a turn")} value={seconds} onChange={setSeconds}>
          {FIND_CLOCKS.map((clock) => [String(clock), clockText(clock)])}
        </Segments>
      </div>
      <div class="field">
        <span>{t("When do bots take the empty seats?")}</span>
        <Segments label={t("When do bots take the empty seats?")} value={wait} onChange={setWait}>
          {BOT_WAITS.map((one) => [String(one), waitText(one)])}
        </Segments>
      </div>
      {rules.game !== "thegame" && hello?.account ? (
        <Switch on={rated} onChange={setRated} title={t("Rated")} help={t("Counts for your rating. If you leave, you lose.")} />
      ) : null}
      <div class="row">
        <AsyncButton class="button main big" waits={waits} disabled={state !== "open"}>
          {t("Find a game")}
        </AsyncButton>
        {away ? <NeedsServer /> : null}
        <GoLink class="button" to={{ screen: "people" }}>
          {t("People you played with")}
        </GoLink>
      </div>
    </form>
  );
}

// ---- people

interface Person {
  person: string;
  name: string;
  last?: number;
  games: number;
  favourite: boolean;
}

function PersonRow({ row, change }: { row: Person; change: (request: { do: string; [member: string]: unknown }) => Promise<void> }): JSX.Element {
  const when = row.last ? new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(new Date(row.last)) : "";
  return (
    <li class="list-row">
      <div>
        <b>{row.name || t("Guest")}</b>
        <span class="small soft">
          {tn("%d game", "%d games", row.games)}
          {when ? ` · ${when}` : ""}
        </span>
      </div>
      <div class="row">
        <AsyncButton class="button" pressed={row.favourite} act={() => change({ do: "people", favourite: row.person, yes: !row.favourite })}>
          <Icon name={row.favourite ? "check" : "plus"} />
          {t("Favourite")}
        </AsyncButton>
        <AsyncButton class="button" act={() => change({ do: "block", person: row.person, name: row.name })}>
          {t("Block")}
        </AsyncButton>
      </div>
    </li>
  );
}

export function PeopleScreen(): JSX.Element {
  const { state } = useStore(server.state);
  const [people, setPeople] = useState<Person[] | null>(null);
  const [blocked, setBlocked] = useState<{ person: string; name: string }[]>([]);
  const take = async (request: { do: string; [member: string]: unknown }): Promise<void> => {
    const reply = await server.send(request).catch(() => null);
    if (reply && !reply.ok) toast(reply.message);
    if (reply?.ok && Array.isArray(reply["people"])) setPeople(reply["people"] as Person[]);
    if (reply?.ok && Array.isArray(reply["blocked"])) setBlocked(reply["blocked"] as { person: string; name: string }[]);
  };
  useEffect(() => {
    if (state !== "open") return;
    void take({ do: "people" });
    void take({ do: "block" });
  }, [state]);
  const hidden = new Set(blocked.map(({ person }) => person));
  const shown = (people ?? []).filter(({ person }) => !hidden.has(person)).sort((a, b) => Number(b.favourite) - Number(a.favourite));
  return (
    <Page title={t("People")}>
      <h1>{t("People you played with")}</h1>
      {people === null ? <Loading /> : null}
      {people !== null && shown.length === 0 ? (
        <div class="empty-state">
          <Icon name="person" />
          <p>{t("Nobody yet. Play with somebody, and you find them here.")}</p>
          <GoLink class="button main" to={{ screen: "tables" }}>
            {t("Find a game")}
          </GoLink>
        </div>
      ) : null}
      <ul class="list">
        {shown.map((row) => (
          <PersonRow key={row.person} row={row} change={take} />
        ))}
      </ul>
      {blocked.length > 0 ? (
        <section class="sheet">
          <h2>{t("Blocked")}</h2>
          <p class="soft">{t("You do not sit at the same table. They are not told.")}</p>
          <ul class="list">
            {blocked.map((row) => (
              <li class="list-row" key={row.person}>
                <b>{row.name || t("Guest")}</b>
                <AsyncButton class="button" act={() => take({ do: "block", person: row.person, yes: false })}>
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

/** Over the table: block somebody, or tell the host about them. */
export function PlayersDialog({ client }: { client: TableClient }): JSX.Element {
  const { seats, phase, you } = client.state.value.table;
  const others = seats.filter((seat) => seat.kind === "person" && !seat.stand_in).length - 1;
  const votes = phase === "playing" && you >= 0 && others >= 2;
  const [text, setText] = useState("");
  const act = async (request: { do: string; [member: string]: unknown }, done: string): Promise<void> => {
    const reply = await client.send(request).catch(() => null);
    if (reply) toast(reply.ok ? done : reply.message);
  };
  return (
    <div class="stack">
      <label class="field">
        <span>{t("What happened? The host gets it with the last messages.")}</span>
        <input class="input" name="report" maxLength={200} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <ul class="list">
        {seats.map((seat, index) =>
          seat.kind === "person" && !seat.you ? (
            <li class="list-row" key={index}>
              <b>{seatName(seats, index)}</b>
              <div class="row">
                {votes && !seat.stand_in ? (
                  <AsyncButton class="button" act={() => act({ do: "agree", matter: `out${index}` }, t("The others are asked."))}>
                    {t("Vote out")}
                  </AsyncButton>
                ) : null}
                <AsyncButton class="button" disabled={text.trim() === ""} act={() => act({ do: "report", seat: index, text: text.trim() }, t("The host will see your report."))}>
                  {t("Report")}
                </AsyncButton>
                <AsyncButton class="button" act={() => act({ do: "block", seat: index }, tf("{name} cannot sit down at your tables any more.", { name: seatName(seats, index) }))}>
                  {t("Block")}
                </AsyncButton>
              </div>
            </li>
          ) : null,
        )}
      </ul>
    </div>
  );
}
