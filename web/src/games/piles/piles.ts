// piles.ts - what the screen says about the piles of THE GAME and FACE TO FACE: directions, room, jumps, what a card would do.
// Legality comes from the list of legal moves (rules library); this is only arithmetic for display.
import { readPlacement } from "../../model/moves";
import type { FacetofaceView, PileName, ThegameView } from "../../net/protocol";

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
  burning: boolean;
  due: boolean;
}

export const PILE_NAMES: PileName[] = ["U1", "U2", "D1", "D2"];
const FIRE = new Set([22, 33, 44, 55, 66, 77]);

export function isFire(card: number): boolean {
  return FIRE.has(card);
}

/** The lines on the side of a burning pile are shown only where fire is played. */
export function theGamePiles(view: ThegameView): Pile[] {
  const fire = !/fire=off/.test(view.rules) && /fire=/.test(view.rules);
  return PILE_NAMES.map((id) => {
    const rising = id.startsWith("U");
    const top = view.piles[id];
    const burning = fire && isFire(top);
    return {
      id,
      rising,
      top,
      number: Number(id[1]),
      other: false,
      first: rising ? 1 : 100,
      last: rising ? 99 : 2,
      burning,
      due: view.due.includes(id),
    };
  });
}

/** Both sides as `seat` sees them: own piles first, then those of the other one. */
export function facePiles(view: FacetofaceView, seat: number): Pile[] {
  const own = seat < 0 ? 0 : seat;
  const make = (owner: number, rising: boolean): Pile => {
    const tops = view.piles[owner] ?? { U: 1, D: 60 };
    const other = owner !== own;
    const id = (other ? "o" : "") + (rising ? "U" : "D");
    return {
      id,
      rising,
      top: rising ? tops.U : tops.D,
      number: 0,
      other,
      first: rising ? 1 : 60,
      last: rising ? 59 : 2,
      burning: false,
      due: false,
    };
  };
  return [make(own, true), make(own, false), make(1 - own, true), make(1 - own, false)];
}

/** Numbers that the pile has left before its end. */
export function room(pile: Pile): number {
  return Math.max(0, pile.rising ? pile.last - pile.top : pile.top - pile.last);
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

/** Cards of the hand with which a backwards trick is open now. */
export function trickCards(piles: Pile[], moves: string[]): Set<number> {
  const out = new Set<number>();
  for (const move of moves) {
    const placement = readPlacement(move);
    const pile = piles.find((one) => one.id === placement?.pile);
    if (placement && pile && !pile.other && jump(pile, placement.card) === -10) out.add(placement.card);
  }
  return out;
}
