// table.tsx - a table: finding it, sitting down, waiting for the others, playing. Chooses the screen of the game.
import { useTableKeys } from "../components/table_keys";
import { useShow } from "../model/rules_engine";
import { GameTable } from "../games/tables";
import { gameOf } from "../games";
import { isOver } from "../model/table_state";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { returnRoute } from "../model/return_route";
import { chatReadUpTo, noteChatRead } from "../model/chat_read";
import { connectionFor, type Connection } from "../model/connections";
import type { TableClient } from "../model/table_client";
import type { TableState } from "../model/table_state";
import { seatsAt } from "../model/people";
import { noteRating } from "../model/rating";
import { parseRules } from "../model/rules_text";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { TableSummary, Refusal, Reply, Seat, View } from "../net/protocol";
import { announce } from "../components/announce";
import { AsyncButton, useAsync } from "../components/async_button";
import { banWords } from "../components/ban";
import { Dialog } from "../components/dialog";
import { skipToMain } from "../components/focus";
import { Icon } from "../components/icons";
import { lazy } from "../components/lazy";
import { lineSentence } from "../components/log";
import { Loading } from "../components/loading";
import { Missing } from "../components/missing";
import { forgetPlaces } from "../components/motion";
import { isPanelBeside, Panel } from "./panel";
import { Ribbon } from "../components/ribbon";
import { saidText } from "../components/reactions";
import { go, GoLink, LostLine, MoreMenu, Page, Top, type MenuEntry } from "../components/shell";
import { noticeTurn, soundEnd, soundPlace, soundTurn } from "../components/sound";
import { ratedHelp, seatName } from "../components/texts";
import { tableLine } from "../games/words";
import { setTitle } from "../components/title";
import { clientActions, showRefusal } from "./table_actions";
import { EndCard, loadForEnd } from "./end_card";
import { closedWords, TableNotices } from "./notices";
import { TableOverlay, type OverlayName } from "./table_overlays";
import { Problem } from "./problem";
import { AccountLink, SitDown } from "./sit_down";

interface TableRoute {
  code: string;
  key: string;
  local: boolean;
}

/** Sounds, notices and the screen reader follow the events as they are shown. */
function useAnnouncements(client: TableClient): void {
  useLayoutEffect(
    () =>
      client.onLine((line) => {
        const { table, sittings } = client.state.value;
        announce(lineSentence(line, seatsAt(table.seats, sittings, line.n), table.you));
        const event = line.kind === "event" ? line.event : null;
        if (event?.what === "say" && event.seat !== table.you) announce(`${seatName(table.seats, event.seat)}: ${saidText(event.text)}`);
        if (event?.what === "over") soundEnd(event.result === "won" || event.result === `winner ${table.you}`);
        else if (event?.what === "move" && event.seat !== table.you && event.move.includes("@")) soundPlace();
      }),
    [client],
  );
}

function useTurnNotice(shown: TableState): void {
  const { table } = shown;
  const mine = table.view !== null && !table.view.over && table.view.to_act.includes(table.you) && table.phase === "playing";
  const title = tableLine(table);
  const before = useRef(mine);
  useLayoutEffect(() => {
    setTitle(title, mine);
    if (mine && !before.current) {
      soundTurn();
      noticeTurn(title);
      announce(t("It is your turn."));
    }
    before.current = mine;
  }, [mine, title]);
}

/** After a game that people ended nobody is on turn any more. */
function shownView({ table }: TableState): View | null {
  return table.view && table.phase === "over" ? { ...table.view, to_act: [] } : table.view;
}

/** Where people wait for each other: a first game does not need it, so it is fetched when somebody does. */
const Lobby = lazy(() => import("./table_parts").then((module) => module.Lobby), {
  waiting: ({ absent }) => (
    <main class="column" id="main">
      <Missing absent={absent} />
    </main>
  ),
});

/** Between the turns of people around one device; only they need it. */
const HotseatCover = lazy(() => import("./table_parts").then((module) => module.HotseatCover));

function Board({ client, shown, connection }: { client: TableClient; shown: TableState; connection: Connection }): JSX.Element {
  const view = shownView(shown);
  const show = useShow(shown.table.view);
  const [holder, setHolder] = useState(-1);
  const actions = clientActions(client, connection, connection.kind === "local", () => {
    const { game } = shown.table;
    if (game) go({ screen: "replay", game: game.id, turn: 0, local: connection.kind === "local" });
  });
  if (!view || shown.table.phase === "waiting") return <Lobby client={client} shown={shown} connection={connection} />;
  const { hotseat, phase, you } = shown.table;
  if (hotseat && phase === "playing" && !shown.reveal && holder !== you) return <HotseatCover shown={shown} onTake={() => setHolder(you)} />;
  const end = isOver(shown) ? <EndCard shown={shown} actions={actions} /> : null;
  return <GameTable shown={shown} view={view} show={show} actions={actions} end={end} />;
}

interface MenuDoors {
  open: (what: OverlayName) => void;
  confirm: (what: Departure) => void;
  ask: (ask: () => Promise<unknown>) => Promise<void>;
}

function menuEntries(client: TableClient, shown: TableState, connection: Connection, { open, confirm, ask }: MenuDoors): MenuEntry[] {
  const { table } = shown;
  const running = table.phase === "playing" && table.you >= 0;
  const entries: MenuEntry[] = [
    { icon: "help", text: t("Keys"), act: () => open("keys") },
    { icon: "book", text: t("Rules"), act: () => open("rules") },
    { icon: "sound", text: settings.value.sound ? t("Sound off") : t("Sound on"), act: () => setSetting({ sound: !settings.value.sound }) },
    { icon: "gear", text: t("Settings"), act: () => open("settings") },
  ];
  if (table.you >= 0 && connection.kind === "server" && table.seats.some((seat) => seat.kind === "person" && !seat.you))
    entries.push({ icon: "person", text: t("Block or report"), act: () => open("players") });
  if (running && connection.kind === "server")
    entries.push({ icon: "pause", text: t("Ask for a pause"), act: () => void ask(() => showRefusal(client.send({ do: "pause" }))) });
  if (running)
    entries.push({ icon: "check", text: t("Ask to end the game"), act: () => void ask(() => showRefusal(client.send({ do: "agree", matter: "end" }))) });
  if (running) entries.push({ icon: "flag", text: t("Give up"), act: () => confirm("resign") });
  const leaves = running ? () => confirm("leave") : () => void ask(() => leave(client, connection));
  entries.push({ icon: "door", text: t("Leave the table"), act: leaves });
  return entries;
}

type Departure = "resign" | "leave";

/** In a duel giving up ends the game; else a bot plays the rest. */
function resignText({ table }: TableState): string {
  if (table.view && !gameOf(table.view).together && table.seats.length === 2) return t("Your opponent wins, and the game is over.");
  return t("A bot plays the rest for you. You cannot take your cards back, but you see how it ends.");
}

function leaveText(isLocal: boolean): string {
  if (isLocal) return t("The game ends here and is not saved.");
  return t("A bot plays on for you. You can come back to your seat until the game ends: it waits on the start page.");
}

/** What cannot be undone is asked for once more. */
function DepartureDialog(props: { what: Departure; client: TableClient; connection: Connection; onClose: () => void }): JSX.Element {
  const { what, client, connection, onClose } = props;
  const isLocal = connection.kind === "local";
  const text = what === "resign" ? resignText(client.state.value) : leaveText(isLocal);
  const act = async (): Promise<void> => {
    await (what === "resign" ? showRefusal(client.send({ do: "resign" })) : leave(client, connection));
    onClose();
  };
  return (
    <Dialog title={what === "resign" ? t("Give up?") : t("Leave the table?")} onClose={onClose}>
      <p>{text}</p>
      <div class="row">
        <AsyncButton class="button main" data-testid="primary" act={act}>
          {what === "resign" ? t("Give up") : t("Leave the table")}
        </AsyncButton>
        {what === "leave" && isLocal ? (
          <GoLink class="button" to={{ screen: "start" }}>
            {t("Save for later")}
          </GoLink>
        ) : null}
        <button class="button" type="button" onClick={onClose}>
          {t("Keep playing")}
        </button>
      </div>
    </Dialog>
  );
}

async function leave(client: TableClient, connection: Connection): Promise<void> {
  const { phase, you } = client.state.value.table;
  const mayReturn = connection.kind === "server" && you >= 0 && (phase === "playing" || phase === "paused");
  await showRefusal(client.send({ do: "leave" }));
  connection.forget(client.code, mayReturn);
  go({ screen: "start" });
}

/** After so many moves nobody waits for the page itself any more. */
const MOVES_TO_SETTLE = 4;

export function OpenTable({ client, connection }: { client: TableClient; connection: Connection }): JSX.Element {
  const shown = useStore(client.state);
  const [drawer, setDrawer] = useState(isPanelBeside());
  const [over, setOver] = useState<OverlayName | null>(null);
  const [departure, setDeparture] = useState<Departure | null>(null);
  const [heard, setHeard] = useState(() => chatReadUpTo(client.code) ?? shown.table.last);
  const [waits, ask] = useAsync();
  useAnnouncements(client);
  useEffect(() => returnRoute.set(null), []);
  useTurnNotice(shown);
  useEffect(() => () => forgetPlaces(), [client]);
  useLayoutEffect(() => connection.showTable(client.code), [client]);
  useEffect(() => noteChatRead(client.code, heard), [heard]);
  useTableKeys((event) => {
    if (event.key === "?") setOver("keys");
    if (event.key === "t" && document.getElementById("say")) {
      event.preventDefault();
      setDrawer(true);
      requestAnimationFrame(() => document.getElementById("say")?.focus());
    }
  });
  const { table } = shown;
  const isOver = table.phase !== "playing" && table.phase !== "paused";
  useLayoutEffect(() => {
    if (isOver) setDeparture(null); // there is nothing left to give up, or to save
  }, [isOver]);
  const isPlayed = isOver ? undefined : table.game?.id;
  useEffect(() => {
    if (table.rated && table.you >= 0 && isPlayed) void noteRating(isPlayed, parseRules(table.rules).game);
  }, [isPlayed, table.you]);
  const isUnderWay = table.phase === "playing" && table.position > MOVES_TO_SETTLE;
  useEffect(() => {
    if (isUnderWay) loadForEnd();
  }, [isUnderWay]);
  if (shown.removed) return <Removed />;
  if (table.phase === "closed" && !table.view?.over) return <Problem icon="door" title={t("The table is closed.")} text={closedWords(shown)} />;
  const latest = shown.said.filter((event) => event.seat !== table.you).pop()?.n ?? 0;
  const unread = latest > heard && !drawer;
  const playing = table.view !== null && table.phase !== "waiting";
  const { game } = parseRules(table.rules);
  return (
    <div class="table-page" data-testid="table-page" data-position={table.position}>
      <a class="skip-link" data-testid="skip-link" href="#main" onClick={skipToMain}>
        {t("To the table")}
      </a>
      <Top heading title={playing ? tableLine(table) : ""}>
        {playing && !isOver ? <Ribbon shown={shown} /> : null}
        {shown.queued > 1 ? (
          <button class="chip skip" data-testid="skip" type="button" aria-label={t("Skip")} onClick={() => client.skip()}>
            <Icon name="last" />
            <span aria-hidden="true">{t("Skip")}</span>
          </button>
        ) : null}
        {table.you >= 0 && (table.watchers ?? 0) > 0 ? (
          <span class="chip" data-testid="chip" title={t("Watching")}>
            <Icon name="eye" />
            <span class="only-heard">{t("Watching")}: </span>
            {table.watchers}
          </span>
        ) : null}
        {playing ? (
          <button
            class="button bare round menu-anchor"
            type="button"
            aria-label={unread ? t("Log and chat, new messages") : t("Log and chat")}
            aria-expanded={drawer}
            onClick={() => setDrawer(!drawer)}
          >
            <Icon name="talk" />
            {unread ? <span class="dot" /> : null}
          </button>
        ) : null}
        <MoreMenu entries={menuEntries(client, shown, connection, { open: setOver, confirm: setDeparture, ask })} waits={waits} />
      </Top>
      <div class="notices">
        {connection.kind === "server" ? <LostLine /> : null}
        <TableNotices client={client} shown={shown} connection={connection} />
      </div>
      <Board client={client} shown={shown} connection={connection} />
      {playing ? <Panel client={client} shown={shown} open={drawer} onClose={() => setDrawer(false)} onHeard={() => setHeard((before) => Math.max(before, latest))} /> : null}
      {departure ? <DepartureDialog what={departure} client={client} connection={connection} onClose={() => setDeparture(null)} /> : null}
      {over !== null ? <TableOverlay client={client} what={over} game={game} onClose={() => setOver(null)} /> : null}
    </div>
  );
}

type Entering =
  | { kind: "looking" }
  | { kind: "inside"; client: TableClient }
  | { kind: "door"; summary: TableSummary }
  | { kind: "refused"; refusal: Refusal };

function isFree(seat: Seat): boolean {
  return seat.kind === "open" || seat.kind === "reserved";
}

/** What to do at the door: one sits there already or may come back, there is a seat to take, or one may watch. */
function howToEnter(summary: TableSummary): "join" | "watch" | "ask" {
  if (summary.seats.some((seat) => seat.you)) return "join";
  return summary.seats.some(isFree) && summary.phase !== "playing" && summary.phase !== "paused" ? "ask" : "watch";
}

function useEntering(route: TableRoute, connection: Connection): { now: Entering; enter: (how: "join" | "watch") => Promise<void> } {
  const known = connection.client(route.code);
  const [now, setNow] = useState<Entering>(known && !known.state.value.removed ? { kind: "inside", client: known } : { kind: "looking" });
  const key = route.key ? { key: route.key } : {};
  const refuse = (reply: Reply): void => {
    if (!reply.ok) setNow({ kind: "refused", refusal: reply });
  };
  const enter = async (how: "join" | "watch"): Promise<void> => {
    const { client, reply } = await connection.enterTable(route.code, { do: how, ...key });
    if (client) setNow({ kind: "inside", client });
    else refuse(reply);
  };
  const lookIn = async (): Promise<void> => {
    const { tables } = await connection.welcome();
    if (tables.includes(route.code)) return enter("join"); // one's seat is there
    const reply = await connection.sendTo(route.code, { do: "look", ...key });
    if (!reply.ok) return refuse(reply);
    const summary = reply.look;
    const how = howToEnter(summary);
    if (how === "ask") setNow({ kind: "door", summary });
    else await enter(how);
  };
  useEffect(() => {
    if (now.kind === "looking") lookIn().catch(() => undefined);
  }, [route.code]);
  return { now, enter };
}

/** The table cannot be entered: why, and the way on. */
function Refused({ refusal, route }: { refusal: Refusal; route: TableRoute }): JSX.Element {
  const { error, message } = refusal;
  if (error === "no_table")
    return <Problem icon="door" title={t("There is no such table")} text={t("The code may be wrong, or the table was closed.")} />;
  if (error === "removed") return <Removed />;
  if (error === "account_first")
    return (
      <Problem icon="person" title={t("You need an account for a rated table.")} text={ratedHelp()}>
        <AccountLink table={{ screen: "table", ...route }} />
      </Problem>
    );
  return <Problem icon="door" title={t("You cannot enter this table")} text={error === "banned" ? banWords(message, refusal) : message} />;
}

function Removed(): JSX.Element {
  return (
    <Problem icon="door" title={t("You are no longer at this table")} text={t("Its owner has given your seat away. You can make a table of your own or find another one.")}>
      <GoLink class="button" to={{ screen: "new" }}>
        {t("Make a table")}
      </GoLink>
      <GoLink class="button" to={{ screen: "tables" }}>
        {t("Public tables")}
      </GoLink>
    </Problem>
  );
}

export function TableScreen({ route }: { route: TableRoute }): JSX.Element {
  const connection = connectionFor(route.local);
  const { now, enter } = useEntering(route, connection);
  useEffect(() => {
    if (now.kind === "door") Lobby.load(); // the lobby is next
  }, [now.kind]);
  if (now.kind === "inside") return <OpenTable client={now.client} connection={connection} key={now.client.code} />;
  if (now.kind === "refused") return <Refused refusal={now.refusal} route={route} />;
  if (now.kind === "door") return <SitDown route={route} connection={connection} summary={now.summary} onSit={() => enter("join")} onWatch={() => enter("watch")} />;
  return (
    <Page>
      <Loading local={route.local} text={t("Looking for the table…")}>
        <GoLink class="button" to={{ screen: "start" }}>
          {t("Home")}
        </GoLink>
      </Loading>
    </Page>
  );
}
