/*
 * finding.mjs - finding people on the page: the same wish leads to the same table, bots come when nobody does, people one played with, blocks.
 */
import { claim } from "./harness.mjs";
import { choose } from "./return.mjs";

/** Looks for a duel: waits for somebody, or comes to a table where the cards are dealt. */
export async function find(house, page) {
  await house.open(page, "/#find");
  await page.click('[data-testid=find-game] [role=radiogroup][aria-label="Game"] input[value="facetoface"]', { force: true });
  await page.click("[data-testid=find-game] [data-testid=primary]");
  await page.waitForSelector("[data-testid=search], [data-testid=tray]");
}

/** A duel that one of them gives up: they know each other now. */
export async function playTogether(house, host, guest) {
  await find(house, host);
  await host.waitForSelector("[data-testid=search]");
  await find(house, guest);
  await Promise.all([host.waitForSelector("[data-testid=tray]"), guest.waitForSelector("[data-testid=tray]")]);
  await choose(guest, "Give up");
  await guest.click("dialog [data-testid=primary]");
  await Promise.all([host.waitForSelector("[data-testid=end-card]"), guest.waitForSelector("[data-testid=end-card]")]);
}

export const findingTests = [
  {
    name: "two people who want the same game find each other, and one blocks the other",
    ownServer: true,
    async run(house) {
      const { page } = await house.person();
      const { page: other } = await house.person({ width: 390, height: 844, touch: true });
      await find(house, page);
      await page.getByRole("timer").waitFor();
      await page.getByRole("button", { name: "Play a bot meanwhile" }).click();
      await page.waitForSelector("[data-testid=tray]");
      claim(page.url().includes("#local/"), "a bot passes the time");
      await house.open(other, "/#find");
      await other.waitForSelector("text=just started waiting");
      await find(house, other);
      await Promise.all([page.waitForURL(/\/j\//), other.waitForURL(/\/j\//)]); // whoever played a bot is fetched
      await Promise.all([page.waitForSelector("[data-testid=tray]"), other.waitForSelector("[data-testid=tray]")]);
      await choose(other, "Block or report");
      await other.fill("input[name=report]", "is rude");
      await other.click("dialog button:has-text('Report')");
      await other.waitForSelector("text=The host will see your report.");
      await other.click("dialog button:has-text('Block')");
      await other.waitForSelector("text=cannot sit down at your tables any more");
      await other.keyboard.press("Escape");
      await choose(other, "Give up");
      await other.click("dialog [data-testid=primary]");
      await page.waitForSelector("[data-testid=end-card]");
      await house.open(page, "/#people");
      await page.click("button:has-text('Favourite')");
      await page.waitForSelector("button[aria-pressed=true]:has-text('Favourite')");
      await house.open(other, "/#people");
      await other.waitForSelector("text=They are not told.");
      await find(house, page);
      await find(house, other);
      const tables = await Promise.all([page, other].map((one) => one.evaluate(() => JSON.parse(sessionStorage.getItem("stos.search")).code)));
      claim(tables[0] !== tables[1], "who was blocked waits elsewhere");
      await page.evaluate(() => sessionStorage.setItem("stos.search", JSON.stringify({ ...JSON.parse(sessionStorage.getItem("stos.search")), since: 0 })));
      await page.reload();
      await page.waitForSelector("[data-testid=tray]");
      await other.getByRole("button", { name: "Cancel" }).click();
      await other.waitForSelector("[data-testid=find-game]");
    },
  },
];
