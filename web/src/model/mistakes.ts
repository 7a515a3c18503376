// mistakes.ts - the user's costly turns in games that this page has analysed: puzzles from their own play, stored on this device.
import { turningPoints } from "./curve";
import { Store } from "./store";
import type { AnalyzedTurn, GameName } from "../net/protocol";

/** A turn of a finished game, and what it cost of the chance to win. */
export interface Mistake {
  game: string;
  local: boolean;
  turn: number;
  title: GameName;
  loss: number;
}

const KEY = "stos.mistakes";
const MOST = 24;

function load(): Mistake[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Mistake[]) : [];
  } catch {
    return [];
  }
}

/** Newest game first. */
export const mistakes = new Store<Mistake[]>(load());

function keep(list: Mistake[]): void {
  mistakes.set(list.slice(0, MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(mistakes.value));
  } catch {
    // they last until the page is closed
  }
}

/** Notes what `you` could have done better in a game that was judged; of a game that was judged before, nothing new. */
export function noteMistakes(of: Omit<Mistake, "turn" | "loss">, you: number, turns: readonly AnalyzedTurn[]): void {
  if (mistakes.value.some((one) => one.game === of.game)) return;
  const own = turns.map((turn) => (turn.seat === you && turn.better !== "" ? turn : { ...turn, loss: 0 }));
  const found = turningPoints(own).map((turn) => ({ ...of, turn, loss: own[turn]?.loss ?? 0 }));
  if (found.length > 0) keep([...found, ...mistakes.value]);
}

/** A turn that was found now is no puzzle any more. */
export function forgetMistake(game: string, turn: number): void {
  keep(mistakes.value.filter((one) => one.game !== game || one.turn !== turn));
}
