// reveal.tsx - a challenge: all hands are turned over one by one while a counter runs towards the bid, then the verdict.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../../i18n";
import { readBid } from "../../model/moves";
import { motionAllowed } from "../../model/settings";
import type { Challenge, Seat } from "../../net/protocol";
import { Dialog } from "../../components/dialog";
import { Die, TwoEnded } from "../../components/die";
import { soundReveal } from "../../components/sound";
import { bidWords, seatName } from "../../components/texts";

const TURN_MS = 380;
/** The cards that decide, and the breath before the verdict, take longer. */
const TENSE_MS = 900;

export interface RevealProps {
  challenge: Challenge;
  seats: Seat[];
  onClose: () => void;
}

interface OpenCard {
  seat: number;
  index: number;
  counts: boolean;
}

/** Whether ones counted as every face in the round that was opened: what was found tells it. */
function onesWereWild(challenge: Challenge): boolean {
  const face = readBid(challenge.bid)?.face ?? 1;
  return face !== 1 && challenge.found > challenge.shown.flat().filter((end) => end === face).length;
}

/** Whose hand is opened when: the bidder's last, for it knows most about the bid. */
function order({ bidder, shown }: Challenge): number[] {
  const others = shown.map((_, seat) => seat).filter((seat) => seat !== bidder);
  return [...others, bidder];
}

/** The next card may settle the matter: one match is lacking, or no more may be missed. */
function isTense(cards: OpenCard[], count: number, wanted: number): boolean {
  const found = cards.slice(0, count).filter((card) => card.counts).length;
  const rest = cards.length - count;
  return found < wanted && found + rest >= wanted && (found === wanted - 1 || found + rest === wanted);
}

function openCards({ challenge }: RevealProps): OpenCard[] {
  const face = readBid(challenge.bid)?.face ?? 0;
  const onesWild = onesWereWild(challenge);
  return order(challenge).flatMap((seat) =>
    (challenge.shown[seat] ?? []).map((end, index) => ({ seat, index, counts: end === face || (onesWild && end === 1) })),
  );
}

function verdict({ challenge, seats }: RevealProps): string {
  const held = challenge.found >= (readBid(challenge.bid)?.count ?? 0);
  const loser = seatName(seats, challenge.loser);
  const you = seats[challenge.loser]?.you;
  if (held) return you ? t("The bid was good. You lose this round.") : tf("The bid was good. {name} loses this round.", { name: loser });
  return you ? t("The bid was too high. You lose this round.") : tf("The bid was too high. {name} loses this round.", { name: loser });
}

function RevealSeat({ props, seat, turned }: { props: RevealProps; seat: number; turned: OpenCard[] }): JSX.Element | null {
  const shown = props.challenge.shown[seat] ?? [];
  if (shown.length === 0) return null;
  return (
    <div class="reveal-seat">
      <b>{seatName(props.seats, seat)}</b>
      <div class="reveal-cards">
        {shown.map((end, index) => {
          const open = turned.find((card) => card.seat === seat && card.index === index);
          const card = props.challenge.hands[seat]?.[index] ?? [end, end];
          return (
            <span class={open ? "reveal-card turned" : "reveal-card"} key={index}>
              {open ? <TwoEnded card={card} face={end} match={open.counts} /> : <span class="closed-card" />}
            </span>
          );
        })}
      </div>
    </div>
  );
}

export function Reveal(props: RevealProps): JSX.Element {
  const cards = openCards(props);
  const [count, setCount] = useState(motionAllowed() ? 0 : cards.length + 1);
  const bid = readBid(props.challenge.bid);
  const done = count > cards.length || !motionAllowed();
  const tense = !done && isTense(cards, count, bid?.count ?? 0);
  useEffect(() => {
    if (done) return;
    const timer = setTimeout(() => setCount(count + 1), tense || count === cards.length ? TENSE_MS : TURN_MS);
    return () => clearTimeout(timer);
  }, [count, done]);
  const held = props.challenge.found >= (bid?.count ?? 0);
  useEffect(() => {
    if (done) soundReveal(held);
  }, [done]);
  const turned = cards.slice(0, count);
  const found = done ? props.challenge.found : turned.filter((card) => card.counts).length;
  const names = { challenger: seatName(props.seats, props.challenge.challenger), bidder: seatName(props.seats, props.challenge.bidder) };
  return (
    <Dialog title={t("All hands open")} wide onClose={props.onClose}>
      <p class="soft">{tf("{bidder}: {bid}. {challenger}: challenge!", { ...names, bid: bidWords(props.challenge.bid) })}</p>
      <div class={`counter${tense ? " tense" : ""}${done ? (held ? " held" : " broken") : ""}`} role="status" aria-live="off">
        <span>{found}</span>
        <span class="of">{tf("of {count}", { count: bid?.count ?? 0 })}</span>
        <Die face={bid?.face ?? 1} bright />
      </div>
      <div class="reveal-seats">
        {order(props.challenge).map((seat) => (
          <RevealSeat key={seat} props={props} seat={seat} turned={turned} />
        ))}
      </div>
      <p class="reveal-verdict" role="status">
        <b>{done ? verdict(props) : ""}</b>
      </p>
      <div class="dialog-end">
        {done ? (
          <button class="button main" data-testid="primary" type="button" onClick={props.onClose}>
            {t("Go on")}
          </button>
        ) : (
          <button class="button" type="button" onClick={() => setCount(cards.length + 1)}>
            {t("Show all at once")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
