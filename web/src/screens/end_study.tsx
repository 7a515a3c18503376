// end_study.tsx - below the result: what `champion` made of the same deal, and the curve with its turning point in one sentence. The bots of
// this browser find it out in a worker of their own while people read the result or play on.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { installOffer } from "../install";
import { analysisOf, rivalOf } from "../model/analysed";
import { turningPoints } from "../model/curve";
import { placeOf } from "../model/home";
import { readPlacement } from "../model/piles";
import { finalChance, towards } from "../model/replay";
import { readResult } from "../model/result";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { AnalysedTurn, Analysis, Seat } from "../model/types";
import { Curve } from "../ui/curve";
import { go, GoLink } from "../ui/shell";
import { pileNameById, resultTitle, seatName } from "../ui/texts";
import { callWords } from "./study";

export interface EndStudyProps {
  game: string;
  rules: string;
  result: string;
  seats: Seat[];
  you: number;
  local: boolean;
}

function useFound<T>(game: string, ask: () => Promise<T | null>): T | null {
  const [found, setFound] = useState<T | null>(null);
  useEffect(() => {
    let current = true;
    setFound(null);
    void ask().then(
      (one) => current && setFound(one),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [game]);
  return found;
}

function duelWords(seats: Seat[], winner: number): string {
  return seats[winner]?.you ? t("your cards win") : tf("cards of {name} win", { name: seatName(seats, winner) });
}

/** `champion` has the cards of everybody; in a duel it plays both sides. */
function Rival({ result, seats }: { result: string; seats: Seat[] }): JSX.Element {
  const read = readResult(result);
  return (
    <dl class="end-facts">
      <div>
        <dt>{read.kind === "winner" ? t("Champion on both sides, same deal") : t("Champion, same deal")}</dt>
        <dd>{read.kind === "winner" ? duelWords(seats, read.seat) : resultTitle(result, seats, -1)}</dd>
      </div>
    </dl>
  );
}

function placements(text: string): string {
  const said = text.split(" ").map((move) => {
    const placement = readPlacement(move);
    return placement ? `${placement.card} (${pileNameById(placement.pile)})` : "";
  });
  return said.filter(Boolean).join(", ");
}

/** The turn that cost most, in one sentence. The better choice in LIE is a bid or a challenge, elsewhere placements. */
export function turningSentence(turns: readonly AnalysedTurn[], seats: Seat[]): string {
  const index = turningPoints(turns, 1)[0];
  const turn = index === undefined ? undefined : turns[index];
  if (index === undefined || !turn) return t("No turn cost much. Well played.");
  const chances = { before: Math.round(turn.before * 100), after: Math.round(turn.after * 100) };
  const say = turn.chances ? callWords : placements;
  const words = { turn: index + 1, name: seatName(seats, turn.seat), played: say(turn.played), better: say(turn.better) };
  if (turn.chances) return tf("Turn {turn}, {name}: {played}. Better: {better}, {before} % instead of {after} %.", { ...words, ...chances });
  return tf("Turn {turn}, {name}: {played}. With {better} the chance was {before} %, after it {after} %.", { ...words, ...chances });
}

function Turning({ props, analysis }: { props: EndStudyProps; analysis: Analysis }): JSX.Element {
  const turns = towards(analysis.turns, props.rules, Math.max(0, props.you));
  const point = turningPoints(analysis.turns, 1)[0];
  const replay = (turn: number) => ({ screen: "replay", game: props.game, turn, local: props.local }) as const;
  return (
    <section class="end-turning" aria-label={t("Chance to win")}>
      <h2>{t("Chance to win")}</h2>
      <Curve turns={turns} final={finalChance(props.result, Math.max(0, props.you))} now={-1} onGo={(turn) => go(replay(turn + 1))} />
      <p>
        <b>{t("Turning point:")}</b> {turningSentence(analysis.turns, props.seats)}{" "}
        {point === undefined ? null : <GoLink to={replay(point + 1)}>{t("Show me")}</GoLink>}
      </p>
    </section>
  );
}

/** A game is over, so somebody likes it here: a good moment, once. */
function InstallHint(): JSX.Element | null {
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
      <button class="chip" type="button" onClick={() => answer(true)}>
        {t("Install")}
      </button>
      <button class="chip" type="button" onClick={() => answer(false)}>
        {t("Not now")}
      </button>
    </div>
  );
}

export function EndStudy(props: EndStudyProps): JSX.Element {
  const place = placeOf(props.local);
  const rival = useFound(props.game, () => (props.rules.startsWith("lie") ? Promise.resolve(null) : rivalOf(place, props.game)));
  const analysis = useFound(props.game, () => analysisOf(place, props.game));
  return (
    <>
      {rival ? <Rival result={rival} seats={props.seats} /> : null}
      {analysis && analysis.turns.length > 0 ? <Turning props={props} analysis={analysis} /> : null}
      <InstallHint />
    </>
  );
}
