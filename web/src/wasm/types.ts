/*
 * types.ts - what the rules library and its bots say, as types: views and states of the games (docs/engine.md), advice, analyses.
 */

export type PileName = "U1" | "U2" | "D1" | "D2";
export type GameName = "thegame" | "facetoface" | "lie";

/** Cards of a seat: a list where the reader may see them, else their number. */
export type Hand = CardsOrCount<number>;

/** Cards, or their number where the reader may not see them. */
export type CardsOrCount<T> = T[] | number;

export interface ViewBase {
  rules: string;
  to_act: number[];
  over: boolean;
  /** The reader's seat; null for those who watch. */
  seat: number | null;
}

export interface ThegameView extends ViewBase {
  game: "thegame";
  phase: "start" | "play" | "over";
  piles: Record<PileName, number>;
  hands: Hand[];
  draw: number | number[];
  gone: number[];
  /** Only when over, and not in what servers send: the seat that was on turn. */
  turn?: number;
  placed: number;
  min: number;
  due: PileName[];
  votes: (number | null)[];
  left: number;
  won: boolean;
}

export interface FacetofaceView extends ViewBase {
  game: "facetoface";
  phase: "play" | "over";
  piles: { U: number; D: number }[];
  hands: Hand[];
  draw: (number | number[])[];
  gone: number[][];
  placed: number;
  helped: boolean;
  winner: number | null;
}

/** A card of LIE: its two faces, the lower one first. */
export type TwoEnds = [number, number];

export interface Challenge {
  challenger: number;
  bidder: number;
  bid: string;
  found: number;
  loser: number;
  hands: TwoEnds[][];
  shown: (number[] | null)[];
}

export interface LieView extends ViewBase {
  game: "lie";
  phase: "start" | "show" | "direction" | "bid" | "over";
  round: number;
  counts: number[];
  hands: (TwoEnds[] | number)[];
  /** The faces chosen; of others only how many, and null before they chose. */
  shown: (number[] | number | null)[];
  bids: { seat: number; bid: string }[];
  /** Only where the players agree on the starter. */
  votes?: (number | null)[];
  /** Null while they vote. */
  starter: number | null;
  direction: "cw" | "ccw" | null;
  ones_wild: boolean;
  in: number[];
  tiebreak: boolean;
  winner: number | null;
  /** After the game: the clause that ended it. Servers before 0.3 do not say. */
  ended_by?: "LI10" | "LI11" | "LI14" | "LI15";
  last: Challenge | null;
}

export type View = ThegameView | FacetofaceView | LieView;

type Without<V, Member extends PropertyKey> = V extends unknown ? Omit<V, Member> : never;

/** The truth of a game: nobody's view. */
export type State = Without<View, "seat">;

/** A state as whoever watches with all cards open sees it. */
export function openView(state: State): View {
  return { ...state, seat: null };
}

// ---------------------------------------------------------------- what bots say

/** Why a good player would make a move, and the number that the reason is about; src/local/why.h says what they mean. */
export interface Why {
  kind:
    | "gift"
    | "trick"
    | "fire"
    | "prepare"
    | "smallest"
    | "small"
    | "end"
    | "start"
    | "wait"
    | "ends"
    | "direction"
    | "unlikely"
    | "holds"
    | "bluff";
  number: number;
}

/** What `advise` answers as `advice`; only on this device. */
export interface Advice {
  move: string;
  why: Why;
  /** The chance to win with it, from 0 to 1; null where nobody can say. */
  chance: number | null;
}

export interface AnalyzedTurn {
  seat: number;
  played: string;
  before: number;
  after: number;
  loss: number;
  better: string;
  /** LIE, judged on the page: the chance of the bid by the cards alone, and of every seat to win the match after it. */
  holds?: number;
  chances?: number[];
}

/** What `analyze` answers as `analysis`. */
export interface AnalyzedGame {
  rules: string;
  winnable: "yes" | "no" | "unknown" | null;
  turns: AnalyzedTurn[];
}

/** The chance to win before and after a turn, and the best moves that are known. */
export interface JudgedTurn {
  before: number;
  after: number;
  better: string;
}

/** A row of `games`: what the rules library knows about a game. */
export interface GameInfo {
  name: string;
  title: string;
  rules: string;
  options: { name: string; allowed: string; help: string }[];
  bots: string[];
  /** The bot that is taken where nobody names one: it fills a seat, stands in, gives advice. */
  usual: string;
}
