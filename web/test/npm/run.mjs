/*
 * run.mjs - the package of npm as somebody gets it: packed, installed into an empty folder, its README's examples run by Node and in
 * a browser, on a page and in a worker; its types used by a strict compiler.
 *
 *   node run.mjs STOS [NODE...]
 *
 * STOS is the program of a build, whose parts are packed. NODE are other versions of node to run the examples with.
 */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { claim, launch } from "../e2e/harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const top = join(here, "../../..");
const [program, ...others] = process.argv.slice(2);
const LONGEST_MS = 240_000;
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };

/** The examples of the README, each with what it prints. */
function examplesOf(readme) {
  return [...readme.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)].map(([, code, printed]) => ({ code, printed }));
}

/** The package in an empty folder, as npm puts it there. */
function install(folder) {
  const build = { ...process.env, STOS_BUILD: dirname(resolve(program)) };
  execFileSync(join(top, "dist/build-npm"), [join(folder, "made")], { env: build, stdio: "inherit" });
  const tarball = readdirSync(join(folder, "made")).find((name) => name.endsWith(".tgz"));
  const home = join(folder, "somewhere");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, type: "module" }));
  execFileSync("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", join(folder, "made", tarball)], { cwd: home, stdio: "inherit" });
  return home;
}

function runInNode(home, examples, node) {
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  examples.forEach(({ code, printed }, index) => {
    writeFileSync(join(home, "example.mjs"), code);
    const output = execFileSync(node, ["example.mjs"], { cwd: home, encoding: "utf8", timeout: LONGEST_MS });
    claim(output === printed, `example ${index + 1} in Node ${version} prints\n${output}instead of\n${printed}`);
    console.log(`ok  example ${index + 1} in Node ${version}`);
  });
}

/** What is tested is in api.mjs, beside this file. */
function runApi(home, node) {
  writeFileSync(join(home, "api.mjs"), readFileSync(join(here, "api.mjs")));
  execFileSync(node, ["api.mjs", resolve(program)], { cwd: home, stdio: "inherit", timeout: LONGEST_MS });
}

function checkTypes(home) {
  const text = `import { loadStos, StosError, type ErrorCode, type GameState, type View } from "stos";
const stos = await loadStos({ base: "https://name.example/stos/" });
const game: GameState = stos.deal("lie", { seed: 1n });
const view: View = game.look(0);
const move: string | null = game.moveAt(0, 0);
const code: ErrorCode = new StosError("bad_seat", "").code;
export const all = [await stos.choose(view, { bot: "steady" }), move, code];
// @ts-expect-error a seat is a number
game.look("0");
`;
  writeFileSync(join(home, "types.ts"), text);
  const compilerOptions = { noEmit: true, strict: true, module: "nodenext", target: "es2022", lib: ["es2022", "dom"], types: [] };
  writeFileSync(join(home, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["types.ts"] }));
  execFileSync(process.execPath, [join(top, "web/node_modules/typescript/bin/tsc"), "-p", home], { stdio: "inherit" });
  console.log("ok  its types");
}

// ---------------------------------------------------------------- in a browser

async function serve(folder) {
  const http = createServer((request, response) => {
    const path = join(folder, new URL(request.url, "http://here").pathname);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(readFileSync(path));
  });
  await new Promise((done) => http.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${http.address().port}`, stop: () => (http.closeAllConnections?.(), http.close()) };
}

/** A module that tells its page what it printed; in a worker, it is told by the worker. */
const TELLING = `const printed = [];
console.log = (...values) => printed.push(values.join(" "));
`;

async function runInBrowser(home, examples, page) {
  for (const [index, { code, printed }] of examples.entries()) {
    const inBrowser = `${TELLING}${code.replace('from "stos"', 'from "/node_modules/stos/stos.js"')}`;
    writeFileSync(join(home, `page-${index}.mjs`), `${inBrowser}\nwindow.printed = printed;\n`);
    writeFileSync(join(home, `worker-${index}.mjs`), `${inBrowser}\npostMessage(printed);\n`);
    const onPage = await page.evaluate((path) => import(path).then(() => window.printed), `/page-${index}.mjs`);
    const inWorker = await page.evaluate(
      (path) =>
        new Promise((good, bad) => {
          const worker = new Worker(path, { type: "module" });
          worker.onmessage = ({ data }) => good(data);
          worker.onerror = ({ message }) => bad(new Error(message));
        }),
      `/worker-${index}.mjs`,
    );
    for (const [where, lines] of [["on a page", onPage], ["in a worker", inWorker]]) {
      claim(`${lines.join("\n")}\n` === printed, `example ${index + 1} ${where} prints\n${lines.join("\n")}\ninstead of\n${printed}`);
      console.log(`ok  example ${index + 1} ${where}`);
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "stos-npm-"));
try {
  const home = install(folder);
  const examples = examplesOf(readFileSync(join(home, "node_modules/stos/README.md"), "utf8"));
  claim(examples.length === 3, "the README has three examples");
  for (const node of [process.execPath, ...others]) {
    runInNode(home, examples, node);
    runApi(home, node);
  }
  checkTypes(home);
  writeFileSync(join(home, "index.html"), "<!doctype html><title>Somebody</title>");
  const [site, browser] = [await serve(home), await launch()];
  try {
    const page = await browser.newPage();
    await page.goto(`${site.address}/index.html`);
    await runInBrowser(home, examples, page);
  } finally {
    await browser.close();
    site.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
