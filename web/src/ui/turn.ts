// turn.ts - the user's own turn. Where placed cards can be taken back, every placement is sent at once; where they are final (TG17),
// cards are laid out first, and nothing leaves this page until it is sent.
import { useEffect, useState } from "preact/hooks";
import type { Shown } from "../model/keeper";
import { laysOut, layOut, type Layout } from "../model/layout";
import { rulebook } from "../model/rulebook";
import { useStore } from "../model/store";
import type { View } from "../model/types";
import type { TableActions } from "../screens/actions";

export interface Turn<V> {
  shown: Shown;
  view: V;
  actions: TableActions;
  /** What lies on the piles and is not sent yet; null where nothing does. */
  layout: Layout | null;
  /** Takes the last card back: one that was laid out, or where it is allowed one that was placed. */
  takeBack: (() => Promise<unknown>) | null;
  /** Sends what is laid out; the turn goes on. */
  send: () => void;
}

export function useTurn<V extends View>(shown: Shown, view: V, actions: TableActions): Turn<V> {
  const { table } = shown;
  const rules = useStore(rulebook);
  const [placements, setPlacements] = useState<string[]>([]);
  const [sending, setSending] = useState(false);
  const privately = laysOut(table);
  const waits = sending || (privately && !rules); // for the answer, or for the rules: a card that was sent is final
  const layout = privately ? layOut(table, placements) : null;
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
    const laid = layout?.laid ?? [];
    if (text.includes("@")) setPlacements([...laid, text]);
    else void send(layout?.closes ? laid : [...laid, text]);
  };
  const mine = view.game !== "lie" && view.to_act.includes(table.you) && !shown.busy && !waits;
  const placed = view.game !== "lie" && view.placed > 0;
  const undo = layout ? async () => setPlacements(layout.laid.slice(0, -1)) : placed && table.takeback && table.takes_back ? actions.takeBack : null;
  return {
    shown: {
      ...shown,
      busy: shown.busy || waits,
      table: layout ? { ...table, view: layout.view, moves: layout.moves } : table,
    },
    view: (layout?.view as V | undefined) ?? view,
    actions: { ...actions, move },
    layout,
    takeBack: mine ? undo : null,
    send: () => void send(layout?.laid ?? []),
  };
}

/** How many of the cards on a pile are not sent yet. */
export function laidOn(layout: Layout | null, pile: string): number {
  return layout?.laid.filter((move) => move.endsWith(`@${pile}`)).length ?? 0;
}
