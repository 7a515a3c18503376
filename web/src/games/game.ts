// game.ts - what a game is for the page: its row in games/index.ts, with which one chooses it, its table in games/tables.ts, and its row
// in games/more.ts, for the screens that a first game does not need.
import type { ComponentType, JSX } from "preact";
import type { Rules } from "../model/rules_text";
import type { TableActions } from "../model/table_actions";
import type { TableState } from "../model/table_state";
import type { GameName, Seat, View } from "../net/protocol";
import type { Show } from "../wasm/show";
import type { OpenPuzzle, Standing } from "../wasm/puzzle";

export type ViewOf<Name extends GameName> = Extract<View, { game: Name }>;

/** What a table is drawn from. It does not touch the network, so lessons, puzzles and replays use it, too. */
export interface TableProps<V extends View = View> {
  shown: TableState;
  view: V;
  /** What lies on the table, as the rules library says. */
  show: Show;
  actions: TableActions;
  /** What stands on the table when the game is over. */
  end?: JSX.Element | null;
}

export interface RulesProps {
  rules: Rules;
  set: (rules: Rules) => void;
}

export interface Game {
  title: () => string;
  inShort: () => string;
  /** A small picture. */
  Art: () => JSX.Element;
  /** All play together against the deck: nobody is rated, people give hints, and teams compare the same deals. */
  together: boolean;
  /** How many cards it has, and the highest number on them; 0: they have two ends. */
  deck: { count: number; highest: number };
  /** There is something to bid, and a table may show the odds of it. */
  hasBids: boolean;
  /** How these rules play, in a few words each. */
  variants: (rules: Rules) => string[];
  /** What may be chosen where one starts at once, besides the number of players. */
  QuickRules?: ComponentType<RulesProps>;
}

/** A ready-made way to play: it sets some options and leaves the others as they are. */
export interface Preset {
  name: string;
  options: Record<string, string>;
  title: () => string;
  /** In a few words, short enough for half a phone. */
  help: () => string;
  Art: () => JSX.Element;
}

export interface ReplayProps<V extends View = View> {
  view: V;
  seats: Seat[];
}

export interface GameMore<V extends View = View> {
  presets: Preset[];
  /** All options, where a table is made. */
  AllRules: ComponentType<RulesProps>;
  /** A position with all cards open. */
  Replay: (props: ReplayProps<V>) => JSX.Element | null;
  /** The keys of the table, besides those that all tables have: each with what it does. */
  keys: () => [string[], string][];
  /** Why a game that was played to its end ended, in one sentence; "" where the result says it all. */
  whyEnded: (view: V, shown: TableState, seats: Seat[]) => string;
  /** After a game all cards lie open: what each seat still held; null where that tells nothing. */
  handsLeft: (open: Record<string, unknown>) => number[][] | null;
  puzzle: {
    question: () => string;
    failed: () => string;
    /** What lies open in a puzzle and would be hidden in a game. */
    OpenCards: ComponentType<{ puzzle: OpenPuzzle; standing: Standing }>;
  };
  /** A position after other placements of a seat. */
  withTurn: (view: V, seat: number, moves: string) => V;
  /** A turn of one's own can be tried again, since a turn is placements. */
  triesAgain: boolean;
}
