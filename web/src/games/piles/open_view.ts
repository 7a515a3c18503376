// open_view.ts - positions with all cards open: their piles, and what other placements would have made of them. The rules library is
// asked with what one seat, or somebody who watches, sees of them.
import { useMemo } from "preact/hooks";
import { countOf } from "../../model/cards";
import { rulesEngine, useShow } from "../../model/rules_engine";
import type { FacetofaceView, ThegameView } from "../../net/protocol";
import { pilesOf, type Pile } from "./piles";

type PilesView = ThegameView | FacetofaceView;

/** What a seat sees, as the rules library writes it; -1: somebody who watches. */
export function seenBy<V extends PilesView>(view: V, seat: number): V {
  const { turn: _turn, ...rest } = view as V & { turn?: number };
  const draw = view.game === "thegame" ? countOf(view.draw) : view.draw.map(countOf);
  const hands = view.hands.map((hand, at) => (at === seat ? hand : countOf(hand)));
  return { ...rest, hands, draw, seat: seat < 0 ? null : seat } as V;
}

export function usePiles(view: PilesView): Pile[] {
  const seen = useMemo(() => seenBy(view, -1), [view]);
  const show = useShow(seen);
  return show ? pilesOf(show) : [];
}

/** The position after other placements of the seat on turn: `12@U1 22@D2`; unchanged where the rules forbid them. */
export function openTurn<V extends PilesView>(view: V, seat: number, moves: string): V {
  const plan = rulesEngine.value?.plan(seenBy(view, seat), moves.split(" ").filter((move) => move.includes("@")));
  if (!plan || "error" in plan || plan.view.game !== view.game) return view;
  const hands = view.hands.map((hand, at) => (at === seat ? plan.view.hands[at] : hand));
  return { ...plan.view, hands, draw: view.draw, seat: null } as V;
}
