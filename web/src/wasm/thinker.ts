/*
 * thinker.ts - bots that think, and the numbers that they learned, which are fetched when a bot first needs them.
 */
import type { WasmModule } from "./module";
import type { Advice, AnalyzedGame, JudgedTurn } from "./types";

export interface Thinker {
  /** The move that the bot of a job chooses. */
  choose(job: Uint8Array): Promise<string>;
  /** What the bot of a job says: a hint's number for each pile, and one about itself; null when it says nothing. */
  say(job: Uint8Array): Promise<{ piles: number[]; self: number } | null>;
  /** Judges the turns of a record. */
  analyze(record: string): Promise<AnalyzedGame>;
  /** Judges other moves in a turn of a record; see wasm_turn_judge. */
  judge(question: string): Promise<JudgedTurn | null>;
  /** What `champion` makes of the deal of a record, on every seat: a result as in records. */
  rival(record: string): Promise<string>;
  /** What a good player would do in a view (its JSON). */
  advise(view: string): Promise<Advice>;
}

/** Fetches what bots learned, by its name; nothing where there is nothing to fetch. */
export type FetchTables = (name: string) => Promise<Uint8Array | null>;

/** The solved rounds of LIE: not for `loadTables`, and bots can do without them. */
const ROUNDS = "lie_rounds";

/** `champion` plays a deal again in about a second: docs/results.md says how strong it is with so little. */
const RIVAL_NODES = 200;
const MOST_TURNS = 500;
/** No name: the rules library says which bot gives advice, as in the terminal. */
const THE_USUAL = "";

/** Thinks in the module that it is given. */
export class ModuleThinker implements Thinker {
  private readonly loaded = new Map<string, Promise<void>>();

  constructor(
    protected readonly wasm: WasmModule,
    private readonly fetchTables: FetchTables,
  ) {}

  async choose(job: Uint8Array): Promise<string> {
    return this.wasm.text("wasm_job_choose", await this.ready(job));
  }

  async say(job: Uint8Array): Promise<{ piles: number[]; self: number } | null> {
    await this.load(this.wasm.text("wasm_job_tables", job));
    const said = this.wasm.text("wasm_job_say", job);
    return said === "" ? null : (JSON.parse(said) as { piles: number[]; self: number });
  }

  async analyze(record: string): Promise<AnalyzedGame> {
    const head = this.wasm.json<{ rules: string; error?: string; message?: string }>("wasm_record_open", record);
    if (head.error) throw new Error(head.message);
    await this.load(this.wasm.output(this.wasm.number("wasm_record_tables")));
    this.wasm.call("wasm_record_open", record); // another may have been opened meanwhile
    const winnable = JSON.parse(this.wasm.output(this.wasm.number("wasm_record_winnable"))) as AnalyzedGame["winnable"];
    const turns: AnalyzedGame["turns"] = [];
    for (;;) {
      const turn = JSON.parse(this.wasm.output(this.wasm.number("wasm_record_judge", 0))) as Partial<AnalyzedGame["turns"][number]>;
      if (turn.seat === undefined) return { rules: head.rules, winnable, turns };
      turns.push(turn as AnalyzedGame["turns"][number]);
    }
  }

  /** Lines: the number of the turn, its moves, the record. */
  async judge(question: string): Promise<JudgedTurn | null> {
    const record = question.split("\n").slice(2).join("\n");
    this.wasm.json("wasm_record_open", record);
    await this.load(this.wasm.output(this.wasm.number("wasm_record_tables")));
    const judged = this.wasm.json<Partial<JudgedTurn>>("wasm_turn_judge", question);
    return judged.before === undefined ? null : (judged as JudgedTurn);
  }

  async rival(record: string): Promise<string> {
    const head = this.wasm.json<{ error?: string; message?: string }>("wasm_record_open", record);
    if (head.error) throw new Error(head.message);
    await this.load(this.wasm.output(this.wasm.number("wasm_record_tables")));
    if (this.wasm.call("wasm_rival_open", record, RIVAL_NODES) !== 1) throw new Error("nobody can play this deal");
    for (let turns = 0; turns < MOST_TURNS; turns++) {
      const result = this.wasm.output(this.wasm.number("wasm_rival_turn"));
      if (result !== "") return result;
    }
    throw new Error("the game does not end");
  }

  async advise(view: string): Promise<Advice> {
    const job = this.wasm.outputBytes(this.wasm.call("wasm_job_make", [view, THE_USUAL, "1", "0", "0"].join("\n")));
    const advice = this.wasm.json<Advice>("wasm_job_advise", await this.ready(job));
    return { ...advice, chance: advice.chance === null ? null : advice.chance / 10_000 };
  }

  /** The job once it can be done. Where what its bot learned cannot be had, a simpler one does it, with a warning: better than nobody. */
  protected async ready(job: Uint8Array): Promise<Uint8Array> {
    const isReady = await this.load(this.wasm.text("wasm_job_tables", job)).then(
      () => true,
      (error) => {
        console.warn(`what bots learned cannot be had, "steady" plays instead: ${error}`);
        return false;
      },
    );
    return isReady ? job : this.wasm.outputBytes(this.wasm.call("wasm_job_plain", job));
  }

  /** Loads what is named, each once. */
  protected async load(names: string): Promise<void> {
    await Promise.all(names.split(" ").filter(Boolean).map((name) => this.loadOne(name)));
  }

  private async loadRounds(): Promise<void> {
    const problem = await this.fetchTables(ROUNDS).then(
      (table) => (table && this.wasm.call("wasm_lie_rounds", table) === 1 ? "" : "there is none, or it is damaged"),
      (error) => String(error),
    );
    if (problem) console.warn(`the table of solved rounds cannot be used, bots of LIE play by network and search alone: ${problem}`);
  }

  private loadOne(name: string): Promise<void> {
    let loading = this.loaded.get(name);
    if (!loading) {
      loading = name === ROUNDS ? this.loadRounds() : this.fetchTables(name).then((packed) => void (packed && this.wasm.loadTables(packed)));
      loading.catch(() => this.loaded.delete(name));
      this.loaded.set(name, loading);
    }
    return loading;
  }
}
