/*
 * day.mjs - the deal of the day on the page: two people get the same cards, the attempt is found again, and its result stands there;
 * without a server the device has a deal of its own.
 */
import { execFileSync } from "node:child_process";
import { claim, THINK_MS } from "./harness.mjs";
import { sitDown } from "./people.mjs";
import { playPiles } from "./players.mjs";
import { accessible } from "./screens.mjs";

async function begin(house, page) {
  await house.open(page, "/#day");
  await page.getByTestId("day-level").first().getByRole("button", { name: /^(Play|Continue)$/ }).click();
  await page.waitForSelector("[data-testid=hand-card]");
  return page.$$eval("[data-testid=hand-card]", (all) => all.map((one) => one.dataset.card).join());
}

/** The server's answers about the day, as somebody gets them who played yesterday a deal that can be won. */
async function dayAfter(page, solution) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    const asked = new Set();
    socket.onMessage((text) => {
      const request = JSON.parse(text);
      if (request.do === "day" && request.way) return socket.send(JSON.stringify({ ref: request.ref, ok: true, record: solution }));
      if (request.do === "day") asked.add(request.ref);
      server.send(text);
    });
    server.onMessage((text) => {
      const frame = JSON.parse(text);
      if (!asked.has(frame.ref)) return socket.send(text);
      const [first, ...others] = frame.yesterday;
      const you = { game: "0".repeat(32), result: "left 7", left: 7, won: false };
      socket.send(JSON.stringify({ ...frame, streak: 3, yesterday: [{ ...first, you, winnable: "yes" }, ...others] }));
    });
  });
}

export const dayTests = [
  {
    name: "the day after, one reads that the streak is at stake and what one reached, and a solution is nobody's victory",
    async run(house) {
      const { page } = await house.person();
      await dayAfter(page, execFileSync(house.server.program, ["solve", "thegame", "--seed", "3", "--deal", "2"]).toString().replace(/^#.*\n/, ""));
      await house.open(page, "/#day");
      await page.getByText("3 days in a row").waitFor();
      await page.getByText("Finish a deal today, or the streak ends.").waitFor();
      await page.getByRole("listitem").filter({ hasText: "Alone: 7 cards left" }).getByRole("link", { name: "Replay" }).waitFor();
      await page.getByRole("button", { name: "Alone: how it is won" }).click();
      await page.getByRole("heading", { name: "How this deal is won" }).waitFor();
      await page.getByText("Nobody has played this game.").waitFor();
      claim((await page.getByText(/^Won!/).count()) === 0, "nobody has won");
    },
  },
  {
    name: "a deal of the day that was begun is continued, on the server and without one",
    async run(house) {
      const { page } = await house.person();
      const level = (name) => page.getByRole("region", { name, exact: true });
      for (const offline of [false, true]) {
        if (offline) await page.routeWebSocket(/\/ws$/, (socket) => socket.close());
        await house.open(page, "/#day");
        if (offline) await page.reload();
        await level("Alone, expert").getByRole("button", { name: "Play" }).click();
        await page.getByRole("group", { name: "Your hand" }).waitFor();
        await page.goBack();
        await level("Alone, expert").getByRole("button", { name: "Continue" }).waitFor();
        await level("Alone").getByRole("button", { name: "Play" }).waitFor();
      }
    },
  },
  {
    name: "the deal of the day is the same for two people, and the first try counts",
    async run(house) {
      const { page } = await house.person();
      const { page: other } = await house.person({ width: 360, height: 740 });
      const hands = [await begin(house, page), await begin(house, other)];
      claim(hands[0] === hands[1], `the same cards: ${hands.join(" and ")}`);
      claim((await begin(house, page)) === hands[0], "asking again leads back");
      await playPiles(page, "mouse");
      await page.waitForSelector("[data-testid=end-card]");
      await house.open(page, "/#day");
      await page.waitForSelector("text=1 person finished today.");
      await page.waitForSelector("text=1 day in a row");
      await page.waitForSelector("button:has-text('Share')");
      await page.click("button:has-text('As a picture')");
      await page.waitForSelector("img[data-testid=day-picture]");
      const [width, height] = await page.$eval("img[data-testid=day-picture]", async (image) => (await image.decode(), [image.naturalWidth, image.naturalHeight]));
      claim(width === 1080 && height > 500, `the picture is drawn: ${width} x ${height}`);
      await accessible(page, "the result as a picture");
      const saved = page.waitForEvent("download");
      await page.click("button:has-text('Save the picture')");
      claim(/^stos-\d{4}-\d\d-\d\d\.png$/.test((await saved).suggestedFilename()), "the picture is saved under the date");
      await page.keyboard.press("Escape");
      await page.waitForSelector("text=Champion in your place", { timeout: THINK_MS });
      await house.open(other, "/#day");
      await other.waitForSelector("[data-testid=day-level]");
      claim((await other.$$("[data-testid=day-field]")).length === 0, "who has not finished sees no results");
      claim((await other.$$("text=Champion in your place")).length === 0, "who has not finished is not told what the champion made of it");
    },
  },
  {
    name: "two people play the deal of the day at one table, and have had their first try",
    async run(house) {
      const { page } = await house.person();
      await house.open(page, "/#day");
      await page.click("button:has-text('Make a table')");
      await page.waitForSelector("[data-testid=lobby]");
      claim((await page.$$("button:has-text('Bots for the empty seats')")).length === 0, "no bots at this table");
      await accessible(page, "the lobby of a table of the day");
      const link = await page.inputValue("[data-testid=invite] input");
      const { page: other } = await sitDown(house, link, "Ben");
      await other.waitForSelector("text=Waiting for the owner of the table to deal.");
      await page.click("button:has-text('Deal the cards')");
      await Promise.all([page, other].map((one) => one.waitForSelector("[data-testid=hand-card]")));
      await house.open(other, "/#day");
      await other.click("button:has-text('To the table')");
      await other.waitForSelector("[data-testid=hand-card]");
      claim(new URL(other.url()).pathname === new URL(link).pathname, "back at the same table");
    },
  },
];
