/*
 * puzzles.mjs - puzzles on the page: solved by the line that the program gives, failed and taken back, the solution as a replay, kept
 * without a network; and a turn of one's own game tried again.
 */
import { execFileSync } from "node:child_process";
import { claim, THINK_MS } from "./harness.mjs";
import { playNow } from "./games.mjs";
import { playPiles } from "./players.mjs";

/** The solver's turns of a puzzle, as `stos puzzles` tells them. */
function solutionOf(house, number) {
  const told = execFileSync(house.server.program, ["--lang", "en", "puzzles", String(number)], { input: "solution\n" }).toString();
  return [...told.matchAll(/\d+\. You:(.*)/g)].map((turn) => [...turn[1].matchAll(/(\d+)@(\w+)/g)].map(([, card, pile]) => ({ card, pile })));
}

async function playTurn(page, placements) {
  for (const { card, pile } of placements) {
    await page.click(`[data-testid=hand-card][data-card="${card}"]`);
    await page.click(`[data-pile-button="${pile}"]`);
  }
  await page.click("[data-testid=duty] [data-testid=primary]:not(:disabled)");
}

async function solve(house, page, number) {
  const turns = solutionOf(house, number);
  claim(turns.length > 0, `the program solves puzzle ${number}`);
  await house.open(page, `/#puzzle/${number}`);
  for (const turn of turns) await playTurn(page, turn);
  await page.waitForSelector("text=Solved!");
}

export const puzzleTests = [
  {
    name: "puzzles are solved, marked on the ladder, and lead to the next one",
    async run(house) {
      const { page } = await house.person();
      await house.open(page);
      await page.click("a[data-testid=start-way]:has-text('Puzzles')");
      await page.click("text=Start with the first");
      await page.waitForSelector("[data-testid=hand-card]");
      await solve(house, page, 1);
      await solve(house, page, 3);
      await page.click("text=Next puzzle");
      await page.waitForSelector("h1:has-text('Puzzle 4')");
      await page.click("[aria-label=Close]");
      await page.waitForSelector("text=2 of 300 solved");
      claim((await page.$$("[data-testid=puzzle-done]")).length === 2, "both are marked");
      await page.reload();
      await page.waitForSelector("text=2 of 300 solved");
    },
  },
  {
    name: "a wrong choice in a puzzle of LIE may be tried again, and the right one tells the chances",
    async run(house) {
      const { page } = await house.person({ width: 360, height: 740, touch: true });
      await house.open(page, "/#puzzle/35");
      await page.waitForSelector("[data-bidding] [data-testid=challenge]");
      const bids = [];
      for (const lead of await page.$$("[data-lead]:enabled")) {
        await lead.click();
        const number = await lead.getAttribute("data-lead");
        bids.push(...(await page.$$eval("[data-bid]:enabled", (all) => all.map((one) => one.dataset.bid))).map((bid) => [number, bid]));
      }
      await page.click("[data-bidding] [data-testid=challenge]");
      await page.waitForSelector("[data-testid=puzzle-told], [data-testid=puzzle-values]");
      for (const [lead, bid] of bids) {
        if (await page.$("[data-testid=puzzle-values]")) break;
        await page.click(`[data-lead="${lead}"]`);
        await page.click(`[data-bid="${bid}"]`);
        await page.click("[data-bidding] [data-testid=primary]:not(:disabled)");
        await page.waitForSelector("[data-testid=puzzle-told], [data-testid=puzzle-values]");
      }
      await page.waitForSelector("[data-testid=puzzle-values] dd");
    },
  },
  {
    name: "the link to a puzzle leads to it, and tells chats in the language of who shared it",
    async run(house) {
      const { page } = await house.person({ language: "pl" });
      await page.addInitScript(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
      await house.open(page, "/#puzzle/4");
      await page.click("[data-testid=coach] button:has-text('Udostępnij')");
      await page.waitForFunction(() => window.copied);
      const link = /\S+$/.exec(await page.evaluate(() => window.copied))[0];
      claim(new URL(link).pathname === "/puzzle/4", `${link} is a path, which servers see`);
      claim((await (await fetch(link)).text()).includes('property="og:title" content="Zadanie 4"'), "a chat is told in Polish");
      const { page: other } = await house.person();
      await other.goto(link);
      await other.waitForSelector("h1:has-text('Puzzle 4')");
      await house.open(other, "/day");
      await other.waitForSelector("h1:has-text('Deal of the day')");
    },
  },
  {
    name: "the solution of a puzzle is a replay",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#puzzle/1");
      await page.click("button:has-text('Solution')");
      await page.click("[aria-label='To the end']");
      await page.waitForFunction(() => /Step (\d+) of \1/.test(document.body.textContent));
      claim((await page.$$("[data-testid=replay-hand] [data-testid=card]")).length === 0, "all cards are placed");
      await page.click("text=Back to the puzzle");
      await page.waitForSelector("[data-testid=hand-card]");
    },
  },
  {
    name: "a turn of one's own game is tried again and compared",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "thegame", { players: 1 });
      await playPiles(page, "mouse");
      await page.click("[data-testid=end-card] button:has-text('Replay'), [data-testid=end-card] button:has-text('replay')");
      await page.waitForSelector("[data-testid=slider]");
      const address = await page.evaluate(() => location.hash);
      const game = /replay\/([^/]+)/.exec(address)[1];
      await page.waitForSelector("aside h2:has-text('Turning points')", { timeout: THINK_MS }); // the game has been judged
      const costly = (await page.$$("aside [data-testid=chip]:has-text('points lost')")).length;
      await house.open(page, "/#puzzles");
      await page.waitForSelector("[data-testid=rungs] li");
      const own = (await page.$$("section:has(#own-games) [data-testid=chip]")).length;
      claim(own > 0 === costly > 0 && own <= costly, `turns that cost much are puzzles: ${own} of ${costly}`);
      await house.open(page, `/#again/${game}/0/here`);
      await page.waitForSelector("[data-testid=hand-card]");
      await playPiles(page, "mouse", 2);
      await page.click("[data-testid=duty] [data-testid=primary]:not(:disabled)");
      await page.waitForSelector("text=with the best known", { timeout: THINK_MS });
    },
  },
];
