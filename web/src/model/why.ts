// why.ts - why a good player would make a move: the reason that a person would give, seen from one's own view.
import { readBid } from "./bids";
import { facePiles, jump, readPlacement, theGamePiles, type Pile } from "./piles";
import type { View } from "./types";

export type Why =
  | { kind: "gift"; by: number }
  | { kind: "trick" | "fire" | "end" | "start" | "wait" | "ends" | "direction" | "unlikely" | "bluff" }
  | { kind: "prepare"; card: number }
  | { kind: "smallest" | "small"; jump: number }
  | { kind: "holds"; count: number };

/** The card that would take the pile back by ten after this one. */
function trickAfter(pile: Pile, card: number): number {
  return pile.rising ? card - 10 : card + 10;
}

function smallestJump(piles: Pile[], moves: readonly string[]): number {
  const jumps = moves.map((move) => {
    const placement = readPlacement(move);
    const pile = piles.find((one) => one.id === placement?.pile && !one.other);
    return placement && pile ? jump(pile, placement.card) : Infinity;
  });
  return Math.min(...jumps);
}

function whyPlaced(piles: Pile[], hand: readonly number[], moves: readonly string[], move: string): Why | null {
  const placement = readPlacement(move);
  const pile = piles.find((one) => one.id === placement?.pile);
  if (!placement || !pile) return null;
  const size = jump(pile, placement.card);
  const back = trickAfter(pile, placement.card);
  if (pile.other) return { kind: "gift", by: -size };
  if (size === -10) return { kind: "trick" };
  if (pile.due) return { kind: "fire" };
  if (hand.includes(back)) return { kind: "prepare", card: back };
  return { kind: size === smallestJump(piles, moves) ? "smallest" : "small", jump: size };
}

function whyInLie(shown: readonly number[], onesWild: boolean, move: string): Why {
  if (move.startsWith("show")) return { kind: "ends" };
  if (move.startsWith("dir")) return { kind: "direction" };
  if (move === "call") return { kind: "unlikely" };
  const face = readBid(move)?.face;
  const count = shown.filter((one) => one === face || (onesWild && one === 1)).length;
  return count > 0 ? { kind: "holds", count } : { kind: "bluff" };
}

/** The reason for a move of `seat` in its view; null where there is nothing to say. */
export function whyOf(view: View, seat: number, moves: readonly string[], move: string): Why | null {
  if (move.startsWith("start")) return { kind: move === `start ${seat}` ? "start" : "wait" };
  if (move === "end") return { kind: "end" };
  if (view.game === "lie") {
    const shown = view.shown[seat];
    return whyInLie(Array.isArray(shown) ? shown : [], view.ones_wild, move);
  }
  const hand = view.hands[seat];
  const piles = view.game === "thegame" ? theGamePiles(view) : facePiles(view, seat);
  return whyPlaced(piles, Array.isArray(hand) ? hand : [], moves, move);
}
