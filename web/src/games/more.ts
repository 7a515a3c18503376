// more.ts - the games of this page, one row each: what the screens need that a first game does not.
import type { GameName } from "../net/protocol";
import { withOthers } from "./any/fill";
import { anyMore } from "./any/more";
import { facetofaceMore } from "./facetoface/more";
import type { GameMore, ViewOf } from "./game";
import { lieMore } from "./lie/more";
import { thegameMore } from "./thegame/more";

type Rows = { [Name in GameName]: GameMore<ViewOf<Name>> };

export const more = withOthers<Rows>({ thegame: thegameMore, facetoface: facetofaceMore, lie: lieMore }, anyMore);

/** The game of a view, whichever it is. */
export function moreOf<Name extends GameName>(view: ViewOf<Name>): GameMore<ViewOf<Name>> {
  return more[view.game as Name];
}
