// replay_table.tsx - the table of a replay: piles or bids as they were, and all hands face up.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { t, tf } from "../i18n";
import { readBid } from "../model/moves";
import { countOf } from "../model/cards";
import { facePiles, theGamePiles, type Pile } from "../games/piles/piles";
import type { LieCard, FacetofaceView, LieView, Seat, ThegameView, View } from "../net/protocol";
import { Card } from "../components/card";
import { Die, TwoEnded } from "../components/die";
import { useFlights } from "../components/motion";
import { PileView } from "../games/piles/pile";
import { bidWords, seatName } from "../components/texts";
import { DrawPile } from "../games/piles/tray";

function sidePiles(view: FacetofaceView, seat: number, seats: Seat[]): Pile[] {
  const piles = facePiles(view, 0).filter((pile) => pile.other === (seat === 1));
  return piles.map((pile) => ({ ...pile, owner: seatName(seats, seat) }));
}

interface ReplayTableProps {
  view: View;
  seats: Seat[];
}

function Piles({ piles, fire }: { piles: Pile[]; fire: boolean }): JSX.Element {
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

function Hands({ view, seats }: { view: ThegameView | FacetofaceView; seats: Seat[] }): JSX.Element {
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

function LieHands({ view, seats }: { view: LieView; seats: Seat[] }): JSX.Element {
  return (
    <div class="reveal-seats">
      {view.hands.map((hand, seat) => (
        <div class="reveal-seat" key={seat}>
          <b>{seatName(seats, seat)}</b>
          <div class="reveal-cards">
            {(Array.isArray(hand) ? (hand as LieCard[]) : []).map((card, index) => {
              const shown = view.shown[seat];
              return <TwoEnded key={index} card={card} face={(Array.isArray(shown) ? shown[index] : undefined) ?? card[1]} />;
            })}
          </div>
        </div>
      ))}
    </div>
  );
}

function LieBids({ view, seats }: { view: LieView; seats: Seat[] }): JSX.Element {
  const last = view.bids[view.bids.length - 1];
  const bid = last ? readBid(last.bid) : null;
  return (
    <div class="bid-now">
      <p class="soft small">{tf("Round {round}", { round: view.round })}</p>
      {bid && last ? (
        <>
          <p class="bid-big">
            {bid.count}
            <span class="times">×</span>
            <Die face={bid.face} bright />
          </p>
          <p class="small soft">{tf("{name}: {bid}.", { name: seatName(seats, last.seat), bid: bidWords(last.bid) })}</p>
        </>
      ) : (
        <p class="soft">{t("No bid yet")}</p>
      )}
    </div>
  );
}

export function ReplayTable({ view, seats }: ReplayTableProps): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  useFlights(root);
  return (
    <div class="replay-table" ref={root}>
      {view.game === "thegame" ? (
        <>
          <Piles piles={theGamePiles(view)} fire={!/fire=off/.test(view.rules)} />
          <DrawPile count={countOf(view.draw)} />
          <Hands view={view} seats={seats} />
        </>
      ) : view.game === "facetoface" ? (
        <>
          <div class="replay-sides">
            {[0, 1].map((seat) => (
              <div class="replay-side" key={seat}>
                <b class="small">{seatName(seats, seat)}</b>
                <Piles piles={sidePiles(view, seat, seats)} fire={false} />
              </div>
            ))}
          </div>
          <Hands view={view} seats={seats} />
        </>
      ) : (
        <>
          <LieBids view={view} seats={seats} />
          <LieHands view={view} seats={seats} />
        </>
      )}
    </div>
  );
}
