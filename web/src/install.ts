/*
 * install.ts - makes the page start without a network, and keeps it up to date without disturbing anybody.
 *
 * The service worker keeps the files of one build. A newer build is fetched in the background and used from the next
 * start on. What bots have learned is big and kept as well, but only after the page has been quiet for a while.
 */

const QUIET_MS = 15_000;

interface Connection {
  saveData?: boolean;
}

export function installPage(): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.register("/service-worker.js").catch(() => {
    // private windows and plain http refuse; the page works all the same
  });
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  if (!connection?.saveData) setTimeout(keepTheRest, QUIET_MS);
}

async function keepTheRest(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage("keep the rest");
}
