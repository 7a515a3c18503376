/*
 * flows.mjs - ways through the page that people tried: going back on a phone, being banned, a table that the host closes, being away.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { claim } from "./harness.mjs";
import { makeTable, playNow } from "./games.mjs";
import { onTurn } from "./people.mjs";
import { dice, playLie, playPiles } from "./players.mjs";
import { pair } from "./return.mjs";

const PHONE = { width: 390, height: 844, touch: true };

/** Does something as the host. */
function admin({ program, folder }, ...words) {
  execFileSync(program, ["admin", ...words, "--store", join(folder, "store.db")]);
}

const dialog = (page, name) => page.getByRole("dialog", { name });
const gone = (locator) => locator.waitFor({ state: "detached" });

async function openMenu(page, entry) {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

export const flowTests = [
  {
    name: "on a phone going back closes the chat, the menu and a dialog before it leaves the table",
    async run(house) {
      const { page } = await house.person(PHONE);
      await playNow(house, page, "thegame", { players: 1 });
      const at = page.url();
      const drawer = page.getByRole("button", { name: "Log and chat" });
      await drawer.click();
      await page.waitForFunction(() => history.state?.layers === 1);
      await page.goBack();
      claim((await drawer.getAttribute("aria-expanded")) === "false", "the drawer is closed");
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menu").waitFor();
      await page.goBack();
      await gone(page.getByRole("menu"));
      await openMenu(page, "Rules");
      await dialog(page, "THE GAME").waitFor();
      await page.goBack();
      await gone(dialog(page, "THE GAME"));
      await openMenu(page, "Keys");
      await page.keyboard.press("Escape");
      await gone(dialog(page, "Keys"));
      await page.waitForFunction(() => !history.state?.layers);
      claim(page.url() === at, "the table stays open");
      await page.goBack();
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    },
  },
  {
    name: "going back from the screen that a dialog led to finds the table at once",
    async run(house) {
      const { page } = await house.person(PHONE);
      await playNow(house, page, "thegame", { players: 1 });
      await openMenu(page, "Leave the table");
      await dialog(page, "Leave the table?").getByRole("link", { name: "Save for later" }).click();
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { name: /THE GAME/ }).waitFor();
      await openMenu(page, "Rules");
      await page.reload();
      await page.getByRole("heading", { name: /THE GAME/ }).waitFor();
      await page.waitForFunction(() => !history.state?.layers);
      await page.goBack();
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    },
  },
  {
    name: "whoever is banned reads it, why and until when, at once and after a reload",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 2 });
      const person = await page.evaluate(async () => {
        const line = new WebSocket(`ws://${location.host}/ws`, "stos");
        await new Promise((done) => (line.onopen = done));
        line.send(JSON.stringify({ do: "hello", ref: "1", version: 1, token: localStorage.getItem("stos.token.server") }));
        return JSON.parse((await new Promise((done) => (line.onmessage = done))).data).person;
      });
      admin(house.server, "ban", person, "--hours", "24", "--reason", "Swearing in the chat");
      const words = /The host has banned you from this server\. The ban ends: .+\. Reason: Swearing in the chat/;
      await page.getByText(words).waitFor();
      await page.reload();
      await page.getByText(words).waitFor();
      claim((await page.getByRole("button", { name: "Try now" }).count()) === 0, "nothing is to be tried");
    },
  },
  {
    name: "players read why the host closed their table",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "thegame", { players: 2, bots: 1 });
      admin(house.server, "close", new URL(page.url()).pathname.split("/").pop(), "--reason", "The server moves tonight");
      await page.getByRole("heading", { name: "The table is closed." }).waitFor();
      await page.getByText("The host has closed it: The server moves tonight").waitFor();
    },
  },
  {
    name: "what was said while one was away is marked as new on a phone, until it is read",
    async run(house) {
      const { host, guest, link } = await pair(house, PHONE);
      const fresh = guest.getByRole("button", { name: "Log and chat, new messages" });
      const drawer = guest.getByRole("button", { name: "Log and chat", exact: true });
      await drawer.waitFor();
      await guest.goto("about:blank");
      await host.getByRole("textbox", { name: "Say something" }).fill("Where are you?");
      await host.getByRole("button", { name: "Send" }).click();
      await host.getByRole("complementary").getByText("Where are you?").waitFor();
      await guest.goto(link);
      await fresh.click();
      await guest.getByRole("complementary").getByText("Where are you?").waitFor();
      await drawer.waitFor();
      await guest.reload();
      await drawer.waitFor();
      claim((await fresh.count()) === 0, "what was read is not new again");
    },
  },
  {
    name: "the last turn of the other is in sight on a phone, after a reload too",
    async run(house) {
      const { host, guest } = await pair(house, PHONE);
      const mover = await onTurn([host, guest]);
      const other = mover === host ? guest : host;
      await playPiles(mover, "mouse", 2);
      await mover.keyboard.press("e");
      await other.waitForSelector("[data-testid=tray][data-mine=true]");
      const last = () => other.waitForFunction(() => [...document.querySelectorAll("[data-testid=ribbon]")].some((ribbon) => ribbon.offsetParent && /Last turn:.+\d/.test(ribbon.textContent)));
      await last();
      await other.reload();
      await last();
    },
  },
  {
    name: "the title and the icon say that it is one's turn, on other screens too",
    async run(house) {
      const { host, guest } = await pair(house, PHONE);
      const mover = await onTurn([host, guest]);
      const other = mover === host ? guest : host;
      const icon = () => other.evaluate(() => document.querySelector("link[rel=icon]").href);
      await other.getByRole("link", { name: "stos, to the start page" }).click();
      await other.getByRole("link", { name: "Settings" }).click();
      await other.waitForFunction(() => document.title === "Settings · stos");
      const usual = await icon();
      await playPiles(mover, "mouse", 2);
      await mover.keyboard.press("e");
      await other.waitForFunction(() => document.title === "● Your turn · stos");
      claim((await icon()) !== usual, "the icon is marked");
      await other.goBack();
      await other.goBack();
      await other.waitForSelector("[data-testid=tray][data-mine=true]");
      await playPiles(other, "mouse", 2);
      await other.keyboard.press("e");
      await other.waitForFunction(() => !document.title.includes("Your turn"));
      claim((await icon()) === usual, "the icon is as before");
    },
  },
  {
    name: "a reload while hands are opened shows them again, and the log still knows how challenges ended",
    async run(house) {
      const { page } = await house.person();
      await makeTable(house, page, "lie", { players: 2, bots: 1 });
      const hands = dialog(page, "All hands open");
      const log = page.getByRole("group", { name: "Log" });
      await playLie(page, "mouse", dice(3), 0);
      const said = await hands.getByText(/challenge!$/).textContent();
      await page.reload();
      await hands.waitFor();
      claim((await hands.getByText(/challenge!$/).textContent()) === said, "the same hands");
      await hands.getByRole("button", { name: "Go on" }).click();
      await gone(hands);
      const told = log.getByText(/challenge! .+\? There (is|are) .+/);
      await told.first().waitFor();
      const words = await told.allTextContents();
      await page.reload();
      await told.first().waitFor();
      claim(JSON.stringify(await told.allTextContents()) === JSON.stringify(words), "the log is the same");
      claim((await hands.count()) === 0, "what was seen is not shown again");
    },
  },
];
