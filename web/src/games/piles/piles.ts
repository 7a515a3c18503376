// piles.ts - what the screen says about piles: directions, room, jumps. What lies on them and what may be done comes from the rules
// library; this is only arithmetic for display.
import type { Show } from "../../wasm/show";

export interface Pile {
  /** The name in a move: U1, D2, U, oD. */
  id: string;
  rising: boolean;
  top: number;
  /** Which of the piles of its direction, from 1; 0 where there is only one. */
  number: number;
  /** FACE TO FACE: the pile of the other player. */
  other: boolean;
  /** FACE TO FACE, for those who have no pile of their own: whose it is. */
  owner?: string;
  first: number;
  last: number;
  /** Places left before its end. */
  room: number;
  burning: boolean;
  due: boolean;
}

/** The piles of whatever game has some: one's own first, then the other player's. */
export function pilesOf(show: Show): Pile[] {
  return show.piles.map(({ name, mine, start, end, ...pile }) => ({ ...pile, id: name, number: Number(name.slice(1)) || 0, other: !mine, first: start, last: end }));
}

/** How far a card moves the pile towards its end: +6 costs six, -10 is the backwards trick or, across, a gift. */
export function jump(pile: Pile, card: number): number {
  return pile.rising ? card - pile.top : pile.top - card;
}

/** The backwards trick; a gift to the other is no win. */
export function isTrick(pile: Pile, card: number): boolean {
  return !pile.other && jump(pile, card) < 0;
}

export function jumpText(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

/** Cards of the hand that can take a pile back now; and those that burn. */
export function cardsThat(what: "trick" | "fire", { hand }: Show): Set<number> {
  return new Set(hand.flatMap((one) => ("card" in one && one[what] ? [one.card] : [])));
}
