/*
 * look.mjs - how a table looks and is used where room is short: five on a phone, hints below their pile, high contrast, rules over the
 * table, the focus of the keyboard, my games.
 */
import { claim } from "./harness.mjs";
import { makeTable, playNow } from "./games.mjs";
import { placeSomewhere, sitDown } from "./people.mjs";
import { look, playPiles } from "./players.mjs";
import { choose } from "./return.mjs";
import { fits, namesFit } from "./screens.mjs";

const LOT = ['[data-testid=choice]:has(input[value="lot"])'];

const LONG_NAMES = ["Maximiliana Konstantina", "Wolfeschlegelsteinhausen"];
const WINDOWS = [
  { width: 667, height: 375 },
  { width: 640, height: 320 },
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 1024, height: 700 },
];

const SIDEWAYS = WINDOWS.slice(0, 2);

/** Boxes of all that match, as the screen has them. */
function boxes(page, selector) {
  return page.$$eval(selector, (all) => all.map((one) => one.getBoundingClientRect().toJSON()));
}

function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Waits until all of it is in sight: a box may still be scrolling. */
async function withinWindow(page, selector) {
  await page.waitForFunction((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  }, selector);
}

async function checkHintsAndHand(page, { width, height }) {
  const hints = await boxes(page, "[data-testid=pile-hint]");
  const numbers = await boxes(page, "[data-pile-button] [data-testid=card]");
  claim(hints.length > 0, "there is a hint");
  for (const hint of hints) {
    claim(!numbers.some((number) => overlap(hint, number)), `a hint covers a number at ${width}x${height}`);
    claim(hint.left >= 0 && hint.right <= width, `a hint runs off the screen at ${width}x${height}`);
  }
  const cards = await boxes(page, "[data-testid=hand-card]");
  claim(cards.every((card) => card.width >= 56), `cards of the hand are narrow: ${cards.map((card) => card.width)}`);
  claim(cards.every((card) => card.bottom <= height), "the whole hand can be seen");
  const seats = await boxes(page, "[data-testid=seats] [data-testid=seat], [data-testid=seats] [data-testid=bubble]");
  claim(seats.every((seat) => seat.left >= 0 && seat.right <= width), "all seats and what they say fit");
}

/** The memory strip lies above the tray, before anybody scrolls. */
async function memoryShows(page, where) {
  const [cells] = await boxes(page, "[data-testid=memory] [data-testid=cells]");
  const [tray] = await boxes(page, "[data-testid=tray]");
  claim(cells.height >= 15 && cells.bottom <= tray.top, `${where}: the cells end at ${cells.bottom}, the tray begins at ${tray.top}`);
  await fits(page, where);
}

/** Words that are broken in two, and words that are too small to be read, in CSS pixels. */
function badWords(page, smallest) {
  return page.evaluate((least) => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const holder = text.parentElement;
      if (holder.closest(".only-heard, option") || holder.getClientRects().length === 0) continue;
      for (const { 0: word, index } of text.data.matchAll(/[^\s\-–/·]+/g)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`${word} is broken`);
        if (parseFloat(getComputedStyle(holder).fontSize) < least) found.push(`${word} is tiny`);
      }
    }
    return [...new Set(found)];
  }, smallest);
}

async function readable(page, where, smallest) {
  const bad = await badWords(page, smallest);
  claim(bad.length === 0, `${where}: ${bad.join(", ")}`);
}

/** Words that are longest in their language. */
const LONG_WORDS = { pl: "novice", cs: "steady", uk: "quick" };

/** Where the piles and the hand lie. */
function places(page) {
  return page.$$eval("#main [data-testid=piles], [data-testid=hand-box], [data-testid=lie-hand]", (all) => all.map((one) => {
    const { left, top, width } = one.getBoundingClientRect();
    return [one.className, left, one.matches("[data-testid=piles]") ? top : 0, width].map((part) => (typeof part === "number" ? Math.round(part) : part)).join(" ");
  }).join(", "));
}

/** A turn of THE GAME: cards are placed, one is taken back, the turn ends. Returns where all lay meanwhile. */
async function placesInTurn(page) {
  await page.waitForSelector("[data-testid=tray][data-mine=true] [data-testid=duty]");
  const seen = [await places(page)];
  for (let cards = 0; cards < 3; cards++) {
    await placeSomewhere([page]);
    await page.waitForSelector("[data-testid=duty-buttons] [data-testid=take-back]:not([data-testid=advise])");
    seen.push(await places(page));
  }
  await page.click("[data-testid=duty-buttons] [data-testid=take-back]:not([data-testid=advise])");
  await page.waitForSelector("[data-testid=tray][data-mine=true]");
  seen.push(await places(page));
  await page.click("[data-testid=duty] [data-testid=primary]:not(:disabled)");
  await page.waitForFunction(() => !document.querySelector("[data-testid=tray][data-mine=true]"));
  return [...seen, await places(page)];
}

export const lookTests = [
  {
    name: "the piles and the hand stay where they are while one plays, whatever buttons come and go, in the longest words",
    async run(house) {
      for (const language of ["en", "uk"])
        for (const [width, height] of [[1920, 1080], [1280, 800], [390, 844]]) {
          const { page, context } = await house.person({ width, height, language });
          await makeTable(house, page, "thegame", { players: 3, bots: 2, choose: LOT });
          const [first, ...rest] = await placesInTurn(page);
          const moved = rest.filter((one) => one !== first);
          claim(moved.length === 0, `${language} at ${width}x${height}: ${first}\nthen ${moved.join("\nthen ")}`);
          await context.close();
        }
    },
  },
  {
    name: "on phones no word of any language is broken in two, and in a duel none is too small to be read",
    async run(house) {
      for (const [language, bot] of Object.entries(LONG_WORDS))
        for (const [width, height] of [[390, 844], [320, 568]]) {
          const where = (screen) => `${screen} in ${language} at ${width}x${height}`;
          const { page, context } = await house.person({ width, height, touch: true, language });
          for (const screen of ["new", "tables", "puzzle/150"]) {
            await house.open(page, `/#${screen}`);
            await page.waitForSelector({ new: "[data-testid=preset]", tables: "#main h1", "puzzle/150": "[data-testid=coach]" }[screen]);
            await readable(page, where(screen), 0);
          }
          await playNow(house, page, "facetoface", { bot });
          await readable(page, where("the duel"), 9);
          await playNow(house, page, "thegame", { players: 5, bot });
          await readable(page, where("THE GAME for five"), 0);
          await context.close();
        }
    },
  },
  {
    name: "five on a phone: hints below their pile, never over a number, cards wide enough for a thumb, upright and on its side",
    async run(house) {
      const { page } = await house.person({ width: 360, height: 740, touch: true });
      await makeTable(house, page, "thegame", { players: 5, bots: 4, choose: LOT });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      for (const pile of ["U1", "D2"]) {
        await page.click(`[data-pile="${pile}"] [data-testid=hint-button]`);
        await page.click("[data-testid=menu] [data-hint]:not([data-hint=go_ahead]) >> nth=2");
      }
      await page.waitForSelector('[data-pile="D2"] [data-testid=pile-hint]');
      await checkHintsAndHand(page, { width: 360, height: 740 });
      await page.click('[data-pile="D2"] [data-testid=pile-hint]');
      await page.waitForSelector("[data-testid=hint-who] >> text=please, leave it!");
      const [who] = await boxes(page, "[data-testid=hint-who]");
      claim(who.left >= 0 && who.right <= 360, "who said it fits the screen");
      claim((await page.textContent('[data-pile="U2"] [data-testid=pile-way]')).includes("second"), "piles have names");
      await page.setViewportSize({ width: 740, height: 360 });
      await page.waitForFunction(() => document.querySelector("[data-testid=hand-card]").getBoundingClientRect().bottom <= 360);
      await checkHintsAndHand(page, { width: 740, height: 360 });
    },
  },
  {
    name: "on the smallest phone the cards that are gone lie above the hand, however many play",
    async run(house) {
      for (const players of [1, 2, 3, 4, 5]) {
        const { page, context } = await house.person({ width: 320, height: 568, touch: true, language: "uk" });
        await makeTable(house, page, "thegame", { players, bots: players - 1, choose: players > 1 ? LOT : [] });
        await page.waitForSelector("[data-testid=tray][data-mine=true]");
        if (players > 1) {
          await page.click('[data-pile="U1"] [data-testid=hint-button]');
          await page.click("[data-testid=menu] [data-hint]:not([data-hint=go_ahead]) >> nth=2");
          await page.waitForSelector('[data-pile="U1"] [data-testid=pile-hint]');
        }
        await memoryShows(page, `THE GAME for ${players}`);
        await context.close();
      }
      const { page } = await house.person({ width: 320, height: 568, touch: true, language: "uk" });
      await playNow(house, page, "facetoface", { bot: "novice" });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      await memoryShows(page, "FACE TO FACE");
    },
  },
  {
    name: "rules and settings open over the table; with bots alone there is no chat",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: LOT });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      const table = page.url();
      for (const [entry, inside] of [["Rules", "[data-testid=rules-text]"], ["Settings", "[role=radiogroup]"]]) {
        await choose(page, entry);
        await page.waitForSelector(`dialog ${inside}`);
        claim(page.url() === table && (await page.$("[data-testid=hand-card]")) !== null, "the table is still there");
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => !document.querySelector("dialog"));
      }
      claim((await page.$("#say")) === null, "bots do not listen");
    },
  },
  {
    name: "in a low window the menus of a table lie inside it, and every entry can be reached",
    async run(house) {
      const { page } = await house.person({ width: 640, height: 320, touch: true, language: "uk" });
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: LOT });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      for (const [opener, entries, leave] of [["[aria-haspopup=menu]", 7, "ArrowUp"], ["[data-testid=hint-button]", 4, "Tab"]]) {
        await page.locator(opener).first().click();
        await page.waitForSelector("[data-testid=menu]");
        await withinWindow(page, "[data-testid=menu]");
        const buttons = page.locator("[data-testid=menu] button");
        claim((await buttons.count()) >= entries, `${opener} has all its entries`);
        for (let index = 0; index < (await buttons.count()); index++) {
          await page.keyboard.press(leave);
          await withinWindow(page, "[data-testid=menu] button:focus");
        }
        await page.keyboard.press("Escape");
        await page.waitForSelector("[data-testid=menu]", { state: "detached" });
      }
      await page.click("[aria-haspopup=menu]");
      await page.hover("[data-testid=menu] button >> nth=1");
      await page.mouse.wheel(0, 1000);
      await withinWindow(page, "[data-testid=menu] button:last-child");
      await page.click("[data-testid=menu] button:last-child");
      await page.waitForSelector("dialog");
    },
  },
  {
    name: "the longest names can be read to their end on every window, in every game",
    async run(house) {
      const { page } = await house.person();
      for (const [game, players] of [["thegame", 3], ["facetoface", 2], ["lie", 3]]) {
        await makeTable(house, page, game, { players: game === "facetoface" ? undefined : players, choose: game === "facetoface" ? [] : LOT });
        const link = await page.inputValue("[data-testid=invite] input");
        for (const name of LONG_NAMES.slice(0, players - 1)) await sitDown(house, link, name);
        await page.click("[data-testid=primary]:not(:disabled)");
        await page.waitForSelector("[data-testid=seat-name]");
        for (const size of WINDOWS) {
          await page.setViewportSize(size);
          await fits(page, `${game} with long names`);
          await namesFit(page, `${game} at ${size.width}x${size.height}`);
        }
      }
    },
  },
  {
    name: "on small windows the faces and counts of a bid are whole, and lessons and puzzles lie beside their words",
    async run(house) {
      const { page } = await house.person({ language: "uk", touch: true });
      await playNow(house, page, "lie", { players: 6, bot: "novice" });
      while (!(await page.$("[data-bid]"))) { // somebody may challenge before one's own bid: then another round
        const next = "[data-testid=veil] [data-testid=primary], [data-testid=tray][data-mine=true] [data-testid=duty] [data-testid=primary]:not(:disabled)";
        await page.waitForSelector(`[data-bid], ${next}`);
        if (!(await page.$("[data-bid]"))) await page.click(next, { timeout: 3000 }).catch(() => undefined);
      }
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        await page.waitForFunction(() => [...document.querySelectorAll("[data-bid], [data-lead]")].every((pick) => pick.scrollWidth <= pick.clientWidth && pick.clientHeight >= 40));
      }
      for (const path of ["/#learn/thegame", "/#learn/facetoface", "/#learn/lie", "/#puzzle/1", "/#puzzle/3", "/#puzzle/35"])
        for (const size of SIDEWAYS) {
          await page.setViewportSize(size);
          await house.open(page, path);
          await page.waitForSelector("[data-testid=table-page] [data-testid=tray]");
          await fits(page, path);
          await namesFit(page, path);
          const tray = (await boxes(page, "[data-testid=tray]"))[0];
          const duty = (await boxes(page, "[data-testid=duty]"))[0];
          for (const card of await boxes(page, "[data-testid=tray] [data-testid=hand-card], [data-testid=tray] [data-lie-card]"))
            claim(card.left >= tray.left && !overlap(card, duty), `a card of ${path} is covered at ${size.width}x${size.height}`);
          const piles = await boxes(page, "[data-testid=duel] [data-pile]");
          const others = await boxes(page, "[data-testid=duel] [data-testid=seat]");
          const words = await boxes(page, "[data-testid=duel] [data-testid=pile-way]");
          claim(!words.some((one, at) => words.some((other, next) => next > at && overlap(one, other))), `the directions of ${path} lie over each other`);
          claim(!piles.some((pile) => others.some((seat) => overlap(pile, seat))), `piles of ${path} cover a seat at ${size.width}x${size.height}`);
        }
    },
  },
  {
    name: "the newest line of the log stays in sight when its place gets smaller",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 5, bots: 4, choose: LOT });
      await playPiles(page, "mouse", Infinity, 4);
      await page.setViewportSize({ width: 1280, height: 520 });
      await page.waitForFunction(() => {
        const box = document.querySelector("[data-testid=log-box]:has([data-testid=log])");
        const last = box.querySelector("[data-testid=log-line]:last-child").getBoundingClientRect();
        return box.scrollHeight > box.clientHeight && last.bottom <= box.getBoundingClientRect().bottom + 1;
      });
    },
  },
  {
    name: "a gift to the other does not look like a win; in a vote only those are ringed who have not voted",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "facetoface", { bots: 1 });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      for (const card of (await look(page)).hand) {
        await page.click(`[data-testid=hand-card][data-card="${card}"]`);
        await page.waitForSelector(`[data-testid=hand-card][data-card="${card}"][aria-pressed=true]`);
        claim((await page.$$('[data-pile^="o"] [data-testid=pile-jump][data-win=true], [data-pile^="o"][data-trick=true]')).length === 0, `${card} is no win on the other's pile`);
      }
      await makeTable(house, page, "thegame", { players: 2 });
      const { page: friend } = await sitDown(house, await page.inputValue("[data-testid=invite] input"), "Ben");
      await page.click("[data-testid=primary]:not(:disabled)");
      await page.waitForSelector("[data-testid=vote-row]");
      await page.click("[data-testid=vote-row] button >> nth=0");
      await friend.waitForFunction(() => document.querySelectorAll("[data-testid=seat][data-turn=true]").length === 1);
      claim((await friend.textContent("[data-testid=seat][data-turn=true]")).includes("You"), "the one without a vote is ringed");
    },
  },
  {
    name: "in high contrast the turn, the memory strip, the tray that takes a card and the edge of a dialog can be seen",
    async run(house) {
      const { page } = await house.person();
      await page.emulateMedia({ forcedColors: "active" });
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: LOT });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      await placeSomewhere([page]);
      await page.waitForSelector("[data-cell=gone]");
      const style = (selector, name) => page.$eval(selector, (one, property) => getComputedStyle(one)[property], name);
      claim((await style("[data-testid=seat][data-turn=true]", "outlineStyle")) === "solid", "the turn has a ring");
      const [gone, open] = [await style("[data-cell=gone]", "backgroundColor"), await style("[data-cell]:not([data-cell=gone], [data-cell=own])", "backgroundColor")];
      claim(gone !== open, `gone cards differ from others: ${gone}`);
      const trays = () => page.$$eval("[data-pile-button]", (all) => all.map((tray) => getComputedStyle(tray).borderTopColor));
      const [idle] = await trays();
      await page.click("[data-testid=hand-card] >> nth=0");
      claim((await trays()).some((tray) => tray !== idle), "a tray that takes the card is outlined");
      await page.keyboard.press("?");
      await page.waitForSelector("dialog");
      claim((await style("dialog > div", "borderTopStyle")) === "solid", "a dialog has an edge");
    },
  },
  {
    name: "with the keyboard alone the focus is never lost: after a card is placed it stays in the hand",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 2, bots: 1, choose: LOT });
      await page.waitForSelector("[data-testid=tray][data-mine=true]");
      const { hand, piles } = await look(page);
      const card = hand[0];
      const pile = piles.findIndex((one) => (one.id.startsWith("U") ? card > one.top : card < one.top));
      await page.focus("[data-testid=hand-card]");
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-testid=hand-card][aria-pressed=true]");
      await page.keyboard.press("asdf"[pile]);
      await page.waitForFunction((gone) => !document.querySelector(`[data-testid=hand-card][data-card="${gone}"]`), card);
      await page.waitForFunction(() => document.activeElement.closest("[data-testid=hand-card], [data-testid=tray] button, [data-pile-button]"));
    },
  },
  {
    name: "my games: the best so far, practice from a position that does not count, a record from a file, whole letters in a name",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "facetoface");
      await playPiles(page, "mouse", 4);
      await choose(page, "Give up");
      await page.click("dialog [data-testid=primary]");
      await page.waitForSelector("[data-testid=end-card] [data-testid=end-facts] >> text=0 of 1 won");
      await page.click("[data-testid=end-card] >> text=Replay and analysis");
      await page.waitForSelector("[data-testid=replay] [data-testid=piles]");
      const download = page.waitForEvent("download");
      await page.click("text=Save the record");
      const record = await (await download).path();
      for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight");
      await page.click("text=Play on from here");
      await page.waitForSelector("[data-testid=toast] >> text=does not count");
      await page.waitForSelector("[data-testid=tray][data-mine=true] [data-testid=hand-card]");
      await choose(page, "Ask to end the game");
      await page.waitForSelector("[data-testid=end-card]");
      await house.open(page, "/#games");
      await page.waitForSelector("text=1 played");
      await page.setInputFiles("input[type=file]", { name: "game.stos", mimeType: "text/plain", buffer: Buffer.from("nonsense") });
      await page.waitForSelector("[data-testid=toast]");
      await page.setInputFiles("input[type=file]", record);
      await page.waitForSelector("[data-testid=replay] [data-testid=piles]");
      await house.open(page, "/#account");
      await page.waitForSelector("text=what you wrote at tables");
      const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";
      await page.fill("input[name=name]", family.repeat(9));
      const kept = await page.inputValue("input[name=name]");
      claim(kept.length > 0 && kept === family.repeat(kept.length / family.length), `no family is torn apart: ${kept}`);
    },
  },
];
