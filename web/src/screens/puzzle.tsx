// puzzle.tsx - one puzzle on the real table: tried turn by turn, taken back when the win is gone, with the solution as a replay. A turn
// of the user's own game that could have been better is tried the same way.
import { openView } from "../wasm/types";
import { GameTable } from "../games/tables";
import { more, moreOf } from "../games/more";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { local, connectionFor } from "../model/connections";
import type { TableState } from "../model/table_state";
import { forgetMistake } from "../model/mistakes";
import { readPlacement } from "../model/moves";
import { openBook, type PuzzleLine } from "../model/puzzles";
import { markSolved } from "../model/puzzle_marks";
import type { RouteOf } from "../model/route";
import type { Position } from "../model/replay";
import { legalMoves, openRulesEngine, wantRulesEngine, useShow } from "../model/rules_engine";
import type { GameName, Seat, Snapshot, View } from "../net/protocol";
import { loadUntilThere } from "../net/retry";
import { announce } from "../components/announce";
import { toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { linkTo, shareWords } from "../components/share";
import { go, GoLink, Page, TaskTop } from "../components/shell";
import { bidWords } from "../components/texts";
import { seatsOf, Slider, stepText, useWalk } from "../components/walk";
import { gameTitle, rulesLine } from "../games/words";
import type { OpenPuzzle, PuzzleBook, Standing } from "../wasm/puzzle";
import type { TableActions } from "../model/table_actions";
import { Problem } from "./problem";
import { usePuzzles } from "./puzzles";
import { ReplayTable } from "./replay_table";
import { Moves } from "./study";

function seatsFor(seats: number, you: number): Seat[] {
  return Array.from({ length: seats }, (_, seat) =>
    seat === you
      ? { kind: "person" as const, name: "", you: true, here: true }
      : { kind: "person" as const, name: seats === 2 ? t("Opponent") : "", here: true },
  );
}

/** The table as it stands, to be drawn by the tables of the games. Turns are laid out first, and sent as a whole. */
function shownOf(view: View, moves: string[], you: number, seats: Seat[], over: boolean): TableState {
  const table: Snapshot = {
    code: "puzzle",
    rules: view.rules,
    talk: "silence",
    door: "link",
    turn_seconds: 0,
    grace_seconds: 0,
    takeback: false,
    odds: false,
    memory: false,
    watchable: false,
    begin_when_full: false,
    last: 0,
    games: 1,
    game: null,
    you,
    said: [],
    position: 0,
    view: { ...view, over: false } as View,
    moves: over ? [] : moves,
    hints: seats.map(() => ({})),
    clock: null,
    takes_back: false,
    seats,
    phase: over ? "paused" : "playing",
  };
  return { table, log: [], said: [], older: null, sittings: [], thinking: [], queued: 0, busy: over, clockEnd: null, latest: [], reveal: null, removed: false };
}

/** Actions of a table at which only turns and moves count. */
function actionsOf(turn: (moves: string[]) => Promise<void>): TableActions {
  const nothing = (): undefined => undefined;
  const never = async (): Promise<void> => undefined;
  return {
    move: (move) => void turn([move]),
    turn,
    takeBack: never,
    hint: nothing,
    agree: never,
    replay: nothing,
    statistics: async () => null,
    fillSeats: never,
    lobby: never,
    closeReveal: nothing,
    mayAsk: false,
    advise: async () => "",
  };
}

// ---------------------------------------------------------------- a puzzle of the ladder

function Values({ puzzle }: { puzzle: OpenPuzzle }): JSX.Element {
  return (
    <dl class="puzzle-values" data-testid="puzzle-values">
      {puzzle.choices.map(({ move, chance }) => (
        <>
          <dt>{move === "call" ? t("Challenge") : bidWords(move)}</dt>
          <dd>{(chance * 100).toFixed(1)} %</dd>
        </>
      ))}
    </dl>
  );
}

function Solution(props: { book: PuzzleBook; puzzle: OpenPuzzle; seats: Seat[]; onClose: () => void }): JSX.Element {
  const [positions] = useState<Position[]>(() => {
    const steps = props.book.solution();
    return [
      { view: openView(props.puzzle.state), step: null, turn: 0 },
      ...steps.map((step) => ({ view: openView(step.state), step: { ...step, turns: 0 }, turn: 0 })),
    ];
  });
  const walk = useWalk(positions.length, 0);
  const position = positions[walk.at] as Position;
  const text = position.step ? stepText(position, props.seats) : t("The puzzle");
  return (
    <Page title={t("Solution")} wide>
      <div class="row spread">
        <h1>{t("Solution")}</h1>
        <button class="button" type="button" onClick={props.onClose}>
          <Icon name="turnback" />
          {t("Back to the puzzle")}
        </button>
      </div>
      <section class="stack">
        <ReplayTable view={position.view} seats={props.seats} />
        <Slider walk={walk} length={positions.length} text={text} />
        <p role="status" class="soft">
          {tf("Step {at} of {all}", { at: walk.at, all: positions.length - 1 })} · {text}
        </p>
      </section>
    </Page>
  );
}

type Outcome = "open" | "on" | "failed" | "solved";

function outcomeText(outcome: Outcome, game: GameName): string {
  if (outcome === "solved") return t("Solved!");
  if (outcome === "on") return t("Good. Go on.");
  if (outcome === "failed") return more[game].puzzle.failed();
  return "";
}

function sharePuzzle({ number }: PuzzleLine, { rating }: OpenPuzzle): Promise<void> {
  return shareWords(`stos · ${tf("Puzzle {number}, rating {rating}", { number, rating })}`, linkTo(`/puzzle/${number}`), t("The link is copied. Send it to your friends."));
}

function Asked(props: {
  line: PuzzleLine;
  count: number;
  puzzle: OpenPuzzle;
  standing: Standing;
  outcome: Outcome;
  onRetry: () => void;
  onSolution: () => void;
}): JSX.Element {
  const { line, puzzle, outcome } = props;
  const { OpenCards } = more[line.game].puzzle;
  const told = outcomeText(outcome, line.game);
  const ended = outcome === "solved";
  return (
    <section class="coach" data-testid="coach" aria-label={t("Puzzle")}>
      <p>
        <b>{ended ? told : more[line.game].puzzle.question()}</b>
      </p>
      {ended ? null : <p class="small soft">{rulesLine(props.standing.view.rules)}</p>}
      {ended || !told ? null : <p class="puzzle-told" data-testid="puzzle-told">{told}</p>}
      {ended ? null : <OpenCards puzzle={puzzle} standing={props.standing} />}
      {ended && puzzle.choices.length > 0 ? <Values puzzle={puzzle} /> : null}
      <div class="row">
        {ended && line.number < props.count ? (
          <GoLink class="button main" data-testid="primary" to={{ screen: "puzzle", number: line.number + 1 }}>
            <Icon name="next" />
            {t("Next puzzle")}
          </GoLink>
        ) : null}
        <button class="chip" data-testid="chip" type="button" onClick={props.onRetry}>
          <Icon name="turnback" />
          {t("Start over")}
        </button>
        <button class="chip" data-testid="chip" type="button" onClick={props.onSolution}>
          <Icon name="eye" />
          {t("Solution")}
        </button>
        <button class="chip" data-testid="chip" type="button" onClick={() => void sharePuzzle(line, puzzle)}>
          <Icon name="send" />
          {t("Share")}
        </button>
      </div>
    </section>
  );
}

interface TryProps {
  line: PuzzleLine;
  count: number;
  book: PuzzleBook;
  puzzle: OpenPuzzle;
}

function Try({ line, count, book, puzzle }: TryProps): JSX.Element {
  const [standing, setStanding] = useState<Standing>(puzzle);
  const [outcome, setOutcome] = useState<Outcome>("open");
  const [clean, setClean] = useState(true);
  const [showing, setShowing] = useState(false);
  const show = useShow(standing.view);
  const seats = seatsFor(puzzle.view.hands.length, puzzle.seat);
  const conclude = (next: Outcome): void => {
    setOutcome(next);
    announce(outcomeText(next, line.game));
    if (next === "failed") setClean(false);
    if (next === "solved") markSolved(line.number, clean);
  };
  const turn = async (moves: string[]): Promise<void> => {
    for (const move of moves) {
      const tried = book.move(move);
      if ("error" in tried) return void toast(tried.message);
      setStanding(tried);
      if (tried.verdict !== "on") return conclude(tried.verdict);
      conclude("on");
    }
  };
  const retry = (): void => {
    setStanding(book.restart());
    setOutcome("open");
  };
  const solve = (): void => {
    setClean(false);
    setShowing(true);
  };
  if (showing)
    return (
      <Solution
        book={book}
        puzzle={puzzle}
        seats={seats}
        onClose={() => {
          setShowing(false);
          retry();
        }}
      />
    );
  const moves = puzzle.choices.length > 0 ? puzzle.choices.map(({ move }) => move) : standing.moves;
  const shown = shownOf(standing.view, moves, puzzle.seat, seats, outcome === "solved");
  return (
    <div class="table-page learning puzzle" data-testid="table-page">
      <TaskTop
        title={tf("Puzzle {number}, rating {rating}", { number: line.number, rating: puzzle.rating })}
        task={more[line.game].puzzle.question()}
        onClose={() => go({ screen: "puzzles" })}
      />
      <div class="notices coach-box">
        <Asked {...{ line, count, puzzle, standing, outcome }} onRetry={retry} onSolution={solve} />
      </div>
      <GameTable shown={shown} view={shown.table.view ?? standing.view} show={show} actions={actionsOf(turn)} />
    </div>
  );
}

export function PuzzleScreen({ route: { number } }: { route: RouteOf<"puzzle"> }): JSX.Element {
  const lines = usePuzzles();
  const [book, setBook] = useState<PuzzleBook | null>(null);
  const [puzzle, setPuzzle] = useState<OpenPuzzle | null>(null);
  const line = Array.isArray(lines) ? lines[number - 1] : undefined;
  useEffect(() => {
    wantRulesEngine();
    void loadUntilThere(openBook).then(setBook);
  }, []);
  useEffect(() => {
    if (book && line) setPuzzle(book.open(line.line));
  }, [book, line]);
  if (lines === "missing" || (Array.isArray(lines) && !line))
    return (
      <Problem icon="lost" title={t("No such puzzle")} text={t("This page does not exist.")}>
        <GoLink class="button" to={{ screen: "puzzles" }}>
          {t("Puzzles")}
        </GoLink>
      </Problem>
    );
  if (book && puzzle && line) return <Try line={line} count={(lines as PuzzleLine[]).length} book={book} puzzle={puzzle} />;
  return <Waiting title={t("Puzzle")} />;
}

function Waiting({ title }: { title: string }): JSX.Element {
  return (
    <Page title={title}>
      <div class="empty-state" data-testid="empty-state" role="status">
        <span class="spinner" data-testid="spinner" />
      </div>
    </Page>
  );
}

// ---------------------------------------------------------------- a turn of one's own game

interface AgainRoute {
  game: string;
  turn: number;
  local: boolean;
}

interface Judged {
  before: number;
  after: number;
  better: string;
}

/** As good as the best turn that is known, within two points in a hundred. */
const GOOD_ENOUGH = 0.02;

interface LoadedTurn {
  record: string;
  view: View;
  /** Those who played, oneself in the place of whoever was on turn. */
  seats: Seat[];
}

async function loadTurn(route: AgainRoute): Promise<LoadedTurn | string> {
  const reply = await connectionFor(route.local).send({ do: "record", game: route.game });
  if (!reply.ok) return reply.message;
  const record = reply.record;
  const replay = (await openRulesEngine()).replay(record);
  const view = (await openBook()).turnView(record, route.turn);
  if (!view || !moreOf(view).triesAgain) return t("This game has no such turn.");
  const seats = seatsOf(replay, view.to_act[0] ?? 0).map((seat) => ({ ...seat, here: true }));
  return { record, view, seats };
}

function Verdict({ judged }: { judged: Judged | "waiting" | null }): JSX.Element | null {
  if (judged === null) return null;
  if (judged === "waiting")
    return (
      <p>
        <span class="spinner" data-testid="spinner" /> {t("Comparing…")}
      </p>
    );
  const percent = (share: number): number => Math.round(share * 100);
  const good = judged.before - judged.after <= GOOD_ENOUGH;
  return (
    <>
      <p>
        <b>{good ? t("As good as it gets.") : t("There is better.")}</b>{" "}
        {tf("Chance to win: {after} % with your turn, {before} % with the best known.", {
          after: percent(judged.after),
          before: percent(judged.before),
        })}
      </p>
      {good ? null : (
        <details class="small">
          <summary>{t("Solution")}</summary>
          <Moves text={judged.better} />
        </details>
      )}
    </>
  );
}

export function AgainScreen({ route }: { route: AgainRoute }): JSX.Element {
  const [loaded, setLoaded] = useState<LoadedTurn | string | null>(null);
  const [judged, setJudged] = useState<Judged | "waiting" | null>(null);
  const show = useShow(loaded !== null && typeof loaded !== "string" ? loaded.view : null);
  useEffect(() => {
    loadTurn(route).then(setLoaded, () => setLoaded(t("The server is not responding.")));
  }, []);
  if (loaded === null) return <Waiting title={t("Try again")} />;
  if (typeof loaded === "string") return <Problem icon="past" title={t("No replay")} text={loaded} />;
  const { record, view, seats } = loaded;
  const you = view.to_act[0] ?? 0;
  const turn = async (moves: string[]): Promise<void> => {
    setJudged("waiting");
    const placed = moves.filter(readPlacement).join(" ");
    const reply = await local.send({ do: "judge", record, turn: route.turn, moves: placed }).catch(() => null);
    const answer = reply?.ok ? reply.judged : null;
    setJudged(answer);
    if (answer && answer.before - answer.after <= GOOD_ENOUGH) forgetMistake(route.game, route.turn);
    if (!answer) toast(t("The server is not responding."));
  };
  const shown = shownOf(view, legalMoves(view) ?? [], you, seats, judged === "waiting");
  return (
    <div class="table-page learning puzzle" data-testid="table-page">
      <TaskTop
        title={tf("Turn {turn} again: {game}", { turn: route.turn + 1, game: gameTitle(view.game) })}
        task={t("Find a better turn than the one that was played.")}
        onClose={() => go({ screen: "replay", game: route.game, turn: route.turn + 1, local: route.local })}
      />
      <div class="notices coach-box">
        <section class="coach" data-testid="coach" aria-label={t("Puzzle")} role="status">
          <p>{t("Find a better turn than the one that was played.")}</p>
          <Verdict judged={judged} />
        </section>
      </div>
      <GameTable shown={shown} view={view} show={show} actions={actionsOf(turn)} />
    </div>
  );
}
