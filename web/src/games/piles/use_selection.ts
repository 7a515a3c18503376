// use_selection.ts - the card that is picked up, the pile that was chosen first, and the keys of the table.
//
// Keys: 1-9 pick up a card by its place in the hand, arrows walk over cards and piles, A S D F place the held card on the first
// to fourth pile, Enter does what the focused thing does, E ends the turn, Backspace takes back, Escape lets go.
import { useTableKeys } from "../../components/table_keys";
import { useState } from "preact/hooks";
import { cardsFor, pilesFor } from "../../model/moves";
import { isTrick, type Pile } from "./piles";
import { jumpLabel } from "./words";
import type { Snapshot } from "../../net/protocol";

export interface SelectionOptions {
  table: Snapshot;
  busy: boolean;
  piles: Pile[];
  onMove: (move: string) => void;
  onTakeBack: () => void;
  /** The last card that is laid out ends the turn by itself. */
  closes: boolean;
}

const LETTERS = "asdf";

function focusables(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)];
}

/** Arrow keys: along a row, and between hand and piles. */
function walk(key: string): boolean {
  const rows = [focusables("[data-pile-button]"), focusables(".hand-card")];
  const current = document.activeElement as HTMLElement;
  const row = rows.findIndex((elements) => elements.includes(current));
  if (row < 0) {
    const first = rows[1]?.[0] ?? rows[0]?.[0];
    first?.focus();
    return first !== undefined;
  }
  const at = rows[row]?.indexOf(current) ?? 0;
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (step !== 0) rows[row]?.[(at + step + rows[row].length) % rows[row].length]?.focus();
  else if (key === "ArrowUp" && row === 1) rows[0]?.[Math.min(at, rows[0].length - 1)]?.focus();
  else if (key === "ArrowDown" && row === 0)
    (rows[1]?.find((element) => element.getAttribute("aria-pressed") === "true") ?? rows[1]?.[0])?.focus();
  return true;
}

/** What a card of the hand would do on the pile that was chosen first. */
export interface Mark {
  text: string;
  win: boolean;
}

export function useSelection(options: SelectionOptions) {
  const { table, piles } = options;
  const [card, setCard] = useState<number | null>(null);
  const [pile, setPile] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const moves = options.busy ? [] : (table.moves ?? []);
  const hands = table.view && table.view.game !== "lie" ? table.view.hands[table.you] : undefined;
  const hand = Array.isArray(hands) ? hands : [];
  const held = card !== null && hand.includes(card) ? card : null;
  const mine = moves.length > 0;

  const place = (which: number, where: string): void => {
    setOver(null);
    if (!moves.includes(`${which}@${where}`)) return;
    setCard(null);
    setPile(null);
    options.onMove(`${which}@${where}`);
  };
  const pickCard = (which: number): void => {
    if (pile !== null && cardsFor(pile, moves).has(which)) return place(which, pile);
    setPile(null);
    setCard(held === which ? null : which);
  };
  const pickPile = (where: string): void => {
    if (held !== null) return place(held, where);
    setPile(pile === where || !mine ? null : where);
  };
  const pickByKey = (which: number): void => {
    if (held !== which || pile !== null) pickCard(which);
  };
  useTableKeys((event) => {
    const key = event.key.toLowerCase();
    const digit = Number(event.key);
    if (event.key.startsWith("Arrow")) {
      if (walk(event.key)) event.preventDefault();
    } else if (digit >= 1 && digit <= hand.length) {
      pickByKey(hand[digit - 1] as number);
      focusables(".hand-card")[digit - 1]?.focus();
    } else if (LETTERS.includes(key) && key !== "" && held !== null) {
      const target = piles[LETTERS.indexOf(key)];
      if (target) place(held, target.id);
    } else if (key === "e" && (moves.includes("end") || options.closes)) options.onMove("end");
    else if (key === "backspace") options.onTakeBack();
    else if (key === "escape") {
      setCard(null);
      setPile(null);
    }
  });

  /** With a pile chosen first: what each card of the hand would do there. */
  const marksFor = (all: Pile[]): Map<number, Mark> | null => {
    const target = all.find((one) => one.id === pile);
    if (!target || !mine) return null;
    return new Map([...cardsFor(target.id, moves)].map((which) => [which, { text: jumpLabel(target, which), win: isTrick(target, which) }]));
  };
  return {
    held,
    pile,
    over,
    setOver,
    moves,
    legal: held === null ? new Set<string>() : pilesFor(held, moves),
    pickCard,
    pickPile,
    place,
    marksFor,
  };
}
