/*
 * late.mjs - what the page needs comes late, fails once, or cannot be had: texts, rules, screens, answers. It is asked for again, nothing
 * is done too early, and what is not needed any more is given up.
 */
import { playNow } from "./games.mjs";
import { claim } from "./harness.mjs";
import { inviteTo, onTurn, sitDown } from "./people.mjs";
import { playPiles } from "./players.mjs";
import { slow } from "./slow.mjs";

const RULES = /\/stos-\w+\.wasm$/;

/** Holds requests for these files; what is returned lets them go. */
async function hold(page, files) {
  let release;
  const released = new Promise((done) => (release = done));
  await page.route(files, async (request) => {
    await released;
    await request.continue().catch(() => undefined);
  });
  return release;
}

/** Another screen, without loading the page anew. */
function goTo(page, hash) {
  return page.evaluate((next) => (location.hash = next), hash);
}

function heading(page, name) {
  return page.getByRole("heading", { name, level: 1 });
}

/** What the page has open: sockets that live, workers, and listeners of the window and the document. */
function countOpen() {
  const open = { sockets: [], listeners: 0 };
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...parts) {
      super(...parts);
      open.sockets.push(this);
    }
  };
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    target.addEventListener = (...parts) => (open.listeners++, add.apply(target, parts));
    target.removeEventListener = (...parts) => (open.listeners--, remove.apply(target, parts));
  }
  window.countOpen = () => ({ sockets: open.sockets.length, listeners: open.listeners });
}

/** Waits until the service worker keeps what the screens need that are fetched when they are opened. */
export function keepsScreens(page) {
  return page.evaluate(async () => {
    const wanted = [/settings-\w+\.js$/, /more-\w+\.css$/, /puzzles-\w+\.txt$/];
    for (let looks = 0; looks < 900; looks++) {
      const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      const paths = kept.flat().map(({ url }) => url);
      if (wanted.every((name) => paths.some((path) => name.test(path)))) return true;
      await new Promise((done) => setTimeout(done, 50));
    }
    return false;
  });
}

export const lateTests = [
  {
    name: "of two languages that are chosen one after the other the second one holds, however late the first one comes",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#new");
      await heading(page, "Make a table").waitFor();
      const release = await hold(page, /\/pl-\w+\.json$/);
      const polish = page.waitForResponse(/\/pl-\w+\.json$/);
      const choice = page.getByRole("combobox", { name: "Language" });
      await choice.selectOption("pl");
      await choice.selectOption("cs");
      await page.waitForSelector("html[lang=cs]");
      const czech = await page.title();
      release();
      await (await polish).finished();
      await page.evaluate(() => new Promise((done) => setTimeout(done)));
      claim((await page.getAttribute("html", "lang")) === "cs" && (await page.title()) === czech, `the second language holds: ${await page.title()}`);
    },
  },
  {
    name: "a screen that is opened while another language is on its way speaks that language",
    async run(house) {
      const { page } = await house.person();
      await house.open(page);
      await page.getByRole("link", { name: "Settings" }).waitFor();
      const release = await hold(page, /\/pl-\w+\.json$/);
      await page.getByRole("combobox", { name: "Language" }).selectOption("pl");
      await page.getByRole("link", { name: "Settings" }).click();
      await heading(page, "Settings").waitFor();
      release();
      await heading(page, "Ustawienia").waitFor();
      await page.getByRole("radiogroup", { name: "Grzbiety kart" }).waitFor(); // a text of this screen alone
    },
  },
  {
    name: "the rules are asked for again when they could not be fetched, and the puzzle comes",
    async run(house) {
      const { page } = await house.person();
      let asked = 0;
      await page.route(RULES, (request) => (++asked === 1 ? request.abort() : request.continue()));
      await house.open(page, "/#puzzle/1");
      await page.getByRole("group", { name: "Your hand" }).waitFor();
      claim(asked > 1, "the rules were asked for again");
    },
  },
  {
    name: "before the rules are there no card leaves the hand at a table where it would be final",
    async run(house) {
      const { page: host } = await house.person();
      const link = await inviteTo(house, host, 2);
      const { page: guest } = await sitDown(house, link, "Ola");
      await host.click("[data-testid=lobby] [data-testid=primary]:not(:disabled)");
      const page = await onTurn([host, guest]);
      await page.waitForLoadState("networkidle");
      const release = await hold(page, RULES);
      await page.reload();
      await page.waitForSelector("[data-testid=table-page] [data-testid=spinner]");
      await slow(page, 0);
      claim((await page.getByRole("group", { name: "Your hand" }).count()) === 0, "there is no hand to play from");
      release();
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      await playPiles(page, "drag", 1);
      const sent = await page.evaluate(() => window.asked.filter((verb) => verb === "move"));
      claim(sent.length === 0, "a card that is laid out is not sent");
      await page.getByRole("button", { name: "Take back" }).click();
      await page.locator("[data-pile][data-laid]").waitFor({ state: "detached" });
    },
  },
  {
    name: "a screen that was never opened says that there is no connection, and opens when it is back",
    async run(house) {
      const { page, context } = await house.person();
      await house.open(page);
      await page.getByRole("link", { name: "Settings" }).waitFor();
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("status").getByText("No connection to the server.").waitFor();
      claim((await page.getByText("A new version").count()) === 0, "it is not called outdated");
      await context.setOffline(false);
      await heading(page, "Settings").waitFor();
    },
  },
  {
    name: "a screen that the server has no more says that the page is outdated",
    async run(house) {
      const { page } = await house.person();
      await page.route(/\/settings-\w+\.js$/, (request) => request.fulfill({ status: 404 }));
      await house.open(page);
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("status").getByText("A new version of this page is available.").waitFor();
    },
  },
  {
    name: "a first visitor has every screen without a network before the page has rested",
    async run(house) {
      const { page, context } = await house.person({ worker: true });
      await page.addInitScript(() => {
        const { setTimeout: wait } = window;
        window.setTimeout = (act, ms, ...more) => (ms >= 10_000 ? 0 : wait(act, ms, ...more)); // what waits for a rest never comes
      });
      await house.open(page);
      claim(await keepsScreens(page), "the service worker keeps the screens");
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await context.setOffline(true);
      for (const [hash, name] of [
        ["settings", "Settings"],
        ["rules/lie", "LIE"],
        ["puzzles", "Puzzles"],
        ["games", "My games"],
      ]) {
        await goTo(page, hash);
        await heading(page, name).waitFor();
      }
    },
  },
  {
    name: "without a connection what the server would list says so, and grey buttons have a reason",
    async run(house) {
      const { page, context } = await house.person({ worker: true });
      await house.open(page, "/#settings");
      await heading(page, "Settings").waitFor();
      claim(await keepsScreens(page), "the service worker keeps the screens");
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await context.setOffline(true);
      const waits = page.getByRole("status").getByText("No connection to the server.");
      for (const [hash, name] of [
        ["leaders", "Leaderboard"],
        ["tables", "Public tables"],
        ["people", "People you played with"],
      ]) {
        await goTo(page, hash);
        await heading(page, name).waitFor();
        await waits.waitFor();
      }
      await goTo(page, "games");
      await page.getByText("Your games there appear as soon as it is back.").waitFor();
      await goTo(page, "new");
      await page.getByText("A table on the server needs a connection to it.").waitFor();
      await goTo(page, "find");
      await page.getByText("A table on the server needs a connection to it.").waitFor();
      await context.setOffline(false);
      await page.getByText("No connection to the server.").waitFor({ state: "detached" });
      await goTo(page, "leaders");
      await page.getByText(/quarter/).waitFor();
    },
  },
  {
    name: "another language opens no connection, no worker and no listener",
    async run(house) {
      const { page } = await house.person();
      await page.addInitScript(countOpen);
      await playNow(house, page, "thegame", { players: 1 });
      await page.getByRole("link", { name: "stos, to the start page" }).click();
      const choice = page.locator("header").getByRole("combobox");
      const settle = async (language) => {
        await choice.selectOption(language);
        await page.waitForSelector(`html[lang=${language}]`);
        await page.waitForFunction(() => window.countOpen().sockets === 1);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
        return { ...(await page.evaluate(() => window.countOpen())), workers: page.workers().filter((worker) => /table-worker/.test(worker.url())).length };
      };
      const before = await settle("pl");
      for (const language of ["cs", "uk", "en"]) await settle(language);
      const after = await settle("pl");
      claim(JSON.stringify(after) === JSON.stringify(before), `nothing is left over: ${JSON.stringify(before)}, then ${JSON.stringify(after)}`);
    },
  },
  {
    name: "a finished table that one has walked away from is not asked for when the line comes back, and a running one is",
    async run(house) {
      const { page: host } = await house.person();
      const link = await inviteTo(house, host, 2);
      const { page: guest } = await sitDown(house, link, "Ola");
      await host.click("[data-testid=lobby] [data-testid=primary]:not(:disabled)");
      await guest.getByRole("group", { name: "Your hand" }).waitFor();
      await slow(guest, 0);
      const home = guest.getByRole("link", { name: "stos, to the start page" });
      const resumed = async () => {
        await guest.evaluate(() => {
          window.asked.length = 0;
          dispatchEvent(new Event("offline"));
          dispatchEvent(new Event("online"));
        });
        await guest.waitForFunction(() => window.asked.includes("hello"));
        await guest.getByText("Connection lost").waitFor({ state: "detached" });
        await guest.waitForFunction(() => window.asked.length > 1); // what follows hello comes with it
        return guest.evaluate(() => window.asked.includes("resume"));
      };
      await home.click();
      await guest.getByRole("button", { name: "Play", exact: true }).waitFor();
      claim(await resumed(), "the running game is resumed");
      for (const page of [host, guest]) {
        if (page === guest) await guest.goBack();
        await page.getByRole("button", { name: "More" }).click();
        await page.getByRole("menuitem", { name: "Ask to end the game" }).click();
      }
      await guest.getByRole("button", { name: "Play again" }).waitFor();
      await home.click();
      await guest.getByRole("button", { name: "Play", exact: true }).waitFor();
      claim(!(await resumed()), "the finished one is not");
      await guest.goBack();
      await guest.getByRole("button", { name: "Play again" }).waitFor();
    },
  },
];
