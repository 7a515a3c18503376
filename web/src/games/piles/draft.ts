// draft.ts - a turn laid out in private (TG17): cards on piles that nobody else sees until they are sent. Legality comes from the
// rules library.
import { readPlacement } from "../../model/moves";
import { rulesEngine } from "../../model/rules_engine";
import type { Plan } from "../../wasm/engine";
import type { TableState } from "../../model/table_state";
import type { Snapshot } from "../../net/protocol";

export interface Draft extends Plan {
  /** The placements, in order, that are not sent yet. */
  laid: string[];
}

function ownHand(table: Snapshot): number[] {
  const hand = table.view && table.view.game !== "lie" ? table.view.hands[table.you] : undefined;
  return Array.isArray(hand) ? hand : [];
}

/** Whether the reader is on turn with cards that cannot be taken back once they are sent. Before the rules are here nothing can be laid out. */
export function draftsTurns(table: Snapshot): boolean {
  const { view } = table;
  const mine = view !== null && view.game !== "lie" && view.phase === "play" && view.to_act.includes(table.you);
  return mine && table.phase === "playing" && !table.takes_back && "WebAssembly" in globalThis;
}

/** The table with these placements on it; null where they do not fit, or there are none. Those that were sent meanwhile are left out. */
export function draftOf(table: Snapshot, placements: string[]): Draft | null {
  const { view } = table;
  const rules = rulesEngine.value;
  const hand = ownHand(table);
  const laid = placements.filter((move) => hand.includes(readPlacement(move)?.card ?? -1));
  if (!view || !rules || laid.length === 0) return null;
  const plan = rules.plan(view, laid);
  return plan && !("error" in plan) ? { ...plan, laid } : null;
}

/** As it is shown to whoever has laid out a part of the turn: nobody else knows of that (TG17). `waits`: nothing more can be done now. */
export function withDraft(shown: TableState, draft: Draft | null, waits: boolean): TableState {
  const table = draft ? { ...shown.table, view: draft.view, moves: draft.moves } : shown.table;
  return { ...shown, busy: shown.busy || waits, table };
}
