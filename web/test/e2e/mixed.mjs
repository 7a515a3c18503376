/*
 * mixed.mjs - a terminal and a browser at one table: `stos join` in tmux speaks Czech, the page speaks Polish. Each sees what the other
 * plays, says and hints, in its own language, until the game is over for both with the same result.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readPo } from "../../tools/po.mjs";
import { claim, WAIT_MS } from "./harness.mjs";
import { placeSomewhere, shows, sitDown } from "./people.mjs";
import { playPiles } from "./players.mjs";

const run = promisify(execFile);
const po = join(dirname(fileURLToPath(import.meta.url)), "../../../po");
let windows = 0;

const catalogs = Object.fromEntries(["cs", "pl"].map((language) => [language, readPo(readFileSync(join(po, `${language}.po`), "utf8"))]));

/** The forms of a text in a language: several where it counts something. */
function forms(language, text) {
  const entry = catalogs[language].find((one) => one.id === text);
  claim(entry?.forms[0], `${text} is translated into ${language}`);
  return entry.forms;
}

function said(language, text) {
  return forms(language, text)[0];
}

/** Texts with numbers in them, as a pattern that finds the numbers. */
function pattern(language, ...texts) {
  const literal = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const all = texts.flatMap((text) => forms(language, text)).map((form) => form.split("%d").map(literal).join("(\\d+)"));
  return new RegExp(all.join("|"));
}

/** A program in a window of tmux. */
class Terminal {
  constructor() {
    this.socket = `stos-e2e-${process.pid}-${windows++}`;
    this.home = mkdtempSync(join(tmpdir(), "stos-terminal-"));
  }

  async tmux(...words) {
    return (await run("tmux", ["-u", "-f", "/dev/null", "-L", this.socket, ...words], { timeout: WAIT_MS })).stdout;
  }

  open(...command) {
    const own = ["TERM=xterm-256color", "LC_ALL=C", "LANGUAGE=", `HOME=${this.home}`, "XDG_STATE_HOME=", "XDG_DATA_HOME=", "NO_COLOR="];
    const line = ["env", ...own, ...command].map((word) => `'${word}'`).join(" ");
    return this.tmux("new-session", "-d", "-x", "120", "-y", "36", `${line}; echo end=$?; exec cat`);
  }

  keys(...names) {
    return this.tmux("send-keys", ...names);
  }

  type(text) {
    return this.tmux("send-keys", "-l", text);
  }

  text() {
    return this.tmux("capture-pane", "-p");
  }

  /** Waits until a text or a pattern is there, or a function of the screen says yes; returns the screen. */
  async wait(wanted, timeout = 2 * WAIT_MS) {
    const last = Date.now() + timeout;
    for (;;) {
      const screen = await this.text();
      if (typeof wanted === "function" ? wanted(screen) : wanted instanceof RegExp ? wanted.test(screen) : screen.includes(wanted))
        return screen;
      if (Date.now() > last) throw new Error(`the terminal never shows ${wanted}:\n${screen}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async close() {
    await this.tmux("kill-server").catch(() => undefined);
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** The terminal opens a table of THE GAME for two people and shows the link to it. */
async function openTable(terminal, house) {
  await terminal.open(house.server.program, "join", house.server.address, "--name", "Tomas", "--lang", "cs");
  await terminal.wait(said("cs", "Open a table of your own"));
  await terminal.keys("Enter");
  await terminal.wait(said("cs", "Cards each turn"));
  await terminal.keys("Down", "Left", "Down", "Right", "Enter");
  const screen = await terminal.wait(/\/j\/[a-z]+#\S+/);
  return house.server.address + screen.match(/\/j\/[a-z]+#\S+/)[0];
}

/** Both sit down and agree that the terminal starts. */
async function begin(terminal, page) {
  await terminal.wait("Ola");
  await terminal.keys("b");
  await page.waitForSelector("[data-testid=vote-row]");
  await terminal.wait(said("cs", "Who starts? Everybody must name the same player."));
  await terminal.keys("Enter");
  await page.click("[data-testid=vote-row] button >> nth=0");
  await terminal.wait(said("cs", "your turn"));
  await page.waitForFunction(() => !document.querySelector("[data-testid=vote-row]"));
}

async function talk(terminal, page) {
  await page.fill("#say", "powodzenia");
  await page.click("[data-testid=say] button:not(:disabled)");
  await terminal.wait("Ola: powodzenia");
  await terminal.keys("t");
  await terminal.wait(said("cs", "Say: ").trim());
  await terminal.type("hodně štěstí");
  await terminal.keys("Enter");
  await page.waitForSelector("[data-testid=talk-line] >> text=hodně štěstí");
}

async function hint(terminal, page) {
  await page.click('[data-pile="D2"] [data-testid=hint-button]');
  await page.click("[data-testid=menu] [data-hint]:not([data-hint=go_ahead]) >> nth=1");
  await terminal.wait(`Ola: ${said("cs", "please leave")} D2`);
  await terminal.keys("g");
  await terminal.wait(said("cs", "Say without numbers:"));
  await terminal.keys("Down", "Enter");
  const mark = await page.waitForSelector('[data-pile="U1"] [data-testid=pile-hint]');
  claim((await mark.getAttribute("title")).includes(said("pl", "go ahead")), "the hint of the terminal is read in Polish");
}

/** Cards placed and cards due, as the terminal says it. */
const placed = pattern("cs", "%d of %d placed");
const result = pattern("cs", "Over: %d card left.", "Excellent: only %d card left.", "Won: all 98 cards are placed!");

const after = said("cs", "n new game  d same deal  Enter summary  u undo").split("  ")[0];

/** What can be awaited at a terminal between two moves. */
function isReady(screen) {
  return screen.includes(after) || (screen.includes(said("cs", "your turn")) && placed.test(screen));
}

/** One key of a turn at the terminal: place the card under the cursor, or end the turn. Returns the key, "" when the game is over. */
async function pressOne(terminal) {
  const screen = await terminal.wait(isReady, 4 * WAIT_MS);
  if (screen.includes(after)) return "";
  const [, count, due] = screen.match(placed);
  const closed = said("cs", "nothing can follow this card (?)  e play it  u take back").split("  ")[0];
  const key = Number(count) >= Number(due) || screen.includes(closed) ? "e" : "Enter";
  await terminal.keys(key);
  await terminal.wait((now) => now !== screen);
  return key;
}

/** The first turns: what one places lies before the other. */
async function seeEachOther(terminal, page) {
  for (let key = "Enter"; key !== "e"; key = await pressOne(terminal)) claim(key !== "", "the game goes on for some turns");
  await page.waitForSelector("[data-testid=tray][data-mine=true]");
  const log = await terminal.wait(/Tomas: \d+@[UD][12]/);
  const [, card, pile] = [...log.match(/Tomas: \d+@.*/)[0].matchAll(/(\d+)@([UD][12])/g)].pop();
  await shows(page, pile, Number(card));
  const there = await placeSomewhere([page]);
  await terminal.wait(`Ola: ${there.card}@${there.pile}`);
}

async function playAtTerminal(terminal) {
  while (await pressOne(terminal));
}

/** The end as the terminal tells it; an Enter that came late has closed the summary, and opens it again. */
async function summary(terminal) {
  for (;;) {
    const screen = await terminal.wait(after);
    if (result.test(screen)) return screen;
    await terminal.keys("Enter");
    await terminal.wait((now) => now !== screen);
  }
}

async function sameResult(terminal, page) {
  const screen = await summary(terminal);
  await page.waitForSelector("[data-testid=end-card]");
  const left = screen.match(result).slice(1).find(Boolean);
  const words = await page.textContent("[data-testid=end-card]");
  claim(!left || words.includes(left), `the page tells the same result, ${left} cards: ${words}`);
  await terminal.wait("100 %");
  await terminal.keys("q");
  await terminal.wait("end=0");
}

export const mixedTests = [
  {
    name: "a terminal and a browser at one table, in two languages, to the end",
    async run(house) {
      const terminal = new Terminal();
      try {
        const link = await openTable(terminal, house);
        const { page } = await sitDown(house, link, "Ola", { language: "pl" });
        await begin(terminal, page);
        await talk(terminal, page);
        await hint(terminal, page);
        await seeEachOther(terminal, page);
        await Promise.all([playPiles(page, "mouse"), playAtTerminal(terminal)]);
        await sameResult(terminal, page);
      } finally {
        await terminal.close();
      }
    },
  },
];
