/*
 * connection.mjs - what happens to a person when the line, the server or the page goes away and comes back: nothing is lost.
 */
import { claim, THINK_MS } from "./harness.mjs";
import { makeTable, playNow } from "./games.mjs";
import { keepsScreens } from "./late.mjs";
import { placeSomewhere, shows } from "./people.mjs";
import { look, playPiles } from "./players.mjs";
import { choose } from "./return.mjs";
import { accessible, fits } from "./screens.mjs";

const LOT = ['[data-testid=choice]:has(input[value="lot"])'];

async function sameHand(page, before) {
  await page.waitForFunction(
    (hand) => JSON.stringify([...document.querySelectorAll("[data-testid=hand-card]")].map((card) => Number(card.dataset.card))) === hand,
    JSON.stringify(before.hand),
  );
}

const SCREENS = ["new", "join", "tables", "games", "account", "settings", "rules/lie", "puzzles", "day", "leaders", "people", "nowhere", ""];

/** The word about the lost connection is there, once, and in sight at the end of the page, too. */
async function seen(page, where) {
  await page.waitForSelector("[data-testid=notice] >> text=Connection lost");
  claim((await page.locator("[data-testid=notice]").count()) === 1, `${where} tells it once`);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector("[data-testid=notice]").getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

export const connectionTests = [
  {
    name: "kill -9 of the server in mid-game: the page waits, reconnects, and nothing is lost",
    ownServer: true,
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: LOT });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      const { card, pile } = await placeSomewhere([page]);
      await page.waitForSelector("[data-testid=duty-buttons] [data-testid=take-back]:not([data-testid=advise])");
      const before = await look(page);
      await house.server.kill("SIGKILL");
      await page.waitForSelector("[data-testid=notice]");
      await house.server.start();
      await page.waitForFunction(() => !document.querySelector("[data-testid=notice]"));
      await sameHand(page, before);
      await shows(page, pile, card);
      await placeSomewhere([page]);
    },
  },
  {
    name: "a page from an address that the server does not expect says so, and what to do",
    ownServer: true,
    options: () => ["--public-url", "https://stos.example"],
    async run(house) {
      const { page } = await house.person();
      house.server.address = `http://stos.localhost:${house.server.port}`;
      await house.open(page);
      await page.getByText(`If it is yours, start it with --public-url ${house.server.address}.`).waitFor();
    },
  },
  {
    name: "a reload keeps the table, on the server and here",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: LOT });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      const { card, pile } = await placeSomewhere([page]);
      await page.reload();
      await shows(page, pile, card);
      await placeSomewhere([page]);
      await playNow(house, page, "thegame", { players: 1 });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      const own = await placeSomewhere([page]);
      await page.waitForSelector("[data-testid=duty-buttons] [data-testid=take-back]:not([data-testid=advise])");
      await page.reload();
      await shows(page, own.pile, own.card);
      await placeSomewhere([page]);
    },
  },
  {
    name: "without a network: the page starts, a game is played here, and one begun before goes on",
    async run(house) {
      const { page, context } = await house.person({ worker: true });
      await house.open(page);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await context.setOffline(true);
      await page.reload();
      await page.waitForSelector("[data-testid=hero]");
      await page.click("[data-testid=game-pick]:nth-child(1)");
      await page.click("[data-testid=play-row] [role=radiogroup] input[value='1']", { force: true });
      await page.click("[data-testid=play-row] [data-testid=primary]");
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      claim((await playPiles(page, "mouse", 6)) === 6, "six cards were placed");
      const before = await look(page);
      await page.reload();
      await sameHand(page, before);
      await page.goto(`${house.server.address}/r/somegame`); // a replay: not to be had now, but said by the page itself
      await page.waitForSelector("[data-testid=brand]");
      await context.setOffline(false);
    },
  },
  {
    name: "the line goes away and comes back: a quiet word, then the game goes on",
    async run(house) {
      const { page, context } = await house.person();
      await context.addInitScript(() => {
        const Real = WebSocket;
        window.lines = [];
        window.WebSocket = class extends Real {
          constructor(...parts) {
            if (window.cut) throw new TypeError("no network");
            super(...parts);
            window.lines.push(this);
          }
        };
      });
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: LOT });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      await page.evaluate(() => window.lines.forEach((line) => line.close()));
      await page.waitForFunction(() => window.lines.length > 1 && window.lines[window.lines.length - 1].readyState === 1);
      await placeSomewhere([page]);
      await page.waitForFunction(() => !document.querySelector("[data-testid=notice]"));
    },
  },
  {
    name: "a lost connection is told on every screen that asks the server, wherever one has scrolled to, and only until it is back",
    async run(house) {
      const { page, context } = await house.person({ width: 360, height: 640, worker: true });
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: LOT });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      await choose(page, "Ask to end the game");
      await page.click("[data-testid=end-card] >> text=Replay and analysis");
      await page.waitForSelector("[data-testid=replay] [data-testid=piles]");
      claim(await keepsScreens(page), "the service worker keeps the screens");
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await context.setOffline(true);
      await seen(page, "the replay");
      for (const screen of SCREENS) {
        await page.evaluate((hash) => {
          history.pushState(null, "", `/#${hash}`);
          dispatchEvent(new PopStateEvent("popstate"));
        }, screen);
        await page.waitForSelector("#main h1");
        await seen(page, screen);
      }
      await context.setOffline(false);
      await page.waitForSelector("[data-testid=notice]", { state: "detached" });
    },
  },
  {
    name: "after the game: replay with keys, analysis, checked shuffle, a link to a turn, the record, the same deal again",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: LOT });
      await page.waitForSelector("[data-testid=hand-card]");
      const first = await look(page);
      const table = page.url();
      await playPiles(page, "mouse", 5);
      await page.click("button[aria-label='More']");
      await page.click("[data-testid=menu] >> text=Ask to end the game");
      await page.waitForSelector("[data-testid=end-card]");
      await accessible(page, "the end of a game");
      await page.click("[data-testid=end-card] >> text=Replay and analysis");
      await page.waitForSelector("[data-testid=replay] [data-testid=piles]");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector("text=Step 2 of");
      await page.waitForSelector("[data-testid=badge] >> text=Shuffle checked");
      await page.waitForSelector("[data-testid=curve]", { timeout: THINK_MS });
      await accessible(page, "the replay");
      await page.setViewportSize({ width: 360, height: 640 });
      await fits(page, "the replay");
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press("End");
      claim(/\/r\/\w+#\d+$/.test(page.url()), `the address names the turn: ${page.url()}`);
      const download = page.waitForEvent("download");
      await page.click("text=Save the record");
      claim((await download).suggestedFilename().endsWith(".stos"), "the record is a file");
      await page.goto(page.url().replace(/#.*/, "#2"));
      await page.reload();
      await page.waitForSelector("[data-testid=replay] [data-testid=piles]");
      const step = await page.inputValue("[data-testid=slider] input");
      claim(step !== "0", "the link leads to its turn");
      for (const turn of [1, 2]) {
        await page.evaluate((next) => (location.hash = `#${next}`), turn);
        await page.waitForFunction(([next, there]) => (document.querySelector("[data-testid=slider] input").value === there) === (next === 2), [turn, step]);
        await page.keyboard.press("End");
      }
      await page.goto(table);
      await page.click("[data-testid=end-card] >> text=Same deal again");
      await page.waitForFunction(() => !document.querySelector("[data-testid=end-card]") && document.querySelector("[data-testid=hand-card]"));
      await sameHand(page, first);
      await house.open(page, "/#games");
      await page.waitForSelector("[data-testid=list-row]");
    },
  },
];
