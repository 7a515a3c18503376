// puzzles.tsx - the ladder of puzzles, from easy to hard, with what was solved on this device, and puzzles from the user's own games.
import { GAMES } from "../model/facts";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { mistakes } from "../model/mistakes";
import { loadPuzzles, type PuzzleLine } from "../model/puzzles";
import { markOf, solved, type Mark } from "../model/puzzle_marks";
import { useStore } from "../model/store";
import type { GameName } from "../net/protocol";
import { fetchUntilThere } from "../net/retry";
import { Segments } from "../components/choices";
import { Icon } from "../components/icons";
import { GoLink, Page } from "../components/shell";
import { gameTitle } from "../games/words";
import { Problem } from "./problem";

/** The ladder; null while it is on its way, "missing" when it cannot be had. */
export function usePuzzles(): PuzzleLine[] | "missing" | null {
  const [lines, setLines] = useState<PuzzleLine[] | "missing" | null>(null);
  useEffect(() => {
    fetchUntilThere(loadPuzzles).then(setLines, () => setLines("missing"));
  }, []);
  return lines;
}

function markWords(mark: Mark): string {
  return mark === "*" ? t("solved at the first try") : mark === "+" ? t("solved") : t("not solved yet");
}

function Rung({ puzzle, mark }: { puzzle: PuzzleLine; mark: Mark }): JSX.Element {
  const { number, rating } = puzzle;
  const label = tf("Puzzle {number}, {game}, rating {rating}, {mark}", {
    number,
    game: gameTitle(puzzle.game),
    rating,
    mark: markWords(mark),
  });
  return (
    <li>
      <GoLink class={mark === " " ? "" : "done"} data-testid={mark === " " ? "puzzle" : "puzzle-done"} to={{ screen: "puzzle", number }}>
        <span class="only-heard">{label}</span>
        <b>{number}</b>
        <span class="small">{mark === " " ? rating : <Icon name={mark === "*" ? "crown" : "check"} />}</span>
      </GoLink>
    </li>
  );
}

const OWN_SHOWN = 6;

/** Turns of one's own that cost much, of the last games, to be tried again. */
function OwnGames(): JSX.Element | null {
  const list = useStore(mistakes).slice(0, OWN_SHOWN);
  if (list.length === 0) return null;
  return (
    <section class="own-games" aria-labelledby="own-games">
      <h2 id="own-games">{t("From your own games")}</h2>
      <p class="soft">{t("Turns that cost you most. Find a better one, and it leaves this list.")}</p>
      <ul class="row">
        {list.map(({ game, local, turn, title, loss }) => (
          <li key={`${game}-${turn}`}>
            <GoLink class="chip" data-testid="chip" to={{ screen: "again", game, turn, local }}>
              {tf("Turn {turn}, {name}: {points} points lost", { turn: turn + 1, name: gameTitle(title), points: Math.round(loss * 100) })}
            </GoLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PuzzlesScreen(): JSX.Element {
  const lines = usePuzzles();
  const marks = useStore(solved);
  const [game, setGame] = useState<GameName | "all">("all");
  if (lines === "missing") return <Problem icon="lost" title={t("No puzzles")} text={t("They could not be loaded. Are you offline?")} />;
  const shown = (lines ?? []).filter((one) => game === "all" || one.game === game);
  const done = shown.filter((one) => markOf(marks, one.number) !== " ").length;
  const next = shown.find((one) => markOf(marks, one.number) === " ");
  return (
    <Page title={t("Puzzles")}>
      <h1>{t("Puzzles")}</h1>
      <p class="soft">
        {t("Place every card, win the duel, challenge or raise: each has a proven answer. They start easy and get hard.")}
      </p>
      <Segments label={t("Game")} value={game} onChange={(value) => setGame(value as GameName | "all")}>
        {[
          ["all", t("All")],
          ...GAMES.map((one): [string, string] => [one, gameTitle(one)]),
        ]}
      </Segments>
      <div class="row spread">
        <p role="status">{lines === null ? "" : tf("{done} of {all} solved", { done, all: shown.length })}</p>
        {next ? (
          <GoLink class="button main" data-testid="primary" to={{ screen: "puzzle", number: next.number }}>
            <Icon name="play" />
            {done === 0 ? t("Start with the first") : t("Next puzzle")}
          </GoLink>
        ) : null}
      </div>
      <OwnGames />
      <ol class="rungs" data-testid="rungs">
        {shown.map((puzzle) => (
          <Rung key={puzzle.number} puzzle={puzzle} mark={markOf(marks, puzzle.number)} />
        ))}
      </ol>
    </Page>
  );
}
