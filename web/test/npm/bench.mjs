/*
 * bench.mjs - how fast the package is, in the terms of `stos bench`: in Node, and with --chromium there.
 *
 *   node bench.mjs PACKAGE [--chromium]
 *
 * PACKAGE is the unpacked package, such as build/npm/package. Games and moves are random games inside of the module; the others are
 * calls of JavaScript in nanoseconds: the texts and objects that they make are most of it.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const RULES = ["thegame(players=1)", "thegame(players=3)", "facetoface(last=strict)", "lie(players=2)"];

/** Runs in a browser, too: it gets all it needs. */
async function measure(address, all) {
  const { loadStos } = await import(address);
  const stos = await loadStos();
  /** The best of short stretches: on a busy machine the others were interrupted. */
  const perSecond = (work, stretches = 60) => {
    for (let i = 0; i < 20; i++) work(64); // warm
    let best = 0;
    for (let i = 0; i < stretches; i++) {
      const start = performance.now();
      let done = 0;
      while (performance.now() - start < 5) done += work(64);
      best = Math.max(best, (done / (performance.now() - start)) * 1000);
    }
    return best;
  };
  const times = (call) => (count) => {
    for (let i = 0; i < count; i++) call(i);
    return count;
  };
  return all.map((rules) => {
    let moves = 0;
    const games = perSecond((count) => ((moves = stos.playouts(rules, count) / count), count));
    const game = stos.deal(rules, { seed: 5 });
    for (let i = 0; i < 6; i++) game.play(game.nextActor(), game.moveAt(game.nextActor(), 0));
    const seat = game.nextActor();
    const view = game.look(seat);
    const calls = {
      deal: (i) => stos.deal(rules, { seed: `fast:${i}` }),
      list: () => game.moves(seat),
      play: () => game.copy().play(seat, game.moveAt(seat, 0)),
      look: () => game.look(seat),
      sample: (i) => stos.sample(view, i),
      copy: () => game.copy(),
    };
    return { rules, games, moves: games * moves, ...Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, 1e9 / perSecond(times(call))])) };
  });
}

function print(rows) {
  const whole = (value) => Math.round(value).toLocaleString("en");
  for (const { rules, ...values } of rows) console.log([rules.padEnd(24), ...Object.entries(values).map(([name, value]) => `${name} ${whole(value)}`)].join("  "));
}

async function inChromium(folder) {
  const { launch } = await import("../e2e/harness.mjs");
  const http = createServer((request, response) => {
    const type = { ".js": "text/javascript", ".html": "text/html" }[extname(request.url)] ?? "application/wasm";
    response.writeHead(200, { "content-type": type }).end(request.url === "/index.html" ? "<!doctype html>" : existsSync(join(folder, request.url)) ? readFileSync(join(folder, request.url)) : undefined);
  });
  await new Promise((done) => http.listen(0, "127.0.0.1", done));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${http.address().port}/index.html`);
    return await page.evaluate(`(${measure})("/stos.js", ${JSON.stringify(RULES)})`);
  } finally {
    await browser.close();
    http.close();
  }
}

const folder = resolve(process.argv[2]);
if (process.argv.includes("--chromium")) print(await inChromium(folder));
else print(await measure(pathToFileURL(join(folder, "stos.js")).href, RULES));
