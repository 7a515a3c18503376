// replay.ts - a finished game step by step, and the analysis turned towards one player.
import type { Replay, ReplayStep } from "../wasm/engine";
import { openView } from "../wasm/types";
import type { AnalyzedTurn, View } from "../net/protocol";

export interface Position {
  view: View;
  /** The step that led here; null before the first. */
  step: ReplayStep | null;
  /** The turn that is about to be played or running here, from 0. */
  turn: number;
}

export function positionsOf(replay: Replay): Position[] {
  const out: Position[] = [{ view: openView(replay.start), step: null, turn: 0 }];
  for (const step of replay.steps) out.push({ view: openView(step.state), step, turn: step.turns });
  return out;
}

/** Where a turn begins, as an index of positions. */
export function startOfTurn(positions: readonly Position[], turn: number): number {
  const at = positions.findIndex((position, index) => position.turn === turn && isPlay(positions, index));
  return at < 0 ? Math.max(0, positions.length - 1) : at;
}

const BEFORE_TURNS = ["start", "show", "direction"];

/** Votes, and in LIE the choice of ends and of the direction, are not part of the turn that follows. */
function isPlay(positions: readonly Position[], index: number): boolean {
  return !BEFORE_TURNS.includes(positions[index]?.view.phase ?? "") || index === positions.length - 1;
}

/** The chance of a team is everybody's; where people play against each other it is turned towards one seat. */
export function towards(turns: readonly AnalyzedTurn[], together: boolean, seat: number): AnalyzedTurn[] {
  if (together) return [...turns];
  if (!turns.some(({ chances }) => chances))
    return turns.map((turn) => (turn.seat === seat ? turn : { ...turn, before: 1 - turn.before, after: 1 - turn.after }));
  const after = (index: number): number => turns[Math.max(0, index)]?.chances?.[seat] ?? 0;
  return turns.map((turn, index) => ({ ...turn, before: after(index - 1), after: after(index) }));
}

/** The chance after the last turn: the result itself. */
export function finalChance(result: string, seat: number): number {
  return result === "won" || result === `winner ${seat}` ? 1 : 0;
}
