/*
 * state.ts - games as their dealer sees them, as values: states can be copied, kept and compared, and are never changed by anything but
 * their own play().
 *
 * The module works on one state. It stays there as long as the calls are about the same game; only then are bytes copied.
 */
import { StosError } from "./error";
import type { WasmModule } from "./module";
import type { State, View } from "./types";

/** How a game is dealt: a number (up to 2**53), 64 hexadecimal digits or "fast:N"; or an explicit deck, one list of cards or several. */
export interface Deal {
  seed?: number | bigint | string;
  deck?: readonly number[] | readonly (readonly number[])[];
}

/** The place of states in a module. */
export class Slot {
  private owner: GameState | null = null;

  constructor(readonly wasm: WasmModule) {}

  get bytes(): Uint8Array {
    const { memory } = this.wasm;
    return new Uint8Array(memory.buffer, this.wasm.number("wasm_state"), this.wasm.number("wasm_state_size"));
  }

  /** What a call puts there: a new game. Throws when the call refuses. */
  fill(name: string, text: string, ...values: number[]): GameState {
    this.leave();
    this.check(this.wasm.call(name, text, ...values));
    return (this.owner = new GameState(this));
  }

  copy(bytes: Uint8Array): GameState {
    return new GameState(this, bytes.slice());
  }

  /** Brings a game there. */
  enter(state: GameState): WasmModule {
    if (this.owner !== state) {
      this.leave();
      this.bytes.set(state.kept as Uint8Array);
      state.kept = null;
      this.owner = state;
    }
    return this.wasm;
  }

  private leave(): void {
    if (this.owner) this.owner.kept = this.bytes.slice();
    this.owner = null;
  }

  check(length: number): void {
    if (length > 0) throw StosError.of(this.wasm.output(length));
  }
}

function seatsOf(bits: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].filter((seat) => (bits >> seat) & 1);
}

/** The truth of one game. */
export class GameState {
  constructor(
    private readonly slot: Slot,
    /** Its bytes, while another game is in the module. */
    public kept: Uint8Array | null = null,
  ) {}

  private number(name: string, ...values: number[]): number {
    return this.slot.enter(this).number(name, ...values);
  }

  private text(name: string, ...values: number[]): string {
    return this.slot.wasm.output(this.number(name, ...values));
  }

  /** A game of its own that stands as this one does. */
  copy(): GameState {
    this.slot.enter(this);
    return this.slot.copy(this.slot.bytes);
  }

  /** Equal states have equal bytes. */
  equals(other: GameState): boolean {
    return this.positionText() === other.positionText();
  }

  /** The canonical rules, with every option. */
  rules(): string {
    return this.text("wasm_state_rules");
  }

  /** The seats that the game waits for; none when it is over. */
  actors(): number[] {
    return seatsOf(this.number("wasm_state_actors"));
  }

  /** The seats that may move: the actors, and those who may still change their choice. */
  movers(): number[] {
    return seatsOf(this.number("wasm_state_movers"));
  }

  over(): boolean {
    return this.number("wasm_state_actors") === 0;
  }

  /** Whether a turn has begun and goes on. */
  midTurn(): boolean {
    return this.number("wasm_state_mid_turn") !== 0;
  }

  /** The seat to ask next after a seat (-1: from seat 0), or -1 when the game is over. */
  nextActor(after = -1): number {
    return this.number("wasm_state_next_actor", after);
  }

  /** The legal moves of a seat, as texts. */
  moves(seat: number): string[] {
    return JSON.parse(this.text("wasm_state_moves", seat)) as string[];
  }

  moveCount(seat: number): number {
    return this.number("wasm_state_move_count", seat);
  }

  /** The index-th legal move, without the list of all; null past the end. */
  moveAt(seat: number, index: number): string | null {
    return this.text("wasm_state_move_at", seat, index) || null;
  }

  /** Plays a move. An illegal one throws a StosError and changes nothing. */
  play(seat: number, move: string): void {
    this.slot.check(this.slot.enter(this).call("wasm_state_play", move, seat));
  }

  /** Plays random legal moves to the end; returns how many. */
  playout(seed = 1): number {
    return this.number("wasm_state_playout", seed);
  }

  /** How many cards were left, or the seat that won; -1 until the game is over. */
  result(): number {
    return this.number("wasm_state_result");
  }

  /** "won", "left 12", "winner 1" or "unfinished". */
  resultText(): string {
    return this.text("wasm_state_result_text");
  }

  /** What a seat may know; without one, what whoever watches may know. */
  look(seat = -1): View {
    return JSON.parse(this.text("wasm_state_look", seat)) as View;
  }

  /** Everything, in the words of docs/engine.md. */
  toJSON(): State {
    return JSON.parse(this.text("wasm_state_json")) as State;
  }

  /** One line that parsePosition() reads back. */
  positionText(): string {
    return this.text("wasm_state_position");
  }

  /** Could it be won if all cards were open? Null where that is no question. Takes up to seconds. */
  winnable(): "yes" | "no" | "unknown" | null {
    return JSON.parse(this.text("wasm_state_winnable")) as "yes" | "no" | "unknown" | null;
  }
}
