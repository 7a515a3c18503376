// replay.tsx - piles and open hands of a position, to look at.
import { readPlacement } from "../../model/moves";
import type { JSX } from "preact";
import { Card, MiniCard } from "../../components/card";
import { seatName } from "../../components/texts";
import type { FacetofaceView, Hand, Seat, ThegameView } from "../../net/protocol";
import { PileView } from "./pile";
import type { Pile } from "./piles";

export function StillPiles({ piles, fire }: { piles: Pile[]; fire: boolean }): JSX.Element {
  return (
    <div class="piles" data-testid="piles">
      {piles.map((pile) => (
        <PileView
          key={pile.id}
          pile={pile}
          held={null}
          legal={false}
          over={false}
          chosen={false}
          fire={fire}
          hints={[]}
          seats={[]}
          onPick={() => undefined}
        />
      ))}
    </div>
  );
}

export function OpenHands({ view, seats }: { view: ThegameView | FacetofaceView; seats: Seat[] }): JSX.Element {
  return (
    <div class="replay-hands">
      {view.hands.map((hand, seat) => (
        <div class={view.to_act.includes(seat) ? "replay-hand on" : "replay-hand"} data-testid="replay-hand" key={seat}>
          <span class="who" data-place={`seat-${seat}`}>
            {seatName(seats, seat)}
          </span>
          {(Array.isArray(hand) ? hand : []).map((card) => (
            <Card
              key={card}
              value={card}
              flip={`card-${view.game === "facetoface" ? `${seat}-` : ""}${card}`}
              from="draw"
            />
          ))}
        </div>
      ))}
    </div>
  );
}

export function CardRow({ title, cards }: { title: string; cards: number[] }): JSX.Element | null {
  if (cards.length === 0) return null;
  return (
    <p class="open-cards small">
      <span>{title}</span>
      {cards.map((card) => (
        <MiniCard key={card} value={card} />
      ))}
    </p>
  );
}

/** The hands after a seat placed a card. */
export function handsWithout(hands: Hand[], seat: number, card: number): Hand[] {
  return hands.map((hand, index) => (index === seat && Array.isArray(hand) ? hand.filter((one) => one !== card) : hand));
}

/** A position after other placements of a seat: `12@U1 22@D2`. For looking only; the rules judged them already. */
export function withPlacements<V>(view: V, moves: string, put: (view: V, card: number, pile: string) => V): V {
  return moves.split(" ").reduce((out, move) => {
    const placement = readPlacement(move);
    return placement ? put(out, placement.card, placement.pile) : out;
  }, view);
}
