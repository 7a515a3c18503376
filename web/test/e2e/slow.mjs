/*
 * slow.mjs - a network on which every answer takes long: what was pressed shows that it waits, is asked for once however often it is
 * pressed, and keeps the focus.
 */
import { claim } from "./harness.mjs";
import { makeTable, setOthers } from "./games.mjs";
import { playPiles } from "./players.mjs";
import { inviteTo, sitDown } from "./people.mjs";

/** From now on what this page asks its server leaves so much later. */
export function slow(page, milliseconds) {
  return page.evaluate((wait) => {
    const { send } = WebSocket.prototype;
    window.asked = [];
    WebSocket.prototype.send = function (text) {
      window.asked.push(JSON.parse(text).do);
      setTimeout(() => this.readyState === WebSocket.OPEN && send.call(this, text), wait);
    };
  }, milliseconds);
}

const SLOW_MS = 700;

/** Presses a button twice before it can be drawn anew, and once more when it was. It asks once, and waits meanwhile. */
async function pressOften(page, selector, verb) {
  const button = page.locator(selector).first();
  await button.waitFor();
  await button.focus();
  await button.evaluate((element) => {
    window.asked.length = 0;
    element.click();
    element.click();
  });
  const busy = await page.waitForFunction(() => document.querySelector(".waits:focus, .tray.waits"), null, { timeout: 3000 }).catch(() => null);
  claim(busy, `${selector} shows that it waits`);
  await page.evaluate(() => document.activeElement.click());
  await page.waitForFunction(() => !document.querySelector(".waits"));
  const asked = await page.evaluate((wanted) => window.asked.filter((one) => one === wanted).length, verb);
  claim(asked === 1, `${selector} asks for ${verb} once, not ${asked} times`);
}

export const slowTests = [
  {
    name: "on a slow network what leads to a table is asked for once and shows that it waits",
    async run(house) {
      const { page: host } = await house.person();
      await house.open(host, "/#day");
      await host.waitForSelector(".day-level");
      await slow(host, SLOW_MS);
      await pressOften(host, ".day-level .button.main", "create");
      await host.waitForSelector(".tray");
      await house.open(host, "/#new");
      await host.reload();
      await host.waitForSelector(".bottom-bar .button:not(:disabled)");
      await setOthers(host, 1);
      await slow(host, SLOW_MS);
      await pressOften(host, ".bottom-bar .button", "create");
      const { page: guest } = await house.person();
      await guest.goto(await host.inputValue(".invite input"));
      await guest.fill("form input[name=name]", "Ola");
      await slow(guest, SLOW_MS);
      await pressOften(guest, "form .button.main", "join");
      await guest.waitForSelector(".lobby");
      await pressOften(host, ".lobby .button.main.big:not(:disabled)", "begin");
      await Promise.all([host, guest].map((page) => page.waitForSelector(".tray")));
    },
  },
  {
    name: "on a slow network an account, a name and a search are asked for once and show that they wait",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#account");
      await page.waitForSelector("input[name=account]");
      await slow(page, SLOW_MS);
      await page.fill("input[name=name]", "Ida");
      await pressOften(page, 'button:text-is("Save")', "name");
      await page.fill("input[name=account]", `ida${Date.now() % 1_000_000}`);
      await page.fill("input[name=passphrase]", "a long enough phrase");
      await pressOften(page, 'button:text-is("Create an account")', "register");
      await page.waitForSelector("text=Logged in as");
      await pressOften(page, 'button:text-is("Save my data")', "export");
      await pressOften(page, 'button:text-is("Log out")', "logout");
      await page.click(".brand");
      await page.click(".way >> text=Public tables");
      await page.waitForSelector(".find-game .button.main:not(:disabled)");
      await pressOften(page, ".find-game .button.main", "find");
      await page.waitForSelector(".lobby");
      await pressOften(page, ".lobby button:has-text('Bots for the empty seats')", "fill");
    },
  },
  {
    name: "on a slow network a turn, a card taken back, a question and a rematch are asked for once and show that they wait",
    async run(house) {
      const { page: host } = await house.person();
      await makeTable(house, host, "thegame", { players: 2, bots: 1, choose: ['.choice:has(input[value="lot"])'] });
      await host.waitForSelector(".tray.mine");
      await playPiles(host, "mouse", 1);
      await slow(host, SLOW_MS);
      await pressOften(host, ".duty-buttons .take-back:not(.advise)", "take_back");
      await playPiles(host, "mouse", 2);
      await pressOften(host, ".duty .button.main:not(:disabled)", "move");
      await host.click("button[aria-label='More']");
      await host.click(".menu >> text=Ask to end the game");
      await host.waitForSelector(".end-card");
      await pressOften(host, ".end-buttons .button:has-text('Seats and rules')", "lobby");
      await inviteTo(house, host, 2);
      const { page: guest } = await sitDown(house, await host.inputValue(".invite input"), "Ola");
      await host.click(".lobby .button.main.big:not(:disabled)");
      await Promise.all([host, guest].map((page) => page.waitForSelector(".tray")));
      await guest.click("button[aria-label='More']");
      await guest.click(".menu >> text=Ask to end the game");
      await host.reload();
      await host.waitForSelector(".notice-line.question");
      await slow(host, SLOW_MS);
      await pressOften(host, ".notice-line.question .chip:has-text('Agree')", "agree");
      await host.waitForSelector(".end-card");
      await pressOften(host, ".end-buttons .button:has-text('Play again')", "agree");
    },
  },
];
