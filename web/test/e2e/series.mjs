/*
 * series.mjs - duplicate play on the page: two teams get the same cards at tables of their own, and compare what they made of them.
 */
import { claim, THINK_MS } from "./harness.mjs";
import { playPiles } from "./players.mjs";
import { accessible } from "./screens.mjs";

const handOf = async (page) => {
  await page.waitForSelector("[data-testid=hand-card]");
  return page.$$eval("[data-testid=hand-card]", (all) => all.map((one) => one.dataset.card).join());
};

/** A table with bots on all other seats, dealt at once. */
async function deal(page) {
  const seats = page.locator("[data-testid=seat-list] select");
  await seats.first().waitFor();
  for (let seat = 0; seat < (await seats.count()); seat++) await seats.nth(seat).selectOption("steady");
  await page.click("button:has-text('Deal the cards')");
  return handOf(page);
}

export const seriesTests = [
  {
    name: "duplicate play: two teams are dealt the same cards and compare",
    async run(house) {
      const { page } = await house.person();
      const { page: other } = await house.person({ width: 360, height: 740 });
      await house.open(page, "/#new");
      await page.click("[data-testid=new-table] summary");
      await page.click("label:has-text('2 deals')");
      const hand = await deal(page);
      await playPiles(page, "mouse");
      await page.waitForSelector("button:has-text('Next deal: 2 of 2')");
      await page.getByRole("link", { name: "Standings" }).click();
      await page.waitForSelector("table tr[data-you=true]");
      await page.waitForSelector("table tr:has-text('Champion')", { timeout: THINK_MS });
      await accessible(page, "standings");
      await house.open(other, `/${new URL(page.url()).hash}`);
      await other.waitForSelector("table");
      claim((await other.$$("table td a")).length === 0, "nobody learns of a deal that is still to be played");
      await other.click("button:has-text('Play with your team')");
      claim((await deal(other)) === hand, "the same cards");
      await playPiles(other, "mouse");
      await other.click("a:has-text('Standings')");
      await other.waitForFunction(() => document.querySelectorAll("table tbody tr").length >= 2);
      claim((await other.$$("table tr[data-you=true]")).length === 1, "the own team is marked");
      await accessible(other, "standings on a phone");
      claim(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
    },
  },
  {
    name: "from the standings one plays the next deal at the own table, not the first one again",
    async run(house) {
      const { page } = await house.person();
      const standings = page.getByRole("link", { name: "Standings" });
      await house.open(page, "/#new");
      await page.click("[data-testid=new-table] summary");
      await page.click("label:has-text('2 deals')");
      await page.getByRole("button", { name: "Create and invite" }).click();
      await page.waitForSelector("[data-testid=lobby]");
      const table = new URL(page.url()).pathname;
      await standings.click();
      await page.getByRole("button", { name: "Next deal: 1 of 2" }).click();
      await page.waitForURL(`**${table}`); // nothing is dealt yet
      await page.getByRole("button", { name: "Bots for the empty seats" }).click();
      await page.getByRole("button", { name: "Deal the cards" }).click();
      const first = await handOf(page);
      await playPiles(page, "mouse");
      await standings.click();
      await page.getByRole("button", { name: "Play with another team" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Next deal: 2 of 2" }).click();
      await page.waitForURL(`**${table}`);
      claim((await handOf(page)) !== first, "other cards");
      await playPiles(page, "mouse");
      await standings.click();
      await page.getByRole("row", { name: /your team/ }).waitFor();
      claim((await page.getByRole("row", { name: /your team/ }).count()) === 1, "one row for the own team");
      claim((await page.getByText("practice", { exact: true }).count()) === 0, "both deals count");
      await page.getByRole("button", { name: "Play with another team" }).waitFor();
      claim((await page.getByRole("button", { name: /Next deal/ }).count()) === 0, "all deals are played");
    },
  },
];
