// log.tsx - the log of the game, and the same in sentences for the screen reader.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t, tf, tnf } from "../i18n";
import type { GivenHint, LogLine } from "../model/log";
import { readPlacement, type Placement } from "../model/moves";
import type { Challenge, PileHint, Seat, SelfHint, TableEvent } from "../net/protocol";
import { MiniCard } from "./card";
import { Icon } from "./icons";
import { asSentence, bidWords, matterText, pileHintText, pileNameById, pileOrder, resultTitle, seatName, selfHintText, standInText } from "./texts";

/** One event in a sentence; empty where nothing need be said. */
export function eventSentence(event: TableEvent, seats: readonly Seat[], you: number): string {
  const name = typeof event.seat === "number" ? seatName(seats, event.seat) : "";
  switch (event.what) {
    case "sit":
      return tf("{name} sits down.", { name: event.name });
    case "bot":
      return tf("{name}, a bot, sits down.", { name });
    case "empty":
      return tf("Seat {number} is free.", { number: event.seat + 1 });
    case "deal":
      return t("The cards are dealt.");
    case "move":
      return moveSentence(event.move, name);
    case "take_back":
      return tf("{name}: the last card is taken back.", { name });
    case "agree":
      return event.yes ? `${name}: ${matterText(event.matter)}` : tf("{name}: no.", { name });
    case "lobby":
      return t("Back to the lobby.");
    case "remove":
      return tf("Seat {number} was given away.", { number: event.seat + 1 });
    case "pause":
      return t("The game is paused.");
    case "go_on":
      return t("The game goes on.");
    case "stand_in":
      return event.why ? `${name}: ${standInText(event.why)}` : tf("{name}: back at the table.", { name });
    case "over":
      return tf("The game is over: {result}", { result: resultTitle(event.result, seats, you) });
    default:
      return "";
  }
}

function moveSentence(move: string, name: string): string {
  const placement = readPlacement(move);
  if (placement) return tf("{name}: {card}, {pile}.", { name, card: placement.card, pile: pileNameById(placement.pile) });
  if (move === "end") return tf("{name}: turn ended.", { name });
  if (move === "call") return tf("{name}: challenge!", { name });
  if (move.startsWith("show")) return "";
  if (move.startsWith("start")) return tf("{name}: voted for the starter.", { name });
  if (move.startsWith("dir"))
    return move.endsWith("ccw") ? tf("{name}: it goes counter-clockwise.", { name }) : tf("{name}: it goes clockwise.", { name });
  return tf("{name}: {bid}.", { name, bid: bidWords(move) });
}

/** What a challenge found, and whom it cost the round. */
function challengeSentence(challenge: Challenge, seats: readonly Seat[]): string {
  const { found, loser } = challenge;
  const name = seatName(seats, challenge.challenger);
  const said = tnf(
    "{name}: challenge! {bid}? There is {n}.",
    "{name}: challenge! {bid}? There are {n}.",
    found,
    { name, bid: bidWords(challenge.bid) },
  );
  const cost = seats[loser]?.you ? t("You lose the round.") : tf("{name} loses the round.", { name: seatName(seats, loser) });
  return `${said} ${cost}`;
}

/** A line of the log in words. */
export function lineSentence(line: LogLine, seats: readonly Seat[], you: number): string {
  if (line.kind === "event") return eventSentence(line.event, seats, you);
  if (line.kind === "challenge") return challengeSentence(line.challenge, seats);
  if (line.kind === "turn") return "";
  return line.given.map((one) => asSentence(hintSentence(one, seats))).join(" ");
}

function hintSentence({ seat, pile, hint }: GivenHint, seats: readonly Seat[]): string {
  const name = seatName(seats, seat);
  if (pile === null) return tf("{name} says: {hint}", { name, hint: selfHintText(hint as SelfHint) });
  return tf("{name}, {pile}: {hint}", { name, pile: pileNameById(pile), hint: pileHintText(hint as PileHint) });
}

/** A card and the pile that it went to; `brief`: of the pile only the direction is seen. */
export function Placed({ placement, brief }: { placement: Placement; brief?: boolean }): JSX.Element {
  const id = placement.pile;
  const across = id.startsWith("o");
  return (
    <span class="mini">
      <MiniCard value={placement.card} />
      <Icon name={id.includes("U") ? "up" : "down"} />
      {brief ? null : (
        <span class="soft" aria-hidden="true">
          {across ? t("across") : pileOrder(Number(id.slice(1)))}
        </span>
      )}
      <span class="only-heard">{pileNameById(id)}</span>
    </span>
  );
}

function Line({ line, seats, you }: { line: LogLine; seats: readonly Seat[]; you: number }): JSX.Element | null {
  if (line.kind === "turn")
    return (
      <li class="log-line" data-testid="log-line" tabIndex={-1}>
        <b>{seatName(seats, line.seat)}</b>{" "}
        {line.placed.map((placement) => (
          <Placed key={placement.card} placement={placement} />
        ))}
      </li>
    );
  if (line.kind === "hints") return <HintsLine line={line} seats={seats} />;
  if (line.kind === "challenge") return <li class="log-line challenge-line" data-testid="log-line" tabIndex={-1}>{challengeSentence(line.challenge, seats)}</li>;
  const text = eventSentence(line.event, seats, you);
  return text ? <li class="log-line" data-testid="log-line" tabIndex={-1}>{text}</li> : null;
}

/** All hints since the last event, in one quiet line: whose they are, and opened what they say. */
function HintsLine({ line, seats }: { line: LogLine & { kind: "hints" }; seats: readonly Seat[] }): JSX.Element {
  const names = [...new Set(line.given.map(({ seat }) => seatName(seats, seat)))].join(", ");
  return (
    <li class="log-line hints-line" data-testid="log-line">
      <details>
        <summary tabIndex={-1}>{tf("Hints: {names}", { names })}</summary>
        {line.given.map((one) => (
          <div key={`${one.seat} ${one.pile}`}>{hintSentence(one, seats)}</div>
        ))}
      </details>
    </li>
  );
}

/** Keeps the newest line in sight, unless the reader has scrolled up. */
export function useStickToEnd(length: number) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const sizes = useRef("");
  const sizesNow = (element: HTMLElement): string => `${element.clientHeight} ${element.scrollHeight}`;
  const stick = (): void => {
    const element = box.current;
    if (!element) return;
    if (atEnd.current) element.scrollTop = element.scrollHeight;
    sizes.current = sizesNow(element);
  };
  useLayoutEffect(stick, [length]);
  useLayoutEffect(() => {
    const resized = new ResizeObserver(stick); // a notice takes room from the list, a second card makes its last line longer
    for (const one of box.current ? [box.current, ...box.current.children] : []) resized.observe(one);
    return () => resized.disconnect();
  }, []);
  const onScroll = (): void => {
    const element = box.current;
    if (!element) return;
    if (sizes.current !== sizesNow(element)) stick(); // the browser moved it to fit, not the reader
    else atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 40;
  };
  return { box, onScroll };
}

/** What an arrow leads to: the line beside the one that has the focus, and from outside the newest one. */
function lineBeside(lines: HTMLElement[], key: string): HTMLElement | undefined {
  const at = lines.indexOf(document.activeElement as HTMLElement);
  if (key === "Home") return lines[0];
  if (key === "End" || at < 0) return lines[lines.length - 1];
  return lines[at + (key === "ArrowUp" ? -1 : 1)];
}

const WALKING = ["ArrowUp", "ArrowDown", "Home", "End"];

/** A long game has many lines, and some can be unfolded: all of them are one stop of Tab, and the arrows walk over them. */
function walkLines(event: KeyboardEvent): void {
  if (!WALKING.includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation(); // at the table arrows lead to the cards
  const lines = (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(".log-line:not(.hints-line), summary");
  lineBeside([...lines], event.key)?.focus();
}

/** `seatsAt`: the seats as they were taken then, since people come and go. */
export function Log(props: { lines: LogLine[]; seatsAt: (n: number) => readonly Seat[]; you: number }): JSX.Element {
  const { box, onScroll } = useStickToEnd(props.lines.length);
  return (
    <div class="scroll log-box" data-testid="log-box" ref={box} onScroll={onScroll} onKeyDown={walkLines} tabIndex={0} role="group" aria-label={t("Log")}>
      <ol class="log" data-testid="log">
        {props.lines.map((line, index) => (
          <Line key={`${line.n}-${line.kind}-${index}`} line={line} seats={props.seatsAt(line.n)} you={props.you} />
        ))}
      </ol>
    </div>
  );
}
