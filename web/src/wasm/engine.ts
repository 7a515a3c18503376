/*
 * engine.ts - what one asks the rules while a game runs anywhere: what is legal, what a placement does, whether a message may be
 * said, and records played back. The answers come at once; the server has the last word.
 */
import type { WasmModule } from "./module";
import { sentenceOf, type Translate } from "./refusal";
import { gameWords, ladderOf, showOf, type GameWords, type LadderStep, type Show } from "./show";
import type { GameInfo, GameName, State, View } from "./types";

export interface RulesFacts {
  rules: string;
  game: GameName;
  seats: number;
}

export interface RulesError {
  error: string;
  message: string;
  clause: string;
  /** Of a record. */
  line?: number;
}

/** The guard's verdict; `at` and `length` are in UTF-16 units, as JavaScript counts. */
export type Verdict = { pass: true } | { pass: false; at: number; length: number };

/** A turn laid out in private (TG17). */
export interface Plan {
  view: View;
  moves: string[];
  /** The last placement ends the turn or the game: what is drawn then nobody knows. */
  closes: boolean;
}

/** One move of a record, and the open state after it (docs/engine.md). */
export interface ReplayStep {
  seat: number;
  move: string;
  /** The turns that have ended with it. */
  turns: number;
  state: State;
}

export interface Replay {
  rules: string;
  seats: number;
  names: string[];
  start: State;
  steps: ReplayStep[];
  result: string;
}

export class RulesEngine {
  /** `translate` says refusals in the language of the reader. */
  constructor(
    readonly wasm: WasmModule,
    private readonly translate: Translate,
  ) {}

  read(rules: string): RulesFacts | RulesError {
    return this.wasm.json("wasm_rules_read", rules);
  }

  /** What is wrong with rules, in a sentence; "": nothing. */
  problem(rules: string): string {
    const read = this.read(rules);
    return "error" in read ? sentenceOf(this.wasm, read, this.translate) : "";
  }

  games(): GameInfo[] {
    return JSON.parse(this.wasm.output(this.wasm.number("wasm_games"))) as GameInfo[];
  }

  /** The legal moves of the view's seat; none for watchers and when the game is over. */
  moves(view: View): string[] {
    return this.wasm.json<string[] | null>("wasm_view_moves", JSON.stringify(view)) ?? [];
  }

  /** The view after placements; null once the turn is over, for what is drawn then nobody knows. */
  after(view: View, placements: string[]): View | RulesError | null {
    return this.wasm.json("wasm_view_after", [JSON.stringify(view), ...placements].join("\n"));
  }

  /** The view with placements that nobody else has seen yet, and what could follow; see src/game/show.h. */
  plan(view: View, placements: string[]): Plan | RulesError | null {
    return this.wasm.json("wasm_view_plan", [JSON.stringify(view), ...placements].join("\n"));
  }

  /** What to draw of a view; null for one that no game can have. */
  show(view: View): Show | null {
    return showOf(this.wasm, view);
  }

  /** What the facts and sentences of a game are called; null for a game that it does not know. */
  words(game: string): GameWords | null {
    return gameWords(this.wasm, game);
  }

  /** Every bid, lowest first. */
  ladder(view: View): LadderStep[] {
    return ladderOf(this.wasm, view);
  }

  guard(text: string): Verdict {
    const verdict = this.wasm.json<Verdict>("wasm_guard", text);
    if (verdict.pass) return verdict;
    const bytes = new TextEncoder().encode(text);
    const units = (length: number) => new TextDecoder().decode(bytes.subarray(0, length)).length;
    const at = units(verdict.at);
    return { pass: false, at, length: units(verdict.at + verdict.length) - at };
  }

  /** The last refusal as an error. */
  protected refusal(error: RulesError): Error {
    return new Error(sentenceOf(this.wasm, error, this.translate));
  }

  /** Plays a record back. Throws with the reason when it is none, or does not follow the rules. */
  replay(record: string): Replay {
    const head = this.wasm.json<{ rules: string; seats: number; names: string[]; state: State } & Partial<RulesError>>(
      "wasm_record_open",
      record,
    );
    if (head.error) throw this.refusal(head as RulesError);
    const steps: ReplayStep[] = [];
    for (;;) {
      const step = JSON.parse(this.wasm.output(this.wasm.number("wasm_record_next"))) as ReplayStep & { result?: string } & Partial<RulesError>;
      if (step.error) throw this.refusal(step as RulesError);
      if (step.result !== undefined) return { rules: head.rules, seats: head.seats, names: head.names, start: head.state, steps, result: step.result };
      steps.push(step);
    }
  }

  /** As `stos bench` prints it. */
  signature(rules: string): string {
    return this.wasm.text("wasm_signature", rules);
  }
}
