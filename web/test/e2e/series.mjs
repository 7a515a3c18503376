/*
 * series.mjs - duplicate play on the page: two teams get the same cards at tables of their own, and compare what they made of them.
 */
import { claim, THINK_MS } from "./harness.mjs";
import { playPiles } from "./players.mjs";
import { accessible } from "./screens.mjs";

const handOf = async (page) => {
  await page.waitForSelector(".hand-card");
  return page.$$eval(".hand-card", (all) => all.map((one) => one.dataset.card).join());
};

/** A table with bots on all other seats, dealt at once. */
async function deal(page) {
  for (const seat of await page.$$(".seat-list select")) await seat.selectOption("steady");
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
      await page.click(".new-table summary");
      await page.click("label:has-text('2 deals')");
      const hand = await deal(page);
      await playPiles(page, "mouse");
      await page.waitForSelector("button:has-text('Next deal: 2 of 2')");
      await page.click("a:has-text('Standings')");
      await page.waitForSelector("table.series tr.you");
      await page.waitForSelector("table.series tr:has-text('Champion')", { timeout: THINK_MS });
      await accessible(page, "standings");
      await house.open(other, `/${new URL(page.url()).hash}`);
      await other.waitForSelector("table.series");
      claim((await other.$$("table.series td a")).length === 0, "nobody learns of a deal that is still to be played");
      await other.click("button:has-text('Play with your team')");
      claim((await deal(other)) === hand, "the same cards");
      await playPiles(other, "mouse");
      await other.click("a:has-text('Standings')");
      await other.waitForFunction(() => document.querySelectorAll("table.series tbody tr").length >= 2);
      claim((await other.$$("table.series tr.you")).length === 1, "the own team is marked");
      await accessible(other, "standings on a phone");
      claim(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
    },
  },
];
