// memory_cells.ts - the memory strip: one cell for each card, whether it is gone, in the user's own hand, or still to come.
export type CellState = "gone" | "own" | "open";

export interface Cell {
  card: number;
  state: CellState;
}

export function memoryCells(highest: number, gone: readonly number[], own: readonly number[]): Cell[] {
  const isGone = new Set(gone);
  const isOwn = new Set(own);
  return Array.from({ length: highest - 1 }, (_, index) => {
    const card = index + 2;
    return { card, state: isGone.has(card) ? "gone" : isOwn.has(card) ? "own" : "open" };
  });
}
