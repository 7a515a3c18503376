// rules_engine.ts - the rules library in WebAssembly, for immediate answers: what is legal, what a placement does, whether a
// text tells a number. Until it is loaded, or if it cannot be, the page waits for the server instead.
import { loadUntilThere } from "../net/retry";
import type { RulesEngine } from "../wasm/engine";
import { useMemo } from "preact/hooks";
import { Store, useStore } from "./store";
import type { Show } from "../wasm/show";
import type { View } from "../net/protocol";

export const rulesEngine = new Store<RulesEngine | null>(null);

export function openRulesEngine(): Promise<RulesEngine> {
  const loading = import("./load_rules").then(({ loadEngine }) => loadEngine()); // the start screen does without
  void loading.then(
    (rules) => rulesEngine.set(rules),
    () => undefined,
  );
  return loading;
}

let isWanted = false;

/** The rules are needed from now on: they are asked for until they come. */
export function wantRulesEngine(): void {
  if (!isWanted) void loadUntilThere(openRulesEngine);
  isWanted = true;
}

/** The legal moves of the view's seat; null where nobody can say yet. */
export function legalMoves(view: View | null): string[] | null {
  if (!view) return [];
  return rulesEngine.value?.moves(view) ?? null;
}

/** What to draw of a view, which must be as the server or the library wrote it; null while the rules are on their way. */
export function useShow(view: View | null): Show | null {
  const rules = useStore(rulesEngine);
  return useMemo(() => (view && rules?.show(view)) ?? null, [rules, view]);
}

/** The view after one's own placement, or null where it cannot be known. */
export function afterPlacement(view: View, move: string): View | null {
  if (!move.includes("@")) return null;
  const after = rulesEngine.value?.after(view, [move]) ?? null;
  return after && !("error" in after) ? after : null;
}

/** The part of a text that tells a number; null when it may be said. */
export async function checkTalk(text: string): Promise<string | null> {
  try {
    const [rules] = await Promise.all([openRulesEngine(), import("./load_rules").then(({ loadWords }) => loadWords())]);
    const verdict = rules.guard(text);
    return verdict.pass ? null : text.slice(verdict.at, verdict.at + verdict.length);
  } catch {
    return null; // the server asks again and has the last word
  }
}
