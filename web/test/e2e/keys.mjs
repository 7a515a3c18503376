/*
 * keys.mjs - the page with the keyboard alone: where the focus is when a screen, a seat or a button under it goes away, and that what has
 * it can be seen.
 */
import { claim } from "./harness.mjs";
import { makeTable, playNow } from "./games.mjs";
import { playPiles } from "./players.mjs";
import { inviteTo, onTurn, sitDown } from "./people.mjs";
import { slow } from "./slow.mjs";

const MOST_TABS = 60;

/** What has the focus, in words, and whether the middle of it can be seen. */
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    const box = element.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const label = element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent;
    return { tag: element.localName, text: label.trim(), seen: there !== null && (element.contains(there) || there.contains(element)) };
  });
}

/** Waits until what has the focus fits. */
async function focusOn(page, selector, words) {
  await page.waitForFunction((wanted) => document.activeElement.matches(wanted), selector, { timeout: 10_000 }).catch(async () => {
    throw new Error(`${words}: ${JSON.stringify(await focused(page))}`);
  });
}

/** Presses Tab until something with these words has the focus. */
async function tabTo(page, words) {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).text.startsWith(words)) return;
  }
  throw new Error(`Tab never comes to ${words}`);
}

async function pressOn(page, words) {
  await tabTo(page, words);
  await page.keyboard.press("Enter");
}

export const keyTests = [
  {
    name: "with the keyboard alone a screen begins at its heading, and whoever goes back is on the link that they followed",
    async run(house) {
      const { page } = await house.person();
      await house.open(page);
      await page.waitForSelector("[data-testid=start-way]");
      for (const link of ["Settings", "Watch", "Deal of the day"]) {
        await pressOn(page, link);
        await page.waitForURL(/#/);
        await focusOn(page, "#main h1", `a new screen: ${link}`);
        await page.goBack();
        await focusOn(page, "a[href^='/#']", `back from: ${link}`);
        const { text, seen } = await focused(page);
        claim(text.startsWith(link) && seen, `back on the link that was followed: ${text}`);
      }
      await pressOn(page, "Join by code");
      await focusOn(page, "#main input", "the line for the code");
      await page.goBack();
      await pressOn(page, "Puzzles");
      await pressOn(page, "Puzzle 3,");
      await focusOn(page, "[data-testid=hand-card], #main", "a puzzle");
      await page.goBack();
      await focusOn(page, "a[href='/#puzzle/3']", "back in the list of puzzles");
    },
  },
  {
    name: "the link past the header leads to the table, and the address stays",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "thegame", { players: 2 });
      const skip = async () => {
        const address = page.url();
        await page.press("[data-testid=skip-link]", "Enter");
        await focusOn(page, "#main", "past the header");
        await page.keyboard.press("Tab");
        await focusOn(page, "#main *", "what comes first at the table");
        claim(page.url() === address && (await page.$("[data-testid=table-page]")) !== null, `still at the table: ${page.url()}`);
      };
      await skip();
      await inviteTo(house, page, 2);
      await skip();
    },
  },
  {
    name: "another language leaves the focus, what was typed and an open dialog where they are",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#new");
      await page.waitForSelector("[data-testid=bottom-bar]");
      await tabTo(page, "Your name");
      await page.keyboard.type("Ida");
      await page.focus("[data-testid=language]");
      await page.keyboard.press("ArrowDown");
      await page.waitForSelector("h1 >> text=Nowy stół");
      await focusOn(page, "[data-testid=language]", "the choice of a language");
      claim((await page.inputValue("[data-testid=own-name]")) === "Ida", "the name is still there");
      await page.keyboard.press("ArrowUp");
      await page.waitForSelector("h1 >> text=Make a table");
      await playNow(house, page, "thegame", { players: 2, bot: "novice" });
      await page.click("button[aria-label='More']");
      await page.click("[data-testid=menu] >> text=Settings");
      await page.focus("dialog input[value=en]");
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector("dialog >> text=Język");
      await focusOn(page, "dialog input[value=pl]", "the language that was chosen");
    },
  },
  {
    name: "with the keyboard alone seats come and go, and nothing that has the focus lies below the bar",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#new");
      await page.waitForSelector("[data-testid=bottom-bar]");
      for (await tabTo(page, "Add a seat"); await page.$("[data-testid=add-seat]"); ) await page.keyboard.press("Enter");
      await focusOn(page, "summary", "behind the last seat");
      claim((await focused(page)).seen, "it can be seen above the bar");
      await page.reload();
      await page.waitForSelector("[data-testid=bottom-bar]");
      for (await tabTo(page, "Remove this seat"); await page.$("[aria-label='Remove this seat']"); ) await page.keyboard.press("Enter");
      await focusOn(page, "[data-testid=add-seat]", "behind the seats that are gone");
      await makeTable(house, page, "thegame", { players: 2 });
      await pressOn(page, "Bots for the empty seats");
      await focusOn(page, "[data-testid=lobby] [data-testid=primary]", "what is next when all seats are taken");
      await page.keyboard.press("Enter");
      await focusOn(page, "[data-testid=hand-card]", "the cards that were dealt");
    },
  },
  {
    name: "a button that can be pressed only once keeps the focus, and the result has it when the game is over",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "facetoface", { bot: "novice" });
      await page.waitForSelector("[data-testid=advise]");
      await page.focus("[data-testid=advise]");
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-testid=advise][aria-disabled=true]");
      await focusOn(page, "[data-testid=advise]", "the button that asks");
      await playPiles(page, "keys");
      await focusOn(page, "[data-testid=end-card]", "the end of the game");
      await pressOn(page, "Replay and analysis");
      await focusOn(page, "#main h1", "the replay");
      await tabTo(page, "Play on from here");
      await page.keyboard.press("End");
      await page.waitForSelector("button[aria-disabled=true]");
      await focusOn(page, "button[aria-disabled=true]", "the game is over here");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Home");
      await page.waitForFunction(() => !document.querySelector("button[aria-disabled=true]"));
      claim(page.url().includes("#replay/"), `there is nothing to play on: ${page.url()}`);
    },
  },
  {
    name: "LIE: on the ladder the focus walks with the choice, and Enter bids it",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "lie", { players: 2 }); // among more a round may be over before it is our turn
      await pressOn(page, "These ends count");
      await page.waitForSelector("[data-bid]:enabled");
      await page.focus("[data-bid]:enabled");
      for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) {
        await page.keyboard.press(key);
        await page.waitForSelector("[data-bid][aria-pressed=true]");
        await focusOn(page, "[data-bid][aria-pressed=true]", `the bid that ${key} leads to`);
      }
      const bid = await page.getAttribute("[data-bid][aria-pressed=true]", "data-bid");
      await page.keyboard.press("Enter");
      await page.waitForFunction((text) => document.querySelector(`[data-bid="${text}"]`)?.disabled !== false, bid);
      await page.waitForFunction(() => document.activeElement !== document.body);
    },
  },
  {
    name: "the log is one stop of Tab, arrows walk over its lines, and Enter unfolds the hints",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "thegame", { players: 4, bot: "quick" });
      for (let turns = 0; (await page.locator("[data-testid=log-line]:has(summary)").count()) < 2; turns++) {
        claim(turns < 12 && !(await page.$("[data-testid=end-card]")), "the bots give hints");
        await playPiles(page, "keys", Infinity, 1);
      }
      await page.focus("[data-testid=log-box]");
      await page.keyboard.press("Tab");
      claim(!(await page.evaluate(() => document.activeElement.closest("[data-testid=log-box]"))), `Tab leaves the log: ${(await focused(page)).text}`);
      await page.focus("[data-testid=log-box]");
      await page.keyboard.press("ArrowUp");
      await focusOn(page, "[data-testid=log-line]:last-child, [data-testid=log-line]:last-child *", "the newest line");
      await page.keyboard.press("Home");
      await focusOn(page, "[data-testid=log-line]:first-child, [data-testid=log-line]:first-child *", "the first line");
      for (let lines = await page.locator("[data-testid=log-line]").count(); lines > 0 && !(await page.$("summary:focus")); lines--) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-testid=log-line]:has(summary) details[open] summary:focus");
      await page.keyboard.press("Tab");
      claim(!(await page.evaluate(() => document.activeElement.closest("[data-testid=log-box]"))), "and Tab leaves it from any line");
    },
  },
  {
    name: "Enter on a link or in the log does what it says there, and no bid",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "lie", { players: 2 });
      const before = await page.getAttribute("[data-testid=table-page]", "data-position");
      await page.focus("[data-testid=log-box]");
      await page.keyboard.press("Enter");
      await page.waitForTimeout(300);
      claim((await page.getAttribute("[data-testid=table-page]", "data-position")) === before, "the ends are not chosen from the log");
      await pressOn(page, "These ends count");
      await page.waitForSelector("[data-bid]:enabled");
      await page.focus("[data-bid]:enabled");
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector("[data-bid][aria-pressed=true]");
      await page.press("[data-testid=brand]", "Enter");
      await page.waitForSelector("[data-testid=hero]");
    },
  },
  {
    name: "another season or game of the leaderboard keeps the focus while it loads",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#leaders");
      await tabTo(page, "Last season");
      await slow(page, 400);
      for (const next of ["This season", "Last season"]) {
        await page.keyboard.press("Enter");
        await page.waitForSelector("#main [aria-busy=true]");
        await focusOn(page, "#main :is(a, button)", "while it loads");
        await page.waitForSelector(`#main button:text-is("${next}")`);
        await focusOn(page, "#main :is(a, button)", "when it is there");
      }
      await page.focus("#main input:checked");
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(900);
      await focusOn(page, "#main input[value=lie]", "the other game");
    },
  },
  {
    name: "whoever ends the turn by its button has the hand then, and whoever waits for a rematch the button",
    async run(house) {
      const { page: host } = await house.person();
      await inviteTo(house, host, 2);
      const { page: guest } = await sitDown(house, await host.inputValue("[data-testid=invite] input"), "Ola");
      await host.click("[data-testid=lobby] [data-testid=primary]:not(:disabled)");
      const page = await onTurn([host, guest]);
      await playPiles(page, "keys", 2);
      await page.focus("[data-testid=duty] [data-testid=primary]");
      await page.keyboard.press("Enter");
      await focusOn(page, "[data-testid=hand-card]", "after the turn");
      for (const one of [host, guest]) {
        await one.click("button[aria-label='More']");
        await one.click("[data-testid=menu] >> text=Ask to end the game");
      }
      await host.waitForSelector("[data-testid=end-card]");
      await pressOn(host, "Play again");
      await host.waitForSelector("[data-testid=end-buttons] button[aria-disabled=true]");
      await focusOn(host, "[data-testid=end-buttons] button[aria-disabled=true]", "while one waits for the others");
    },
  },
  {
    name: "letters and digits do nothing at a table where they are switched off, and arrows and Enter still play",
    async run(house) {
      const { page } = await house.person();
      await playNow(house, page, "thegame", { players: 1 });
      const hand = page.getByRole("group", { name: "Your hand" }).getByRole("button");
      const held = page.getByRole("group", { name: "Your hand" }).getByRole("button", { pressed: true });
      await page.keyboard.press("1");
      await held.waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Settings" }).click();
      await page.getByRole("switch", { name: "Letters and digits as keys" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      for (const key of ["1", "?", "t"]) await page.keyboard.press(key);
      claim((await page.getByRole("dialog").count()) === 0, "no list of keys opens");
      claim((await held.count()) === 0, "no card is picked up");
      await hand.nth(1).focus();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Enter");
      await held.waitFor();
      await page.keyboard.press("Escape");
      await playPiles(page, "mouse", 2);
      const before = await page.getAttribute("[data-testid=table-page]", "data-position");
      await page.keyboard.press("e");
      await page.keyboard.press("ArrowUp");
      claim((await page.getAttribute("[data-testid=table-page]", "data-position")) === before, "the turn goes on");
    },
  },
];
