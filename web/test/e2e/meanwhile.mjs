/*
 * meanwhile.mjs - what happens at a table while somebody does something else: reads in a dialog, writes without a connection, looks at
 * the drawer.
 */
import { claim } from "./harness.mjs";
import { makeTable } from "./games.mjs";
import { inviteTo, sitDown } from "./people.mjs";
import { fits } from "./screens.mjs";

const PHONE = { width: 390, height: 844, touch: true };

/** Two people at a table where the cards are dealt. */
async function pairAt(house, game, options = {}) {
  const { page: host, context } = await house.person();
  if (game === "thegame") await inviteTo(house, host, 2);
  else await makeTable(house, host, game, { players: 2, choose: ['[data-testid=choice]:has(input[value="lot"])'] });
  const guest = await sitDown(house, await host.inputValue("[data-testid=invite] input"), "Ola", options);
  await host.waitForSelector("[data-testid=seat-list] >> text=Ola");
  await host.click("[data-testid=primary]:not(:disabled)");
  await Promise.all([host, guest.page].map((page) => page.waitForSelector("[data-testid=tray]")));
  return { host, context, guest: guest.page, guestContext: guest.context };
}

/** Whoever may bid. */
function bidder(pages) {
  return Promise.any(pages.map((page) => page.waitForSelector("[data-bid]:enabled").then(() => page)));
}

/** The dialogs of a page: which one lies on top, and which one has the focus. */
function dialogs(page) {
  return page.evaluate(() => {
    const name = (element) => element?.closest("dialog")?.ariaLabel ?? null;
    return { open: document.querySelectorAll("dialog").length, seen: name(document.elementFromPoint(innerWidth / 2, innerHeight / 2)), focused: name(document.activeElement) };
  });
}

/** What a page asks its server for, and how often it connects. */
function listen(page) {
  const heard = { lines: 0, asked: [] };
  page.on("websocket", (socket) => {
    heard.lines++;
    socket.on("framesent", ({ payload }) => heard.asked.push(JSON.parse(payload).do));
  });
  return heard;
}

export const meanwhileTests = [
  {
    name: "who would like to start is seen beside the votes",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 2 });
      const { page: guest } = await sitDown(house, await page.inputValue("[data-testid=invite] input"), "Ben");
      await page.getByRole("button", { name: "Deal the cards" }).click();
      const seat = page.getByRole("list", { name: "Players" }).getByRole("listitem").filter({ hasText: "Ben" });
      await guest.getByRole("button", { name: "I would like to start" }).click();
      await seat.getByText("wants to start").waitFor();
      const votes = guest.getByRole("group", { name: "Who starts?" });
      await votes.getByRole("button").filter({ hasNotText: "I start" }).click();
      await seat.getByText("you start, wants to start").waitFor();
      await page.getByRole("group", { name: "Who starts?" }).waitFor();
      await fits(page, "a vote beside a hint");
    },
  },
  {
    name: "whoever plays is told that somebody watches and reads the chat, until they go",
    async run(house) {
      const { page } = await house.person();
      const link = await inviteTo(house, page, 2);
      const { page: guest } = await sitDown(house, link, "Ben", { width: 390, height: 844 });
      await page.click("button:has-text('Deal the cards')");
      await page.getByRole("group", { name: "Your hand" }).waitFor();
      const { context, page: watcher } = await house.person();
      await watcher.goto(link);
      await watcher.getByText("You are watching").waitFor();
      await page.getByText("1 person is watching and can read the chat.").waitFor();
      await guest.getByRole("banner").getByText("Watching: 1").waitFor();
      const second = await house.newPage(context); // the same person is counted once
      await second.goto(link);
      await second.getByText("You are watching").waitFor();
      const { page: other } = await house.person();
      await other.goto(link);
      await page.getByText("2 people are watching and can read the chat.").waitFor();
      claim((await watcher.getByText("can read the chat").count()) === 0, "watchers are not told about themselves");
      await page.reload();
      await page.getByText("2 people are watching and can read the chat.").waitFor();
      await other.context().close();
      await page.getByText("1 person is watching and can read the chat.").waitFor();
      await context.close();
      await guest.getByRole("banner").getByText("Watching: 1").waitFor({ state: "detached" });
    },
  },
  {
    name: "the page with the deal of the day asks again at midnight",
    async run(house) {
      const { page } = await house.person();
      const heard = listen(page);
      const midnight = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000;
      await page.clock.install({ time: midnight - 10_000 });
      await house.open(page, "/#day");
      await page.waitForSelector("[data-testid=day-level]");
      const asked = () => heard.asked.filter((what) => what === "day").length;
      claim(asked() === 1, `once before: ${heard.asked}`);
      await page.waitForFunction((then) => Date.now() > then, midnight + 15_000);
      claim(asked() === 2 && heard.lines === 1, `once after, on the same connection: ${heard.asked}`);
    },
  },
  {
    name: "the question whether to give up or to leave goes away with the game",
    async run(house) {
      for (const entry of ["Give up", "Leave the table"]) {
        const { host, guest } = await pairAt(house, "lie");
        await host.click("button[aria-label='More']");
        await host.click(`[data-testid=menu] >> text=${entry}`);
        await host.waitForSelector("dialog");
        await guest.click("button[aria-label='More']");
        await guest.click("[data-testid=menu] >> text=Give up");
        await guest.click("dialog [data-testid=primary]");
        await host.waitForSelector("[data-testid=end-card]");
        await host.waitForFunction(() => !document.querySelector("dialog"));
      }
    },
  },
  {
    name: "a link to a series with rules that there are not is refused in words",
    async run(house) {
      const { page } = await house.person();
      for (const screen of ["series", "new"]) {
        await house.open(page, `/#${screen}/abc/thegame(players=99)/3`);
        await page.waitForSelector("[data-testid=empty-state] >> text=players must be 1 to 5, not 99");
        claim(!(await page.textContent("main")).includes("99 players"), "what does not exist is not shown");
      }
      const { page: polish } = await house.person({ language: "pl" });
      await house.open(polish, "/#series/abc/thegame(players=3,start=7)/3");
      await polish.waitForSelector("[data-testid=empty-state] >> text=start=7 jest niedozwolone; można: agree, lot, 0-2");
      await house.open(page, "/#series/abc/lie/3");
      await page.waitForSelector("[role=alert]");
      claim((await page.$$("button:has-text('Play with your team')")).length === 0, "nothing to play");
    },
  },
  {
    name: "hands that are opened while one reads the keys lie on top, where the focus is",
    async run(house) {
      const { host, guest } = await pairAt(house, "lie");
      for (const page of [host, guest]) await page.click("[data-testid=duty] [data-testid=primary]:not(:disabled)");
      const page = await bidder([host, guest]);
      const other = page === host ? guest : host;
      await page.click("[data-bid]:enabled >> nth=0");
      await page.click("[data-testid=tray] [data-testid=primary]:not(:disabled)");
      await page.keyboard.press("?");
      await page.waitForSelector("dialog[aria-label=Keys]");
      await other.waitForSelector("[data-bid]:enabled");
      await other.keyboard.press("c");
      await page.waitForSelector("dialog[aria-label='All hands open']");
      const both = await dialogs(page);
      claim(both.open === 2 && both.seen === both.focused, `what is seen has the focus: ${JSON.stringify(both)}`);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.querySelectorAll("dialog").length === 1);
      const one = await dialogs(page);
      claim(one.seen === "Keys" && one.focused === "Keys", `then the keys again: ${JSON.stringify(one)}`);
    },
  },
  {
    name: "a message is sent once, however often one presses Enter without a connection, and what is typed meanwhile stays",
    async run(house) {
      const { host, context, guest } = await pairAt(house, "thegame");
      await context.setOffline(true);
      await host.waitForSelector("[data-testid=notice] >> text=Connection lost");
      await host.fill("#say", "are you there");
      for (let tries = 0; tries < 3; tries++) await host.press("#say", "Enter");
      await host.fill("#say", "hello again");
      await context.setOffline(false);
      await guest.waitForSelector("[data-testid=talk-line] >> text=are you there");
      await host.waitForSelector("[data-testid=talk-line] >> text=are you there");
      await host.press("#say", "Enter");
      await guest.waitForSelector("[data-testid=talk-line] >> text=hello again");
      const said = await guest.$$eval("[data-testid=talk-line]", (lines) => lines.map((line) => line.textContent));
      claim(said.length === 2, `each message once: ${said}`);
    },
  },
  {
    name: "a message that the server refuses stays in the line, and why is told",
    async run(house) {
      const { host } = await pairAt(house, "thegame");
      await host.evaluate(() => {
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (text) {
          send.call(this, text.replace("so long", "so ".repeat(1000)));
        };
      });
      await host.fill("#say", "so long");
      await host.press("#say", "Enter");
      await host.waitForSelector("[data-testid=toast]");
      claim((await host.inputValue("#say")) === "so long", "the message is still there");
    },
  },
  {
    name: "after the drawer of a phone is closed the focus is on the button that opened it",
    async run(house) {
      const { guest } = await pairAt(house, "thegame", PHONE);
      const drawer = "button[aria-label^='Log and chat']";
      for (const close of [() => guest.keyboard.press("Escape"), () => guest.press("[data-testid=panel] button[aria-label=Close]", "Enter")]) {
        await guest.focus(drawer);
        await guest.keyboard.press("Enter");
        await guest.waitForSelector("[data-testid=panel][data-open=true]");
        await guest.waitForFunction(() => document.activeElement.closest("[data-testid=panel]"));
        await close();
        await guest.waitForSelector("[data-testid=panel]:not([data-open=true])", { state: "attached" });
        await guest.waitForFunction((button) => document.activeElement.matches(button), drawer);
      }
    },
  },
];
