/*
 * table-worker.ts - the worker that hosts the tables of this browser. An empty text to the page says that it is ready.
 *
 * Only one tab may host at a time, since all keep their tables in the same place. The newest takes over; the older one stops and
 * its page is told so.
 */
import { chooseLanguage, useCatalog, type Catalog } from "../i18n";
import { loadModule } from "../wasm/module";
import { Host } from "./host";
import { openKeep } from "./keep";
import { WorkerThinker } from "./think";

declare const FILES: { wasm: string; botWorker: string; catalogs: Record<string, string> };
declare const self: DedicatedWorkerGlobalScope;

/** Waits for this tab's turn; calls back when another tab takes it. */
function takeOver(lost: () => void): Promise<void> {
  if (!("locks" in navigator)) return Promise.resolve();
  return new Promise((taken) => {
    const held = navigator.locks.request("stos-tables", { steal: true }, () => {
      taken();
      return new Promise<void>(() => {});
    });
    held.catch(lost);
  });
}

/** Refusals in the language of the page; in English where its texts cannot be had. */
async function speak(language: string): Promise<void> {
  const address = FILES.catalogs[language];
  if (!address) return;
  const texts = await fetch(address).then((response) => (response.ok ? response.json() : {})).catch(() => ({}));
  useCatalog(chooseLanguage([language]), texts as Catalog);
}

async function start(): Promise<void> {
  await takeOver(() => {
    self.postMessage("4001");
    self.close();
  });
  const [wasm, keep] = await Promise.all([loadModule(FILES.wasm), openKeep()]);
  const thinker = new WorkerThinker(() => new Worker(FILES.botWorker));
  const host = new Host(wasm, keep, thinker, (text) => self.postMessage(text), speak);
  self.onmessage = ({ data }: MessageEvent<string>) => host.receive(data);
  self.postMessage("");
}

void start().catch((error) => {
  setTimeout(() => {
    throw error;
  });
});
