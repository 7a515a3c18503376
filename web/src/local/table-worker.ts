/*
 * table-worker.ts - the worker that hosts the tables of this browser. An empty text to the page says that it is ready.
 *
 * Only one worker may host at a time, since all store their tables in the same place: the one that holds the lock. The workers
 * of other tabs forward everything to it, so the same games go on in every tab. When its tab is closed, the lock passes on; the worker
 * that gets it closes its connection, and its page reconnects, resumes, and resends unanswered requests.
 */
import { chooseLanguage, currentLanguage, useCatalog, type Catalog } from "../i18n";
import { loadOnce } from "../net/retry";
import { fetchTables, loadModule } from "../wasm/module";
import { LocalServer } from "./server";
import { openStorage } from "./storage";
import { WorkerThinker } from "./thinker";

declare const FILES: { wasm: string; words: string; botWorker: string; catalogs: Record<string, string> };
declare const self: DedicatedWorkerGlobalScope;

const LOCK = "stos-tables";
const KNOCK_MS = 150;
const REST_MS = 60_000;

/** Between tabs: from a page to the host, or from the host to one page or to all. An empty text knocks, and says "come in". */
interface Passed {
  from?: string;
  to?: string;
  text: string;
}

/** Waits for the lock, or only looks whether it is free; false when it is not. It is held until this worker ends. */
function takeLock(options: LockOptions): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((taken) => {
    void navigator.locks.request(LOCK, options, (lock) => {
      taken(lock !== null);
      return lock ? new Promise<void>(() => {}) : undefined;
    });
  });
}

const catalogs = new Map<string, Catalog>();

async function catalogOf(language: string): Promise<Catalog> {
  const address = FILES.catalogs[language];
  const kept = catalogs.get(language);
  if (!address || kept) return kept ?? {};
  const texts = await fetch(address).then((response) => (response.ok ? (response.json() as Promise<Catalog>) : null)).catch(() => null);
  if (texts) catalogs.set(language, texts);
  return texts ?? {};
}

/** Refusals in the language of the page that asks; in English where its texts cannot be had. */
async function speak(language: string): Promise<void> {
  if (language !== currentLanguage()) useCatalog(chooseLanguage([language]), await catalogOf(language));
}

async function host(channel: BroadcastChannel): Promise<void> {
  const [wasm, keep] = await Promise.all([loadModule(FILES.wasm), openStorage()]);
  const startBots = (): Worker => new Worker(FILES.botWorker);
  const thinker = new WorkerThinker(startBots);
  const [student, examiner] = [new WorkerThinker(startBots, REST_MS), new WorkerThinker(startBots, REST_MS)];
  const send = (text: string, page?: string): void => {
    if (page === "" || page === undefined) self.postMessage(text);
    if (page !== "") channel.postMessage({ text, ...(page ? { to: page } : {}) } satisfies Passed);
  };
  const loadWords = loadOnce(() => fetchTables(wasm, FILES.words));
  const prepare = async (verb: string, language: string): Promise<void> => {
    if (verb === "say") await loadWords();
    await speak(language);
  };
  const tables = new LocalServer(wasm, keep, thinker, send, prepare, student, examiner);
  channel.onmessage = ({ data }: MessageEvent<Passed>) => {
    if (data.from === undefined) return;
    if (data.text === "") send("", data.from);
    else tables.receive(data.text, data.from);
  };
  self.onmessage = ({ data }: MessageEvent<string>) => tables.receive(data);
  self.postMessage("");
}

/** Hands on what the page says, until the tab that hosts is gone. */
function relay(channel: BroadcastChannel): void {
  const name = crypto.randomUUID();
  const pass = (text: string): void => channel.postMessage({ from: name, text } satisfies Passed);
  const knocking = setInterval(() => pass(""), KNOCK_MS);
  let inside = false;
  channel.onmessage = ({ data }: MessageEvent<Passed>) => {
    if (data.from !== undefined || (data.to !== undefined && data.to !== name)) return;
    if (data.text !== "" && inside) self.postMessage(data.text);
    if (data.text !== "" || inside) return;
    inside = true;
    clearInterval(knocking);
    self.postMessage("");
  };
  self.onmessage = ({ data }: MessageEvent<string>) => pass(data);
  pass("");
  void takeLock({}).then(() => self.postMessage("1006"));
}

async function start(): Promise<void> {
  const channel = new BroadcastChannel(LOCK);
  if (await takeLock({ ifAvailable: true })) await host(channel);
  else relay(channel);
}

void start().catch((error) => {
  setTimeout(() => {
    throw error;
  });
});
