/*
 * day.mjs - the deal of the day on the page: two people get the same cards, the attempt is found again, and its result stands there;
 * without a server the device has a deal of its own.
 */
import { claim } from "./harness.mjs";
import { playPiles } from "./players.mjs";

async function begin(house, page) {
  await house.open(page, "/#day");
  await page.click(".day-level >> nth=0 >> button.main");
  await page.waitForSelector(".hand-card");
  return page.$$eval(".hand-card", (all) => all.map((one) => one.dataset.card).join());
}

export const dayTests = [
  {
    name: "the deal of the day is the same for two people, and the first try counts",
    async run(house) {
      const { page } = await house.person();
      const { page: other } = await house.person({ width: 360, height: 740 });
      const hands = [await begin(house, page), await begin(house, other)];
      claim(hands[0] === hands[1], `the same cards: ${hands.join(" and ")}`);
      claim((await begin(house, page)) === hands[0], "asking again leads back");
      await playPiles(page, "mouse");
      await page.waitForSelector(".end-card");
      await house.open(page, "/#day");
      await page.waitForSelector("text=1 person finished today.");
      await page.waitForSelector("text=1 day in a row");
      await page.waitForSelector("button:has-text('Share')");
      await page.waitForSelector("text=Champion in your place", { timeout: 120_000 });
      await house.open(other, "/#day");
      await other.waitForSelector(".day-level");
      claim((await other.$$(".day-field")).length === 0, "who has not finished sees no results");
      claim((await other.$$("text=Champion in your place")).length === 0, "who has not finished is not told what the champion made of it");
    },
  },
];
