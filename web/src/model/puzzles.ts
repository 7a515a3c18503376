// puzzles.ts - the shipped puzzles, by what they ask and how hard they are. What was solved is in puzzle_marks.ts.
import { loadEngine } from "./load_rules";
import { PuzzleBook } from "../wasm/puzzle";
import type { GameName } from "../net/protocol";

declare const FILES: { puzzles: string };

export interface PuzzleLine {
  /** From 1, the easiest. */
  number: number;
  rating: number;
  game: GameName;
  line: string;
}

let loading: Promise<PuzzleLine[]> | undefined;

export function readPuzzles(text: string): PuzzleLine[] {
  return text
    .split("\n")
    .map((line) => /^ *(\d+) (\w+)\(/.exec(line))
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
