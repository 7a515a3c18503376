// bots.ts - the bots that a person is offered for each game, weakest first.
import { gameFacts } from "./facts";
import type { GameName } from "../net/protocol";

export function botsOf(game: GameName): string[] {
  return gameFacts[game].bots;
}

/** The wanted bot where the game has it, else its usual one. */
export function botFor(game: GameName, wanted = ""): string {
  const { bots, usual } = gameFacts[game];
  return bots.includes(wanted) ? wanted : usual;
}
