// facts.ts - what the rules library says about its games, put in when the page is built (tools/facts.mjs): the first screen shows
// games before the library is there.
import type { GameName } from "../net/protocol";

interface KnownGame {
  /** From the weakest. */
  bots: string[];
  /** The bot that is taken where nobody names one. */
  usual: string;
  /** The options, with their values where nobody says otherwise. */
  defaults: Record<string, string>;
  /** How few and how many may play. */
  players: [number, number];
}

declare const GAME_FACTS: Record<GameName, KnownGame>;

export const gameFacts = GAME_FACTS;

/** The games of the library, the one to begin with first. */
export const GAMES = Object.keys(gameFacts) as [GameName, ...GameName[]];

/** The game of this name, or the first one where nothing has that name. */
export function gameNamed(name: string): GameName {
  return GAMES.find((game) => game === name) ?? GAMES[0];
}
