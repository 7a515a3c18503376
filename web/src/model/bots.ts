// bots.ts - the bots that a person is offered for each game, weakest first; the rules library is asked once it is there.
import { rulesEngine } from "./rules_engine";
import type { GameName } from "../net/protocol";

const KNOWN: Record<GameName, string[]> = {
  thegame: ["novice", "steady", "quick", "strong", "champion"],
  facetoface: ["novice", "steady", "quick", "strong", "champion"],
  lie: ["novice", "steady", "quick", "strong", "champion"],
};
const KNOWN_USUAL = "strong";

/** The same before and after the library has come: a list that changes under the hand offers one bot and seats another. */
export function botsOf(game: GameName): string[] {
  const listed = rulesEngine.value?.games().find((one) => one.name === game)?.bots;
  return listed ? listed.filter((bot) => bot !== "random") : KNOWN[game];
}

/** The wanted bot where the game has it, else the one that the rules library calls usual. */
export function botFor(game: GameName, wanted = ""): string {
  if (botsOf(game).includes(wanted)) return wanted;
  return rulesEngine.value?.games().find((one) => one.name === game)?.usual ?? KNOWN_USUAL;
}
