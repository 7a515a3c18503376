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
  const busy = await page.waitForFunction(() => document.querySelector("[aria-busy=true]:focus, [data-testid=tray][aria-busy=true]"), null, { timeout: 3000 }).catch(() => null);
  claim(busy, `${selector} shows that it waits`);
  await page.evaluate(() => document.activeElement.click());
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  const asked = await page.evaluate((wanted) => window.asked.filter((one) => one === wanted).length, verb);
  claim(asked === 1, `${selector} asks for ${verb} once, not ${asked} times`);
}

export const slowTests = [
  {
    name: "on a slow network what leads to a table is asked for once and shows that it waits",
    async run(house) {
      const { page: host } = await house.person();
      await house.open(host, "/#day");
      await host.waitForSelector("[data-testid=day-level]");
      await slow(host, SLOW_MS);
      await pressOften(host, "[data-testid=day-level] [data-testid=primary]", "create");
      await host.waitForSelector("[data-testid=tray]");
      await house.open(host, "/#new");
      await host.reload();
      await host.waitForSelector("[data-testid=bottom-bar] button:not(:disabled)");
      await setOthers(host, 1);
      await slow(host, SLOW_MS);
      await pressOften(host, "[data-testid=bottom-bar] button", "create");
      const { page: guest } = await house.person();
      await guest.goto(await host.inputValue("[data-testid=invite] input"));
      await guest.fill("form input[name=name]", "Ola");
      await slow(guest, SLOW_MS);
      await pressOften(guest, "form [data-testid=primary]", "join");
      await guest.waitForSelector("[data-testid=lobby]");
      await pressOften(host, "[data-testid=lobby] [data-testid=primary]:not(:disabled)", "begin");
      await Promise.all([host, guest].map((page) => page.waitForSelector("[data-testid=tray]")));
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
      await page.click("[data-testid=brand]");
      await page.click("[data-testid=start-way] >> text=Find an opponent");
      await page.waitForSelector("[data-testid=find-game] [data-testid=primary]:not(:disabled)");
      await pressOften(page, "[data-testid=find-game] [data-testid=primary]", "find");
      await page.waitForSelector("[data-testid=search]");
      await pressOften(page, "[data-testid=search] button:has-text('Bots for the empty seats')", "fill");
    },
  },
  {
    name: "on a slow network a turn, a card taken back, a question and a rematch are asked for once and show that they wait",
    async run(house) {
      const { page: host } = await house.person();
      await makeTable(house, host, "thegame", { players: 2, bots: 1, choose: ['[data-testid=choice]:has(input[value="lot"])'] });
      await host.waitForSelector("[data-testid=tray][data-mine=true]");
      await playPiles(host, "mouse", 1);
      await slow(host, SLOW_MS);
      await pressOften(host, "[data-testid=duty-buttons] [data-testid=take-back]:not([data-testid=advise])", "take_back");
      await playPiles(host, "mouse", 2);
      await pressOften(host, "[data-testid=duty] [data-testid=primary]:not(:disabled)", "move");
      await host.click("button[aria-label='More']");
      await host.click("[data-testid=menu] >> text=Ask to end the game");
      await host.waitForSelector("[data-testid=end-card]");
      await pressOften(host, "[data-testid=end-buttons] :is(a, button):has-text('Seats and rules')", "lobby");
      await inviteTo(house, host, 2);
      const { page: guest } = await sitDown(house, await host.inputValue("[data-testid=invite] input"), "Ola");
      await host.click("[data-testid=lobby] [data-testid=primary]:not(:disabled)");
      await Promise.all([host, guest].map((page) => page.waitForSelector("[data-testid=tray]")));
      await guest.click("button[aria-label='More']");
      await guest.click("[data-testid=menu] >> text=Ask to end the game");
      await host.reload();
      await host.waitForSelector("[data-testid=notice][data-notice=question]");
      await slow(host, SLOW_MS);
      await pressOften(host, "[data-testid=notice][data-notice=question] [data-testid=chip]:has-text('Agree')", "agree");
      await host.waitForSelector("[data-testid=end-card]");
      await pressOften(host, "[data-testid=end-buttons] :is(a, button):has-text('Play again')", "agree");
    },
  },
];
