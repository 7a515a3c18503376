// log.ts - turns the events of a table into lines for the log: what one seat placed in one turn is one line.
import { readPlacement, type Placement } from "./piles";
import type { Challenge, Hints, PileHint, PileName, SelfHint, TableEvent } from "./types";

export type LogLine =
  | { kind: "turn"; n: number; seat: number; placed: Placement[]; ended: boolean; for: string | null }
  | { kind: "hint"; n: number; seat: number; pile: PileName | null; hint: PileHint | SelfHint }
  | { kind: "challenge"; n: number; challenge: Challenge }
  | { kind: "event"; n: number; event: TableEvent };

/** Adds one event; the list given is not changed. */
export function addToLog(lines: readonly LogLine[], event: TableEvent): LogLine[] {
  const last = lines[lines.length - 1];
  const sameTurn = last?.kind === "turn" && !last.ended && last.seat === event.seat ? last : null;
  if (event.what === "take_back" && sameTurn) {
    const placed = sameTurn.placed.slice(0, -1);
    const rest = lines.slice(0, -1);
    return placed.length > 0 ? [...rest, { ...sameTurn, placed }] : rest;
  }
  if (event.what !== "move" || event.move === undefined || event.seat === undefined)
    return [...lines, { kind: "event", n: event.n, event }];
  const placement = readPlacement(event.move);
  if (event.move === "end") return sameTurn ? [...lines.slice(0, -1), { ...sameTurn, ended: true }] : [...lines];
  if (!placement) return [...lines, { kind: "event", n: event.n, event }];
  if (sameTurn) return [...lines.slice(0, -1), { ...sameTurn, placed: [...sameTurn.placed, placement] }];
  return [...lines, { kind: "turn", n: event.n, seat: event.seat, placed: [placement], ended: false, for: event.for ?? null }];
}

/** The hints that are new: those that a seat did not give before. */
export function newHints(before: readonly Hints[], after: readonly Hints[], n: number): LogLine[] {
  return after.flatMap((hints, seat) => {
    const old = before[seat];
    const piles = Object.entries(hints.piles ?? {}) as [PileName, PileHint][];
    const lines: LogLine[] = piles
      .filter(([pile, hint]) => old?.piles?.[pile] !== hint)
      .map(([pile, hint]) => ({ kind: "hint", n, seat, pile, hint }));
    if (hints.self && hints.self !== old?.self) lines.push({ kind: "hint", n, seat, pile: null, hint: hints.self });
    return lines;
  });
}
