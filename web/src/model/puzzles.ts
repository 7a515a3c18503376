// puzzles.ts - the shipped puzzles, and what was solved on this device: one letter for each, as `stos puzzles` keeps it.
import { loadEngine } from "../wasm/engine";
import { PuzzleBook } from "../wasm/puzzle";
import { Store } from "./store";
import type { GameName } from "../net/protocol";

declare const FILES: { puzzles: string };

export interface PuzzleLine {
  /** From 1, the easiest. */
  number: number;
  rating: number;
  game: GameName;
  line: string;
}

export type Mark = " " | "+" | "*";

const KEY = "stos.puzzles";
let loading: Promise<PuzzleLine[]> | undefined;

export function readPuzzles(text: string): PuzzleLine[] {
  return text
    .split("\n")
    .map((line) => /^ *(\d+) (thegame|facetoface|lie)\(/.exec(line))
    .filter((found) => found !== null)
    .map((found, index) => ({ number: index + 1, rating: Number(found[1]), game: found[2] as GameName, line: found.input }));
}

/** The ladder, fetched once; the service worker keeps it for when there is no network. */
export function loadPuzzles(): Promise<PuzzleLine[]> {
  loading ??= fetch(FILES.puzzles)
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
    .then(readPuzzles);
  loading.catch(() => (loading = undefined));
  return loading;
}

export async function openBook(): Promise<PuzzleBook> {
  return new PuzzleBook((await loadEngine()).wasm);
}

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
