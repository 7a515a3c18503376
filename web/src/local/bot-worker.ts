/*
 * bot-worker.ts - the worker in which bots think, one question after the other.
 */
import { loadOnce, NotFetched, notFetched } from "../net/retry";
import { loadModule } from "../wasm/module";
import { ModuleThinker } from "../wasm/thinker";
import type { ThinkAnswer, ThinkRequest } from "./thinker";

declare const FILES: { wasm: string; tables: Record<string, string> };
declare const self: DedicatedWorkerGlobalScope;

async function fetchTables(name: string): Promise<Uint8Array | null> {
  const address = FILES.tables[name];
  if (!address) return null;
  const response = await fetch(address).catch(notFetched);
  if (!response.ok) notFetched(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer().catch(notFetched));
}

const loadThinker = loadOnce(async () => new ModuleThinker(await loadModule(FILES.wasm).catch(notFetched), fetchTables));
let turn: Promise<void> = Promise.resolve();

async function answer({ id, what, job }: ThinkRequest): Promise<void> {
  const reply: ThinkAnswer = { id };
  try {
    const bots = await loadThinker();
    reply.answer = await (bots[what] as (job: unknown) => Promise<unknown>).call(bots, job);
  } catch (error) {
    reply.error = String(error);
    reply.notFetched = error instanceof NotFetched;
  }
  self.postMessage(reply);
}

self.onmessage = ({ data }: MessageEvent<ThinkRequest>) => {
  turn = turn.then(() => answer(data));
};
