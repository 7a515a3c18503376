// duty.ts - what a turn still owes, and what it will bring: the line beside the button that ends the turn.
import type { Show } from "../../wasm/show";

export interface Duty {
  placed: number;
  minimum: number;
  /** Piles with fire that must be covered before the turn ends (TG14, TG15). */
  fires: number;
  canEnd: boolean;
  /** Cards that come when the turn ends now. */
  willDraw: number;
}

/** A number of the view, out of the facts of its show. */
export function factOf({ facts }: Show, name: string, at = 0): number {
  return facts[name]?.[at] ?? 0;
}

export function dutyOf(show: Show, moves: string[]): Duty {
  return {
    placed: factOf(show, "placed"),
    minimum: factOf(show, "placed", 1),
    fires: factOf(show, "cover_fire"),
    canEnd: moves.includes("end"),
    willDraw: factOf(show, "will_draw"),
  };
}
