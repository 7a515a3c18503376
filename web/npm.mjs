/*
 * npm.mjs - makes the package `stos` of npm, unpacked: the module, its types, the rules and networks, <stos-replay>, its README.
 *
 *   node npm.mjs --out FOLDER --parts FOLDER [--replay FILE]
 *
 * PARTS is the wasm/ folder of a build; --replay is the script of <stos-replay> that web/build.mjs made. The same input gives the same
 * files. dist/build-npm makes a tarball of them.
 */
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const web = dirname(fileURLToPath(import.meta.url));
const top = dirname(web);
const source = join(web, "src/wasm");
const { values: options } = parseArgs({ options: { out: { type: "string" }, parts: { type: "string" }, replay: { type: "string" } } });

const { version, engines } = JSON.parse(readFileSync(join(web, "package.json"), "utf8"));
const description = {
  name: "stos",
  version,
  description: "THE GAME, FACE TO FACE and LIE: rules, records, bots and analyses in WebAssembly, and <stos-replay>.",
  license: "MIT",
  type: "module",
  engines,
  sideEffects: ["./stos-replay.js"],
  main: "./stos.js",
  types: "./types/stos.d.ts",
  exports: {
    ".": { types: "./types/stos.d.ts", default: "./stos.js" },
    "./stos-replay.js": "./stos-replay.js",
    "./stos.wasm": "./stos.wasm",
    "./networks/*": "./networks/*",
    "./package.json": "./package.json",
  },
};

/** The declarations of the files of src/wasm: they name nothing outside, or this fails. */
function writeTypes() {
  const settings = ["--declaration", "--emitDeclarationOnly", "--noEmit", "false", "--outDir", join(options.out, "types"), "--rootDir", source];
  const like = { extends: join(web, "tsconfig.json"), files: [join(source, "stos.ts")], include: [] };
  const config = join(options.out, "tsconfig.json");
  writeFileSync(config, JSON.stringify(like));
  execFileSync(process.execPath, [join(web, "node_modules/typescript/bin/tsc"), "-p", config, ...settings], { stdio: "inherit" });
  rmSync(config);
  for (const name of readdirSync(join(options.out, "types"))) {
    const path = join(options.out, "types", name);
    writeFileSync(path, readFileSync(path, "utf8").replace(/(from|import\()\s*"(\.\/\w+)"/g, '$1 "$2.js"')); // as Node wants them
  }
}

/** What bots learned, and the words of the guard: an empty file is one that there is nothing to load of. */
function copyNetworks() {
  mkdirSync(join(options.out, "networks"));
  for (const name of readdirSync(options.parts).filter((file) => file.endsWith(".bin"))) copyFileSync(join(options.parts, name), join(options.out, "networks", name));
}

rmSync(options.out, { recursive: true, force: true });
mkdirSync(options.out, { recursive: true });
await build({ entryPoints: [join(source, "stos.ts")], bundle: true, format: "esm", target: ["es2021", "node18"], charset: "utf8", outfile: join(options.out, "stos.js"), logLevel: "warning" });
writeTypes();
copyFileSync(join(options.parts, "package/stos.wasm"), join(options.out, "stos.wasm"));
copyNetworks();
if (options.replay) copyFileSync(options.replay, join(options.out, "stos-replay.js"));
for (const [path, name] of [[join(source, "README.md"), "README.md"], [join(top, "LICENSE"), "LICENSE"], [join(top, "NOTICE.md"), "NOTICE.md"]]) copyFileSync(path, join(options.out, name));
writeFileSync(join(options.out, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
