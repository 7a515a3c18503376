// stuck.ts - why a game of piles ended: whose turn it was and what they still owed. Derived from the log and the last view,
// since the view of a finished game does not say whose turn it was.
import { countOf } from "../../model/cards";
import type { LogLine } from "../../model/log";
import type { FacetofaceView, ThegameView } from "../../net/protocol";

export interface Stuck {
  seat: number;
  placed: number;
  minimum: number;
  /** What was owed is a fire to cover, not cards to place. */
  fire: boolean;
}

type PilesView = ThegameView | FacetofaceView;

/** The seat on turn at the end: whoever had placed without ending, else the next one who held cards (TG8). */
function lastOnTurn(view: PilesView, log: readonly LogLine[]): number | null {
  const turns = log.filter((line) => line.kind === "turn");
  const last = turns[turns.length - 1];
  if (last?.kind !== "turn") return null;
  if (!last.ended && view.placed > 0) return last.seat;
  const seats = view.hands.length;
  for (let step = 1; step <= seats; step++) {
    const seat = (last.seat + step) % seats;
    if (countOf(view.hands[seat]) > 0) return seat;
  }
  return null;
}

/** Who could not go on, and why; null where the game ended otherwise, or nobody knows. */
export function whoWasStuck(view: PilesView, log: readonly LogLine[]): Stuck | null {
  const won = view.game === "thegame" ? view.won : view.hands.some((hand, seat) => countOf(hand) === 0 && countOf(view.draw[seat]) === 0);
  const seat = view.over && !won ? lastOnTurn(view, log) : null;
  if (seat === null) return null;
  const minimum = view.game === "thegame" ? view.min : 2;
  return { seat, placed: view.placed, minimum, fire: view.placed >= minimum };
}
