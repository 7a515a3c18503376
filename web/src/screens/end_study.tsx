// end_study.tsx - below the result: how `champion` did on the same deal, and the curve with its turning point in one sentence. Computed
// by this browser's bots in a separate worker, while people read the result or play on.
import { parseRules } from "../model/rules_text";
import { games } from "../games";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { installOffer } from "../components/install";
import { analysisOf, rivalOf } from "../model/analysis";
import { turningPoints } from "../model/curve";
import { connectionFor } from "../model/connections";
import { readPlacement } from "../model/moves";
import { finalChance, towards } from "../model/replay";
import { readResult } from "../model/result";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { AnalyzedTurn, AnalyzedGame, Seat } from "../net/protocol";
import { Curve } from "../components/curve";
import { go, GoLink } from "../components/shell";
import { pileNameById, resultTitle, seatName } from "../components/texts";
import { callWords, noTurningPoint } from "./study";

export interface EndStudyProps {
  game: string;
  rules: string;
  result: string;
  seats: Seat[];
  you: number;
  local: boolean;
}

/** What `ask` finds out about a game; "waiting" until it is known, null where nobody can say. */
function useFound<T>(game: string, ask: () => Promise<T | null>): T | "waiting" | null {
  const [found, setFound] = useState<T | "waiting" | null>("waiting");
  useEffect(() => {
    let current = true;
    const take = (one: T | null): void => {
      if (current) setFound(one);
    };
    setFound("waiting");
    void ask().then(take, () => take(null));
    return () => {
      current = false;
    };
  }, [game]);
  return found;
}

function rivalWords(result: string, seats: Seat[]): string {
  const read = readResult(result);
  if (read.kind === "won") return t("wins this deal");
  if (read.kind !== "winner") return resultTitle(result, seats, -1);
  return seats[read.seat]?.you ? t("Your cards win") : tf("The cards of {name} win", { name: seatName(seats, read.seat) });
}

/** What `champion` makes of the same deal. It has the cards of everybody; in a duel it plays both sides. */
export function Rival({ game, isDuel, seats, local }: { game: string; isDuel: boolean; seats: Seat[]; local: boolean }): JSX.Element | null {
  const result = useFound(game, () => rivalOf(connectionFor(local), game));
  if (result === null) return null;
  const words = result === "waiting" ? "…" : rivalWords(result, seats);
  return (
    <div aria-busy={result === "waiting"}>
      <dt>{isDuel ? t("Champion on both sides, same deal") : t("Champion, same deal")}</dt>
      <dd>{words}</dd>
    </div>
  );
}

const MOST_NAMED = 2;

/** The first placements of a turn; the sentence has a place of a certain size, and the replay shows them all. */
function placements(text: string): string {
  const said = text.split(" ").map((move) => {
    const placement = readPlacement(move);
    return placement ? `${placement.card} (${pileNameById(placement.pile)})` : "";
  });
  const named = said.filter(Boolean);
  return named.slice(0, MOST_NAMED).join(", ") + (named.length > MOST_NAMED ? ", …" : "");
}

/** The turn that cost most, in one sentence. The better choice in LIE is a bid or a challenge, elsewhere placements. */
function turningSentence(turns: readonly AnalyzedTurn[], seats: Seat[], won: boolean): string {
  const index = turningPoints(turns, 1)[0];
  const turn = index === undefined ? undefined : turns[index];
  if (index === undefined || !turn) return noTurningPoint(won);
  const chances = { before: Math.round(turn.before * 100), after: Math.round(turn.after * 100) };
  const say = turn.chances ? callWords : placements;
  const words = { turn: index + 1, name: seatName(seats, turn.seat), played: say(turn.played), better: say(turn.better) };
  if (turn.chances) return tf("Turn {turn}, {name}: {played}. Better: {better}, {before} % instead of {after} %.", { ...words, ...chances });
  return tf("Turn {turn}, {name}: {played}. With {better} the chance was {before} %, after it {after} %.", { ...words, ...chances });
}

function Turning({ props, analysis }: { props: EndStudyProps; analysis: AnalyzedGame }): JSX.Element {
  const turns = towards(analysis.turns, games[parseRules(props.rules).game].together, Math.max(0, props.you));
  const point = turningPoints(analysis.turns, 1)[0];
  const replay = (turn: number) => ({ screen: "replay", game: props.game, turn, local: props.local }) as const;
  return (
    <section class="end-study end-turning" data-testid="end-turning" aria-label={t("Chance to win")}>
      <h2>{t("Chance to win")}</h2>
      <Curve turns={turns} final={finalChance(props.result, Math.max(0, props.you))} now={-1} onGo={(turn) => go(replay(turn + 1))} />
      <p>
        <b>{t("Turning point:")}</b> {turningSentence(analysis.turns, props.seats, finalChance(props.result, props.you) === 1)}{" "}
        {point === undefined ? null : <GoLink to={replay(point + 1)}>{t("Show me")}</GoLink>}
      </p>
    </section>
  );
}

/** A game is over, so somebody likes it here: a good moment, once. */
export function InstallHint(): JSX.Element | null {
  const offer = useStore(installOffer);
  const { installAsked } = useStore(settings);
  if (!offer || installAsked) return null;
  const answer = (install: boolean): void => {
    setSetting({ installAsked: true });
    if (install) void offer.prompt();
  };
  return (
    <div class="install-hint" role="group" aria-label={t("Install")}>
      <p>{t("Put stos on your home screen: it starts at once, also without a network.")}</p>
      <button class="chip" data-testid="chip" type="button" onClick={() => answer(true)}>
        {t("Install")}
      </button>
      <button class="chip" data-testid="chip" type="button" onClick={() => answer(false)}>
        {t("Not now")}
      </button>
    </div>
  );
}

/** The curve, in a place that is as large before it is known. */
export function EndStudy(props: EndStudyProps): JSX.Element {
  const analysis = useFound(props.game, () => analysisOf(connectionFor(props.local), props.game));
  if (analysis === "waiting")
    return (
      <div class="end-study" role="status">
        <span class="spinner" data-testid="spinner" />
        <p class="soft small">{t("Analysing the game: what was each turn worth? This takes a while.")}</p>
      </div>
    );
  if (!analysis || analysis.turns.length === 0) return <p class="soft small">{t("There is no analysis for this game.")}</p>;
  return <Turning props={props} analysis={analysis} />;
}
