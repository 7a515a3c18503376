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
      await makeTable(house, page, "facetoface", { choose: ["[data-testid=switch]:has-text('Rated')"] });
      await other.goto(await page.inputValue("[data-testid=invite] input"));
      await other.click("form [data-testid=primary]");
      await other.waitForSelector("[data-testid=lobby]");
      await page.click("[data-testid=lobby] [data-testid=primary]:not([disabled])");
      await other.waitForSelector("[data-testid=tray]");
      await choose(other, "Give up");
      await other.click("dialog [data-testid=primary]");
      await page.waitForSelector("[data-testid=end-card]");
      await house.open(page, "/#leaders");
      await page.waitForSelector("text=rated-bob");
      const rows = await page.$$eval("ol li", (all) => all.map((one) => one.textContent));
      claim(/1\..*\d{4}\?/.test(rows[0]), `a provisional rating: ${rows[0]}`);
      await page.click("a:has-text('rated-bob')");
      await page.waitForSelector("text=0 % won");
      await house.open(other, "/#profile");
      await other.click("[data-testid=switch]:has-text('Private profile')");
      await other.waitForSelector("text=Your profile is private now.");
      await house.open(page, "/#start");
      await house.open(page, "/#profile/rated-bob");
      await page.waitForSelector("text=it is private");
    },
  },
  {
    name: "a rated table says so to a guest, at the door, in the lobby and at the table, and tells the change at its end",
    async run(house) {
      const { page } = await house.person();
      const { page: guest } = await house.person({ width: 390, height: 844, touch: true });
      await register(house, page, "Rated-Eva");
      await makeTable(house, page, "facetoface", { choose: ["[data-testid=switch]:has-text('Rated')"] });
      const stake = "Rated: the result changes your rating. If you run out of time or leave, you lose.";
      await page.getByText(stake).waitFor();
      await page.getByRole("heading", { name: /FACE TO FACE .*rated/ }).waitFor();
      await page.getByText("Whoever opens this link and has an account can join.").waitFor();
      await guest.goto(await page.getByRole("textbox", { name: "Invite link" }).inputValue());
      await guest.getByText(stake).waitFor();
      await guest.getByText("You need an account for a rated table.").waitFor();
      await guest.getByRole("link", { name: "Create an account or log in" }).click();
      await guest.getByLabel("Account name").first().fill("Rated-Jan");
      await guest.getByLabel("Passphrase, at least 8 characters", { exact: true }).fill("correct horse battery");
      await guest.getByRole("button", { name: "Create an account" }).click();
      await guest.getByRole("link", { name: "Back to the table" }).click();
      claim((await guest.getByRole("textbox", { name: "Your name" }).inputValue()) === "Rated-Jan", "the account's name");
      await guest.getByRole("button", { name: "Sit down" }).click();
      await page.getByRole("listitem").filter({ hasText: "Rated-Jan" }).waitFor();
      await guest.getByRole("listitem").filter({ hasText: "Rated-Eva" }).waitFor();
      await page.getByRole("button", { name: "Deal the cards" }).click();
      await guest.getByRole("heading", { name: /FACE TO FACE .*rated/ }).waitFor();
      await choose(guest, "Give up");
      await guest.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
      for (const [one, sign] of [[page, "\\+"], [guest, "−"]])
        await one.getByRole("region", { name: "Result" }).getByText(new RegExp(`^\\d{4}\\? \\(${sign}\\d+\\)$`)).waitFor();
    },
  },
];
