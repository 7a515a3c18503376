// learn.tsx - the interactive tutorial of a game: the real table with a coach, no server and no bots.
import { GameTable } from "../games/tables";
import { gameOf } from "../games";
import { gameNamed } from "../model/facts";
import { challengeIn } from "../model/table_client";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import type { TableState } from "../model/table_state";
import { isWanted, lessonsOf, type Lesson } from "../games/lessons";
import { legalMoves, rulesEngine, wantRulesEngine, useShow } from "../model/rules_engine";
import type { RouteOf } from "../model/route";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { GameName, Seat, Snapshot, TableEvent, View } from "../net/protocol";
import { announce } from "../components/announce";
import { Icon } from "../components/icons";
import { go, GoLink, TaskTop } from "../components/shell";
import { gameTitle } from "../games/words";
import type { TableActions } from "../model/table_actions";

function seatsOf(view: View | undefined): Seat[] {
  const bot = (name: string): Seat => ({ kind: "bot", bot: "steady", name, here: true });
  const others = ["Ada", "Ben"].slice(0, (view?.hands.length ?? 2) - 1);
  return [{ kind: "person", name: "", you: true, here: true }, ...others.map(bot)];
}

function shownOf(lesson: Lesson, seats: Seat[], latest: TableEvent[], wasRevealed: boolean): TableState {
  const table: Snapshot = {
    code: "learn",
    rules: lesson.view.rules,
    talk: "hints",
    door: "link",
    turn_seconds: 0,
    grace_seconds: 0,
    takeback: false,
    odds: true,
    memory: gameOf(lesson.view).together,
    watchable: false,
    begin_when_full: false,
    last: 0,
    games: 1,
    game: null,
    you: 0,
    said: [],
    position: 0,
    view: lesson.view,
    moves: lesson.wanted.length === 0 ? [] : (legalMoves(lesson.view) ?? []),
    hints: seats.map(() => ({})),
    clock: null,
    takes_back: true,
    seats,
    phase: "playing",
  };
  const reveal = wasRevealed ? null : challengeIn(lesson.view);
  return { table, log: [], said: [], older: null, sittings: [], thinking: [], queued: 0, busy: false, clockEnd: null, latest, reveal, removed: false };
}

interface CoachProps {
  game: GameName;
  lesson: Lesson;
  text: string;
  step: number;
  steps: number;
  nudged: boolean;
  /** Nothing follows, and there is nothing to look at first. */
  last: boolean;
  onNext: () => void;
}

function Coach(props: CoachProps): JSX.Element {
  const { last } = props;
  return (
    <section class="coach" data-testid="coach" aria-label={t("Coach")}>
      <div class="coach-steps" data-testid="coach-steps" aria-hidden="true">
        {Array.from({ length: props.steps }, (_, index) => (
          <i key={index} class={index <= props.step ? "done" : ""} data-done={index <= props.step} />
        ))}
      </div>
      <p>{props.text}</p>
      {props.nudged ? (
        <p class="small">
          <b>{props.lesson.nudge}</b>
        </p>
      ) : null}
      {last ? (
        <div class="row coach-end" data-testid="coach-end">
          <GoLink class="button main" data-testid="primary" to={{ screen: "start" }}>
            <Icon name="play" />
            {t("Play a real game")}
          </GoLink>
          <GoLink class="button" to={{ screen: "rules", game: props.game }}>
            {t("Read all the rules")}
          </GoLink>
        </div>
      ) : props.lesson.wanted.length === 0 && props.step < props.steps - 1 ? (
        <button class="button main" data-testid="primary" type="button" onClick={props.onNext}>
          {t("Go on")}
        </button>
      ) : null}
    </section>
  );
}

export function LearnScreen({ route: { game: name } }: { route: RouteOf<"learn"> }): JSX.Element {
  const game = gameNamed(name);
  const [lessons] = useState(() => lessonsOf(game));
  const [step, setStep] = useState(0);
  const [nudged, setNudged] = useState(false);
  const [latest, setLatest] = useState<TableEvent[]>([]);
  const [opened, setOpened] = useState(-1);
  const [seats] = useState(seatsOf(lessons[0]?.view));
  useStore(rulesEngine);
  useEffect(() => wantRulesEngine(), []);
  const lesson = lessons[step] as Lesson;
  const show = useShow(lesson.view);
  const next = (): void => {
    setNudged(false);
    setStep(Math.min(step + 1, lessons.length - 1));
    if (step + 2 >= lessons.length && !settings.value.learned.includes(game))
      setSetting({ learned: [...settings.value.learned, game], lastGame: game });
  };
  const attempt = (move: string): void => {
    if (!isWanted(lesson, move)) {
      announce(lesson.nudge);
      return setNudged(true);
    }
    setLatest([{ n: step, at: 0, what: "move", seat: 0, move }]);
    next();
  };
  const actions: TableActions = {
    move: attempt,
    turn: async (moves) => moves.forEach(attempt),
    takeBack: async () => undefined,
    hint: (pile, hint) => attempt(`hint ${pile ?? ""} ${hint}`),
    agree: async () => undefined,
    replay: () => undefined,
    statistics: async () => null,
    fillSeats: async () => undefined,
    lobby: async () => undefined,
    closeReveal: () => setOpened(step),
    mayAsk: false,
    advise: async () => "",
  };
  const shown = shownOf(lesson, seats, latest, opened === step);
  const { view } = lesson;
  const text = shown.reveal ? t("All hands are opened. Count along!") : lesson.text; // the coach does not run ahead of the hands
  return (
    <div class="table-page learning" data-testid="table-page">
      <TaskTop title={tf("Learn {game}", { game: gameTitle(game) })} task={text} onClose={() => go({ screen: "start" })} />
      <div class="notices coach-box">
        <Coach
          game={game}
          lesson={lesson}
          text={text}
          step={step}
          steps={lessons.length}
          nudged={nudged}
          last={step === lessons.length - 1 && !shown.reveal}
          onNext={next}
        />
      </div>
      <GameTable shown={shown} view={view} show={show} actions={actions} />
    </div>
  );
}
