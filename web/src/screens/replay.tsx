// replay.tsx - after the game: every step again, the curve of the win chance, turning points, better moves, the verified shuffle.
import { games } from "../games";
import { moreOf } from "../games/more";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { botFor } from "../model/bots";
import { analysisOf } from "../model/analysis";
import { local, connectionFor, type Connection } from "../model/connections";
import { finalChance, positionsOf, startOfTurn, towards, type Position } from "../model/replay";
import { openRulesEngine } from "../model/rules_engine";
import { routePath } from "../model/route";
import { parseRules } from "../model/rules_text";
import { settings } from "../model/settings";
import type { AnalyzedGame, Seat } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { Loading } from "../components/loading";
import { saveFile } from "../components/save";
import { linkTo } from "../components/share";
import { go, GoLink, Page } from "../components/shell";
import { resultTitle, resultWords } from "../components/texts";
import { seatsOf, Slider, STEP_MS, stepText, useWalk } from "../components/walk";
import { rulesLine } from "../games/words";
import type { Replay } from "../wasm/engine";
import { Problem } from "./problem";
import { Study } from "./study";
import { ReplayTable } from "./replay_table";

interface ReplayRoute {
  game: string;
  turn: number;
  local: boolean;
}

interface Loaded {
  replay: Replay;
  record: string;
  positions: Position[];
  seats: Seat[];
}

async function loadGame(connection: Connection, game: string): Promise<Loaded | string> {
  const reply = await connection.send({ do: "record", game });
  if (!reply.ok) return reply.message;
  const { record, you = -1 } = reply;
  try {
    const replay = (await openRulesEngine()).replay(record);
    return { replay, record, positions: positionsOf(replay), seats: seatsOf(replay, you) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Check {
  good: boolean;
}

const BUSY_MS = 3000;
const MOST_TRIES = 20;

/** Judged in this browser; what its bots cannot judge the server is asked for. It studies few games at a time, and a busy one is asked again. */
async function studyGame(connection: Connection, game: string): Promise<AnalyzedGame | null> {
  const found = await analysisOf(connection, game);
  if (found || connection.kind === "local") return found;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const reply = await connection.send({ do: "analyze", game });
    if (reply.ok) return reply.analysis;
    if (reply.error !== "too_many") return null;
    await new Promise((done) => setTimeout(done, BUSY_MS));
  }
  return null;
}

function useFacts(connection: Connection, game: string): { check: Check | null; analysis: AnalyzedGame | "waiting" | "none" } {
  const [check, setCheck] = useState<Check | null>(null);
  const [analysis, setAnalysis] = useState<AnalyzedGame | "waiting" | "none">("waiting");
  useEffect(() => {
    let current = true;
    const ask = async (): Promise<void> => {
      const reply = await connection.send({ do: "verify", game });
      if (current && reply.ok) setCheck({ good: reply.good });
      const found = current ? await studyGame(connection, game) : null;
      if (current) setAnalysis(found && found.turns.length > 0 ? found : "none");
    };
    ask().catch(() => current && setAnalysis("none"));
    return () => {
      current = false;
    };
  }, [connection, game]);
  return { check, analysis };
}

function Badge({ check }: { check: Check | null }): JSX.Element | null {
  if (!check) return null;
  return (
    <span
      class={check.good ? "badge" : "badge bad"} data-testid="badge"
      title={t("The deck was fixed before the first card was seen, and nobody could change it.")}
    >
      <Icon name={check.good ? "shield" : "alarm"} />
      {check.good ? t("Shuffle checked") : t("The shuffle does not match")}
    </span>
  );
}

async function copyLink(route: ReplayRoute, turn: number): Promise<void> {
  const link = linkTo(`/r/${route.game}#${turn}`);
  try {
    await navigator.clipboard.writeText(link);
    toast(t("The link to this turn is copied."));
  } catch {
    toast(link);
  }
}

/** The better play is shown card by card; it stays until one walks on, and the game does not run meanwhile. */
function useBetter(at: number, setPlaying: (playing: boolean) => void) {
  const [better, show] = useState(false);
  const [moves, setMoves] = useState(0);
  useEffect(() => show(false), [at]);
  useEffect(() => {
    if (!better) return setMoves(0);
    const timer = setInterval(() => setMoves((now) => now + 1), STEP_MS);
    return () => clearInterval(timer);
  }, [better]);
  const setBetter = (next: boolean): void => {
    setPlaying(false);
    show(next);
    if (next) document.querySelector(".replay-table")?.scrollIntoView({ block: "nearest" }); // on a phone it is far above
  };
  return { better, setBetter, moves };
}

function firstMoves(text: string, count: number): string {
  return text.split(" ").slice(0, count).join(" ");
}

/** A practice game on this device from a position of the record: oneself has the seat that is on turn, bots the others. */
async function playOn({ replay, record, positions }: Loaded, steps: number): Promise<void> {
  const seat = positions[steps]?.view.to_act[0] ?? 0;
  const { game } = parseRules(replay.rules);
  const seats = Array.from({ length: replay.seats }, (_, index) => (index === seat ? "me" : `bot:${botFor(game, settings.value.bot)}`));
  const { client, reply } = await local.enter({ do: "create", rules: replay.rules, seats, begin: true, door: "link", from: { record, steps } });
  if (!client) return toast(reply.ok ? "" : reply.message);
  toast(t("Practice: this game does not count."));
  go({ screen: "table", code: client.code, key: "", local: true });
}

/** The way to win a deal, as a solver found it: nobody sits there. */
function isSolution({ names, result }: Replay): boolean {
  return result === "won" && names.every((name) => name === "");
}

function OpenReplay({ route, loaded, connection }: { route: ReplayRoute; loaded: Loaded; connection: Connection }): JSX.Element {
  const { replay, positions, seats } = loaded;
  const walk = useWalk(positions.length, route.turn > 0 ? startOfTurn(positions, route.turn - 1) : 0);
  const { check, analysis } = useFacts(connection, route.game);
  const position = positions[walk.at] as Position;
  const { better, setBetter, moves } = useBetter(walk.at, walk.setPlaying);
  const turns = typeof analysis === "string" ? [] : towards(analysis.turns, games[parseRules(replay.rules).game].together, 0);
  useLayoutEffect(() => {
    // at once: later it might write over an address that was changed meanwhile
    history.replaceState(history.state, "", routePath({ screen: "replay", ...route, turn: position.turn + 1 }));
  }, [position.turn]);
  const opened = useRef(route);
  useEffect(() => {
    if (opened.current !== route) walk.move(startOfTurn(positions, Math.max(0, route.turn - 1))); // the address was changed by hand
    opened.current = route;
  }, [route]);
  const turn = turns[position.turn];
  const start = (positions[startOfTurn(positions, position.turn)] as Position).view;
  const view =
    better && turn ? moreOf(start).withTurn(start, turn.seat, firstMoves(turn.better, moves)) : position.view;
  return (
    <Page title={rulesLine(replay.rules)} wide>
      <div class="row spread">
        <div>
          <h1>{isSolution(replay) ? t("How this deal is won") : resultTitle(replay.result, seats, seats.findIndex((seat) => seat.you))}</h1>
          <p class="soft">{isSolution(replay) ? t("A solution with open cards. Nobody has played this game.") : resultWords(replay.result)}</p>
        </div>
        <div class="row">
          <Badge check={check} />
          {route.local ? null : (
            <button class="button" type="button" onClick={() => void copyLink(route, position.turn + 1)}>
              <Icon name="link" />
              {t("Link to this turn")}
            </button>
          )}
          <AsyncButton class="button" done={position.view.over} act={() => playOn(loaded, walk.at)}>
            <Icon name="play" />
            {t("Play on from here")}
          </AsyncButton>
          <button class="button" type="button" onClick={() => saveFile(`${route.game}.stos`, loaded.record)}>
            <Icon name="save" />
            {t("Save the record")}
          </button>
        </div>
      </div>
      <div class="replay" data-testid="replay">
        <section class="stack" aria-label={t("The game")}>
          <ReplayTable view={view} seats={seats} />
          <Slider walk={walk} length={positions.length} text={stepText(position, seats)} />
          <p role="status" class="soft">
            {tf("Step {at} of {all}", { at: walk.at, all: positions.length - 1 })} · {stepText(position, seats)}
          </p>
        </section>
        <Study
          analysis={analysis}
          turns={turns}
          seats={seats}
          final={finalChance(replay.result, 0)}
          won={finalChance(replay.result, seats.findIndex((seat) => seat.you)) === 1}
          now={position.turn}
          game={parseRules(replay.rules).game}
          onGo={(next) => walk.move(startOfTurn(positions, next))}
          better={better}
          onBetter={setBetter}
          again={(turn) => ({ screen: "again", game: route.game, turn, local: route.local })}
        />
      </div>
    </Page>
  );
}

export function ReplayScreen({ route }: { route: ReplayRoute }): JSX.Element {
  const connection = connectionFor(route.local);
  const [loaded, setLoaded] = useState<Loaded | string | null>(null);
  useEffect(() => {
    void loadGame(connection, route.game).then(setLoaded, () => setLoaded(t("The server is not responding.")));
  }, [route.game]);
  if (typeof loaded === "string") return <Problem icon="past" title={t("No replay")} text={loaded} />;
  if (loaded) return <OpenReplay route={route} loaded={loaded} connection={connection} />;
  return (
    <Page title={t("Replay")}>
      <Loading local={route.local} text={t("Fetching the game…")}>
        <GoLink class="button" to={{ screen: "games" }}>
          {t("My games")}
        </GoLink>
      </Loading>
    </Page>
  );
}
