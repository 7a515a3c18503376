/*
 * show.ts - what to draw of any game: piles, hand, facts and sentences of a view, from the rules library, which knows the games.
 * docs/engine.md ("What to draw") says what the members are.
 *
 *   const words = gameWords(wasm, view.game);
 *   const show = showOf(wasm, view);
 *   factTexts(words, show, "status", translate);    what stands beside the title
 *   tellMove(wasm, before, seat, move, after)?.sentences.map((told) => sentenceText(words, told, nameOf, translate));
 */
import type { WasmModule } from "./module";
import type { Translate } from "./refusal";
import type { View } from "./types";

export interface ShowPile {
  name: string;
  top: number;
  /** The number of the empty pile, the card that it leads to, and the places left before that. */
  start: number;
  end: number;
  room: number;
  rising: boolean;
  /** One's own or everybody's; false: the opponent's. */
  mine: boolean;
  /** A fire lies on top; it must be covered before the turn ends. */
  burning: boolean;
  due: boolean;
}

/** A card with a number and where it may go now, or a card with two ends, of which the first lies up. */
export type ShowCard =
  | { card: number; fire: boolean; trick: boolean; moves: { move: string; pile: number; jump: number }[] }
  | { ends: [number, number]; chosen: boolean };

export interface Told {
  kind: string;
  numbers: number[];
}

export interface Reveal {
  bid: string;
  found: number;
  challenger: number;
  bidder: number;
  loser: number;
  hands: { ends: [number, number]; counts: boolean }[][];
}

export interface Show {
  phase: "start" | "show" | "direction" | "bid" | "play" | "over";
  /** Cards have these numbers; 0 and 0 where they have two ends. */
  low: number;
  high: number;
  mid_turn: boolean;
  may_end: boolean;
  /** That each seat holds. */
  cards: number[];
  piles: ShowPile[];
  hand: ShowCard[];
  choices: { move: string; kind: "end" | "start" | "show" | "dir" | "bid" | "call" }[];
  facts: Record<string, number[]>;
  result?: Told;
  gone?: number[];
  votes?: (number | null)[];
  said?: (string | null)[];
  reveal?: Reveal;
}

export interface LadderStep {
  bid: string;
  state: "past" | "stands" | "legal" | "closed";
  chance?: number;
}

export type FactPlace = "numbers" | "status" | "note" | "duty" | "bid";
export type TellPlace = "line" | "card" | "turn" | "hand" | "result";

interface Kind<Place> {
  place: Place;
  one: string | null;
  many: string | null;
  /** Which of its numbers decides between the two. */
  counted: number;
}

export interface GameWords {
  about: string | null;
  usage: string | null;
  task: string | null;
  facts: Record<string, Kind<FactPlace>>;
  sentences: Record<string, Kind<TellPlace>>;
}

export function gameWords(wasm: WasmModule, game: string): GameWords | null {
  return wasm.json("wasm_game_words", game);
}

/** Null when it is no view. */
export function showOf(wasm: WasmModule, view: View): Show | null {
  return wasm.json("wasm_view_show", JSON.stringify(view));
}

/** Every bid, lowest first; none where nothing is bid. */
export function ladderOf(wasm: WasmModule, view: View): LadderStep[] {
  return wasm.json<LadderStep[] | null>("wasm_view_ladder", JSON.stringify(view)) ?? [];
}

/** What a move of a seat tells whoever has these views of before and after it, and whether its turn goes on. */
export function tellMove(wasm: WasmModule, before: View, seat: number, move: string, after: View): { sentences: Told[]; goes_on: boolean } | null {
  return wasm.json("wasm_view_tell", [JSON.stringify(before), move, JSON.stringify(after)].join("\n"), seat);
}

function fill(text: string, numbers: number[], nameOf: (seat: number) => string): string {
  let at = 0;
  return text.replace(/%[ds]/g, (hole) => {
    const number = numbers[at++] ?? 0;
    return hole === "%d" ? String(number) : nameOf(number);
  });
}

function textOf(kind: Kind<string> | undefined, numbers: number[], nameOf: (seat: number) => string, translate: Translate): string {
  if (!kind?.one) return "";
  return fill(translate(kind.one, kind.many ?? kind.one, numbers[kind.counted] ?? 0), numbers, nameOf);
}

/** A sentence in the reader's language; "" for one without words, such as a plain placement. */
export function sentenceText(words: GameWords, { kind, numbers }: Told, nameOf: (seat: number) => string, translate: Translate): string {
  return textOf(words.sentences[kind], numbers, nameOf, translate);
}

/** The facts that stand at a place, in the reader's language. */
export function factTexts(words: GameWords, show: Show, place: FactPlace, translate: Translate): string[] {
  return Object.entries(show.facts)
    .filter(([name]) => words.facts[name]?.place === place)
    .map(([name, numbers]) => textOf(words.facts[name], numbers, String, translate));
}
