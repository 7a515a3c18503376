/*
 * install.ts - makes the page start without a network, and keeps it up to date without disturbing anybody.
 *
 * The service worker caches the files of one build. A newer build is fetched in the background and used from the next
 * start on. The screens that nobody has opened yet follow at once, so that they are there when the network goes. The bots'
 * trained data is big; it is cached as well, but only after the page has been idle for a while.
 */

import { Store } from "../model/store";
import { HOME } from "../net/site";

const QUIET_MS = 15_000;

/** What a browser offers when the page can be installed (Chromium). */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The browser's offer to install the page; kept until a good moment. */
export const installOffer = new Store<InstallOffer | null>(null);

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installOffer.set(event as InstallOffer);
});

interface Connection {
  saveData?: boolean;
}

export function installPage(): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.register(`${HOME}service-worker.js`).catch(() => {
    // private windows and plain http refuse; the page works all the same
  });
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  if (connection?.saveData) return;
  void ask("keep the screens");
  setTimeout(() => void ask("keep the rest"), QUIET_MS);
}

async function ask(what: "keep the screens" | "keep the rest"): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage(what);
}
