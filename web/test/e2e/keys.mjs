/*
 * keys.mjs - the page with the keyboard alone: where the focus is when a screen, a seat or a button under it goes away, and that what has
 * it can be seen.
 */
import { claim } from "./harness.mjs";
import { playNow } from "./games.mjs";

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

export const keyTests = [
  {
    name: "another language leaves the focus, what was typed and an open dialog where they are",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#new");
      await page.waitForSelector(".bottom-bar");
      await tabTo(page, "Your name");
      await page.keyboard.type("Ida");
      await page.focus(".language");
      await page.keyboard.press("ArrowDown");
      await page.waitForSelector("h1 >> text=Nowy stół");
      await focusOn(page, ".language", "the choice of a language");
      claim((await page.inputValue("input.grow")) === "Ida", "the name is still there");
      await page.keyboard.press("ArrowUp");
      await page.waitForSelector("h1 >> text=Make a table");
      await playNow(house, page, "thegame", { players: 2, bot: "novice" });
      await page.click("button[aria-label='More']");
      await page.click(".menu >> text=Settings");
      await page.focus("[role=dialog] input[value=en]");
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector("[role=dialog] >> text=Język");
      await focusOn(page, "[role=dialog] input[value=pl]", "the language that was chosen");
    },
  },
];
