/*
 * protocol.ts - the words of docs/protocol.md as types: requests, replies, frames, views.
 *
 * Online and offline use the same protocol, so nothing here knows where the other side is. Views are what a seat may
 * know, written by the rules library; see docs/engine.md.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// ---------------------------------------------------------------- views

export type PileName = "U1" | "U2" | "D1" | "D2";
export type GameName = "thegame" | "facetoface" | "lie";

/** Cards of a seat: a list where the reader may see them, else their number. */
export type Hand = CardsOrCount<number>;

/** Cards, or their number where the reader may not see them. */
export type CardsOrCount<T> = T[] | number;

interface ViewBase {
  rules: string;
  to_act: number[];
  over: boolean;
  /** The reader's seat; -1 for those who watch. */
  seat: number;
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
export type LieCard = [number, number];

export interface LieReveal {
  challenger: number;
  bidder: number;
  bid: string;
  found: number;
  loser: number;
  hands: LieCard[][];
  shown: (number[] | null)[];
}

export interface LieView extends ViewBase {
  game: "lie";
  phase: "start" | "show" | "direction" | "bid" | "over";
  round: number;
  counts: number[];
  hands: (LieCard[] | number)[];
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
  last: LieReveal | null;
}

export type View = ThegameView | FacetofaceView | LieView;

// ---------------------------------------------------------------- tables

export type Phase = "waiting" | "playing" | "paused" | "over" | "closed";
export type Talk = "text" | "hints" | "silence";
export type Door = "listed" | "code" | "link";
export type Matter = "pause" | "end" | "rematch" | "same_deal" | "play_on" | `out${number}`;
export type StandIn = "late" | "away" | "resigned";
export type PileHint = "go_ahead" | "no_big_jump" | "leave_1" | "leave_2" | "leave_3";
export type SelfHint = "wants_start" | "rather_not" | "in_trouble" | "can_wait";

export interface Seat {
  kind: "person" | "bot" | "open" | "reserved";
  name?: string | null;
  bot?: string | null;
  program?: boolean;
  here?: boolean;
  stand_in?: StandIn | null;
  agreed?: Matter[];
  owner?: boolean;
  you?: boolean;
}

/** What one seat says now. */
export interface Hints {
  piles?: Partial<Record<PileName, PileHint>>;
  self?: SelfHint | null;
}

export type TableEvent = { n: number; at: number; seat?: number } & (
  | { what: "open" | "lobby"; rules: string }
  | { what: "sit"; seat: number; name: string; program?: boolean }
  | { what: "bot"; seat: number; bot: string }
  | { what: "reserve" | "empty" | "owner" | "go_on" | "take_back"; seat: number }
  | { what: "remove"; seat: number; key?: string }
  | { what: "deal"; game: string; commitment: string }
  | { what: "move"; seat: number; move: string; for?: StandIn }
  | { what: "say"; seat: number; text: string; /** Who sat there then, in answers to `chat`. */ name?: string }
  | { what: "agree"; seat: number; matter: Matter; yes: boolean }
  | { what: "pause" | "credit" | "hidden" }
  | { what: "close"; reason?: string }
  | { what: "stand_in"; seat: number; why: StandIn | null }
  | { what: "over"; result: string; seed: string }
);

/** How a table stands: what a snapshot and a frame have in common. */
export interface TableStatus {
  position: number;
  view: View | null;
  /** The legal moves of one's seat. */
  moves?: string[];
  /** After the game, all cards: a state as in docs/engine.md. */
  open?: Record<string, unknown>;
  hints: Hints[];
  clock: { ms: number } | null;
  /** Placed cards can be taken back until the turn ends (TG17, FF10). */
  takes_back: boolean;
  seats: Seat[];
  /** How many people watch. Servers before 0.3 do not say. */
  watchers?: number;
  phase: Phase;
}

export interface Settings {
  rules: string;
  talk: Talk;
  door: Door;
  turn_seconds: number;
  grace_seconds: number;
  takeback: boolean;
  odds: boolean;
  memory: boolean;
  watchable: boolean;
  begin_when_full: boolean;
  rated?: boolean;
  /** Duplicate play: tables of the same series get the same deals in the same order. */
  series?: string;
  deals?: number;
}

export interface GameFacts {
  id: string;
  commitment: string;
  result?: string;
  seed?: string;
}

export interface Snapshot extends TableStatus, Settings {
  code: string;
  key?: string;
  last: number;
  games: number;
  /** Deals of the series so far. */
  dealt?: number;
  game: GameFacts | null;
  you: number;
  said: TableEvent[];
}

/** A frame about a table: numbered events, and of the rest only what changed. */
export interface TableFrame extends Partial<TableStatus> {
  table: string;
  events?: TableEvent[];
  /** Seats whose bot thinks. */
  thinking?: number[];
}

// ---------------------------------------------------------------- requests and replies

/** A request without its `ref`, which the link adds. */
export interface Request {
  do: string;
  [field: string]: unknown;
}

export interface Refusal {
  ok: false;
  ref: string;
  error: string;
  message: string;
  clause?: string;
  /** The part of a text that the guard stopped, and where it stands, in bytes. */
  stop?: string;
  at?: number;
  length?: number;
  /** With `stale`: how it stands. */
  table?: Snapshot;
  /** With `banned`: when it ends (null: never), and the host's reason. */
  until?: number | null;
  reason?: string;
}

export interface Success {
  ok: true;
  ref: string;
  again?: boolean;
  [field: string]: unknown;
}

export type Reply = Success | Refusal;

export interface Hello {
  version: number;
  person: string;
  name: string;
  account?: string | null;
  language: string;
  token?: string;
  /** Codes of the tables where one sits and a game runs. */
  tables: string[];
  server?: { version?: string; limits?: Record<string, number> };
}

/** A table from outside, as `look` answers. */
export interface TableSummary extends Settings {
  code: string;
  phase: Phase;
  /** When something last happened there, in ms. */
  changed: number;
  to_act: number[];
  seats: Seat[];
  /** One left it in mid-game and may come back. */
  left: boolean;
}

/** A row of `list`. */
export interface TableRow extends Settings {
  code: string;
  phase: Phase;
  /** Names of those who sit there. */
  people: string[];
  seats: number;
  free: number;
  opened?: number;
}

export interface PlayedSeat {
  name: string;
  bot?: string;
  won: boolean;
  you: boolean;
}

/** A row of `history`. */
export interface PlayedGame {
  id: string;
  table: string;
  rules: string;
  result: string;
  /** Cards left; -1 where that means nothing. */
  left: number;
  /** Played to its end, not ended by vote, and not practice: it counts. */
  finished: boolean;
  /** Only on this device: more could be taken back than the rules allow, or it began in the middle. */
  practice?: boolean;
  began: number;
  ended: number;
  people: PlayedSeat[];
  /** On this device: a bot gave advice. */
  assisted?: boolean;
}

/** A row of `statistics`: sums over finished games of the same rules. */
export interface Statistics {
  rules: string;
  games: number;
  wins: number;
  mean_left?: number;
  best?: number;
  /** Games of practice, which are in none of the others. */
  practice?: number;
}

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
