/*
 * engines.mjs - a chosen part of the browser tests in Firefox and in WebKit, Safari's engine; run.mjs has everything, in Chromium.
 *
 *   node engines.mjs PROGRAM [firefox|webkit] [NAME...]
 *
 * One interface with three browsers behind it: `visitor` opens a page in one of them, and a page understands what the players of the tests
 * do (Playwright's own in Chromium and Firefox, webdriver.mjs in WebKit). Firefox is driven by WebDriver BiDi, which now and then freezes a worker
 * that was started by a page; so games are played on the server there. One browser at a time; one that cannot start fails its tests and says why.
 */
import { firefox } from "playwright-core";
import { claim, launch, Server, WAIT_MS } from "./harness.mjs";
import { dice, playLie, playPiles } from "./players.mjs";
import { serveFiles } from "./site.mjs";
import { openWebkit } from "./webdriver.mjs";

const DESK = { width: 1280, height: 800, theme: "light", motion: "reduce" };

/** Theme and motion are preferences of Firefox, so every combination is a process of its own. */
async function openFirefox({ width, height, theme, motion }) {
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    firefoxUserPrefs: { "ui.systemUsesDarkTheme": theme === "dark" ? 1 : 0, "ui.prefersReducedMotion": motion === "reduce" ? 1 : 0 },
  });
  const context = await browser.newContext({ viewport: { width, height } });
  context.setDefaultTimeout(WAIT_MS);
  return { page: await context.newPage(), close: () => browser.close() };
}

async function openChromium({ width, height, theme, motion }) {
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: motion });
  context.setDefaultTimeout(WAIT_MS);
  return { page: await context.newPage(), close: () => browser.close() };
}

const OPEN = { chromium: openChromium, firefox: openFirefox, webkit: openWebkit };

/** People of one test: each has a browser, and all are closed at its end. */
class Guests {
  constructor(server, engine) {
    this.server = server;
    this.engine = engine;
    this.open = [];
  }

  async visitor(options = {}, engine = this.engine) {
    const guest = await OPEN[engine]({ ...DESK, ...options });
    this.open.push(guest);
    return guest.page;
  }

  go(page, path) {
    return page.goto(this.server.address + path);
  }

  async leave() {
    for (const guest of this.open) await guest.close().catch(() => undefined);
  }
}

async function chooseBot(page, row, bot) {
  await page.evaluate(
    (wanted) => {
      const select = document.querySelectorAll("[data-testid=seat-row] select")[wanted.row];
      select.value = wanted.bot;
      select.dispatchEvent(new Event("input", { bubbles: true }));
      select.dispatchEvent(new Event("change", { bubbles: true }));
    },
    { row, bot },
  );
  await page.waitForFunction((wanted) => document.querySelectorAll("[data-testid=seat-row] select")[wanted.row].value === wanted.bot, { row, bot });
}

/** A table on the server, made by the page's own form. */
async function makeTable(guests, page, game, bots) {
  await guests.go(page, "/#new");
  await page.waitForSelector(`[role=radiogroup][aria-label="Game"] input[value="${game}"]`);
  await page.evaluate((wanted) => document.querySelector(`[role=radiogroup][aria-label="Game"] input[value="${wanted}"]`).click(), game);
  await page.waitForFunction((wanted) => document.querySelector(`[role=radiogroup][aria-label="Game"] input[value="${wanted}"]`).checked, game);
  const rows = bots ? await page.evaluate(() => document.querySelectorAll("[data-testid=seat-row] select").length) : 0;
  for (let row = 0; row < rows; row++) await chooseBot(page, row, bots);
  await page.click("form [data-testid=primary]");
  await page.waitForSelector(bots ? "[data-testid=tray]" : "[data-testid=lobby]");
}

async function over(page) {
  await page.waitForSelector("[data-testid=end-card]");
  claim(await page.evaluate(() => document.querySelector("[data-testid=end-number]").textContent.trim() !== ""), "the result has words");
}

/** How much wider than its window the page is, in pixels. */
function excess(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

function tooLong(page) {
  return page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
}

/** The contrast of ink on ground, as WCAG counts it. */
function contrast(page, selector) {
  return page.evaluate((wanted) => {
    const canvas = document.createElement("canvas").getContext("2d");
    const luminance = (colour) => {
      canvas.fillStyle = colour; // in whatever space the style names it
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ink = luminance(getComputedStyle(document.querySelector(wanted)).color);
    const ground = luminance(getComputedStyle(document.body).backgroundColor);
    return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  }, selector);
}

/** Says that the ends count, until one may bid: a driver's press at a card that is still being dealt may miss. */
async function decideEnds(page) {
  const decide = "[data-testid=duty] [data-testid=primary]:not(:disabled)";
  const isThere = (wanted) => page.evaluate((selector) => document.querySelector(selector) !== null, wanted);
  while (!(await isThere("[data-bid]"))) {
    await page.waitForFunction((wanted) => document.querySelector("[data-bid]") || document.querySelector(wanted), decide);
    if (!(await isThere("[data-bid]"))) await page.click(decide);
    await new Promise((done) => setTimeout(done, 300)); // what was pressed is being answered
  }
}

const tests = [
  {
    name: "FACE TO FACE to its end",
    async run(guests) {
      const page = await guests.visitor();
      await makeTable(guests, page, "facetoface", "novice");
      await playPiles(page, "mouse");
      await over(page);
    },
  },
  {
    name: "LIE to its end, and the ladder has room",
    async run(guests) {
      const page = await guests.visitor();
      await makeTable(guests, page, "lie", "steady");
      await page.waitForSelector("[data-lie-card]");
      await decideEnds(page);
      const widths = await page.evaluate(() => {
        const box = document.querySelector("[data-testid=ladder-box]").getBoundingClientRect();
        return { box: box.width, hidden: [...document.querySelectorAll("[data-bid]")].filter((step) => step.getBoundingClientRect().right > box.right + 1).length };
      });
      claim(widths.box > 200 && widths.hidden === 0, `the ladder shows all its steps: ${JSON.stringify(widths)}`);
      await playLie(page, "mouse", dice(5));
      await over(page);
    },
  },
  {
    name: "two people at one table, the other one with Chromium",
    async run(guests) {
      const host = await guests.visitor();
      await makeTable(guests, host, "facetoface", null);
      const guest = await guests.visitor({}, "chromium");
      await guest.goto(await host.evaluate(() => document.querySelector("[data-testid=invite] input").value));
      await guest.fill("form input[name=name]", "Ben");
      await guest.click("form [data-testid=primary]");
      await host.click("[data-testid=lobby] [data-testid=primary]:not(:disabled)");
      await Promise.all([host, guest].map((page) => page.waitForSelector("[data-testid=tray]")));
      await Promise.all([playPiles(host, "mouse"), playPiles(guest, "mouse")]);
      await Promise.all([over(host), over(guest)]);
    },
  },
  {
    name: "dark with reduced motion can be read on the first load",
    async run(guests) {
      const page = await guests.visitor({ theme: "dark" });
      await guests.go(page, "/");
      await page.waitForSelector("[data-testid=play-row] [data-testid=primary]");
      claim((await page.evaluate(() => document.documentElement.dataset.theme)) === "dark", "it is dark");
      const found = await contrast(page, "h1");
      claim(found >= 4.5, `ink on ground: ${found.toFixed(1)} to 1`);
    },
  },
  {
    name: "nothing is wider than a phone",
    async run(guests) {
      const page = await guests.visitor({ width: 360, height: 640 });
      for (const path of ["/", "/#new", "/#games", "/#settings", "/#rules/thegame", "/#learn/lie"]) {
        await guests.go(page, path);
        await page.waitForSelector("h1, [data-testid=coach]");
        claim((await excess(page)) <= 0, `${path} is ${await excess(page)} pixels too wide`);
      }
      await makeTable(guests, page, "thegame", "steady");
      claim((await excess(page)) <= 0, `the table is ${await excess(page)} pixels too wide`);
    },
  },
  {
    name: "a phone on its side shows a whole table",
    async run(guests) {
      const page = await guests.visitor({ width: 740, height: 360 });
      await guests.go(page, "/#learn/lie");
      await page.waitForSelector("[data-testid=coach]");
      claim((await tooLong(page)) <= 1, `the lesson of LIE is ${await tooLong(page)} pixels too long`);
      await makeTable(guests, page, "lie", "steady");
      await page.waitForSelector("[data-lie-card]");
      await decideEnds(page);
      claim((await excess(page)) <= 0 && (await tooLong(page)) <= 1, `LIE is ${await excess(page)} pixels too wide, ${await tooLong(page)} too long`);
    },
  },
  {
    name: "after a game here another one begins on the start page, and the first one goes on when one comes back to it",
    engines: ["webkit"], // in Firefox workers may freeze, see above
    async run(guests) {
      const page = await guests.visitor();
      const begin = async () => {
        await guests.go(page, "/");
        await page.click("[data-testid=play-row] [data-testid=primary]");
        await page.waitForSelector("[data-testid=hand-card]");
      };
      await begin();
      const first = await page.url();
      await begin();
      claim(first !== (await page.url()), "it is another game");
      await page.evaluate(() => history.go(-2)); // past the start page, to the page with the first game
      await page.waitForFunction((address) => location.href === address && document.querySelector("[data-testid=hand-card]"), first);
      claim((await playPiles(page, "mouse", 1)) === 1, "a card is placed in the first game");
    },
  },
  {
    name: "a page of files starts below a path, teaches, and plays where workers can be trusted",
    async run(guests) {
      const files = await serveFiles();
      try {
        files.build(guests.server.program);
        const page = await guests.visitor();
        await page.goto(`${files.address}/`);
        await page.waitForSelector("[data-testid=start-way]");
        if (guests.engine === "webkit") {
          await page.click("[data-testid=play-row] [data-testid=primary]");
          await page.waitForSelector("[data-testid=hand-card]");
          claim((await playPiles(page, "mouse", 1)) === 1, "a card is placed in a game with a bot");
        }
        await page.goto(`${files.address}/#puzzle/1`);
        await page.waitForSelector("[data-testid=hand-card]");
        claim(files.missing.length === 0, `all files are there, but for ${files.missing.join(" ")}`);
      } finally {
        await files.stop();
      }
    },
  },
  {
    name: "without a server the page still starts",
    ownServer: true,
    async run(guests) {
      const page = await guests.visitor();
      await guests.go(page, "/");
      await page.waitForFunction(() => navigator.serviceWorker?.controller);
      await guests.server.kill();
      await guests.go(page, "/");
      await page.waitForSelector("[data-testid=play-row] [data-testid=primary]");
      await guests.server.start();
    },
  },
];

const [program, ...words] = process.argv.slice(2);
const engines = ["firefox", "webkit"].filter((engine) => words.includes(engine) || !words.some((word) => word in OPEN));
const names = words.filter((word) => !(word in OPEN));
const wanted = tests.filter((test) => names.length === 0 || names.some((name) => test.name.includes(name)));
const shared = new Server(program);
await shared.start();
/** What failed is tried once more when all others are through; it is printed both times. */
const again = [];
let failed = 0;

async function runOne(engine, test, isSecond = false) {
  const began = Date.now();
  const server = test.ownServer ? new Server(program) : shared;
  if (test.ownServer) await server.start();
  const guests = new Guests(server, engine);
  try {
    await test.run(guests);
    console.log(`ok      ${engine}: ${test.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (isSecond) failed++;
    else again.push([engine, test]);
    console.log(`${isSecond ? "FAILED" : "failed, once more later"}  ${engine}: ${test.name}\n${error.stack ?? error}`);
    if (process.env.STOS_PICTURES)
      for (const [index, { page }] of guests.open.entries())
        await page.screenshot({ path: `${process.env.STOS_PICTURES}/${engine}-${test.name.replace(/\W+/g, "-")}-${index}.png` }).catch(() => undefined);
  }
  await guests.leave();
  if (test.ownServer) await server.stop();
}

const runs = engines.flatMap((engine) => wanted.filter((test) => test.engines?.includes(engine) ?? true).map((test) => [engine, test]));
for (const [engine, test] of runs) await runOne(engine, test);
for (const [engine, test] of again) await runOne(engine, test, true);
await shared.stop();
const all = runs.length;
console.log(`${all - failed} of ${all} passed`);
process.exitCode = failed > 0 || all === 0 ? 1 : 0;
