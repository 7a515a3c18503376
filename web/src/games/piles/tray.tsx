// tray.tsx - what the tables with piles have in common besides piles and hand.
import type { JSX } from "preact";
import { t, tn } from "../../i18n";
import { countOf } from "../../model/cards";
import { readPlacement } from "../../model/moves";
import type { TableState } from "../../model/table_state";
import type { CardsOrCount } from "../../net/protocol";
import type { Draft } from "./draft";

/** Which seat the top card of a pile came from, for its flight. */
export function cameFrom(shown: TableState, pile: string): string | undefined {
  const placed = shown.latest.filter((event) => event.what === "move" && readPlacement(event.move)?.pile === pile).pop();
  return placed && `seat-${placed.seat}`;
}

/** TG10, FF9: the card that is laid out last leaves cards behind that fit nowhere. */
export function stuckNote(draft: Draft | null, hand: CardsOrCount<number> | undefined): string | null {
  return draft?.closes && countOf(hand) > 0 ? t("after this card nothing fits any more, and the game is over") : null;
}

/** Edges that a draw pile of so many cards shows. */
const CARDS_PER_EDGE = 12;

/** The back on top, the count on it, and as many edges as there are cards to show. `place`: where cards fly from; `note`: about drawing. */
export function DrawPile({ count, place = "draw", note }: { count: number; place?: string; note?: string | undefined }): JSX.Element {
  return (
    <p class={count > 0 ? "draw-pile" : "draw-pile none"}>
      <span class="draw-stack" data-place={place} style={{ "--edges": String(Math.ceil(count / CARDS_PER_EDGE)) }} aria-hidden="true">
        {count > 0 ? <b>{count}</b> : null}
      </span>
      <span class="draw-words">{count > 0 ? tn("%d card to draw", "%d cards to draw", count) : t("nothing left to draw")}</span>
      {note ? <span class="draw-note">{note}</span> : null}
    </p>
  );
}
