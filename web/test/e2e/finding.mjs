/*
 * finding.mjs - finding people on the page: the same wish leads to the same table, bots come when nobody does, people one played with, blocks.
 */
import { claim } from "./harness.mjs";
import { choose } from "./return.mjs";

/** Looks for a duel, and comes to a table. */
export async function find(house, page) {
  await house.open(page, "/#tables");
  await page.click('.find-game .segments[aria-label="Game"] input[value="facetoface"]', { force: true });
  await page.click(".find-game .button.main");
  await page.waitForURL(/\/j\//);
}

/** A duel that one of them gives up: they know each other now. */
export async function playTogether(house, host, guest) {
  await find(house, host);
  await host.waitForSelector(".lobby");
  await find(house, guest);
  await Promise.all([host.waitForSelector(".tray"), guest.waitForSelector(".tray")]);
  await choose(guest, "Give up");
  await guest.click(".dialog .button.main");
  await Promise.all([host.waitForSelector(".end-card"), guest.waitForSelector(".end-card")]);
}

export const findingTests = [
  {
    name: "two people who want the same game find each other, and one blocks the other",
    ownServer: true,
    async run(house) {
      const { page } = await house.person();
      const { page: other } = await house.person({ width: 390, height: 844, touch: true });
      await find(house, page);
      await page.waitForSelector(".lobby");
      await house.open(other, "/#tables");
      await other.waitForSelector("text=just started waiting");
      await find(house, other);
      await Promise.all([page.waitForSelector(".tray"), other.waitForSelector(".tray")]);
      await choose(other, "Block or report");
      await other.fill("input[name=report]", "is rude");
      await other.click(".dialog button:has-text('Report')");
      await other.waitForSelector("text=The host will see your report.");
      await other.click(".dialog button:has-text('Block')");
      await other.waitForSelector("text=cannot sit down at your tables any more");
      await other.keyboard.press("Escape");
      await choose(other, "Give up");
      await other.click(".dialog .button.main");
      await page.waitForSelector(".end-card");
      await house.open(page, "/#people");
      await page.click("button:has-text('Favourite')");
      await page.waitForSelector("button[aria-pressed=true]:has-text('Favourite')");
      await house.open(other, "/#people");
      await other.waitForSelector("text=They are not told.");
      await find(house, page);
      await find(house, other);
      claim(page.url() !== other.url(), "who was blocked waits elsewhere");
      await page.evaluate((code) => sessionStorage.setItem("stos.bots-after", `${code} ${Date.now()}`), page.url().split("/").pop());
      await page.reload();
      await page.waitForSelector(".tray");
    },
  },
];
