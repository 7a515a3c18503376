// table.tsx - a table: finding it, sitting down, waiting for the others, playing. Chooses the screen of the game.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { loadForEnd, reading } from "../later";
import { door } from "../model/door";
import { heardUpTo, noteHeard } from "../model/heard";
import { placeOf, type Place } from "../model/home";
import type { Keeper, Shown } from "../model/keeper";
import { seatsAt } from "../model/people";
import { noteRating } from "../model/rating";
import { parseRules } from "../model/rules";
import { isKeyOff, setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { Glance, Refusal, Reply, Seat, View } from "../model/types";
import { announce } from "../ui/announce";
import { AskButton, useAsking } from "../ui/ask";
import { banWords } from "../ui/ban";
import { Dialog } from "../ui/dialog";
import { skipToMain } from "../ui/focus";
import { Icon } from "../ui/icons";
import { lineSentence } from "../ui/log";
import { Loading } from "../ui/loading";
import { Missing } from "../ui/missing";
import { forgetPlaces } from "../ui/motion";
import { Panel } from "../ui/panel";
import { saidText } from "../ui/reactions";
import { go, GoLink, LostLine, MoreMenu, Page, Top, type MenuEntry } from "../ui/shell";
import { noticeTurn, soundEnd, soundPlace, soundTurn } from "../ui/sound";
import { ratedHelp, seatName, tableLine } from "../ui/texts";
import { setTitle } from "../ui/title";
import { keeperActions, tell } from "./actions";
import { FaceTable } from "./facetoface";
import { LieTable } from "./lie";
import { closedWords, TableNotices } from "./notices";
import { OverTable, type OverWhat } from "./over";
import { Problem } from "./problem";
import { AccountLink, SitDown } from "./sit";
import { TheGameTable } from "./thegame";

interface TableRoute {
  code: string;
  key: string;
  local: boolean;
}

/** Sounds, notices and the screen reader follow the events as they are shown. */
function useEars(keeper: Keeper): void {
  useLayoutEffect(
    () =>
      keeper.onLine((line) => {
        const { table, sittings } = keeper.shown.value;
        announce(lineSentence(line, seatsAt(table.seats, sittings, line.n), table.you));
        const event = line.kind === "event" ? line.event : null;
        if (event?.what === "say" && event.seat !== table.you) announce(`${seatName(table.seats, event.seat)}: ${saidText(event.text)}`);
        if (event?.what === "over") soundEnd(event.result === "won" || event.result === `winner ${table.you}`);
        else if (event?.what === "move" && event.seat !== table.you && event.move.includes("@")) soundPlace();
      }),
    [keeper],
  );
}

function useTurnCall(shown: Shown): void {
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
function shownView({ table }: Shown): View | null {
  return table.view && table.phase === "over" ? { ...table.view, to_act: [] } : table.view;
}

/** Where people wait for each other: a first game does not need it, so it is fetched when somebody does. */
function LateLobby(props: { keeper: Keeper; shown: Shown; place: Place }): JSX.Element {
  const screens = useStore(reading.screens);
  useEffect(() => reading.load(), []);
  if (screens && typeof screens === "object") return <screens.Lobby {...props} />;
  return (
    <main class="column" id="main">
      <Missing part={reading} />
    </main>
  );
}

function Board({ keeper, shown, place }: { keeper: Keeper; shown: Shown; place: Place }): JSX.Element {
  const view = shownView(shown);
  const actions = keeperActions(keeper, place.kind === "local", () => {
    const { game } = shown.table;
    if (game) go({ screen: "replay", game: game.id, turn: 0, local: place.kind === "local" });
  });
  if (!view || shown.table.phase === "waiting") return <LateLobby keeper={keeper} shown={shown} place={place} />;
  if (view.game === "thegame") return <TheGameTable shown={shown} view={view} actions={actions} />;
  if (view.game === "facetoface") return <FaceTable shown={shown} view={view} actions={actions} />;
  return <LieTable shown={shown} view={view} actions={actions} />;
}

interface MenuDoors {
  open: (what: OverWhat) => void;
  confirm: (what: Farewell) => void;
  ask: (ask: () => Promise<unknown>) => Promise<void>;
}

function menuEntries(keeper: Keeper, shown: Shown, place: Place, { open, confirm, ask }: MenuDoors): MenuEntry[] {
  const { table } = shown;
  const running = table.phase === "playing" && table.you >= 0;
  const entries: MenuEntry[] = [
    { icon: "help", text: t("Keys"), act: () => open("keys") },
    { icon: "book", text: t("Rules"), act: () => open("rules") },
    { icon: "sound", text: settings.value.sound ? t("Sound off") : t("Sound on"), act: () => setSetting({ sound: !settings.value.sound }) },
    { icon: "gear", text: t("Settings"), act: () => open("settings") },
  ];
  if (table.you >= 0 && place.kind === "server" && table.seats.some((seat) => seat.kind === "person" && !seat.you))
    entries.push({ icon: "person", text: t("Block or report"), act: () => open("players") });
  if (running && place.kind === "server")
    entries.push({ icon: "pause", text: t("Ask for a pause"), act: () => void ask(() => tell(keeper.ask({ do: "pause" }))) });
  if (running)
    entries.push({ icon: "check", text: t("Ask to end the game"), act: () => void ask(() => tell(keeper.ask({ do: "agree", matter: "end" }))) });
  if (running) entries.push({ icon: "flag", text: t("Give up"), act: () => confirm("resign") });
  const leaves = running ? () => confirm("leave") : () => void ask(() => leave(keeper, place));
  entries.push({ icon: "door", text: t("Leave the table"), act: leaves });
  return entries;
}

type Farewell = "resign" | "leave";

/** In a duel giving up ends the game; else a bot plays the rest. */
function resignText({ table }: Shown): string {
  if (table.view?.game !== "thegame" && table.seats.length === 2) return t("Your opponent wins, and the game is over.");
  return t("A bot plays the rest for you. You cannot take your cards back, but you see how it ends.");
}

function leaveText(isLocal: boolean): string {
  if (isLocal) return t("The game ends here and is not saved.");
  return t("A bot plays on for you. You can come back to your seat until the game ends: it waits on the start page.");
}

/** What cannot be undone is asked for once more. */
function FarewellDialog(props: { what: Farewell; keeper: Keeper; place: Place; onClose: () => void }): JSX.Element {
  const { what, keeper, place, onClose } = props;
  const isLocal = place.kind === "local";
  const text = what === "resign" ? resignText(keeper.shown.value) : leaveText(isLocal);
  const act = async (): Promise<void> => {
    await (what === "resign" ? tell(keeper.ask({ do: "resign" })) : leave(keeper, place));
    onClose();
  };
  return (
    <Dialog title={what === "resign" ? t("Give up?") : t("Leave the table?")} onClose={onClose}>
      <p>{text}</p>
      <div class="row">
        <AskButton class="button main" ask={act}>
          {what === "resign" ? t("Give up") : t("Leave the table")}
        </AskButton>
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

async function leave(keeper: Keeper, place: Place): Promise<void> {
  const { phase, you } = keeper.shown.value.table;
  const mayReturn = place.kind === "server" && you >= 0 && (phase === "playing" || phase === "paused");
  await tell(keeper.ask({ do: "leave" }));
  place.forget(keeper.code, mayReturn);
  go({ screen: "start" });
}

/** After so many moves nobody waits for the page itself any more. */
const MOVES_TO_SETTLE = 4;

export function OpenTable({ keeper, place }: { keeper: Keeper; place: Place }): JSX.Element {
  const shown = useStore(keeper.shown);
  const [drawer, setDrawer] = useState(false);
  const [over, setOver] = useState<OverWhat | null>(null);
  const [farewell, setFarewell] = useState<Farewell | null>(null);
  const [heard, setHeard] = useState(() => heardUpTo(keeper.code) ?? shown.table.last);
  const [waits, ask] = useAsking();
  useEars(keeper);
  useEffect(() => door.set(null), []);
  useTurnCall(shown);
  useEffect(() => () => forgetPlaces(), [keeper]);
  useLayoutEffect(() => place.showTable(keeper.code), [keeper]);
  useEffect(() => noteHeard(keeper.code, heard), [heard]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.target as HTMLElement).closest("input, textarea, select, [role=dialog]") || isKeyOff(event)) return;
      if (event.key === "?") setOver("keys");
      if (event.key === "t" && document.getElementById("say")) {
        event.preventDefault();
        setDrawer(true);
        requestAnimationFrame(() => document.getElementById("say")?.focus());
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const { table } = shown;
  const isOver = table.phase !== "playing" && table.phase !== "paused";
  useLayoutEffect(() => {
    if (isOver) setFarewell(null); // there is nothing left to give up, or to save
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
    <div class="table-page" data-position={table.position}>
      <a class="skip-link" href="#main" onClick={skipToMain}>
        {t("To the table")}
      </a>
      <Top heading title={playing ? tableLine(table) : ""}>
        {shown.queued > 1 ? (
          <button class="chip skip" type="button" aria-label={t("Skip")} onClick={() => keeper.skip()}>
            <Icon name="last" />
            <span aria-hidden="true">{t("Skip")}</span>
          </button>
        ) : null}
        {table.you >= 0 && (table.watchers ?? 0) > 0 ? (
          <span class="chip" title={t("Watching")}>
            <Icon name="eye" />
            <span class="only-heard">{t("Watching")}: </span>
            {table.watchers}
          </span>
        ) : null}
        {playing ? (
          <button
            class="button bare round only-narrow menu-anchor"
            type="button"
            aria-label={unread ? t("Log and chat, new messages") : t("Log and chat")}
            aria-expanded={drawer}
            onClick={() => setDrawer(!drawer)}
          >
            <Icon name="talk" />
            {unread ? <span class="dot" /> : null}
          </button>
        ) : null}
        <MoreMenu entries={menuEntries(keeper, shown, place, { open: setOver, confirm: setFarewell, ask })} waits={waits} />
      </Top>
      <div class="notices">
        {place.kind === "server" ? <LostLine /> : null}
        <TableNotices keeper={keeper} shown={shown} place={place} />
      </div>
      <Board keeper={keeper} shown={shown} place={place} />
      {playing ? <Panel keeper={keeper} shown={shown} open={drawer} onClose={() => setDrawer(false)} onHeard={() => setHeard((before) => Math.max(before, latest))} /> : null}
      {farewell ? <FarewellDialog what={farewell} keeper={keeper} place={place} onClose={() => setFarewell(null)} /> : null}
      {over !== null ? <OverTable keeper={keeper} what={over} game={game} onClose={() => setOver(null)} /> : null}
    </div>
  );
}

type Entering =
  | { kind: "looking" }
  | { kind: "inside"; keeper: Keeper }
  | { kind: "door"; glance: Glance }
  | { kind: "refused"; refusal: Refusal };

function isFree(seat: Seat): boolean {
  return seat.kind === "open" || seat.kind === "reserved";
}

/** What to do at the door: one sits there already or may come back, there is a seat to take, or one may watch. */
function howToEnter(glance: Glance): "join" | "watch" | "ask" {
  if (glance.seats.some((seat) => seat.you)) return "join";
  return glance.seats.some(isFree) && glance.phase !== "playing" && glance.phase !== "paused" ? "ask" : "watch";
}

function useEntering(route: TableRoute, place: Place): { now: Entering; enter: (how: "join" | "watch") => Promise<void> } {
  const known = place.keeper(route.code);
  const [now, setNow] = useState<Entering>(known && !known.shown.value.removed ? { kind: "inside", keeper: known } : { kind: "looking" });
  const key = route.key ? { key: route.key } : {};
  const refuse = (reply: Reply): void => {
    if (!reply.ok) setNow({ kind: "refused", refusal: reply });
  };
  const enter = async (how: "join" | "watch"): Promise<void> => {
    const { keeper, reply } = await place.enter({ do: how, table: route.code, ...key });
    if (keeper) setNow({ kind: "inside", keeper });
    else refuse(reply);
  };
  const lookIn = async (): Promise<void> => {
    const reply = await place.send({ do: "look", table: route.code, ...key });
    if (!reply.ok) return refuse(reply);
    const glance = reply["look"] as Glance;
    const how = howToEnter(glance);
    if (how === "ask") setNow({ kind: "door", glance });
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
  const place = placeOf(route.local);
  const { now, enter } = useEntering(route, place);
  useEffect(() => {
    if (now.kind === "door") reading.load(); // the lobby is next
  }, [now.kind]);
  if (now.kind === "inside") return <OpenTable keeper={now.keeper} place={place} key={now.keeper.code} />;
  if (now.kind === "refused") return <Refused refusal={now.refusal} route={route} />;
  if (now.kind === "door") return <SitDown route={route} place={place} glance={now.glance} onSit={() => enter("join")} onWatch={() => enter("watch")} />;
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
