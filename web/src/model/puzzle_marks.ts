// puzzle_marks.ts - which puzzles were solved on this device: one letter for each, as `stos puzzles` keeps it.
import { Store } from "./store";

export type Mark = " " | "+" | "*";

const KEY = "stos.puzzles";

function load(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** What was solved, by number. */
export const solved = new Store<string>(load());

export function markOf(marks: string, number: number): Mark {
  const mark = marks[number - 1];
  return mark === "+" || mark === "*" ? mark : " ";
}

export function countSolved(marks: string): number {
  return marks.replace(/[^+*]/g, "").length;
}

/** Remembers a solved puzzle; one that was solved at the first try stays so. */
export function markSolved(number: number, atOnce: boolean): void {
  if (markOf(solved.value, number) === "*") return;
  const marks = solved.value.padEnd(number, " ");
  solved.set(marks.slice(0, number - 1) + (atOnce ? "*" : "+") + marks.slice(number));
  try {
    localStorage.setItem(KEY, solved.value);
  } catch {
    // it lasts until the page is closed
  }
}
