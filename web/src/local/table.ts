/*
 * table.ts - one table in this browser: the host of src/local, through the functions of src/wasm/host.c.
 *
 * A change is made in three steps: ask, save `lines()`, then `apply()` or, if they could not be saved, `drop()`. Nothing else
 * may be asked in between; host.ts ensures that.
 */
import { pluralForm, t } from "../i18n";
import type { Snapshot, TableStatus, TableEvent } from "../net/protocol";
import type { WasmModule } from "../wasm/module";
import { sentenceOf, type Sentence } from "../wasm/refusal";

export interface Denial {
  error: string;
  message: string;
  clause?: string;
  at?: number;
  length?: number;
}

/** What a fresh deal needs. */
export interface Deal {
  seed: string;
  id: string;
  commitment: string;
}

export interface TableRequest {
  verb: string;
  ref?: string;
  key?: string;
  text?: string;
  matter?: string;
  yes?: boolean;
  seat?: number;
  position?: number;
  /** Who asks, by number from 1; without it whoever sits here, in hot seat whoever is on turn. */
  person?: number;
  deal: Deal;
}

/** How a new table is made: src/wasm/opening.c. */
export interface NewTable {
  code: string;
  rules: string;
  talk: string;
  door: string;
  turn_seconds: number;
  /** takeback, odds, memory, watchable, begin_when_full. */
  flags: boolean[];
  /** Of whoever is here; in hot seat the names of all, by seat. */
  names: string[];
  /** "me", "open" or "bot:NAME". */
  seats: string[];
  begins: boolean;
  deal: Deal;
}

/** A game that goes on from its record. */
export interface Resumed {
  code: string;
  id: string;
  name: string;
  /** The bot that plays for other people; "": the usual one. */
  standIn: string;
  record: string;
  /** One's own; -1: the first of a person. */
  seat: number;
  /** Moves that have been made; -1: all of them. */
  steps: number;
  practice: boolean;
}

/** What a bot has to answer. */
export interface Question {
  number: number;
  seat: number;
  what: "choose" | "say";
  /** The bot failed before: a simple one answers in its place, which needs nothing but the module. */
  simple: boolean;
}

/** A refusal in the language of the reader. */
function denialOf(wasm: WasmModule, json: string): Denial {
  const { one, many, n, ...denial } = JSON.parse(json) as Denial & Sentence;
  return { ...denial, message: sentenceOf(wasm, { message: denial.message, one, many, n } as Sentence, pluralForm) };
}

function made(wasm: WasmModule, text: string): string[] | Denial {
  return text.startsWith("{") ? denialOf(wasm, text) : text.split("\n").filter(Boolean);
}

/** Nothing that ends a line may stand in one. */
function lines(...texts: (string | number)[]): string {
  return texts.map((text) => String(text).replace(/[\n\r\0]/g, " ")).join("\n");
}

export class LocalTable {
  private readonly handle: number;
  private latest = 0;
  /** Everything that happened, as its reader may see it. */
  readonly events: TableEvent[] = [];

  constructor(
    private readonly wasm: WasmModule,
    seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER),
  ) {
    this.handle = wasm.number("wasm_table_new", seed);
    if (this.handle === 0) throw new Error("out of memory");
  }

  free(): void {
    this.wasm.number("wasm_table_free", this.handle);
  }

  // ---------------------------------------------------------------- new tables

  /** The lines of a new table, or why there is none. */
  static make(wasm: WasmModule, as: NewTable, now: number): string[] | Denial {
    const flags = as.flags.map((flag) => (flag ? "1" : "0")).join("");
    const { seed, id, commitment } = as.deal;
    const input = lines(as.code, "local", as.rules, as.talk, as.door, as.turn_seconds, 0, flags, seed, id, commitment, as.names.join("\t"), as.seats.join(" "));
    return made(wasm, wasm.text("wasm_new_table", input, as.begins ? 1 : 0, now));
  }

  static resume(wasm: WasmModule, as: Resumed, now: number): string[] | Denial {
    const input = `${lines(as.code, "local", as.id, as.name, as.standIn)}\n${as.record}`;
    return made(wasm, wasm.text("wasm_resume", input, as.seat, as.steps, as.practice ? 1 : 0, now));
  }

  /** The first game is dealt from the deck of this record, if it has one. */
  useDeck(record: string): boolean {
    return this.wasm.call("wasm_table_deck", record, this.handle) === 1;
  }

  /** The record of the last game as far as it got. */
  record(log: string[]): string {
    return this.wasm.text("wasm_table_record", log.join("\n"), this.handle);
  }

  // ---------------------------------------------------------------- asking

  request(ask: TableRequest, now: number): Denial | null {
    const { verb, ref = "", key = "", text = "", matter = "", seat = -1, yes = true, position = -1, person = this.person, deal } = ask;
    if (/[\n\r\0]/.test(verb + ref + key + text + matter)) return { error: "bad_text", message: t("A message must be plain text and not empty.") };
    const lines = [verb, ref, key, text, matter, deal.seed, deal.id, deal.commitment].join("\n");
    return this.outcome(this.wasm.call("wasm_table_ask", lines, this.handle, person, seat, yes ? 1 : 0, position, now));
  }

  /** The number that the last request is answered with: of its first event, also when it was done before. */
  get answered(): number {
    return this.wasm.number("wasm_answer_number", this.handle);
  }

  tick(now: number): Denial | null {
    return this.outcome(this.wasm.number("wasm_table_tick", this.handle, now));
  }

  come(now: number, seat = this.you): Denial | null {
    return this.outcome(this.wasm.number("wasm_table_come", this.handle, seat, now));
  }

  credit(ms: number, now: number): Denial | null {
    return this.outcome(this.wasm.number("wasm_table_credit", this.handle, ms, now));
  }

  private outcome(reason: number): Denial | null {
    return reason === 0 ? null : denialOf(this.wasm, this.wasm.output(this.wasm.number("wasm_refusal", this.handle)));
  }

  // ---------------------------------------------------------------- events

  /** The answer as lines for the log. */
  lines(): string[] {
    const text = this.wasm.output(this.wasm.number("wasm_answer_lines", this.handle));
    return text === "" ? [] : text.split("\n");
  }

  /** What was kept happens. */
  apply(now: number): TableEvent[] {
    const length = this.wasm.number("wasm_answer_apply", this.handle, this.reader, now);
    const events = JSON.parse(this.wasm.output(length)) as TableEvent[];
    this.events.push(...events);
    return events;
  }

  /** It could not be kept: nobody asked. */
  drop(now: number): void {
    this.wasm.number("wasm_answer_drop", this.handle, now);
  }

  /** Reads a line of the log; false when it cannot follow. */
  read(line: string): boolean {
    const length = this.wasm.call("wasm_table_retell", line, this.handle, this.reader);
    if (length === 0) return false;
    this.events.push(JSON.parse(this.wasm.output(length)) as TableEvent);
    return true;
  }

  // ---------------------------------------------------------------- hints

  /** A hint about a pile, or with an empty pile about oneself. */
  hint(pile: string, hint: string): Denial | null {
    return this.outcome(this.wasm.call("wasm_table_hint", `${pile}\n${hint}`, this.handle, this.you));
  }

  // ---------------------------------------------------------------- questions

  snapshot(now: number, withMoves = false): Snapshot {
    const snapshot = this.readJson<Snapshot>("wasm_table_snapshot", this.you, now, Number(withMoves));
    return this.isHotseat ? { ...snapshot, hotseat: true } : snapshot;
  }

  status(now: number, withMoves = false): TableStatus {
    return this.readJson("wasm_table_now", this.you, now, Number(withMoves));
  }

  hints(): Pick<TableStatus, "hints"> {
    return this.readJson("wasm_table_hints");
  }

  private readJson<T>(name: string, ...values: number[]): T {
    return JSON.parse(this.wasm.output(this.wasm.number(name, this.handle, ...values))) as T;
  }

  /** The seat that the device is for; in hot seat, while nobody has to decide, still the last one. */
  get you(): number {
    const seat = this.wasm.number("wasm_table_own_seat", this.handle);
    if (!this.isHotseat) return seat;
    if (seat >= 0) this.latest = seat;
    return this.latest;
  }

  /** How many people share the device. */
  get people(): number {
    return this.wasm.number("wasm_table_people", this.handle);
  }

  /** The seats of whoever is at the device. */
  seatsHere(): number[] {
    if (!this.isHotseat) return this.you >= 0 ? [this.you] : [];
    return this.snapshot(0).seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  }

  get isHotseat(): boolean {
    return this.people > 1;
  }

  /** The number of whoever asks for something: in hot seat by seat, else there is one. */
  private get person(): number {
    return this.isHotseat ? this.you + 1 : 1;
  }

  /** Who reads about events: in hot seat everybody, so that nothing of one's own may be in them. */
  private get reader(): number {
    return this.isHotseat ? -1 : this.you;
  }

  get last(): number {
    return this.wasm.number("wasm_table_last", this.handle);
  }

  get position(): number {
    return this.wasm.number("wasm_table_position", this.handle);
  }

  get isRunning(): boolean {
    return this.wasm.number("wasm_table_is_running", this.handle) !== 0;
  }

  get dueMs(): number {
    return this.wasm.number("wasm_table_due_ms", this.handle);
  }

  // ---------------------------------------------------------------- bots

  /** The question that waits for an answer; null when no bot has to be asked. */
  question(now: number): Question | null {
    const length = this.wasm.number("wasm_table_question", this.handle, now);
    return length === 0 ? null : (JSON.parse(this.wasm.output(length)) as Question);
  }

  /** All that the bot of the question may know. */
  job(): Uint8Array {
    return this.wasm.outputBytes(this.wasm.number("wasm_table_job", this.handle));
  }

  /** An answer, or nothing when the bot failed. True when it counts: hints have changed, or a move waits to be kept. */
  answer(number: number, text: string, now: number): boolean {
    return this.wasm.call("wasm_table_answer", text, this.handle, number, now) === 1;
  }
}
