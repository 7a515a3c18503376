/*
 * manual.mjs - the manual for the server: every file of a folder, packed, and the C file that holds them as `manual_files`.
 *
 *   node manual.mjs FOLDER --out FOLDER --c FILE
 *
 * Its names never change and its content does, so browsers ask again with the etag.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fileOf, placeFile, writeC } from "./embed.mjs";

const { values: options, positionals } = parseArgs({ options: { out: { type: "string" }, c: { type: "string" } }, allowPositionals: true });
const [folder] = positionals;

/** The files of a folder and below, in the same order everywhere. */
function namesIn(path) {
  const entries = readdirSync(join(folder, path), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? namesIn(join(path, entry.name)) : [join(path, entry.name)])).sort();
}

const files = namesIn("").map((name) => fileOf(`/manual/${name}`, readFileSync(join(folder, name)), false));
rmSync(options.out, { recursive: true, force: true });
for (const file of files) placeFile(file, resolve(options.out));
writeC(options.c, "manual_files", files);
