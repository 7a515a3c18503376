/*
 * lazy.ts - lazy loading of what the start screen does not need: when that screen is shown and the browser is idle, or at once
 * when it is needed.
 *
 * The page starts with the start screen alone. Once it is painted, the connection follows, then the screens around a game, which
 * are one file (screens/table.tsx), the rules library and the service worker. A first touch means that the person is about to go
 * somewhere, so it fetches the screens. What a first game does not need (screens/more.tsx) is loaded when it is opened.
 */
import { loadLateTexts } from "../i18n";
import { installPage } from "./install";
import { server } from "../model/connections";
import { wantRulesEngine } from "../model/rules_engine";
import { isLazy } from "../model/route";
import { Store } from "../model/store";
import { fetchUntilThere } from "../net/retry";
import { route } from "../components/shell";

/** `offline`: it comes as soon as the server can be reached; `outdated`: it does not come, because the server has a newer page. */
type Missing = "loading" | "offline" | "outdated";

/** A part of the page that is fetched when it is wanted. */
export class Chunk<Screens extends object> {
  readonly screens = new Store<Screens | Missing | null>(null);

  constructor(private readonly fetchIt: () => Promise<Screens>) {}

  load(): void {
    const { value } = this.screens;
    if (value !== null && value !== "outdated") return;
    this.screens.set("loading");
    fetchUntilThere(this.fetchIt, () => this.screens.set("offline")).then(
      (screens) => this.screens.set(screens),
      () => this.screens.set("outdated"),
    );
  }
}

declare const FILES: { style: string };

/** The look of what comes later; kept when it is there, so that nothing is ever drawn without it. */
function addStyle(address: string): Promise<void> {
  if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      fail(new Error(address));
    };
    document.head.append(link);
  });
}

export const tableChunk = new Chunk(() => import("../screens/table"));
export const moreChunk = new Chunk(async () => {
  const [screens] = await Promise.all([import("../screens/more"), addStyle(FILES.style), loadLateTexts()]);
  return screens;
});

/** The end of a game needs more than its beginning: to be called when one is under way, so that it is there when the game is over. */
export function loadForEnd(): void {
  whenQuiet(() => moreChunk.load());
}

const LONGEST_WAIT_MS = 2000;
const SHORT_WAIT_MS = 200;

/** Calls back when what was drawn has been painted; a page that nobody looks at is never painted. */
function whenPainted(act: () => void): void {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}

function whenQuiet(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  else setTimeout(act, SHORT_WAIT_MS);
}

/** Another screen than the first needs the others at once, and most of them the rules. */
function followRoute(): void {
  if (route.value.screen === "start") return;
  (isLazy(route.value) ? moreChunk : tableChunk).load();
  wantRulesEngine();
}

/** To be called before anything is drawn: asks for what the address needs. */
export function loadForAddress(): void {
  followRoute();
  route.watch(followRoute);
}

/** To be called when the first screen is drawn. */
export function loadTheRest(): void {
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => tableChunk.load(), { once: true, capture: true });
  whenPainted(() => {
    server.open();
    whenQuiet(() => {
      tableChunk.load();
      wantRulesEngine();
      whenQuiet(installPage);
    });
  });
}
