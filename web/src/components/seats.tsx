// seats.tsx - the people around the table: name, number of cards, what they said last. The lamp of whoever is on turn is lit. One's own
// seat lies beside the hand.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { countOf } from "../model/cards";
import type { Hints, Seat, SelfHint, View } from "../net/protocol";
import { CardBacks } from "./card";
import { Icon } from "./icons";
import { Avatar, ownName } from "./avatar";
import { seatName, selfHintShort, standInText } from "./texts";

export function Clock({ end }: { end: number | null }): JSX.Element | null {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (end === null) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [end]);
  if (end === null) return null;
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  const text = seconds >= 6000 ? `${Math.round(seconds / 3600)} h` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return <span class={seconds <= 10 ? "clock late" : "clock"}>{text}</span>;
}

export interface SeatsProps {
  seats: Seat[];
  view: View;
  hints: Hints[];
  thinking: number[];
  clockEnd: number | null;
  /** A word of the game about a seat: its vote, its last bid. */
  word?: (index: number) => ComponentChildren;
  /** What stands below the name: the last bid. */
  line?: (index: number) => ComponentChildren;
}

/** The game waits for this seat; in a vote for those who have no vote yet. */
function isAwaited(view: View, index: number): boolean {
  const voted = view.phase === "start" && "votes" in view && view.votes?.some((vote) => vote === null) && view.votes[index] !== null;
  return view.to_act.includes(index) && !view.over && !voted;
}

function cardsOf(view: View, index: number): number {
  return "counts" in view ? (view.counts[index] ?? 0) : countOf(view.hands?.[index]); // a game that the page does not know may have none
}

function Bubble({ props, index }: { props: SeatsProps; index: number }): JSX.Element | null {
  const seat = props.seats[index];
  const word = props.word?.(index);
  const hints = props.hints[index];
  const onTurn = isAwaited(props.view, index);
  if (seat?.stand_in) return <StandIn why={seat.stand_in} />;
  const votes = props.view.phase === "start";
  if (votes && word && hints?.self) return <VoteAndHint vote={word} hint={hints.self} />;
  if (word) return <span class="bubble" data-testid="bubble">{word}</span>;
  if (seat?.you && onTurn && votes && !hints?.self) return <span class="bubble" data-testid="bubble">{t("your vote")}</span>;
  if (hints?.self && (hints.self as string) !== "none")
    return <span class={hints.self === "in_trouble" ? "bubble trouble" : "bubble"} data-testid="bubble" data-trouble={hints.self === "in_trouble" || undefined}>{selfHintShort(hints.self)}</span>;
  if (props.thinking.includes(index)) return <Thinking />;
  if (seat?.kind === "person" && seat.here === false) return <span class="bubble trouble" data-testid="bubble" data-trouble>{t("away")}</span>;
  return null;
}

/** Before the first move: whom one names as the starter, and what one said about starting oneself. */
function VoteAndHint({ vote, hint }: { vote: ComponentChildren; hint: SelfHint }): JSX.Element {
  return (
    <span class="bubble" data-testid="bubble">
      {vote}, {selfHintShort(hint)}
    </span>
  );
}

/** Why is told in the log; here it would cover what the neighbours say. */
function StandIn({ why }: { why: string }): JSX.Element {
  return (
    <span class="bubble trouble" data-testid="bubble" data-trouble title={standInText(why)}>
      <span class="only-heard">{standInText(why)}</span>
      <span aria-hidden="true">{t("a bot plays on")}</span>
    </span>
  );
}

function Thinking(): JSX.Element {
  return (
    <span class="bubble" data-testid="bubble">
      <span class="only-heard">{t("is thinking")}</span>
      <span class="dots" aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
    </span>
  );
}

/** Letters of a name that get smaller ones where room is short. */
const LONG_NAME = 9;

export function SeatCard({ props, index }: { props: SeatsProps; index: number }): JSX.Element {
  const seat = props.seats[index] as Seat;
  const onTurn = isAwaited(props.view, index);
  const cards = cardsOf(props.view, index);
  const name = seatName(props.seats, index);
  const classes = ["seat", onTurn ? "turn" : "", seat.here === false && seat.kind === "person" ? "away" : ""].filter(Boolean).join(" ");
  const inside = (
    <>
      <span class="face-box">
        <Avatar seats={props.seats} index={index} />
        {seat.kind === "bot" || seat.program ? (
          <span class="face-bot">
            <Icon name="bot" />
          </span>
        ) : null}
        <span class="seat-count" aria-hidden="true">
          {cards}
        </span>
      </span>
      <span>
        <span class={name.length > LONG_NAME ? "seat-name long" : "seat-name"} data-testid="seat-name">
          <span>{seat.you ? ownName(props.seats, index) : name}</span>
          {seat.you && seat.name ? <small>{t("You")}</small> : null}
          {onTurn ? <Clock end={props.clockEnd} /> : null}
        </span>
        {props.line ? <span class="seat-line">{props.line(index)}</span> : null}
        <CardBacks count={cards} />
        <span class="only-heard">
          {tn("%d card", "%d cards", cards)}
          {seat.kind === "bot" ? `, ${t("a bot")}` : ""}
          {onTurn ? `, ${t("to play")}` : ""}
        </span>
      </span>
      <Bubble props={props} index={index} />
    </>
  );
  return (
    <div class={classes} data-testid="seat" data-turn={onTurn} data-place={`seat-${index}`}>
      {inside}
    </div>
  );
}

/** The others in playing order, from whoever comes after oneself; whoever watches sees all. */
export function around(seats: readonly Seat[]): number[] {
  const you = seats.findIndex((seat) => seat.you);
  if (you < 0) return seats.map((_, index) => index);
  return seats.slice(1).map((_, step) => (you + 1 + step) % seats.length);
}

export function Seats(props: SeatsProps): JSX.Element | null {
  const order = around(props.seats);
  if (order.length === 0) return null;
  return (
    <ul class="seats" data-testid="seats" aria-label={t("Players")} style={{ "--seats": String(order.length) }}>
      {order.map((index, place) => (
        <li key={index} style={{ "--place": String(place) }}>
          <SeatCard props={props} index={index} />
        </li>
      ))}
    </ul>
  );
}

/** One's own seat, beside the hand. */
export function OwnSeat(props: SeatsProps & { you: number }): JSX.Element | null {
  if (props.you < 0) return null;
  return (
    <div class="own-seat">
      <SeatCard props={props} index={props.you} />
    </div>
  );
}
