// layout.ts - a turn laid out in private (TG17): cards that are put on piles and seen by nobody else until they are sent. What the
// rules say about them comes from the library; what is drawn when the turn ends nobody knows, so the last card may close the lay-out.
import { readPlacement } from "./piles";
import { rulebook } from "./rulebook";
import type { Snapshot, View } from "./types";

export interface Layout {
  /** As it would stand, and what could be laid or said next. */
  view: View;
  moves: string[];
  /** The placements, in order, that are not sent yet. */
  laid: string[];
  /** The last of them ends the turn or the game by itself. */
  closes: boolean;
}

type PileView = Exclude<View, { game: "lie" }>;

function ownHand(table: Snapshot): number[] {
  const hand = table.view && table.view.game !== "lie" ? table.view.hands[table.you] : undefined;
  return Array.isArray(hand) ? hand : [];
}

/** Whether the reader is on turn with cards that cannot be taken back once they are sent. */
export function laysOut(table: Snapshot): boolean {
  const { view } = table;
  const mine = view !== null && view.game !== "lie" && view.phase === "play" && view.to_act.includes(table.you);
  return mine && table.phase === "playing" && !table.takes_back && rulebook.value !== null;
}

/** The card on its pile, and no more than that: for the card after which the rules take over. */
function putDown(view: PileView, seat: number, move: string): PileView | null {
  const placement = readPlacement(move);
  if (!placement) return null;
  const { card, pile } = placement;
  const hands = view.hands.map((hand, owner) => (owner === seat && Array.isArray(hand) ? hand.filter((one) => one !== card) : hand));
  if (view.game === "thegame") return { ...view, hands, placed: view.placed + 1, piles: { ...view.piles, [pile]: card } };
  const owner = pile.startsWith("o") ? 1 - seat : seat;
  const piles = view.piles.map((tops, index) => (index === owner ? { ...tops, [pile.slice(-1)]: card } : tops));
  return { ...view, hands, placed: view.placed + 1, piles };
}

/** The table with these placements on it; null where they do not fit, or there are none. Those that were sent meanwhile are left out. */
export function layOut(table: Snapshot, placements: string[]): Layout | null {
  const { view } = table;
  const rules = rulebook.value;
  const hand = ownHand(table);
  const laid = placements.filter((move) => hand.includes(readPlacement(move)?.card ?? -1));
  const last = laid[laid.length - 1];
  if (!view || view.game === "lie" || !rules || last === undefined) return null;
  const after = rules.after(view, laid);
  if (after && !("error" in after)) return { view: after, moves: rules.moves(after), laid, closes: false };
  const before = after === null ? (laid.length > 1 ? rules.after(view, laid.slice(0, -1)) : view) : null;
  if (!before || "error" in before || before.game === "lie") return null;
  const closed = putDown(before, table.you, last);
  return closed ? { view: closed, moves: [], laid, closes: true } : null;
}
