// log.ts - turns what happened at a table into lines for the log: what one seat placed in one turn is one line, and so are all
// hints between two events.
import { readPlacement, type Placement } from "./moves";
import type { Challenge, Hints, PileHint, PileName, SelfHint, TableEvent } from "../net/protocol";

/** What one seat said about a pile, or with null about itself. */
export interface GivenHint {
  seat: number;
  pile: PileName | null;
  hint: PileHint | SelfHint;
}

/** What the log is made of, in order: events, challenges with what they found, and hints, which are no events. */
export type LogEntry = { kind: "event"; n: number; event: TableEvent; challenge?: Challenge } | { kind: "hints"; n: number; given: GivenHint[] };

export type LogLine =
  | { kind: "turn"; n: number; seat: number; placed: Placement[]; ended: boolean; for: string | null }
  | { kind: "hints"; n: number; given: GivenHint[] }
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

/** The last hint of each seat about each thing. */
function folded(given: readonly GivenHint[]): GivenHint[] {
  return given.filter((one, at) => !given.some((other, later) => later > at && other.seat === one.seat && other.pile === one.pile));
}

function addHints(lines: readonly LogLine[], n: number, given: readonly GivenHint[]): LogLine[] {
  const last = lines[lines.length - 1];
  if (last?.kind !== "hints") return [...lines, { kind: "hints", n, given: [...given] }];
  return [...lines.slice(0, -1), { ...last, given: folded([...last.given, ...given]) }];
}

function addEntry(lines: LogLine[], entry: LogEntry): LogLine[] {
  if (entry.kind === "hints") return addHints(lines, entry.n, entry.given);
  if (entry.challenge) return [...lines, { kind: "challenge", n: entry.n, challenge: entry.challenge }];
  return addToLog(entry.event.what === "deal" ? [] : lines, entry.event); // a deal begins a new log
}

export function logOf(entries: readonly LogEntry[]): LogLine[] {
  return entries.reduce<LogLine[]>(addEntry, []);
}

export type TurnLine = LogLine & { kind: "turn" };

/** What the others have placed in their last turns, the newest last. */
export function lastTurns(lines: readonly LogLine[], you: number, most: number): TurnLine[] {
  return lines.filter((line): line is TurnLine => line.kind === "turn" && line.seat !== you).slice(-most);
}

/** Cards that were seen to be placed on each pile; `you`: in a duel names of piles are those of the mover. */
export function pileHeights(lines: readonly LogLine[], you: number): Map<string, number> {
  const heights = new Map<string, number>();
  for (const line of lines) {
    if (line.kind !== "turn") continue;
    for (const { pile } of line.placed) {
      const isDuel = !/\d$/.test(pile);
      const name = isDuel && line.seat !== you ? (pile.startsWith("o") ? pile.slice(1) : `o${pile}`) : pile;
      heights.set(name, (heights.get(name) ?? 0) + 1);
    }
  }
  return heights;
}

/** What each seat last said about each thing, so that the same is not entry twice. */
export type Heard = Map<string, string>;

/** Hints that were not heard before; those that are heard now are noted. */
export function newHints(heard: Heard, hints: readonly Hints[]): GivenHint[] {
  const given = hints.flatMap((one, seat): GivenHint[] => {
    const piles = Object.entries(one.piles ?? {}) as [PileName, PileHint][];
    const about = piles.map(([pile, hint]): GivenHint => ({ seat, pile, hint }));
    return one.self ? [...about, { seat, pile: null, hint: one.self }] : about;
  });
  const fresh = given.filter(({ seat, pile, hint }) => heard.get(`${seat} ${pile}`) !== hint);
  for (const { seat, pile, hint } of fresh) heard.set(`${seat} ${pile}`, hint);
  return fresh;
}
