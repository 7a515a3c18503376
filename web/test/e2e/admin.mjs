/*
 * admin.mjs - the page for hosts: log in, see a report with what was said, mute, ban for a day, lift the ban, close a table; by keyboard,
 * and without anything that a screen reader stumbles over.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claim } from "./harness.mjs";
import { inviteTo, sitDown } from "./people.mjs";
import { accessible, fits } from "./screens.mjs";

const PASSPHRASE = "the host of this server";

/** Logs in with the keyboard alone. */
async function logIn(page, passphrase) {
  await page.focus("input[name=passphrase]");
  await page.keyboard.type(passphrase);
  await page.keyboard.press("Enter");
}

/** Does what a button offers, for the given reason; pressed twice before it can be drawn anew, it is done once. */
async function act(page, button, reason) {
  await page.click(button);
  await page.fill("dialog input[name=reason]", reason);
  await page.locator("dialog button[type=submit]").evaluate((element) => {
    element.click();
    element.click();
  });
  await page.waitForSelector("text=Done.");
  await page.waitForSelector("dialog", { state: "detached" });
}

function withPassphrase() {
  const file = join(mkdtempSync(join(tmpdir(), "stos-admin-")), "passphrase");
  writeFileSync(file, `${PASSPHRASE}\n`);
  return ["--admin-passphrase-file", file];
}

export const adminTests = [
  {
    name: "the host reads names and games, and marks a report as done",
    ownServer: true,
    options: withPassphrase,
    async run(house) {
      const { page: ola } = await house.person();
      const link = await inviteTo(house, ola, 2);
      await sitDown(house, link, "Ben");
      await ola.getByRole("button", { name: "More" }).click();
      await ola.getByRole("menuitem", { name: "Block or report" }).click();
      await ola.getByRole("dialog").getByLabel("What happened?").fill("rude words");
      await ola.getByRole("dialog").getByRole("button", { name: "Report" }).click();
      await ola.getByText("The host will see your report.").waitFor();
      const { page } = await house.person({ width: 390, height: 844, language: "pl" });
      await page.goto(`${house.server.address}/admin`);
      await page.getByLabel("Hasło administratora").waitFor();
      await logIn(page, PASSPHRASE);
      const report = page.getByRole("listitem").filter({ hasText: "rude words" });
      await report.waitFor();
      claim(/Ben/.test(await report.textContent()), `who was reported has a name: ${await report.textContent()}`);
      await accessible(page, "a report");
      await page.getByRole("button", { name: "Stoły" }).click();
      const row = page.getByRole("row").filter({ hasText: "Ben" });
      await row.waitFor();
      claim(/THE GAME · podstawowy · 2 graczy/.test(await row.textContent()), `the game and the people: ${await row.textContent()}`);
      await page.getByRole("button", { name: "Zgłoszenia" }).click();
      await report.getByRole("button", { name: /^Oznacz jako załatwione/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Oznacz jako załatwione" }).click();
      await page.getByText("Wszystkie zgłoszenia są załatwione.").waitFor();
      await page.getByText("Załatwione: 1", { exact: true }).click();
      await report.getByText(/^Załatwione: /).waitFor();
      claim((await report.getByRole("button", { name: /^Oznacz jako załatwione/ }).count()) === 0, "once is enough");
      await page.getByRole("button", { name: "Co zrobili administratorzy" }).click();
      await page.getByRole("row").filter({ hasText: "Ben" }).waitFor();
      await accessible(page, "the log of hosts with names");
    },
  },
  {
    name: "the host closes a table and bans an address on the page for hosts",
    ownServer: true,
    options: withPassphrase,
    async run(house) {
      const { page: player } = await house.person();
      await inviteTo(house, player, 2);
      const { page } = await house.person({ width: 390, height: 844 });
      await page.goto(`${house.server.address}/admin`);
      await page.waitForSelector("input[name=passphrase]");
      await accessible(page, "the host's login");
      await logIn(page, "something else");
      await page.waitForSelector("text=Wrong passphrase.");
      await logIn(page, PASSPHRASE);
      await page.waitForSelector("nav");
      await accessible(page, "reports");
      await page.click("nav button:has-text('Tables')");
      await page.waitForSelector("td");
      await accessible(page, "tables");
      await fits(page, "tables");
      await act(page, "td button:has-text('Close')", "for a test");
      await player.waitForSelector("text=The table is closed.");
      await page.waitForSelector("text=There is nothing to show.");
      await page.click("nav button:has-text('Bans and mutes')");
      await page.fill("input[name=target]", "192.0.2.7");
      await act(page, "div:has(> label > input[name=target]) button", "shouting");
      await page.waitForSelector("td:has-text('192.0.2.7')");
      await page.click("td button:has-text('Lift the ban')");
      await accessible(page, "a dialog of the host");
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
      await act(page, "td button:has-text('Lift the ban')", "sorry");
      await page.click("nav button:has-text('What hosts did')");
      await page.waitForSelector("td:has-text('for a test')");
      claim((await page.locator("tbody tr").count()) === 3, "the log has all three");
      await accessible(page, "the log of hosts");
      await page.reload();
      await page.waitForSelector("input[name=passphrase]"); // nothing was kept in the browser
      const kept = await page.evaluate(() => [document.cookie, ...Object.keys(localStorage)].filter((name) => name !== "stos.language"));
      claim(kept.join() === "", `nothing is kept: ${kept}`);
    },
  },
];
