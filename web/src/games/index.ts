// index.ts - the games of this page, one row each: what is said of them and chosen before they are played.
import type { GameName, View } from "../net/protocol";
import { anyGame } from "./any";
import { withOthers } from "./any/fill";
import { facetoface } from "./facetoface";
import type { Game } from "./game";
import { lie } from "./lie";
import { thegame } from "./thegame";

export const games = withOthers<Record<GameName, Game>>({ thegame, facetoface, lie }, anyGame);

/** The game of a view. */
export function gameOf({ game }: View): Game {
  return games[game];
}
