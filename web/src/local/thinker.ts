/*
 * thinker.ts - bots that think: in a worker of their own, so that a table never waits for them, or right here for tests.
 */
import type { Advice, AnalyzedGame, JudgedTurn } from "../net/protocol";
import { NotFetched } from "../net/retry";
import type { WasmModule } from "../wasm/module";

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
    private readonly wasm: WasmModule,
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
  private async ready(job: Uint8Array): Promise<Uint8Array> {
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
  private async load(names: string): Promise<void> {
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

/** What goes to the worker and back. */
export interface ThinkRequest {
  id: number;
  what: keyof Thinker;
  job: Uint8Array | string;
}

export interface ThinkAnswer {
  id: number;
  answer?: unknown;
  error?: string;
  notFetched?: boolean;
}

interface WorkerLike {
  postMessage(message: ThinkRequest): void;
  onmessage: ((event: MessageEvent<ThinkAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/**
 * Thinks in a worker; when that dies, what was asked fails, and the next question starts a new one. With `restMs` it ends when nothing
 * was asked for so long: it holds tens of megabytes.
 */
export class WorkerThinker implements Thinker {
  private worker: WorkerLike | null = null;
  private waiting = new Map<number, { good(answer: unknown): void; bad(error: Error): void }>();
  private count = 0;

  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly start: () => WorkerLike,
    private readonly restMs = Infinity,
  ) {}

  choose(job: Uint8Array): Promise<string> {
    return this.call("choose", job) as Promise<string>;
  }

  say(job: Uint8Array): Promise<{ piles: number[]; self: number } | null> {
    return this.call("say", job) as Promise<{ piles: number[]; self: number } | null>;
  }

  analyze(record: string): Promise<AnalyzedGame> {
    return this.call("analyze", record) as Promise<AnalyzedGame>;
  }

  judge(question: string): Promise<JudgedTurn | null> {
    return this.call("judge", question) as Promise<JudgedTurn | null>;
  }

  rival(record: string): Promise<string> {
    return this.call("rival", record) as Promise<string>;
  }

  advise(view: string): Promise<Advice> {
    return this.call("advise", view) as Promise<Advice>;
  }

  private call(what: ThinkRequest["what"], job: Uint8Array | string): Promise<unknown> {
    const worker = (this.worker ??= this.begin());
    clearTimeout(this.rest);
    return new Promise((good, bad) => {
      const id = ++this.count;
      this.waiting.set(id, { good, bad });
      worker.postMessage({ id, what, job });
    });
  }

  private begin(): WorkerLike {
    const worker = this.start();
    worker.onmessage = ({ data }) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error === undefined) waiting?.good(data.answer);
      else waiting?.bad(data.notFetched ? new NotFetched(data.error) : new Error(data.error));
      if (this.waiting.size === 0 && Number.isFinite(this.restMs)) this.rest = setTimeout(() => this.end(), this.restMs);
    };
    worker.onerror = () => {
      this.worker = null;
      for (const { bad } of this.waiting.values()) bad(new Error("the bots' worker stopped"));
      this.waiting.clear();
    };
    return worker;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
