/*
 * puzzle.ts - puzzles in the rules library: one is open at a time. See src/wasm/puzzle.c.
 */
import type { WasmModule } from "./module";
import type { RulesError } from "./engine";
import type { State, View } from "./types";

/** Where a try stands: everything open, what the solver would see in a game, and the legal moves. */
export interface Standing {
  state: State;
  view: View;
  moves: string[];
}

export interface OpenPuzzle extends Standing {
  rating: number;
  seat: number;
  /** LIE: what to choose among, each with its chance to win the round. */
  choices: { move: string; chance: number }[];
}

export interface Tried extends Standing {
  verdict: "on" | "solved" | "failed";
  replies: string[];
}

export interface SolutionStep {
  seat: number;
  move: string;
  state: State;
}

export class PuzzleBook {
  constructor(private readonly wasm: WasmModule) {}

  /** Opens a line of the shipped file; null when it is no puzzle. */
  open(line: string): OpenPuzzle | null {
    const puzzle = this.wasm.json<Partial<OpenPuzzle>>("wasm_puzzle_open", line);
    return puzzle.view ? (puzzle as OpenPuzzle) : null;
  }

  move(move: string): Tried | RulesError {
    return this.wasm.json("wasm_puzzle_move", move);
  }

  /** Back to the start of the puzzle. */
  restart(): Standing {
    return JSON.parse(this.wasm.output(this.wasm.number("wasm_puzzle_back", 1))) as Standing;
  }

  solution(): SolutionStep[] {
    return JSON.parse(this.wasm.output(this.wasm.number("wasm_puzzle_solution"))) as SolutionStep[];
  }

  /** What the player on turn saw when a turn of a record began; null when there is no such turn. */
  turnView(record: string, turn: number): View | null {
    type Step = { turns?: number; state?: View; result?: string; error?: string };
    let step = this.wasm.json<Step>("wasm_record_open", record);
    while (step.state && ((step.turns ?? 0) < turn || step.state.phase === "start"))
      step = JSON.parse(this.wasm.output(this.wasm.number("wasm_record_next"))) as Step;
    const seat = step.state?.to_act[0];
    return seat === undefined ? null : (JSON.parse(this.wasm.output(this.wasm.number("wasm_record_view", seat))) as View);
  }
}
