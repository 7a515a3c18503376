// curve.ts - the curve of the win chance as points for an SVG, and the turns that decided the game.
import type { AnalyzedTurn } from "../net/protocol";

export interface Point {
  x: number;
  y: number;
  turn: number;
  chance: number;
  loss: number;
}

/** Points in a box of the given size; the last one is where the game stood after its last turn. */
export function curvePoints(turns: readonly AnalyzedTurn[], width: number, height: number, final: number): Point[] {
  const steps = Math.max(1, turns.length);
  const at = (index: number, chance: number, loss: number): Point => ({
    x: (index * width) / steps,
    y: height * (1 - Math.min(1, Math.max(0, chance))),
    turn: index,
    chance,
    loss,
  });
  return [...turns.map((turn, index) => at(index, turn.before, turn.loss)), at(turns.length, final, 0)];
}

/** The turns that cost most, worst first; below five points in a hundred nothing is said. */
export function turningPoints(turns: readonly AnalyzedTurn[], most = 3): number[] {
  return turns
    .map((turn, index) => ({ loss: turn.loss, index }))
    .filter((one) => one.loss >= 0.05)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, most)
    .map((one) => one.index);
}
