// use_turn_draft.ts - the user's own turn. Where placed cards can be taken back, every placement is sent at once; where they are final (TG17),
// cards are laid out first, and nothing leaves this page until it is sent.
import { useEffect, useState } from "preact/hooks";
import type { TableState } from "../../model/table_state";
import type { Show } from "../../wasm/show";
import type { TableProps } from "../game";
import { draftsTurns, draftOf, withDraft, type Draft } from "./draft";
import { rulesEngine } from "../../model/rules_engine";
import { useStore } from "../../model/store";
import type { View } from "../../net/protocol";
import type { TableActions } from "../../model/table_actions";

export interface TurnDraft<V> {
  shown: TableState;
  view: V;
  show: Show;
  actions: TableActions;
  /** What lies on the piles and is not sent yet; null where nothing does. */
  draft: Draft | null;
  /** Takes the last card back: one that was laid out, or where it is allowed one that was placed. */
  takeBack: (() => Promise<unknown>) | null;
  /** Sends what is laid out; the turn goes on. */
  send: () => void;
}

export function useTurnDraft<V extends View>({ shown, view, show, actions }: TableProps<V>): TurnDraft<V> {
  const { table } = shown;
  const rules = useStore(rulesEngine);
  const [placements, setPlacements] = useState<string[]>([]);
  const [sending, setSending] = useState(false);
  const privately = draftsTurns(table);
  const waits = sending || (privately && !rules); // for the answer, or for the rules: a card that was sent is final
  const draft = privately ? draftOf(table, placements) : null;
  useEffect(() => {
    if (!privately && !sending) setPlacements([]);
  }, [privately, sending]);

  const send = async (moves: string[]): Promise<void> => {
    setSending(true);
    await actions.turn(moves);
    setSending(false);
    setPlacements([]);
  };
  const move = (text: string): void => {
    if (!privately) return actions.move(text);
    const laid = draft?.laid ?? [];
    if (text.includes("@")) setPlacements([...laid, text]);
    else void send(draft?.closes ? laid : [...laid, text]);
  };
  const mine = view.game !== "lie" && view.to_act.includes(table.you) && !shown.busy && !waits;
  const placed = view.game !== "lie" && view.placed > 0;
  const undo = draft ? async () => setPlacements(draft.laid.slice(0, -1)) : placed && table.takeback && table.takes_back ? actions.takeBack : null;
  return {
    shown: withDraft(shown, draft, waits),
    view: (draft?.view as V | undefined) ?? view,
    show: (draft && rules?.show(draft.view)) ?? show,
    actions: { ...actions, move },
    draft,
    takeBack: mine ? undo : null,
    send: () => void send(draft?.laid ?? []),
  };
}

/** How many of the cards on a pile are not sent yet. */
export function laidOn(draft: Draft | null, pile: string): number {
  return draft?.laid.filter((move) => move.endsWith(`@${pile}`)).length ?? 0;
}
