// find_game.tsx - finding an opponent: what one looks for, who waits already, and while one waits oneself how long, with a bot to pass the
// time. Whoever wants the same sits down at the same table, and is fetched there from wherever they are on the page.
import { games } from "../games";
import { GAMES } from "../model/facts";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf, tn } from "../i18n";
import { botFor } from "../model/bots";
import { local, server } from "../model/connections";
import { defaultRules, parseRules, playersOf, playersRange, rulesText, withOption, type Rules } from "../model/rules_text";
import { isWaiting, usePublicTables } from "../model/queue";
import { returnRoute } from "../model/return_route";
import { BOT_WAITS, goOnSearching, search, startSearch, stopSearch, type Search } from "../model/search";
import { settings } from "../model/settings";
import { useStore } from "../model/store";
import type { GameName, Snapshot, TableRow } from "../net/protocol";
import { AsyncButton, useSubmit } from "../components/async_button";
import { Avatar } from "../components/avatar";
import { Segments, Switch } from "../components/choices";
import { toast } from "../components/dialog";
import { Loading, NeedsServer, useAway } from "../components/loading";
import { go, GoLink, Page } from "../components/shell";
import { noticeTurn, soundTurn } from "../components/sound";
import { clockText, seatName } from "../components/texts";
import { gameTitle, tableLine } from "../games/words";
import { Presets } from "./presets";
import { fillSeats } from "./table_actions";

const FIND_CLOCKS = [30, 60, 180, 86400];

/** Somebody has come, and the cards are dealt. */
function fetched(code: string): void {
  const { value } = server.client(code)?.state ?? {};
  soundTurn();
  if (value) noticeTurn(tableLine(value.table));
  toast(t("Somebody has come. Your game begins."));
  go({ screen: "table", code, key: "", local: false });
}

// ---------------------------------------------------------------- what one looks for

interface Wish {
  rules: Rules;
  seconds: number;
  rated: boolean;
  botsAfter: number;
}

async function find({ rules, seconds, rated, botsAfter }: Wish): Promise<void> {
  const rating = rated && !games[rules.game].together ? { rated: true } : {};
  const { client, reply } = await server.enter({ do: "find", rules: rulesText(rules), turn_seconds: seconds, ...rating });
  if (client) startSearch(client.code, rated ? 0 : botsAfter, () => fetched(client.code));
  else if (!reply.ok) toast(reply.message);
}

/** Ratings belong to accounts; whoever has none is told why, and led there and back. */
function RatedChoice({ wish, change }: { wish: Wish; change: (parts: Partial<Wish>) => void }): JSX.Element | null {
  const { hello } = useStore(server.state);
  if (games[wish.rules.game].together) return null;
  if (hello?.account)
    return <Switch on={wish.rated} onChange={(rated) => change({ rated })} title={t("Rated")} help={t("Counts for your rating. If you leave, you lose.")} />;
  return (
    <p class="soft" onClickCapture={() => returnRoute.set({ screen: "find" })}>
      {t("Rated games need an account, so that a rating belongs to somebody.")} <GoLink to={{ screen: "account" }}>{t("Create one")}</GoLink>
    </p>
  );
}

function waitText(seconds: number): string {
  return seconds === 0 ? t("never") : tf("after {time}", { time: clockText(seconds) });
}

function HowMany({ rules, set }: { rules: Rules; set: (rules: Rules) => void }): JSX.Element | null {
  const [least, most] = playersRange(rules.game);
  const fewest = Math.max(2, least);
  if (fewest === most) return null;
  return (
    <div class="field">
      <span>{t("Players")}</span>
      <Segments label={t("Players")} value={String(playersOf(rules))} onChange={(count) => set(withOption(rules, "players", count))}>
        {Array.from({ length: most - fewest + 1 }, (_, index) => [String(index + fewest), String(index + fewest)])}
      </Segments>
    </div>
  );
}

/** Nobody looks for a game alone. */
function rulesFor(game: GameName): Rules {
  const rules = defaultRules(game);
  return playersOf(rules) < 2 ? withOption(rules, "players", "2") : rules;
}

function WishForm(): JSX.Element {
  const { state } = useStore(server.state);
  const away = useAway();
  const [wish, setWish] = useState<Wish>(() => ({ rules: rulesFor(settings.value.lastGame), seconds: 60, rated: false, botsAfter: 60 }));
  const change = (parts: Partial<Wish>): void => setWish((old) => ({ ...old, ...parts }));
  const [waits, submit] = useSubmit(() => find(wish));
  return (
    <form class="stack find-game" data-testid="find-game" onSubmit={submit}>
      <Segments label={t("Game")} value={wish.rules.game} onChange={(game) => change({ rules: rulesFor(game as GameName) })}>
        {GAMES.map((game) => [game, gameTitle(game)])}
      </Segments>
      <Presets rules={wish.rules} set={(rules) => change({ rules })} />
      <HowMany rules={wish.rules} set={(rules) => change({ rules })} />
      <div class="field">
        <span>{t("Time for a turn")}</span>
        <Segments label={t("Time for a turn")} value={String(wish.seconds)} onChange={(seconds) => change({ seconds: Number(seconds) })}>
          {FIND_CLOCKS.map((clock) => [String(clock), clockText(clock)])}
        </Segments>
      </div>
      {wish.rated ? null : (
        <div class="field">
          <span>{t("When do bots take the empty seats?")}</span>
          <Segments label={t("When do bots take the empty seats?")} value={String(wish.botsAfter)} onChange={(wait) => change({ botsAfter: Number(wait) })}>
            {BOT_WAITS.map((one) => [String(one), waitText(one)])}
          </Segments>
        </div>
      )}
      <RatedChoice wish={wish} change={change} />
      <div class="row">
        <AsyncButton class="button main big" data-testid="primary" waits={waits} disabled={state !== "open"}>
          {t("Find an opponent")}
        </AsyncButton>
        {away ? <NeedsServer /> : null}
      </div>
    </form>
  );
}

// ---------------------------------------------------------------- who waits already

export function waitingFor(since: number): string {
  const minutes = Math.floor((Date.now() - since) / 60_000);
  return minutes < 1 ? t("just started waiting") : tf("waiting for {minutes} min", { minutes });
}

function WaitingRow({ table }: { table: TableRow }): JSX.Element {
  return (
    <li>
      <GoLink class="list-row" data-testid="list-row" to={{ screen: "table", code: table.code, key: "", local: false }}>
        <div>
          <b>{table.people.join(", ")}</b>
          <span class="small soft">
            {[tableLine(table), clockText(table.turn_seconds), table.opened ? waitingFor(table.opened) : ""].filter(Boolean).join(" · ")}
          </span>
        </div>
        <span class="badge">{tn("%d free seat", "%d free seats", table.free)}</span>
      </GoLink>
    </li>
  );
}

function WhoWaits(): JSX.Element {
  const tables = usePublicTables()?.filter(isWaiting);
  return (
    <section class="stack" aria-labelledby="who-waits">
      <h2 id="who-waits">{t("Waiting now")}</h2>
      {tables === undefined ? <Loading text={t("Asking the server…")} /> : null}
      {tables?.length === 0 ? <p class="soft">{t("Nobody is waiting right now. You would be the first.")}</p> : null}
      <ul class="list">
        {(tables ?? []).map((table) => (
          <WaitingRow key={table.code} table={table} />
        ))}
      </ul>
      <p>
        <GoLink to={{ screen: "people" }}>{t("People you played with")}</GoLink>
      </p>
    </section>
  );
}

// ---------------------------------------------------------------- waiting

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The same game against bots, in this browser; one is fetched from there. */
async function playMeanwhile({ rules: text }: Snapshot): Promise<void> {
  const rules = parseRules(text);
  const seats = ["me", ...Array.from({ length: playersOf(rules) - 1 }, () => `bot:${botFor(rules.game, settings.value.bot)}`)];
  const { client, reply } = await local.enter({ do: "create", rules: text, seats, begin: true, door: "link" });
  if (client) go({ screen: "table", code: client.code, key: "", local: true });
  else if (!reply.ok) toast(reply.message);
}

/** Who is there already, and the places of those who are missing. */
function SeatsSoFar({ table }: { table: Snapshot }): JSX.Element {
  return (
    <ul class="search-seats" data-testid="seat-list" aria-label={t("Seats")}>
      {table.seats.map((seat, index) => {
        const taken = seat.kind === "person" || seat.kind === "bot";
        return (
          <li key={index}>
            {taken ? <Avatar seats={table.seats} index={index} /> : <span class="face open" aria-hidden="true" />}
            <span class={taken ? "" : "soft"}>{taken ? seatName(table.seats, index) : t("Open seat")}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** When the time is up that one wanted to wait for people. */
function useBots({ code, since, botsAfter }: Search): void {
  useEffect(() => {
    const client = server.client(code);
    if (botsAfter === 0 || !client) return;
    const timer = setTimeout(() => void fillSeats(client), Math.max(0, since + botsAfter * 1000 - Date.now()));
    return () => clearTimeout(timer);
  }, [code]);
}

function Searching({ now: current, table }: { now: Search; table: Snapshot }): JSX.Element {
  const now = useNow();
  useBots(current);
  const { since, botsAfter, code } = current;
  const client = server.client(code);
  return (
    <section class="search" data-testid="search" aria-label={t("Looking for an opponent")}>
      <p class="search-clock" role="timer">
        {clockOf(now - since)}
      </p>
      <p role="status">{t("Looking for an opponent…")}</p>
      <p class="soft">{[tableLine(table), clockText(table.turn_seconds)].join(" · ")}</p>
      <SeatsSoFar table={table} />
      {botsAfter > 0 ? <p class="soft">{tf("Bots take the empty seats in {time}.", { time: clockOf(since + botsAfter * 1000 - now) })}</p> : null}
      <div class="row">
        <AsyncButton class="button main big" act={() => playMeanwhile(table)}>
          {t("Play a bot meanwhile")}
        </AsyncButton>
        {client && !table.rated ? (
          <AsyncButton class="button" act={() => fillSeats(client)}>
            {t("Bots for the empty seats")}
          </AsyncButton>
        ) : null}
        <AsyncButton class="button" act={stopSearch}>
          {t("Cancel")}
        </AsyncButton>
      </div>
      <p class="small soft">{t("You are fetched as soon as somebody comes, wherever you are on this page.")}</p>
    </section>
  );
}

/** The table where one waits; null until it is there again after the page was loaded anew. */
function useSearchTable(now: Search | null): Snapshot | null {
  const { state } = useStore(server.state);
  const [table, setTable] = useState<Snapshot | null>(null);
  useEffect(() => {
    if (!now || state !== "open") return setTable(null);
    let stop: (() => void) | undefined;
    void goOnSearching(() => fetched(now.code)).then(() => {
      const client = server.client(now.code);
      const take = (): void => setTable(client?.state.value.table ?? null);
      stop = client?.state.watch(take);
      take();
    });
    return () => stop?.();
  }, [now?.code, state]);
  return table;
}

export function FindScreen(): JSX.Element {
  const now = useStore(search);
  const table = useSearchTable(now);
  return (
    <Page title={t("Find an opponent")} wide>
      <h1>{t("Find an opponent")}</h1>
      {now ? (
        table ? (
          <Searching now={now} table={table} />
        ) : (
          <Loading />
        )
      ) : (
        <div class="find-screen">
          <WishForm />
          <WhoWaits />
        </div>
      )}
    </Page>
  );
}
