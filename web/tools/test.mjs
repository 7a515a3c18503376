/*
 * test.mjs - compiles the tests of web/test and runs those whose names begin with the given words, by node's own test runner.
 *
 *   node test.mjs --build FOLDER [--except NAME,...] [NAME...]
 *
 * FOLDER is a build of stos; tests find its page and its program by way of the environment: STOS_BUILD.
 */
import { build } from "esbuild";
import { factsOf } from "./facts.mjs";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const LONGEST_MS = 840_000;
const { values, positionals } = parseArgs({
  options: { build: { type: "string" }, except: { type: "string", default: "" } },
  allowPositionals: true,
});
const tests = join(dirname(dirname(fileURLToPath(import.meta.url))), "test");
const except = values.except === "" ? [] : values.except.split(",");

/** Every test below a folder; those of whole browsers (e2e) have a runner of their own. */
function testsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "e2e" ? [] : testsIn(path);
    return /\.test\.tsx?$/.test(entry.name) && isWanted(entry.name) ? [path] : [];
  });
}

function isWanted(name) {
  if (except.some((word) => name.startsWith(word))) return false;
  return positionals.length === 0 || positionals.some((word) => name.startsWith(word));
}

const paths = testsIn(tests);
if (paths.length === 0) throw new Error("there is no such test");

const facts = factsOf(join(values.build, "wasm", "stos.wasm"));
const out = mkdtempSync(join(dirname(tests), "node_modules", ".tests-")); // where they find the packages that are not bundled
try {
  await build({
    entryPoints: paths,
    bundle: true,
    platform: "node",
    external: ["happy-dom", "@testing-library/dom"],
    format: "esm",
    target: "node18",
    outdir: out,
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
    loader: { ".css": "empty" },
    define: { FILES: "{}", ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, JSON.stringify(value)])) },
  });
  const files = readdirSync(out).filter((name) => name.endsWith(".mjs")).map((name) => join(out, name));
  const { status } = spawnSync(process.execPath, ["--test", ...files], {
    stdio: "inherit",
    env: { ...process.env, STOS_BUILD: resolve(values.build) },
    timeout: LONGEST_MS,
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
