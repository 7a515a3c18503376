/*
 * startup.ts - what is fetched when.
 *
 * The page starts with the start screen alone. Once it is painted, the connection follows, then the table and its games, the rules
 * library and the service worker. A first touch means that the person is about to go somewhere, so it fetches the table. Every
 * other screen is fetched when it is opened.
 */
import { route } from "../components/shell";
import { whenIdle } from "../components/lazy";
import { tables } from "../games/tables";
import { settings } from "../model/settings";
import { server } from "../model/connections";
import { wantRulesEngine } from "../model/rules_engine";
import { addOtherFonts } from "./fonts";
import { installPage } from "../components/install";
import { loadScreen } from "./router";

/** Calls back when what was drawn has been painted; a page that nobody looks at is never painted. */
function whenPainted(act: () => void): void {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}

/** Another screen than the first needs its code at once, and most of them the rules. */
function followRoute(): void {
  if (route.value.screen === "start") return;
  loadScreen(route.value.screen);
  wantRulesEngine();
}

function loadTable(): void {
  loadScreen("table");
  tables[settings.value.lastGame].load();
}

/** To be called before anything is drawn: asks for what the address needs. */
export function loadForAddress(): void {
  followRoute();
  route.watch(followRoute);
}

/** To be called when the first screen is drawn. */
export function loadTheRest(): void {
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, loadTable, { once: true, capture: true });
  whenPainted(() => {
    server.open();
    whenIdle(() => {
      loadTable();
      wantRulesEngine();
      whenIdle(() => {
        addOtherFonts();
        installPage();
      });
    });
  });
}
