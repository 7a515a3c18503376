/*
 * ratings.mjs - rated games on the page: two people with accounts play a duel, and the leaderboard and the profiles show it.
 */
import { makeTable } from "./games.mjs";
import { claim } from "./harness.mjs";
import { choose } from "./return.mjs";

/** Registers on the page and waits until it is known there. */
export async function register(house, page, account) {
  await house.open(page, "/#account");
  await page.fill("input[name=account]", account);
  await page.fill("input[name=passphrase]", "correct horse battery");
  await page.click("button:has-text('Create an account')");
  await page.waitForSelector(`text=Logged in as ${account}`);
}

export const ratingTests = [
  {
    name: "a rated duel shows on the leaderboard and on the profiles",
    async run(house) {
      const { page } = await house.person();
      const { page: other } = await house.person({ width: 390, height: 844, touch: true });
      await register(house, page, "rated-ada");
      await register(house, other, "rated-bob");
      await makeTable(house, page, "facetoface", { choose: [".switch:has-text('Rated')"] });
      await other.goto(await page.inputValue(".invite input"));
      await other.click("form .button.main");
      await other.waitForSelector(".lobby");
      await page.click(".lobby .button.main:not([disabled])");
      await other.waitForSelector(".tray");
      await choose(other, "Give up");
      await other.click(".dialog .button.main");
      await page.waitForSelector(".end-card");
      await house.open(page, "/#leaders");
      await page.waitForSelector("text=rated-bob");
      const rows = await page.$$eval("ol.list li", (all) => all.map((one) => one.textContent));
      claim(/1\..*\d{4}\?/.test(rows[0]), `a provisional rating: ${rows[0]}`);
      await page.click("a:has-text('rated-bob')");
      await page.waitForSelector("text=0 % won");
      await house.open(other, "/#profile");
      await other.click(".switch:has-text('Private profile')");
      await other.waitForSelector("text=Your profile is private now.");
      await house.open(page, "/#start");
      await house.open(page, "/#profile/rated-bob");
      await page.waitForSelector("text=it is private");
    },
  },
];
