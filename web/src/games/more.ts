// more.ts - the games of this page, one row each: what the screens need that a first game does not.
import type { GameName } from "../net/protocol";
import { facetofaceMore } from "./facetoface/more";
import type { GameMore, ViewOf } from "./game";
import { lieMore } from "./lie/more";
import { thegameMore } from "./thegame/more";

export const more: { [Name in GameName]: GameMore<ViewOf<Name>> } = { thegame: thegameMore, facetoface: facetofaceMore, lie: lieMore };

/** The game of a view, whichever it is. */
export function moreOf<Name extends GameName>(view: ViewOf<Name>): GameMore<ViewOf<Name>> {
  return more[view.game as Name];
}
