// cards.ts - cards of a seat, or their number where the reader may not see them.
import type { CardsOrCount } from "../net/protocol";

export function countOf(cards: CardsOrCount<unknown> | undefined): number {
  return cards === undefined ? 0 : typeof cards === "number" ? cards : cards.length;
}
