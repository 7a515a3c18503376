// people.ts - who sat where when: names in the log, the chat and at the end stay with those who were there.
import type { Seat, TableEvent } from "../net/protocol";

export interface Sitting {
  /** The number of the event with which it began; 0: before anything that is known. */
  n: number;
  seat: number;
  who: Seat;
}

function isTaken(seat: Seat): boolean {
  return seat.kind === "person" || seat.kind === "bot";
}

export function sittingsNow(seats: readonly Seat[]): Sitting[] {
  return seats.flatMap((who, seat) => (isTaken(who) ? [{ n: 0, seat, who }] : []));
}

/** With those who sit down in these events, in order. */
export function withEvents(sittings: readonly Sitting[], events: readonly TableEvent[]): Sitting[] {
  const known = new Set(sittings.map(({ n }) => n));
  const more = events.filter(({ n }) => !known.has(n)).flatMap((event): Sitting[] => {
    if (event.what === "sit") return [{ n: event.n, seat: event.seat, who: { kind: "person", name: event.name } }];
    return event.what === "bot" ? [{ n: event.n, seat: event.seat, who: { kind: "bot", bot: event.bot } }] : [];
  });
  return more.length === 0 ? [...sittings] : [...sittings, ...more].sort((one, other) => one.n - other.n);
}

/** The seats as they were taken at the event `n`. */
export function seatsAt(seats: readonly Seat[], sittings: readonly Sitting[], n: number): Seat[] {
  return seats.map((now, seat) => {
    const here = sittings.filter((one) => one.seat === seat);
    const latest = here[here.length - 1];
    const then = [...here].reverse().find((one) => one.n <= n) ?? here[0];
    return !then || (then === latest && isTaken(now)) ? now : then.who;
  });
}
