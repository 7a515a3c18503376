// table_actions.ts - what a person can do at a table. The table screen fills it from a client, a lesson and a puzzle from theirs.
import type { Advice, Matter, Statistics } from "../net/protocol";

export interface TableActions {
  move: (move: string) => void;
  /** Several moves of one turn: all of them, or none. */
  turn: (moves: string[]) => Promise<void>;
  takeBack: () => Promise<unknown>;
  hint: (pile: string | null, hint: string) => void;
  agree: (matter: Matter) => Promise<unknown>;
  replay: () => void;
  /** What is known about a finished game: one's own sums and those of the same people. */
  statistics: (game: string) => Promise<{ person: Statistics[]; group: Statistics[] } | null>;
  /** Of the owner after a game: bots on the empty seats; everybody back to the lobby. */
  fillSeats: () => Promise<unknown>;
  lobby: () => Promise<unknown>;
  /** The hands that a challenge opened were seen. */
  closeReveal: () => void;
  /** One plays alone or with bots, so a good player may be asked. */
  mayAsk: boolean;
  /** What a good player would do; a sentence where nobody says. */
  advise: () => Promise<Advice | string>;
}
