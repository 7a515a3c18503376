/*
 * site.mjs - the page as static files (dist/build-site) on a plain file server: below a path, with no type for WebAssembly, offline
 * after the first visit; alone, and with a server of stos elsewhere. And <stos-replay>, on a page of somebody else.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { playNow } from "./games.mjs";
import { claim, House } from "./harness.mjs";
import { inviteTo, sitDown } from "./people.mjs";
import { playPiles } from "./players.mjs";
import { accessible } from "./screens.mjs";

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), "../../../dist/build-site");
const PATH = "/games/stos";
/** What a file server from the last century knows. */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".png": "image/png", ".svg": "image/svg+xml" };

/** A file server with the page below a path; what is asked for and not there is noted. */
export async function serveFiles() {
  const folder = mkdtempSync(join(tmpdir(), "stos-site-"));
  const missing = [];
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://here");
    let file = pathname.startsWith(`${PATH}/`) ? join(folder, pathname.slice(PATH.length)) : "";
    if (file && existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!file || !existsSync(file)) {
      missing.push(pathname);
      return response.writeHead(404).end();
    }
    const type = TYPES[extname(file)];
    response.writeHead(200, type ? { "content-type": type } : {}).end(request.method === "HEAD" ? undefined : readFileSync(file));
  });
  await new Promise((done) => http.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${http.address().port}`;
  const build = (program, ...options) => execFileSync(SCRIPT, [folder, ...options], { env: { ...process.env, STOS_BUILD: dirname(program) }, stdio: "inherit" });
  const stop = () => {
    http.closeAllConnections?.();
    return new Promise((done) => http.close(done)).then(() => rmSync(folder, { recursive: true, force: true }));
  };
  return { origin, address: origin + PATH, folder, missing, build, stop };
}

/** People whose pages come from there; any error of their pages is one of the test. */
function houseAt(house, files) {
  const there = new House({ ...house.server, address: files.address }, house.browser);
  there.errors = house.errors;
  there.newPage = async (context) => {
    const page = await context.newPage();
    page.on("pageerror", (error) => house.errors.push(`uncaught: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !/Failed to load resource|ERR_/.test(message.text())) house.errors.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(files.origin + PATH) && !request.url().startsWith("data:")) house.errors.push(`asked somebody else: ${request.url()}`);
    });
    return page;
  };
  return there;
}

async function withFiles(house, run, ...options) {
  const files = await serveFiles();
  const there = houseAt(house, files);
  try {
    files.build(house.server.program, ...options);
    await run(there, files);
    claim(files.missing.length === 0, `all files are there, but for ${files.missing.join(" ")}`);
  } finally {
    await there.leave();
    await files.stop();
  }
}

/** Each screen that needs nobody else shows what it has, and the others say that they are not there. */
async function walk(there, page) {
  for (const [hash, sign] of [["#day", "h1:has-text('Deal of the day')"], ["#puzzles", "[data-testid=rungs]"], ["#puzzle/1", "[data-testid=hand-card]"], ["#learn/thegame", "[data-testid=hand-card]"],
    ["#rules/lie", "main h1"], ["#hotseat", "main form"], ["#settings", "a:has-text('Manual')"], ["#games", "main h1"]]) {
    await there.open(page, `/${hash}`);
    await page.waitForSelector(sign);
  }
  for (const hash of ["#find", "#new", "#join", "#tables", "#people", "#leaders", "#account", "#profile/x", "#j/abcd"]) {
    await there.open(page, `/${hash}`);
    await page.waitForSelector("h1:has-text('Page not found')");
  }
  await accessible(page, "a screen that is not there");
}

async function aloneThere(there) {
  const { page } = await there.person({ worker: true });
  await there.open(page, "/");
  await page.waitForSelector("[data-testid=start-way]");
  const ways = await page.$$eval("a", (all) => all.map((one) => one.textContent));
  claim(!ways.some((words) => /Find an opponent|friends|code|Watch|Leaderboard/.test(words)), `nothing leads to a server: ${ways}`);
  await accessible(page, "the start of a page without a server");
  await playNow(there, page, "thegame", { players: "2", bot: "quick" });
  claim(new URL(page.url()).pathname === `${PATH}/`, `${page.url()} is below the path`);
  await playPiles(page, "mouse");
  await page.waitForSelector("[data-testid=end-card]");
  await walk(there, page);
  return page;
}

/** A game of each kind, and how many piles it has. */
const GAMES = { "thegame(players=2)": 4, "facetoface": 4, "lie(players=3)": 0 };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Somebody's page that shows a game, as strict as a page can be. */
function blogPage(record, language) {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Blog</title><meta http-equiv="content-security-policy" content="${POLICY}">
    <script src="../stos-replay.js" defer></script></head><body><main><h1>Blog</h1><stos-replay src="${record}"></stos-replay></main></body></html>`;
}

/** A page for each record, played by bots, and for a text that is none; returns [name, number of piles] of the good ones. */
function writeBlog(files, program) {
  const folder = join(files.folder, "blog");
  mkdirSync(folder);
  const blog = Object.entries(GAMES).map(([rules, piles]) => {
    const [name] = rules.split("(");
    execFileSync(program, ["sim", rules, "--games", "1", "--seed", "3", "--bots", "novice", "--records", join(folder, name)]);
    const [record] = readdirSync(join(folder, name));
    writeFileSync(join(folder, `${name}.html`), blogPage(`${name}/${record}`, "en"));
    return [name, piles, `/blog/${name}/${record}`];
  });
  writeFileSync(join(folder, "wrong.stos"), "not a record\n");
  writeFileSync(join(folder, "wrong.html"), blogPage("wrong.stos", "cs"));
  return blog;
}

const stepOf = async (page) => (await page.textContent("stos-replay [role=status]")).match(/\d+/g).map(Number);

async function walkThrough(page, game) {
  await page.waitForSelector("stos-replay [data-testid=slider]");
  const [first, all] = await stepOf(page);
  claim(first === 0 && all > 10, `${game} begins: ${first} of ${all}`);
  await page.click("stos-replay [aria-label=Forward]");
  claim((await stepOf(page))[0] === 1, "a button leads on");
  await page.keyboard.press("End");
  claim((await stepOf(page))[0] === all, "so do keys");
  await page.keyboard.press("Home");
  await page.click("stos-replay [aria-label=Autoplay]");
  await page.waitForFunction(() => / [2-9] /.test(document.querySelector("stos-replay").shadowRoot.querySelector("[role=status]").textContent));
  await page.click("stos-replay summary");
  await page.click("stos-replay li:nth-child(5) button");
  claim((await page.getAttribute("stos-replay li:nth-child(5) button", "aria-current")) === "step", "the log leads to its steps");
  await accessible(page, game);
}

const allowed = { files: null };

export const siteTests = [
  {
    name: "a page of files plays alone below a path, without a type for WebAssembly, and again without a network",
    run: (house) =>
      withFiles(house, async (there, files) => {
        const page = await aloneThere(there);
        await there.open(page, "/");
        await page.waitForFunction(async () => {
          const kept = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
          return ["day-", "puzzle-", "more-", "stos-"].every((name) => kept.flat().some((url) => url.includes(`/${name}`)));
        });
        const { context } = { context: page.context() };
        await context.setOffline(true);
        await page.reload();
        await page.waitForSelector("[data-testid=start-way]");
        await page.click("a[data-testid=start-way]:has-text('Puzzles')");
        await page.waitForSelector("[data-testid=rungs]");
        await context.setOffline(false);
        claim(!(await page.evaluate(() => caches.keys())).some((name) => name.startsWith("stos-")), "its cache is not that of another page of this host");
        claim(files.address.endsWith(PATH), "below a path");
      }),
  },
  {
    name: "<stos-replay> shows records on a page that knows nothing of stos, and touches nothing else there",
    run: (house) =>
      withFiles(house, async (there, files) => {
        const blog = writeBlog(files, house.server.program);
        const { page } = await there.person();
        const asked = [];
        page.on("request", (request) => asked.push(request.url().slice(files.address.length)));
        for (const [game, piles, record] of blog) {
          asked.length = 0;
          await there.open(page, `/blog/${game}.html`);
          await walkThrough(page, game);
          claim((await page.locator("stos-replay [data-pile]").count()) === piles, `${game} has ${piles} piles`);
          claim(asked.join() === `/blog/${game}.html,/stos-replay.js,${record}`, `asked for ${asked}`);
          const around = await page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("h1")).fontFamily, document.styleSheets.length]);
          claim(around[0] === "rgba(0, 0, 0, 0)" && !around[1].includes("Sofia") && around[2] === 0, `the page is as it was: ${around}`);
        }
        await there.open(page, "/blog/wrong.html");
        claim(/\S/.test(await page.textContent("stos-replay [role=alert]")), "what is no record says so");
      }),
  },
  {
    name: "a page of files plays with others on the server that it names, where that allows it",
    ownServer: true,
    async options() {
      allowed.files = await serveFiles();
      return ["--allow-origin", `https://cards.example, ${allowed.files.origin}`];
    },
    async run(house) {
      const { files } = allowed;
      const there = houseAt(house, files);
      try {
        files.build(house.server.program, "--server", house.server.address);
        const { page } = await there.person();
        const link = await inviteTo(there, page, 2);
        claim(link.startsWith(`${house.server.address}/j/`), `${link} leads to the server`);
        claim(new URL(page.url()).hash.startsWith("#j/"), `${page.url()} can be loaded again`);
        await sitDown(house, link, "Ola");
        await page.waitForSelector("[data-testid=seat-list] >> text=Ola");
        await page.reload();
        await page.waitForSelector("[data-testid=seat-list] >> text=Ola");
      } finally {
        await there.leave();
        await files.stop();
      }
    },
  },
];
