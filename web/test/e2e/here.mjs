/*
 * here.mjs - games on this device: found again from the start page, shared by tabs, without storage, left only on purpose.
 */
import { claim } from "./harness.mjs";
import { playNow } from "./games.mjs";
import { placeSomewhere, shows } from "./people.mjs";

/** The word of the start page for a game that waits here. */
const WAITS = "[data-testid=unfinished] [data-testid=list-row]";

async function choose(page, entry) {
  await page.click("[aria-haspopup=menu]");
  await page.click(`[data-testid=menu] button:has-text("${entry}")`);
}

async function beginAlone(house, page) {
  await playNow(house, page, "thegame", { players: 1 });
  await page.waitForSelector("[data-testid=tray][data-mine=true]");
  const placed = await placeSomewhere([page]);
  await page.waitForSelector("[data-testid=duty-buttons] [data-testid=take-back]:not([data-testid=advise])");
  return placed;
}

export const hereTests = [
  {
    name: "a game here waits on the start page after a reload, and its log repeats nothing",
    async run(house) {
      const { page } = await house.person();
      const { pile, card } = await beginAlone(house, page);
      await house.open(page);
      await page.reload();
      await page.click(WAITS);
      await shows(page, pile, card);
      await placeSomewhere([page]);
      await page.waitForTimeout(500);
      const lines = await page.$$eval("[data-testid=log-line]", (all) => all.map((line) => line.textContent));
      claim(new Set(lines).size === lines.length, `no line twice: ${JSON.stringify(lines)}`);
    },
  },
  {
    name: "the levels of THE GAME are one tap on the start page, also alone, and the last one is remembered",
    async run(house) {
      const { page } = await house.person({ width: 360, height: 640, language: "uk" });
      await house.open(page);
      const rows = await page.$$eval('[data-testid=play-row] [role=radiogroup]:has([value="master"]) label', (all) => new Set(all.map((one) => one.offsetTop)).size);
      claim(rows === 1, "the levels stand in one row, also where words are long");
      await playNow(house, page, "thegame", { players: 1, level: "master" });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      claim((await page.locator("[data-testid=hand-card]").count()) === 7, "one card fewer in hand");
      await house.open(page);
      claim(await page.isChecked('[data-testid=play-row] input[value="master"]'), "the level is remembered");
    },
  },
  {
    name: "two tabs share a game here, and the second goes on when the first is closed",
    async run(house) {
      const { context, page } = await house.person();
      const { pile, card } = await beginAlone(house, page);
      const other = await house.newPage(context);
      await house.open(other);
      await other.click(WAITS);
      await shows(other, pile, card);
      const next = await placeSomewhere([page]); // the first tab is not frozen
      await shows(other, next.pile, next.card);
      const third = await placeSomewhere([other]);
      await shows(page, third.pile, third.card);
      await page.close();
      await placeSomewhere([other]);
    },
  },
  {
    name: "where nothing may be stored the page starts and plays",
    async run(house) {
      const { context, page } = await house.person();
      await context.addInitScript(() => {
        const refuse = () => {
          throw new DOMException("storage is forbidden", "SecurityError");
        };
        Object.defineProperty(window, "localStorage", { get: refuse });
      });
      await beginAlone(house, page);
    },
  },
  {
    name: "leaving and giving up ask first",
    async run(house) {
      const { page } = await house.person();
      const { pile, card } = await beginAlone(house, page);
      for (const entry of ["Leave the table", "Give up"]) {
        await choose(page, entry);
        await page.waitForSelector("dialog");
        await page.click('dialog button:has-text("Keep playing")');
        await shows(page, pile, card);
      }
      await choose(page, "Leave the table");
      await page.click('dialog :text("Save for later")');
      await page.click(WAITS);
      await shows(page, pile, card);
      await choose(page, "Leave the table");
      await page.click('dialog button:has-text("Leave the table")');
      await page.waitForSelector("[data-testid=game-picks], [data-testid=hero]");
      claim((await page.locator(WAITS).count()) === 0, "what was left is gone");
    },
  },
  {
    name: "a game here is saved to a file and goes on from it, also one of several people, as oneself",
    async run(house) {
      const { page } = await house.person();
      const { pile, card } = await beginAlone(house, page);
      await house.open(page, "/#games");
      const download = page.waitForEvent("download");
      await page.click("[data-testid=unfinished] [aria-label='Save to a file']");
      const file = await download;
      claim(/^thegame-[a-z]{8}\.stos$/.test(file.suggestedFilename()), file.suggestedFilename());
      const stranger = (await house.person()).page;
      await house.open(stranger, "/#games");
      await stranger.setInputFiles("input[type=file]", await file.path());
      await shows(stranger, pile, card);
      await placeSomewhere([stranger]);
      await house.open(stranger, "/#games");
      const record = "stos record 1\nrules: facetoface(start=1)\nseed: 7\nplayer 0: Ola\nplayer 1: Ala\nresult: unfinished\n";
      await stranger.setInputFiles("input[type=file]", { name: "game.stos", mimeType: "text/plain", buffer: Buffer.from(record) });
      await stranger.click('dialog button:has-text("Ala")');
      await stranger.waitForSelector("[data-testid=tray][data-mine=true] [data-testid=hand-card]");
    },
  },
  {
    name: "a long record is opened, as on the command line, and one that is too large is told so",
    async run(house) {
      const { page } = await house.person();
      const file = (size) => {
        const story = "# a long story\n".repeat(size / 15);
        const record = `stos record 1\nrules: facetoface(start=1)\nseed: 7\n${story}player 0: Ola\nplayer 1: Ala\nresult: unfinished\n`;
        return { name: "game.stos", mimeType: "text/plain", buffer: Buffer.from(record) };
      };
      await house.open(page, "/#games");
      await page.setInputFiles("input[type=file]", file(1_000_000));
      await page.getByText("This file is too large for the page.").waitFor();
      await page.setInputFiles("input[type=file]", file(440_000));
      await page.getByRole("dialog", { name: "Which player are you?" }).waitFor();
    },
  },
];
