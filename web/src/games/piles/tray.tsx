// tray.tsx - what the tables with piles have in common besides piles and hand.
import type { JSX } from "preact";
import { t, tn } from "../../i18n";
import { countOf } from "../../model/cards";
import { readPlacement } from "../../model/moves";
import type { TableState } from "../../model/table_client";
import type { CardsOrCount } from "../../net/protocol";
import type { Draft } from "./draft";

/** Which seat the top card of a pile came from, for its flight. */
export function cameFrom(shown: TableState, pile: string): string | undefined {
  const { latest } = shown;
  if (latest?.what !== "move" || readPlacement(latest.move)?.pile !== pile) return undefined;
  return `seat-${latest.seat}`;
}

/** TG10, FF9: the card that is laid out last leaves cards behind that fit nowhere. */
export function stuckNote(draft: Draft | null, hand: CardsOrCount<number> | undefined): string | null {
  return draft?.closes && countOf(hand) > 0 ? t("after this card nothing fits any more, and the game is over") : null;
}

export function DrawPile({ count }: { count: number }): JSX.Element {
  return (
    <p class="draw-pile">
      <span class="draw-stack" data-place="draw" aria-hidden="true" />
      {count > 0 ? tn("%d card to draw", "%d cards to draw", count) : t("nothing left to draw")}
    </p>
  );
}
