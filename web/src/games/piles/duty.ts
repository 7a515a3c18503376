// duty.ts - what a turn still owes, and what it will bring: the line beside the button that ends the turn.
import { countOf } from "../../model/cards";
import type { FacetofaceView, ThegameView } from "../../net/protocol";

/** Of each player. */
const FACE_CARDS = 58;

export interface Duty {
  placed: number;
  minimum: number;
  /** Piles with fire that must be covered before the turn ends (TG14, TG15). */
  fires: number;
  canEnd: boolean;
  /** Cards that come when the turn ends now; null where that cannot be said. */
  willDraw: number;
}

/** Cards that a full hand holds (TG3, TG13). */
export function handSize(view: ThegameView): number {
  const players = view.hands.length;
  const full = players === 1 ? 8 : players === 2 ? 7 : 6;
  return /hand=less/.test(view.rules) ? full - 1 : full;
}

export function theGameDuty(view: ThegameView, seat: number, moves: string[]): Duty {
  const lacking = handSize(view) - countOf(view.hands[seat]);
  return {
    placed: view.placed,
    minimum: view.min,
    fires: view.due.length,
    canEnd: moves.includes("end"),
    willDraw: Math.max(0, Math.min(lacking, countOf(view.draw))),
  };
}

/** FF7: two cards, or up to six after helping. */
export function faceDraw(view: FacetofaceView, seat: number, helped: boolean, moreLaid: number): number {
  const inHand = countOf(view.hands[seat]) - moreLaid;
  const wanted = helped ? 6 - inHand : 2;
  return Math.max(0, Math.min(wanted, countOf(view.draw[seat])));
}

/** FF3, FF9: two cards; under the lenient rule one, when it is the last. */
function faceMinimum(view: FacetofaceView, seat: number): number {
  const before = (view.gone[seat]?.length ?? 0) - view.placed;
  return view.rules.includes("last=lenient") && before === FACE_CARDS - 1 ? 1 : 2;
}

export function faceDuty(view: FacetofaceView, seat: number, moves: string[]): Duty {
  return {
    placed: view.placed,
    minimum: faceMinimum(view, seat),
    fires: 0,
    canEnd: moves.includes("end"),
    willDraw: faceDraw(view, seat, view.helped, 0),
  };
}

/** Cards drawn at the end of the turn if the held card goes across now. */
export function drawAfterHelp(view: FacetofaceView, seat: number): number {
  return faceDraw(view, seat, true, 1);
}
