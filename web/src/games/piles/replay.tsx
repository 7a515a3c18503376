// replay.tsx - piles and open hands of a position, to look at.
import type { JSX } from "preact";
import { Card, MiniCard } from "../../components/card";
import { seatName } from "../../components/texts";
import type { FacetofaceView, Seat, ThegameView } from "../../net/protocol";
import { PileView } from "./pile";
import type { Pile } from "./piles";

export function StillPiles({ piles }: { piles: Pile[] }): JSX.Element {
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
