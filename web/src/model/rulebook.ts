// rulebook.ts - the rules library in WebAssembly, for immediate answers: what is legal, what a placement does, whether a
// text tells a number. Until it is loaded, or if it cannot be, the page waits for the server instead.
import { loadUntilThere } from "../net/again";
import type { Rules } from "../wasm/rules";
import { Store } from "./store";
import type { View } from "./types";

export const rulebook = new Store<Rules | null>(null);

export function openRulebook(): Promise<Rules> {
  const loading = import("../wasm/rules").then(({ loadRules }) => loadRules()); // the start screen does without
  void loading.then(
    (rules) => rulebook.set(rules),
    () => undefined,
  );
  return loading;
}

let isWanted = false;

/** The rules are needed from now on: they are asked for until they come. */
export function wantRulebook(): void {
  if (!isWanted) void loadUntilThere(openRulebook);
  isWanted = true;
}

/** The legal moves of the view's seat; null where nobody can say yet. */
export function legalMoves(view: View | null): string[] | null {
  if (!view) return [];
  return rulebook.value?.moves(view) ?? null;
}

/** The view after one's own placement, or null where it cannot be known. */
export function afterPlacement(view: View, move: string): View | null {
  if (!move.includes("@")) return null;
  const after = rulebook.value?.after(view, [move]) ?? null;
  return after && !("error" in after) ? after : null;
}

/** The part of a text that tells a number; null when it may be said. */
export async function checkTalk(text: string): Promise<string | null> {
  try {
    const verdict = (await openRulebook()).guard(text);
    return verdict.pass ? null : text.slice(verdict.at, verdict.at + verdict.length);
  } catch {
    return null; // the server asks again and has the last word
  }
}
