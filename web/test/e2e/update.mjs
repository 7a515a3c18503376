/*
 * update.mjs - what must not disturb a game: a new version of the page, another language, and a screen reader that would hear lines again.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { makeTable, playNow } from "./games.mjs";
import { claim, House } from "./harness.mjs";
import { inviteTo, peopleTests } from "./people.mjs";
import { dice, look, playLie, playPiles } from "./players.mjs";
import { register } from "./ratings.mjs";

const HASHED = /^\/(.+-)([0-9A-Za-z]{8,12})(\.js)$/;

/** The files of the built page by their paths. As a newer build: every script has another name, and the old names are gone. */
function readPage(program, isNewer) {
  const folder = join(dirname(program), "page");
  const listed = JSON.parse(readFileSync(join(folder, "page.json"), "utf8"));
  const turned = (path) => path.replace(HASHED, (_, name, hash, end) => `/${name}${[...hash].reverse().join("")}${end}`);
  const renamed = listed.map(({ path }) => path).filter((path) => HASHED.test(path));
  const files = new Map();
  for (const { path, mime } of listed) {
    let bytes = readFileSync(join(folder, path.slice(1)));
    if (isNewer && /javascript|html/.test(mime)) {
      const text = renamed.reduce((all, old) => all.replaceAll(old.slice(1), turned(old).slice(1)), bytes.toString());
      bytes = Buffer.from(path === "/service-worker.js" ? text.replace(/version:\s*"([^"]*)"/, 'version:"newer-$1"') : text);
    }
    files.set(isNewer ? turned(path) : path, { bytes, mime });
  }
  return files;
}

/** A server of files that can be switched to a newer build. */
async function serveBuilds(program) {
  const builds = { old: readPage(program, false), newer: readPage(program, true) };
  let now = builds.old;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://here");
    const file = now.get(pathname === "/" ? "/index.html" : pathname);
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": file.mime, "cache-control": "no-cache" }).end(file.bytes);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}`, update: () => (now = builds.newer), stop: () => server.close() };
}

/** Without what a server of version 0.2 does not tell. */
function tellLess(frame) {
  for (const part of [frame.table, frame]) for (const view of [part?.view, part?.open]) if (view?.over) delete view.ended_by, delete view.turn;
  if (frame.account && !frame.person) delete frame.name;
  if (frame.table?.code) delete frame.events;
  return frame;
}

/** What such a server does not know: another language, and several moves at once. */
function refusal({ do: verb, ref, move }) {
  const error = verb === "language" ? "unknown_verb" : move?.includes(";") ? "bad_move" : null;
  return error && { ref, ok: false, error, message: error };
}

/** People whose page talks with a server of version 0.2. */
function withOldServer(house) {
  const person = async (options) => {
    const one = await house.person(options);
    await one.context.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const no = refusal(JSON.parse(text));
        if (no) socket.send(JSON.stringify(no));
        else server.send(text);
      });
      server.onMessage((text) => socket.send(JSON.stringify(tellLess(JSON.parse(text)))));
    });
    return one;
  };
  return Object.assign(Object.create(house), { person });
}

/** Notes what happens to the lines that a screen reader is told: new ones, and old ones that change. */
function listen() {
  window.heard = { added: [], twice: 0, changed: 0 };
  const known = new WeakSet();
  const follow = (region) =>
    new MutationObserver((changes) => {
      for (const change of changes) {
        if (change.type === "characterData") window.heard.changed++;
        for (const node of change.addedNodes) {
          window.heard.twice += known.has(node) ? 1 : 0;
          known.add(node);
          window.heard.added.push(node.textContent);
        }
      }
    }).observe(region, { childList: true, characterData: true, subtree: true });
  const wait = setInterval(() => {
    const region = document.querySelector(".only-heard[role=log]");
    if (!region) return;
    clearInterval(wait);
    follow(region);
  }, 5);
}

export const updateTests = [
  ...peopleTests
    .filter(({ name }) => name.includes("(TG17)") || name.startsWith("a hint about oneself"))
    .map(({ name, run }) => ({ name: `with a server of version 0.2: ${name}`, run: (house) => run(withOldServer(house)) })),
  {
    name: "with a server of version 0.2 an account makes tables, and every game is played to its end",
    async run(house) {
      const { page } = await withOldServer(house).person();
      await register(house, page, `old ${Math.random().toString(36).replace(/[^a-z]/g, "")}`);
      await makeTable(house, page, "lie", { players: 2, bots: 1 });
      await playLie(page, "keys", dice(3));
      await page.getByRole("region", { name: "Result" }).waitFor();
      for (const game of ["facetoface", "thegame"]) {
        await makeTable(house, page, game, { players: 2, bots: 1 });
        await playPiles(page, "keys");
        await page.getByRole("region", { name: "Result" }).waitFor();
      }
    },
  },
  {
    name: "a new version of the page comes while a game with a bot runs here: it goes on, and after a reload in the new version",
    async run(house) {
      const builds = await serveBuilds(house.server.program);
      const here = new House(builds, house.browser);
      try {
        const { page } = await here.person({ worker: true });
        await here.open(page);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await page.reload();
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await playNow(here, page, "facetoface", { bot: "steady" });
        claim((await playPiles(page, "mouse", 4)) === 4, "cards were placed in the old version");
        builds.update();
        await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => undefined));
        await page.waitForFunction(async () => (await caches.keys()).some((name) => name.includes("newer")) && navigator.serviceWorker.controller?.state === "activated");
        claim((await playPiles(page, "mouse", 4)) === 4, "cards were placed after the update");
        const before = await look(page);
        await page.reload();
        await page.waitForSelector("[data-testid=tray]");
        const scripts = await page.$$eval("script[src]", (all) => all.map(({ src }) => new URL(src).pathname));
        claim(scripts.length > 0 && scripts.every((path) => readPage(house.server.program, true).has(path)), `the new version runs: ${scripts}`);
        claim(JSON.stringify((await look(page)).piles) === JSON.stringify(before.piles), "the same game");
        claim((await playPiles(page, "mouse", 4)) === 4, "cards were placed in the new version");
        here.errors = here.errors.filter((error) => !/404/.test(error));
        claim(here.errors.length === 0, here.errors.join("; "));
      } finally {
        await here.leave().catch(() => undefined);
        builds.stop();
      }
    },
  },
  {
    name: "a screen reader hears every line of a game once, also after many of them",
    async run(house) {
      const { page } = await house.person();
      await page.addInitScript(listen);
      await playNow(house, page, "thegame", { players: 2, bot: "steady" });
      await playPiles(page, "mouse", 12);
      const { added, twice, changed } = await page.evaluate(() => window.heard);
      claim(added.length > 12, `lines were told: ${JSON.stringify(added)}`);
      claim(twice === 0 && changed === 0, `no line is told again: ${twice} came twice, ${changed} changed`);
    },
  },
  {
    name: "another language while watching: one goes on watching, and nobody sits down",
    async run(house) {
      const { page: host } = await house.person();
      const link = await inviteTo(house, host, 2);
      const { page: watcher } = await house.person();
      await watcher.goto(link);
      await watcher.click('button:has-text("Watch")');
      await watcher.waitForSelector("[data-testid=lobby]");
      await watcher.waitForSelector("[data-testid=lobby] [data-testid=sit-down]"); // to sit down: one does not yet
      await watcher.click("[aria-haspopup=menu]");
      await watcher.click('[data-testid=menu] button:has-text("Settings")');
      await watcher.click('dialog input[value="pl"]', { force: true });
      await watcher.waitForSelector("html[lang=pl]");
      await watcher.waitForSelector("[data-testid=lobby]");
      await watcher.waitForSelector("[data-testid=lobby] [data-testid=sit-down]");
      const deal = host.getByRole("button", { name: "Deal the cards" });
      claim(await deal.isDisabled(), "a seat is still free");
      await host.click('button:has-text("Bots for the empty seats")');
      await deal.click();
      await watcher.waitForSelector("[data-testid=piles]"); // it is at the table still
      claim((await watcher.locator("[data-testid=hand-card]").count()) === 0, "and has no hand");
    },
  },
];
