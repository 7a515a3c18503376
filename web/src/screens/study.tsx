// study.tsx - beside the replay: the curve, the decisive turns, better moves, whether the deal could be won.
import { games } from "../games";
import type { JSX } from "preact";
import { t, tf } from "../i18n";
import { turningPoints } from "../model/curve";
import { readPlacement } from "../model/moves";
import type { Route } from "../model/route";
import type { AnalyzedTurn, AnalyzedGame, GameName, Seat } from "../net/protocol";
import { MiniCard } from "../components/card";
import { Curve } from "../components/curve";
import { Icon } from "../components/icons";
import { GoLink } from "../components/shell";
import { bidWords, pileNameById, seatName } from "../components/texts";

export interface StudyProps {
  analysis: AnalyzedGame | "waiting" | "none";
  turns: AnalyzedTurn[];
  seats: Seat[];
  final: number;
  /** One's own seat, or the team, has won. */
  won: boolean;
  now: number;
  game: GameName;
  onGo: (turn: number) => void;
  /** Whether the table shows the better play instead of what was played. */
  better: boolean;
  onBetter: (better: boolean) => void;
  /** Where a turn can be tried again. */
  again: (turn: number) => Route;
}

export function Moves({ text }: { text: string }): JSX.Element {
  const placements = text
    .split(" ")
    .map(readPlacement)
    .filter((one) => one !== null);
  return (
    <span>
      {placements.map((placement) => (
        <span class="mini" key={placement.card}>
          <MiniCard value={placement.card} />
          <Icon name={placement.pile.includes("U") ? "up" : "down"} />
          <span class="soft small">
            {/\d/.test(placement.pile) ? placement.pile.slice(1) : placement.pile.startsWith("o") ? t("across") : ""}
          </span>
          <span class="only-heard">{pileNameById(placement.pile)}</span>
        </span>
      ))}
    </span>
  );
}

/** A bid or a challenge of LIE as one would name it; nobody shouts any more. */
export function callWords(move: string): string {
  return move === "call" ? t("Challenge").replace(/!$/, "") : bidWords(move);
}

function winnableText(analysis: AnalyzedGame): string {
  if (analysis.winnable === "yes") return t("With open cards this deal could be won.");
  if (analysis.winnable === "no") return t("This deal could not be won, even with open cards.");
  return analysis.winnable === "unknown" ? t("It is not known whether this deal could be won.") : "";
}

function percent(share: number): number {
  return Math.round(share * 100);
}

/** What a bid or a challenge was worth to its player. */
function ThisCall({ props }: { props: StudyProps }): JSX.Element | null {
  const turn = typeof props.analysis === "string" ? undefined : props.analysis.turns[props.now];
  if (!turn) return null;
  const name = seatName(props.seats, turn.seat);
  const lost = turn.loss >= 0.02 && turn.better !== turn.played;
  return (
    <div class="better" data-testid="better" role="status">
      <h3>{tf("Turn {turn}: {name}", { turn: props.now + 1, name })}</h3>
      <p>
        {t("Played:")} <b>{callWords(turn.played)}</b>
      </p>
      <p class="small">{tf("By the cards alone, the bid holds with {percent} %.", { percent: percent(turn.holds ?? 0) })}</p>
      {lost ? (
        <p>
          {t("Better:")} <b>{callWords(turn.better)}</b>
        </p>
      ) : (
        <p class="small soft">{t("Nothing better was found.")}</p>
      )}
      <p class="small">
        {lost
          ? tf("Chance to win the match: {after} %, with the better choice {before} %.", { before: percent(turn.before), after: percent(turn.after) })
          : tf("Chance to win the match: {after} %.", { after: percent(turn.after) })}
      </p>
    </div>
  );
}

function ThisTurn({ props }: { props: StudyProps }): JSX.Element | null {
  const turn = props.turns[props.now];
  if (!turn) return null;
  const lost = turn.loss >= 0.02 && turn.better !== "" && turn.better !== turn.played;
  return (
    <div class="better" data-testid="better" role="status">
      <h3>{tf("Turn {turn}: {name}", { turn: props.now + 1, name: seatName(props.seats, turn.seat) })}</h3>
      <p>
        {t("Played:")} <Moves text={turn.played} />
      </p>
      {lost ? (
        <>
          <p>
            {t("Better:")} <Moves text={turn.better} />
          </p>
          <button class="chip" data-testid="chip" type="button" aria-pressed={props.better} onClick={() => props.onBetter(!props.better)}>
            <Icon name="eye" />
            {t("Show me the better play")}
          </button>{" "}
          <GoLink class="chip" data-testid="chip" to={props.again(props.now)}>
            <Icon name="turnback" />
            {t("Try this turn again")}
          </GoLink>
        </>
      ) : (
        <p class="small soft">{t("Nothing better was found.")}</p>
      )}
      <p class="small">{tf("Chance before {before} %, after {after} %", { before: percent(turn.before), after: percent(turn.after) })}</p>
    </div>
  );
}

/** What is said where no single turn cost much; whoever lost did not play well for that. */
export function noTurningPoint(won: boolean): string {
  return won ? t("No turn cost much. Well played.") : t("No single turn decided it.");
}

function Points({ props }: { props: StudyProps }): JSX.Element {
  const points = turningPoints(props.turns);
  if (points.length === 0) return <p class="small soft">{noTurningPoint(props.won)}</p>;
  return (
    <ul class="list">
      {points.map((index) => {
        const turn = props.turns[index] as AnalyzedTurn;
        return (
          <li key={index}>
            <button class="chip" data-testid="chip" type="button" aria-pressed={props.now === index} onClick={() => props.onGo(index)}>
              {tf("Turn {turn}, {name}: {points} points lost", {
                turn: index + 1,
                name: seatName(props.seats, turn.seat),
                points: percent(turn.loss),
              })}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function Study(props: StudyProps): JSX.Element {
  const { analysis } = props;
  if (analysis === "waiting")
    return (
      <aside class="sheet" role="status" aria-label={t("Analysis")}>
        <span class="spinner" data-testid="spinner" />
        <p class="soft">{t("Analysing the game: what was each turn worth? This takes a while.")}</p>
      </aside>
    );
  if (analysis === "none")
    return (
      <aside class="sheet" aria-label={t("Analysis")}>
        <p class="soft">{t("There is no analysis for this game.")}</p>
      </aside>
    );
  return (
    <aside class="sheet" aria-label={t("Analysis")}>
      <h2>{games[props.game].together ? t("Chance to win") : tf("Chance to win: {name}", { name: seatName(props.seats, 0) })}</h2>
      <Curve turns={props.turns} final={props.final} now={props.now} onGo={props.onGo} />
      {games[props.game].hasBids ? <ThisCall props={props} /> : <ThisTurn props={props} />}
      <h2>{t("Turning points")}</h2>
      <Points props={props} />
      <p class="small soft">{winnableText(analysis)}</p>
    </aside>
  );
}
