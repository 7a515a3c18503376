/*
 * install.mjs - runs `npm ci` when, and only when, the lock file changed since it ran last.
 *
 * Several builds may want this at once; the first does it, the others wait for it.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(web, "node_modules", ".stos-lock");
const turn = join(web, ".installing");
const STALE_MS = 10 * 60 * 1000;
const wanted = createHash("sha256").update(readFileSync(join(web, "package-lock.json"))).digest("hex");

function isDone() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
}

function tryToEnter() {
  try {
    mkdirSync(turn);
    return true;
  } catch {
    if (existsSync(turn) && Date.now() - statSync(turn).mtimeMs > STALE_MS) rmSync(turn, { recursive: true, force: true });
    return false;
  }
}

function install() {
  const options = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { status } = spawnSync("npm", options, { cwd: web, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error("npm ci failed; the page needs the packages of web/package-lock.json");
  writeFileSync(stamp, wanted);
}

while (!isDone()) {
  if (!tryToEnter()) {
    await new Promise((done) => setTimeout(done, 200));
    continue;
  }
  try {
    if (!isDone()) install();
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
}
