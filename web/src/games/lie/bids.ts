// bids.ts - the ladder of bids of LIE: every bid has a rank, and what comes after the current bid is legal (LI5-LI7).
import { bidText } from "../../model/moves";
import type { Bid } from "../../model/moves";

export type Order = "face" | "count";

export const FACES = [1, 2, 3, 4, 5, 6] as const;

export interface Step {
  bid: Bid;
  text: string;
  state: "past" | "current" | "legal" | "closed";
}

/** One rung: all faces of a count. So the ladder is never wider than six steps, whichever of the two leads. */
export interface Rung {
  count: number;
  steps: Step[];
}

export function rank(bid: Bid, order: Order, cards: number): number {
  return order === "face" ? (bid.face - 1) * cards + bid.count - 1 : (bid.count - 1) * 6 + bid.face - 1;
}

export function ladder(cards: number, order: Order, current: Bid | null, legal: ReadonlySet<string>): Rung[] {
  const now = current ? rank(current, order, cards) : -1;
  const step = (bid: Bid): Step => {
    const text = bidText(bid);
    const at = rank(bid, order, cards);
    return { bid, text, state: at === now ? "current" : at < now ? "past" : legal.has(text) ? "legal" : "closed" };
  };
  const counts = Array.from({ length: cards }, (_, index) => index + 1);
  return counts.map((count) => ({ count, steps: FACES.map((face) => step({ count, face })) }));
}

/** The step reached with an arrow key, staying on legal ones where that is possible. */
export function neighbour(rungs: Rung[], from: string, across: number, down: number): string {
  const row = rungs.findIndex((rung) => rung.steps.some((step) => step.text === from));
  const column = rungs[row]?.steps.findIndex((step) => step.text === from) ?? 0;
  let [r, c] = [row, column];
  for (;;) {
    r += down;
    c += across;
    const step = rungs[r]?.steps[c];
    if (!step) return from;
    if (step.state === "legal") return step.text;
  }
}
