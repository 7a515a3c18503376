/*
 * stos.ts - the package `stos`: the rules of three card games, their bots, records and analyses, in WebAssembly. README.md shows how
 * it is used; names and meanings are those of include/stos.h.
 *
 * The page imports the files beside this one, so there is one binding; what is here is only what a page that hosts tables has no use
 * for. Everything of one Stos runs in one thread: a worker loads its own.
 */
import { RulesEngine, type Replay, type RulesError, type RulesFacts, type Verdict } from "./engine";
import { StosError } from "./error";
import { makeModule, type WasmModule } from "./module";
import { english } from "./refusal";
import type { GameWords, LadderStep, Show, Told } from "./show";
import { tellMove } from "./show";
import { Slot, type Deal, type GameState } from "./state";
import { ModuleThinker } from "./thinker";
import type { Advice, AnalyzedGame, GameInfo, View } from "./types";

export { StosError, type ErrorCode } from "./error";
export { factTexts, sentenceText, type GameWords, type LadderStep, type Show, type Told } from "./show";
export { openView } from "./types";
export type * from "./types";
export type { Replay, ReplayStep, RulesFacts, Verdict } from "./engine";
export type { Deal, GameState } from "./state";
export { english, type Translate } from "./refusal";

export interface Options {
  /** Where stos.wasm and networks/ lie, if not beside this file. */
  base?: string | URL;
}

/** How a bot thinks. The same seed and nodes give the same move on every machine; without nodes and ms it is the bot's own limit. */
export interface Thinking {
  /** Of stos.bots(game); without it the usual one. */
  bot?: string;
  seed?: number;
  nodes?: number;
  ms?: number;
}

export interface Option {
  name: string;
  value: string;
  values: string[];
  help: string;
}

/** A game as it is written down. */
export interface Played extends Deal {
  rules: string;
  names?: readonly string[];
  moves: readonly { seat: number; move: string }[];
}

export interface ReadRecord extends Replay {
  seed: string | null;
  deck: number[][] | null;
}

async function read(address: URL): Promise<Uint8Array<ArrayBuffer>> {
  if (address.protocol === "file:") {
    const files = "node:fs/promises"; // in a variable, so that no bundler looks for it
    const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)) as { readFile(address: URL): Promise<Uint8Array<ArrayBuffer>> };
    return new Uint8Array(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new StosError("no_network", `${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

class ThrowingEngine extends RulesEngine {
  protected override refusal({ error, message, clause, line }: RulesError): Error {
    return new StosError(error as StosError["code"], message, clause, line);
  }
}

/** Does without nothing: what a bot learned is there, or it says so. */
class StrictThinker extends ModuleThinker {
  protected override async ready(job: Uint8Array): Promise<Uint8Array> {
    await this.load(this.wasm.text("wasm_job_tables", job));
    return job;
  }
}

function fresh(name: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof StosError ? error : new StosError("no_network", `networks/${name}.bin: ${error}`);
  };
}

/** The head of a record, which is how the module is told of a deal. */
function headOf(rules: string, { seed, deck = [] }: Deal, names: readonly string[] = []): string {
  const lists = (typeof deck[0] === "number" ? [deck] : deck) as readonly (readonly number[])[];
  const plain = (text: string): string => text.replace(/[\r\n]/g, " ");
  return [
    "stos record 1",
    `rules: ${plain(rules)}`,
    ...(seed === undefined && lists.length > 0 ? [] : [`seed: ${plain(String(seed ?? 0))}`]),
    ...lists.map((cards) => `deck: ${cards.join(" ")}`),
    ...names.flatMap((name, seat) => (name ? [`player ${seat}: ${plain(name)}`] : [])),
    "",
  ].join("\n");
}

export class Stos {
  private readonly engine: ThrowingEngine;
  private readonly thinker: StrictThinker;
  private readonly slot: Slot;
  private words: Promise<void> | null = null;

  constructor(
    private readonly wasm: WasmModule,
    private readonly base: URL,
  ) {
    this.engine = new ThrowingEngine(wasm, english);
    this.slot = new Slot(wasm);
    this.thinker = new StrictThinker(wasm, (name) => this.fetchNetwork(name).catch(fresh(name)));
  }

  private async fetchNetwork(name: string): Promise<Uint8Array | null> {
    const bytes = await read(new URL(`networks/${name}.bin`, this.base));
    return bytes.length > 0 ? bytes : null;
  }

  // ---------------------------------------------------------------- rules

  games(): GameInfo[] {
    return this.engine.games();
  }

  /** Reads rules such as "thegame(players=3)": the canonical text, the game, the number of seats. */
  parseRules(rules: string): RulesFacts {
    const facts = this.engine.read(rules);
    if ("error" in facts) throw new StosError(facts.error as StosError["code"], facts.message, facts.clause);
    return facts;
  }

  /** The options of a game under these rules. */
  options(rules: string): Option[] {
    this.parseRules(rules);
    return this.wasm.json("wasm_rules_options", rules);
  }

  /** As `stos bench` prints it: the same on every machine. */
  signature(rules: string): string {
    return this.engine.signature(this.parseRules(rules).rules);
  }

  /** Deals so many games and plays them out at random; the number of moves. For measuring. */
  playouts(rules: string, games: number): number {
    return this.wasm.call("wasm_playouts", this.parseRules(rules).rules, games);
  }

  // ---------------------------------------------------------------- games

  deal(rules: string, deal: Deal = {}): GameState {
    this.parseRules(rules);
    return this.slot.fill("wasm_state_deal", headOf(rules, deal));
  }

  parsePosition(text: string): GameState {
    return this.slot.fill("wasm_state_parse", text);
  }

  /** A game drawn uniformly from those that a view allows. */
  sample(view: View, seed = 1): GameState {
    return this.slot.fill("wasm_state_sample", JSON.stringify(view), seed);
  }

  /** The legal moves of a view's seat. */
  viewMoves(view: View): string[] {
    return this.engine.moves(view);
  }

  isLegal(view: View, move: string): boolean {
    return this.viewMoves(view).includes(move);
  }

  // ---------------------------------------------------------------- showing

  /** What to draw of a view: docs/engine.md. */
  show(view: View): Show | null {
    return this.engine.show(view);
  }

  gameWords(game: string): GameWords | null {
    return this.engine.words(game);
  }

  ladder(view: View): LadderStep[] {
    return this.engine.ladder(view);
  }

  /** What a move tells whoever has these views of before and after it; sentenceText() makes words of it. */
  tell(before: View, seat: number, move: string, after: View): Told[] {
    return tellMove(this.wasm, before, seat, move, after)?.sentences ?? [];
  }

  // ---------------------------------------------------------------- records

  /** Writes a game down; an illegal move throws, with its line. */
  writeRecord({ rules, names, moves, ...deal }: Played): string {
    const text = headOf(rules, deal, names) + moves.map(({ seat, move }) => `${seat}: ${move}\n`).join("");
    const written = this.wasm.text("wasm_record_write", text);
    if (written.startsWith("{")) throw StosError.of(written);
    return written;
  }

  /** Plays a record back. Throws when it is none, or does not follow the rules. */
  readRecord(record: string): ReadRecord {
    const head = this.wasm.text("wasm_record_head", record);
    if (head.startsWith('{"error"')) throw StosError.of(head);
    return { ...this.engine.replay(record), ...(JSON.parse(head) as Pick<ReadRecord, "seed" | "deck">) };
  }

  /** Whether a record is true, and its seed that of a commitment, the seed's SHA-256: returns the result, or throws. */
  verify(record: string, commitment?: string): string {
    const { seed, result } = this.readRecord(record);
    if (commitment !== undefined && this.commitmentOf(seed) !== commitment.toLowerCase())
      throw new StosError("wrong_commitment", "The seed of this record does not belong to the commitment");
    return result;
  }

  private commitmentOf(seed: string | null): string {
    const bytes = Uint8Array.from(/^[0-9a-f]{64}$/.test(seed ?? "") ? (seed ?? "").match(/../g) ?? [] : [], (two) => parseInt(two, 16));
    return bytes.length > 0 ? this.wasm.text("wasm_sha256", bytes) : "";
  }

  // ---------------------------------------------------------------- bots

  /** Those of a game, weakest first. */
  bots(game: string): string[] {
    const info = this.games().find(({ name }) => name === game);
    if (!info) throw new StosError("unknown_game", `There is no game '${game}'`);
    return info.bots;
  }

  /** The next move of a bot for the seat of a view. What the bot learned is loaded when it is first needed. */
  async choose(view: View, { bot = "", seed = 1, nodes = 0, ms = 0 }: Thinking = {}): Promise<string> {
    if (bot && !this.bots(view.game).includes(bot)) throw new StosError("unknown_bot", `${view.game} has no bot '${bot}'`);
    const job = this.wasm.outputBytes(this.wasm.call("wasm_job_make", [JSON.stringify(view), bot, seed, nodes, ms].join("\n")));
    if (job.length === 0) throw new StosError("bad_view", "This is not a view of a seat in a running game");
    const move = await this.thinker.choose(job);
    if (!move) throw new StosError("not_your_turn", `It is not seat ${view.seat}'s turn`);
    return move;
  }

  /** A move of the usual bot, its reason, and the chance to win that it sees. */
  advise(view: View): Promise<Advice> {
    return this.thinker.advise(JSON.stringify(view));
  }

  // ---------------------------------------------------------------- studying

  /** Judges every turn of a record, as `stos analyze --json` does. Takes a while. */
  async analyse(record: string): Promise<AnalyzedGame> {
    this.readRecord(record);
    return this.thinker.analyze(record);
  }

  /** Whether the deal of a record could be won with open cards; null where that is no question. */
  winnable(record: string): "yes" | "no" | "unknown" | null {
    this.readRecord(record);
    return JSON.parse(this.wasm.output(this.wasm.number("wasm_record_winnable"))) as "yes" | "no" | "unknown" | null;
  }

  /** Whether a message may be said in a game without telling numbers. */
  async guard(text: string): Promise<Verdict> {
    await (this.words ??= this.loadWords());
    return this.engine.guard(text);
  }

  private async loadWords(): Promise<void> {
    try {
      this.wasm.loadTables(await read(new URL("networks/guard.bin", this.base)));
    } catch (error) {
      this.words = null;
      fresh("guard")(error);
    }
  }
}

/** Loads the rules: one file, stos.wasm. */
export async function loadStos({ base = import.meta.url }: Options = {}): Promise<Stos> {
  const from = new URL(base);
  return new Stos(await makeModule(await read(new URL("stos.wasm", from))), from);
}
