/*
 * support.ts - what tests share: the module of a build, the program of a build, a host with a page that remembers.
 */
import { webcrypto } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LocalServer } from "../src/local/server";
import { memoryStorage, type GameStorage } from "../src/local/storage";
import { ModuleThinker, type Thinker } from "../src/wasm/thinker";
import type { Link } from "../src/net/link";
import type { Refusal, Reply, Snapshot, Success, TableFrame } from "../src/net/protocol";
import { instantiate, type WasmModule } from "../src/wasm/module";

if (!globalThis.crypto) Object.defineProperty(globalThis, "crypto", { value: webcrypto });

const folder = process.env["STOS_BUILD"] ?? "build/check";
export const program = join(folder, "stos");
export const hostEvents = join(folder, "tests", "host_events");
export const pageFolder = join(folder, "page");

export async function loadBuilt(): Promise<WasmModule> {
  const module = await instantiate(await WebAssembly.compile(readFileSync(join(folder, "wasm", "stos.wasm"))));
  module.loadTables(readFileSync(join(folder, "wasm", "guard.bin")));
  return module;
}

/** What bots learned, as the page would fetch it. */
export async function readTables(name: string): Promise<Uint8Array | null> {
  const file = readdirSync(pageFolder).find((each) => new RegExp(`^bots-${name}-[0-9a-f]+\\.bin$`).test(each));
  return file ? new Uint8Array(readFileSync(join(pageFolder, file))) : null;
}

/** A request as a test writes it, right or wrong. */
export interface Asked {
  do: string;
  [member: string]: unknown;
}

/** A reply that a test looks into. */
export type Answered = (Success & Record<string, unknown>) | Refusal;

/** The line of a table client: `answer` gets what is asked about the table. */
export function lineTo(answer: (request: Asked) => Promise<Reply>): Pick<Link, "sendTo"> {
  return { sendTo: (table: string, request: { do: string }) => answer({ ...request, table }) } as Pick<Link, "sendTo">;
}

/** A host, and the page's side of it. */
export class Page {
  readonly frames: TableFrame[] = [];
  private readonly waiting = new Map<string, (reply: Answered) => void>();
  private count = 0;
  host: LocalServer;

  constructor(wasm: WasmModule, keep: GameStorage = memoryStorage(), thinker: Thinker = new ModuleThinker(wasm, readTables)) {
    this.host = new LocalServer(wasm, keep, thinker, (text) => this.take(text));
  }

  private take(text: string): void {
    const message = JSON.parse(text) as Answered & TableFrame;
    if (message.ref === undefined) this.frames.push(message);
    else this.waiting.get(message.ref)?.(message);
  }

  ask(request: Asked, ref = `r${++this.count}`): Promise<Answered> {
    return new Promise((answer) => {
      this.waiting.set(ref, answer);
      this.host.receive(JSON.stringify({ ...request, ref }));
    });
  }

  /** The same, where a refusal would be a mistake. */
  async get(request: Asked, ref?: string): Promise<Record<string, unknown>> {
    const reply = await this.ask(request, ref);
    if (!reply.ok) throw new Error(`${request.do}: ${JSON.stringify(reply)}`);
    return reply;
  }

  /** Says hello and makes a table with oneself and bots. */
  async open(rules: string, bots: string[], more: object = {}): Promise<Snapshot> {
    await this.ask({ do: "hello", version: 1, moves: true, name: "Ola", language: "en" });
    const seats = ["me", ...bots.map((bot) => `bot:${bot}`)];
    return (await this.get({ do: "create", rules, seats, begin: true, ...more }))["table"] as Snapshot;
  }

  /** How a table stands after the last frame about it. */
  async standing(code: string): Promise<Snapshot> {
    return (await this.get({ do: "join", table: code }))["table"] as Snapshot;
  }
}

/** Waits until something is so. */
export async function until<T>(look: () => Promise<T | null | undefined | false> | T | null | undefined | false, ms = 20_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error("waited in vain");
    await new Promise((done) => setTimeout(done, 2));
  }
}

/** Plays the first legal move whenever one may, until the game is over. */
export async function playOut(page: Page, code: string): Promise<Snapshot> {
  return until(async () => {
    const table = await page.standing(code);
    if (table.phase === "over") return table;
    const move = table.moves?.[0];
    if (move !== undefined) await page.ask({ do: "move", table: code, position: table.position, move });
    return null;
  }, 60_000);
}
