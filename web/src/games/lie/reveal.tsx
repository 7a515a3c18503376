// reveal.tsx - a challenge, on the table itself: the light goes down, hands open seat by seat while a counter runs towards the bid, then
// the verdict. It can be skipped, and opened again.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../../i18n";
import { readBid } from "../../model/moves";
import { motionAllowed } from "../../model/settings";
import type { Challenge, Seat } from "../../net/protocol";
import { Avatar } from "../../components/avatar";
import { Modal } from "../../components/dialog";
import { around } from "../../components/seats";
import { Die, TwoEnded } from "../../components/die";
import { soundReveal } from "../../components/sound";
import { bidWords, faceName, seatName } from "../../components/texts";

const TURN_MS = 380;
/** The cards that decide, and the breath before the verdict, take longer. */
const TENSE_MS = 900;

export interface RevealProps {
  challenge: Challenge;
  seats: Seat[];
  /** It was seen before, and is opened again. */
  seen: boolean;
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

interface SeatProps {
  props: RevealProps;
  seat: number;
  turned: OpenCard[];
}

/** What a seat that is open adds to the count. */
function foundWords({ props, seat, turned }: SeatProps): string {
  const shown = props.challenge.shown[seat] ?? [];
  const open = turned.filter((card) => card.seat === seat);
  const found = open.filter((card) => card.counts).length;
  if (open.length < shown.length) return "";
  return found === 0 ? t("none") : faceName(readBid(props.challenge.bid)?.face ?? 1, found);
}

function Cards({ props, seat, turned }: SeatProps): JSX.Element {
  return (
    <span class="reveal-cards">
      {(props.challenge.shown[seat] ?? []).map((end, index) => {
        const open = turned.find((card) => card.seat === seat && card.index === index);
        const card = props.challenge.hands[seat]?.[index] ?? [end, end];
        return (
          <span class={open ? "reveal-card turned" : "reveal-card"} key={index}>
            {open ? <TwoEnded card={card} face={end} match={open.counts} /> : <span class="closed-card" />}
          </span>
        );
      })}
    </span>
  );
}

function RevealSeat(seat: SeatProps): JSX.Element {
  const { seats } = seat.props;
  const words = foundWords(seat);
  return (
    <div class="seat reveal-seat">
      <span class="face-box">
        <Avatar seats={seats} index={seat.seat} />
      </span>
      <span class="reveal-name">
        <b>{seatName(seats, seat.seat)}</b>
        <span class={words && words !== t("none") ? "seat-line found" : "seat-line"}>{words || "\u00a0"}</span>
      </span>
      <Cards {...seat} />
    </div>
  );
}

/** How far the hands are open: all at once when they were seen before, or where nothing may move. */
function useOpening(props: RevealProps, cards: OpenCard[]) {
  const all = cards.length + 1;
  const [count, setCount] = useState(motionAllowed() && !props.seen ? 0 : all);
  const wanted = readBid(props.challenge.bid)?.count ?? 0;
  const done = count >= all;
  const tense = !done && isTense(cards, count, wanted);
  const held = props.challenge.found >= wanted;
  useEffect(() => {
    if (done) return;
    const timer = setTimeout(() => setCount(count + 1), tense || count === cards.length ? TENSE_MS : TURN_MS);
    return () => clearTimeout(timer);
  }, [count, done]);
  useEffect(() => {
    if (done && !props.seen) soundReveal(held);
  }, [done]);
  return { count, done, tense, held, skip: () => setCount(all) };
}

function Counter({ props, found, tense, mark }: { props: RevealProps; found: number; tense: boolean; mark: string }): JSX.Element {
  const bid = readBid(props.challenge.bid);
  return (
    <div class={`counter ${tense ? "tense" : mark}`} role="status" aria-live="off">
      <span class="counter-found">{found}</span>
      <span class="of">{tf("of {count}", { count: bid?.count ?? 0 })}</span>
      <Die face={bid?.face ?? 1} bright />
    </div>
  );
}

export function Reveal(props: RevealProps): JSX.Element {
  const { challenge, seats } = props;
  const cards = openCards(props);
  const { count, done, tense, held, skip } = useOpening(props, cards);
  const turned = cards.slice(0, count);
  const found = done ? challenge.found : turned.filter((card) => card.counts).length;
  const names = { challenger: seatName(seats, challenge.challenger), bidder: seatName(seats, challenge.bidder) };
  const playing = (seat: number): boolean => (challenge.shown[seat] ?? []).length > 0;
  const others = around(seats).filter(playing);
  const you = seats.findIndex((seat) => seat.you);
  return (
    <Modal class="reveal" title={t("All hands open")} onClose={props.onClose}>
      <div class="reveal-table">
        <ul class="seats" style={{ "--seats": String(others.length) }}>
          {others.map((seat, place) => (
            <li key={seat} style={{ "--place": String(place) }}>
              <RevealSeat props={props} seat={seat} turned={turned} />
            </li>
          ))}
        </ul>
        <div class="reveal-middle">
          <p class="soft">{tf("{bidder}: {bid}. {challenger}: challenge!", { ...names, bid: bidWords(challenge.bid) })}</p>
          <Counter props={props} found={found} tense={tense} mark={done ? (held ? "held" : "broken") : ""} />
          <p class="reveal-verdict" role="status">
            <b>{done ? verdict(props) : ""}</b>
          </p>
        </div>
        {you >= 0 && playing(you) ? (
          <div class="reveal-own">
            <Cards props={props} seat={you} turned={turned} />
          </div>
        ) : null}
        <div class="reveal-end">
          {done ? (
            <button class="button main big" data-testid="primary" type="button" onClick={props.onClose}>
              {t("Go on")}
            </button>
          ) : (
            <button class="button big" type="button" onClick={skip}>
              {t("Skip")}
            </button>
          )}
        </div>
      </div>
    </Modal>
  );
}
