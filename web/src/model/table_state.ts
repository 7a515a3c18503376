// table_state.ts - how a table stands on the screen: a snapshot makes it, and every frame makes the next one of it. What is laid out and
// not sent is put over it where it is shown (withDraft() of games/piles). Legal moves come from the rules library, and from nowhere else.
import { sittingsNow, withEvents, type Sitting } from "./people";
import { legalMoves } from "./rules_engine";
import type { LogLine } from "./log";
import type { Challenge, Snapshot, TableEvent, TableFrame } from "../net/protocol";

export interface TableState {
  table: Snapshot;
  log: LogLine[];
  said: TableEvent[];
  /** Older messages may be asked for (from before this event, or the first that is here); null: all are here. */
  older: { before?: number } | null;
  /** Who sat where when. */
  sittings: Sitting[];
  thinking: number[];
  /** Frames that wait to be shown. */
  queued: number;
  /** A move of one's own is on its way. */
  busy: boolean;
  clockEnd: number | null;
  /** The moves that were shown last, for the animation. */
  latest: TableEvent[];
  /** A challenge whose hands are being opened; nothing that follows from it is shown yet. */
  reveal: Challenge | null;
  /** The owner has taken one's seat away. */
  removed: boolean;
}

/** The most lines of the log, and messages, that are kept. */
export const MOST_LINES = 400;

/** The same table with the moves that its view allows; none until the rules are here. */
export function withMoves(table: Snapshot): Snapshot {
  const moves = table.you < 0 || table.phase !== "playing" ? [] : (legalMoves(table.view) ?? []);
  return { ...table, moves };
}

/** What somebody sees who comes: `past` is what happened before, where the server still has it, and the log that it makes. */
export function freshState(given: Snapshot, past?: TableEvent[], log: LogLine[] = []): TableState {
  const table = withMoves(given);
  const said = (past ?? given.said ?? []).filter((event) => event.what === "say").slice(-MOST_LINES);
  const sittings = withEvents(sittingsNow(table.seats), past ?? []);
  const nothing = { thinking: [], queued: 0, busy: false, latest: [], reveal: null, removed: false };
  return { ...nothing, table, log: log.slice(-MOST_LINES), said, older: past ? null : {}, sittings, clockEnd: clockEnd(table.clock) };
}

/** What a frame makes of it; `log` is the one with that frame. */
export function afterFrame(before: TableState, frame: TableFrame, log: LogLine[]): TableState {
  const { events = [], thinking, table: _code, moves: _sent, ...status } = frame;
  const moves = events.filter((event) => event.what === "move");
  const said = events.filter((event) => event.what === "say");
  return {
    ...before,
    table: withMoves(takeIn({ ...before.table, ...status }, events)),
    log: log.slice(-MOST_LINES),
    sittings: withEvents(before.sittings, events),
    said: [...before.said, ...said].slice(-Math.max(MOST_LINES, before.said.length)),
    thinking: thinking ?? (status.view === undefined ? before.thinking : []),
    busy: status.view !== undefined ? false : before.busy,
    clockEnd: status.clock === undefined ? before.clockEnd : clockEnd(status.clock),
    latest: moves.length > 0 ? moves : before.latest,
    reveal: null,
    removed: before.removed || events.some((event) => event.what === "remove" && event.seat === before.table.you),
  };
}

function clockEnd(clock: { ms: number } | null): number | null {
  return clock ? Date.now() + clock.ms : null;
}

function newDeal({ open: _open, ...table }: Snapshot, id: string, commitment: string): Snapshot {
  const dealt = table.dealt === undefined || table.game?.commitment === commitment ? {} : { dealt: table.dealt + 1 };
  return { ...table, games: table.games + 1, game: { id, commitment }, ...dealt };
}

/** The last game is put away, and the next one may have other rules. */
function backInLobby({ open: _open, ...table }: Snapshot, rules: string): Snapshot {
  return { ...table, rules, game: null, view: null };
}

/** What events say about the table beyond the members that frames carry. */
function takeIn(table: Snapshot, events: TableEvent[]): Snapshot {
  const you = table.seats.findIndex((seat) => seat.you);
  let out = { ...table, you };
  for (const event of events) {
    if (event.what === "deal") out = newDeal(out, event.game, event.commitment);
    if (event.what === "lobby") out = backInLobby(out, event.rules);
    if (event.what === "remove" && event.key) out = { ...out, key: event.key };
    if (event.what === "over" && out.game) out = { ...out, game: { ...out.game, result: event.result, ...(event.seed ? { seed: event.seed } : {}) } };
    out = { ...out, last: event.n };
  }
  return out;
}

/** Played to its end, or ended by vote. */
export function isOver(shown: TableState): boolean {
  return shown.table.view?.over === true || shown.table.phase === "over";
}
