/*
 * screens.mjs - every screen in both themes: no violation found by axe-core, nothing wider than a phone of 360 pixels, nothing lost at
 * 200 % zoom.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { claim } from "./harness.mjs";
import { makeTable, playNow } from "./games.mjs";
import { look, playPiles } from "./players.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGES = [
  "/",
  "/#new",
  "/#join",
  "/#tables",
  "/#find",
  "/#hotseat",
  "/#games",
  "/#account",
  "/#settings",
  "/#rules/thegame",
  "/#rules/facetoface",
  "/#rules/lie",
  "/#learn/thegame",
  "/#learn/facetoface",
  "/#learn/lie",
  "/#puzzles",
  "/#day",
  "/#puzzle/1",
  "/#puzzle/3",
  "/#puzzle/35",
  "/#puzzle/999",
  "/#nowhere",
  "/j/nosuchtable",
  "/r/nosuchgame",
];

/** Runs axe-core in the page and names what it finds. */
export async function accessible(page, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const result = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
    return result.violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.target} ${node.any.map((any) => any.message).join("; ")}`)
          .join(" | ")}`,
    );
  });
  claim(found.length === 0, `${where}: ${found.join("\n")}`);
}

/** Claims that nothing is wider than the window, and with `whole` that nothing is longer. A window that has just been resized takes some
 * frames until all lengths that follow it are those of the new one: what does not fit is looked at again for a while. */
async function fitsWindow(page, where, whole) {
  const size = page.viewportSize();
  const { wide, long, widest } = await page.evaluate(
    async ([{ width, height }, all]) => {
      const root = document.documentElement;
      const measure = () => ({ wide: root.scrollWidth - root.clientWidth, long: all ? root.scrollHeight - window.innerHeight : 0 });
      for (let looks = 0; looks < 60; looks++) {
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const resized = window.innerWidth === width && window.innerHeight === height;
        if (resized && measure().wide <= 1 && measure().long <= 1) break;
      }
      const over = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1);
      return { ...measure(), widest: over.slice(0, 5).map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""}`) };
    },
    [size, whole],
  );
  const window = `a window of ${size.width}x${size.height}`;
  claim(wide <= 1, `${where} is ${wide} pixels wider than ${window}: ${widest.join(", ")}`);
  claim(long <= 1, `${where} is ${long} pixels longer than ${window}`);
}

/** Nothing is wider than the window; what is, is named. */
export async function fits(page, where) {
  await fitsWindow(page, where, false);
}

/** The smallest windows that show all of a table: a phone, the same on its side, a small desktop. */
const SMALL = [
  { width: 740, height: 360 },
  { width: 1024, height: 700 },
  { width: 360, height: 640 },
];

/** A table in small windows: nothing is wider than the window, and nothing hides behind the hand. */
export async function fitsWhole(page, where) {
  const before = page.viewportSize();
  for (const size of SMALL) {
    await page.setViewportSize(size);
    await fitsWindow(page, where, where !== WAITING);
  }
  await page.setViewportSize(before);
}

/** What the others did has all been shown, and no card flies any more. */
function atRest(page) {
  const rests = () =>
    !document.querySelector("[data-testid=chip][data-testid=skip]") &&
    document.getAnimations().every((one) => one.playState !== "running" || one.effect.getComputedTiming().iterations === Infinity);
  return page.waitForFunction(rests);
}

/** Every name at the table can be read to its end. */
export async function namesFit(page, where) {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("[data-testid=seat-name] > span")]
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
      .map((one) => one.textContent),
  );
  claim(cut.length === 0, `${where} cuts the names ${cut.join(", ")}`);
}

async function settled(page) {
  await page.waitForSelector("#main, [data-testid=lobby], dialog");
  await page.waitForSelector("h1, [data-testid=coach], [data-testid=table-page]", { state: "attached" }); // the screen's own code has come
  await page.waitForFunction(() => !document.querySelector("[data-testid=spinner]"), null, { timeout: 8000 }).catch(() => undefined);
}

/** Goes through all plain screens with one person. */
async function walk(house, page, check) {
  for (const path of PAGES) {
    await house.open(page, "/#settings");
    await house.open(page, path);
    await settled(page);
    await check(page, path);
  }
}

/** Escape closes what lies over the table, at once. */
async function closeDialog(page) {
  await page.keyboard.press("Escape");
  await page.waitForSelector("[data-testid=veil]", { state: "detached" });
}

/** Challenges as soon as that is allowed, and bids as little as possible before; the hands may be opened by somebody else, too. */
async function untilHandsOpen(page) {
  const opened = "[data-testid=veil] [data-testid=primary]";
  for (;;) {
    await page.waitForSelector(`${opened}, [data-testid=tray][data-mine=true] [data-testid=duty] [data-testid=primary], [data-bid]:enabled`);
    if (await page.$(opened)) return;
    const before = await page.getAttribute("[data-testid=table-page]", "data-position");
    if (await page.$("[data-bidding] [data-testid=challenge]")) await page.click("[data-bidding] [data-testid=challenge]");
    else {
      if (await page.$("[data-bid]:enabled")) await page.click("[data-bid]:enabled >> nth=0");
      await page.click("[data-testid=tray][data-mine=true] [data-testid=duty] [data-testid=primary]:not(:disabled)");
    }
    await page.waitForFunction((old) => document.querySelector("[data-testid=veil]") || document.querySelector("[data-testid=table-page]").dataset.position !== old, before);
  }
}

const WAITING = "waiting for the others";

/** The tables in their states: playing with a card in hand, a menu, the end; the duel; the ladder. */
async function tables(house, page, check) {
  await playNow(house, page, "thegame", { players: 2, bot: "novice" });
  await playPiles(page, "mouse", 3);
  await page.click("[data-testid=hand-card] >> nth=0");
  await check(page, "THE GAME with a card in hand");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog");
  await check(page, "the keys");
  await closeDialog(page);
  await page.click("[data-testid=hint-button] >> nth=0");
  await check(page, "the menu of hints");
  await closeDialog(page);
  await playNow(house, page, "facetoface", { bot: "novice" });
  await page.waitForSelector("[data-testid=tray][data-mine=true]");
  await page.click("[data-testid=hand-card] >> nth=1");
  await check(page, "FACE TO FACE");
  await playNow(house, page, "lie", { players: 2 }); // among more the bots may be through with a round before it is our turn
  await page.waitForSelector("[data-lie-card]");
  await check(page, "LIE, turning the cards");
  await page.click("[data-testid=duty] [data-testid=primary]");
  await page.waitForSelector("[data-testid=ladder-box]");
  await check(page, "LIE, the ladder");
  await makeTable(house, page, "lie", {});
  await check(page, WAITING);
}

export const screenTests = [
  {
    name: "a wrong address says so and leads on",
    async run(house) {
      const { page } = await house.person({ language: "cs" });
      const answer = await page.goto(`${house.server.address}/foo/bar`);
      claim(answer.status() === 404, `there is nothing: ${answer.status()}`);
      await page.getByRole("heading", { name: "Tady nic není" }).waitFor();
      await accessible(page, "a wrong address");
      await page.getByRole("main").getByRole("link", { name: "Přisednout ke stolu" }).click();
      await page.getByRole("heading", { name: "Přisednout ke stolu" }).waitFor();
      for (const [address, way] of [["/#nowhere", "Moje partie"], ["/#learn/chess", "Pravidla"], ["/#profile/nobody", "Žebříček"], ["/#puzzle/9999", "Úlohy"]]) {
        await house.open(page, address);
        await page.reload();
        await page.getByRole("main").getByRole("link", { name: way }).waitFor();
        await page.getByRole("main").getByRole("link", { name: "Na úvodní stránku" }).waitFor();
      }
    },
  },
  ...["light", "dark"].map((theme) => ({
    name: `every screen is accessible, ${theme}`,
    async run(house) {
      const { page } = await house.person({ theme });
      await walk(house, page, accessible);
    },
  })),
  ...["light", "dark"].map((theme) => ({
    name: `every table is accessible on a phone, ${theme}`,
    async run(house) {
      const { page } = await house.person({ theme, width: 390, height: 844 });
      await tables(house, page, accessible);
    },
  })),
  {
    name: "nothing is wider than a phone of 360 pixels, also in the long words of Polish",
    async run(house) {
      const { page } = await house.person({ width: 360, height: 640, language: "pl" });
      await walk(house, page, fits);
      await tables(house, page, fitsWhole);
    },
  },
  {
    name: "on the smallest phones no word sticks out of the card of a way to play, in any language, and nothing is wider",
    async run(house) {
      for (const language of ["en", "pl", "cs", "uk"]) {
        const { page, context } = await house.person({ width: 320, height: 568, language });
        await house.open(page, "/#new");
        for (const game of ["thegame", "facetoface", "lie"]) {
          await page.click(`[data-testid=new-table] [role=radiogroup] input[value="${game}"]`, { force: true });
          await fits(page, `${game} in ${language}`);
          const out = await page.$$eval("[data-testid=preset] > :not(input)", (parts) =>
            parts.filter((one) => one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right).map((one) => one.textContent),
          );
          claim(out.length === 0, `${game} in ${language}: ${out.join(", ")}`);
        }
        if (language === "uk") await walk(house, page, fits);
        await context.close();
      }
    },
  },
  {
    name: "the names of six bots can be read on a phone, and their hands when they are opened",
    async run(house) {
      const { page } = await house.person({ width: 360, height: 640, language: "uk" });
      await playNow(house, page, "lie", { players: 6 });
      await page.waitForSelector("[data-lie-card]");
      await fitsWhole(page, "LIE for six");
      for (const size of [...SMALL, { width: 390, height: 844 }]) {
        await page.setViewportSize(size);
        await fits(page, "LIE for six");
        await namesFit(page, `a window of ${size.width}x${size.height}`);
      }
      await page.setViewportSize(SMALL[2]);
      await untilHandsOpen(page);
      await accessible(page, "LIE for six, the hands are open");
      await fits(page, "LIE for six, the hands are open");
    },
  },
  {
    name: "a table of five fits a phone",
    async run(house) {
      const { page } = await house.person({ width: 360, height: 640, language: "uk" });
      await playNow(house, page, "thegame", { players: 5, bot: "novice" });
      await page.waitForSelector("[data-testid=vote-row]");
      await fitsWhole(page, "the vote for the starter");
      await page.setViewportSize({ width: 740, height: 360 });
      await page.waitForFunction(() => [...document.querySelectorAll("[data-testid=hand-card]")].every((card) => card.getBoundingClientRect().left >= 0));
      await page.setViewportSize({ width: 360, height: 640 });
      await playPiles(page, "mouse", 1);
      await fitsWhole(page, "THE GAME for five");
      await page.setViewportSize({ width: 844, height: 390 });
      await fits(page, "THE GAME for five");
      await namesFit(page, "a wide phone on its side");
    },
  },
  {
    name: "nothing moves when a card is picked up",
    async run(house) {
      const { page } = await house.person({ width: 360, height: 640, touch: true });
      for (const game of ["thegame", "facetoface"]) {
        await playNow(house, page, game, { players: game === "thegame" ? 1 : undefined, bot: game === "thegame" ? undefined : "novice" });
        await page.waitForSelector("[data-testid=tray][data-mine=true]");
        await atRest(page);
        for (const card of (await look(page)).hand) {
          const before = await look(page);
          await page.tap(`[data-testid=hand-card][data-card="${card}"]`);
          await page.waitForSelector(`[data-testid=hand-card][data-card="${card}"][aria-pressed=true]`);
          const after = await look(page);
          for (const { id } of before.piles)
            claim(String(before.points[id]) === String(after.points[id]), `pile ${id} moves when the ${card} is picked up`);
        }
      }
    },
  },
  {
    name: "a card under a pointer at its lower edge stays where it rose to",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "thegame", { players: 1 });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      const cards = await page.$$("[data-testid=hand-card]");
      const card = cards[cards.length >> 1]; // the fan hardly turns the cards in its middle
      const { x, y, width, height } = await card.boundingBox();
      await page.mouse.move(x + width / 2, y + height - 4);
      const top = () => card.evaluate((one) => one.getBoundingClientRect().top);
      await page.waitForFunction(([one, before]) => one.getBoundingClientRect().top <= before - 3.9, [card, y]);
      for (let i = 0; i < 12; i++) {
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))));
        claim((await top()) <= y - 3.9, `it falls to ${await top()} from ${y - 4}`);
      }
    },
  },
  {
    name: "nothing is lost at 200 % zoom",
    async run(house) {
      const { page } = await house.person({ width: 640, height: 400 });
      await walk(house, page, fits);
      await tables(house, page, fits);
    },
  },
];
