/*
 * size.test.ts - the page is small, whole and self-contained: what a first visit loads, and what it refers to.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pageFolder } from "./support";

interface PageFile {
  path: string;
  mime: string;
  immutable: boolean;
  bytes: number;
  gzip: number | null;
  brotli: number | null;
  /** Of a part of the page: the source file that it is for, and the parts that it needs at once. */
  entry?: string;
  imports?: string[];
}

const files = JSON.parse(readFileSync(join(pageFolder, "page.json"), "utf8")) as PageFile[];
/** With the digits and titles, cards and cloth of the look; the aim is 225. */
const LIMIT = 256 * 1024;
/** Digits and titles, which come with the first screen; and the letters of a language, which come when the page can be used. */
const NUMERALS_LIMIT = 12 * 1024;
const LETTERS_LIMIT = 70 * 1024;
const START_LIMIT = 40 * 1024;
/** Raised from 3600 when the page for hosts came, a second program with its own texts, and from 4000 with the letters of the look. */
const PROGRAM_LIMIT = 4100 * 1024;
/** How our files name each other: by our own hashes, and in the parts of the page by esbuild's. */
const HASHED = /["'(]\.?\/[\w-]+-(?:[0-9a-f]{12}|[0-9A-Z]{8})\.\w+/g;

function read(path: string): Buffer {
  return readFileSync(join(pageFolder, path.slice(1)));
}

/** The parts of the page that a game with bots needs, in its heaviest game. */
const GAME_PARTS = ["app/main.ts", "screens/table.tsx", "model/load_rules.ts"].map((path) => `src/${path}`);

function partsFor(game: string): Set<string> {
  const wanted = files.filter(({ entry }) => entry && (GAME_PARTS.includes(entry) || entry === `src/games/${game}/table.tsx`)).map(({ path }) => path);
  const found = new Set<string>();
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    wanted.push(...(files.find((file) => file.path === path)?.imports ?? []));
  }
  return found;
}

/** What a first visit loads: all but what bots learned, screens that nobody has opened, the page for hosts, puzzles, other languages' texts, and icons for the desktop. */
function isFirst({ path, imports }: PageFile, parts: Set<string>): boolean {
  if (imports && path.endsWith(".js")) return parts.has(path);
  if (path.endsWith(".woff2")) return isNumerals(path);
  return !path.endsWith(".bin") && !path.endsWith(".png") && !/^\/(cs|pl|more|puzzles|admin)[-.]/.test(path);
}

function isNumerals(path: string): boolean {
  return path.startsWith("/font-sofia-sans-extra-condensed-latin-") && !path.includes("latin-ext");
}

function packedSize({ brotli, gzip, bytes }: PageFile): number {
  return brotli ?? gzip ?? bytes;
}

test("the start screen needs less than 40 KiB", () => {
  const html = read("/index.html").toString();
  const needed = files.filter(({ path, mime }) => path === "/index.html" || (/javascript|css/.test(mime) && html.includes(path)));
  const sum = needed.reduce((total, file) => total + packedSize(file), 0);
  console.log(`start screen: ${(sum / 1024).toFixed(1)} KiB by brotli, ${needed.map(({ path }) => path).join(", ")}`);
  assert.ok(needed.length >= 4, "the page names its scripts and its style");
  assert.ok(sum < START_LIMIT, `${sum} bytes`);
});

test("digits and titles take less than 12 KiB, and the letters of each language less than 70", () => {
  const fonts = files.filter(({ path }) => path.endsWith(".woff2"));
  const sizeOf = (wanted: (path: string) => boolean): number => fonts.filter(({ path }) => wanted(path)).reduce((sum, { bytes }) => sum + bytes, 0);
  const html = read("/index.html").toString();
  assert.deepEqual(fonts.filter(({ path }) => html.includes(path)).map(({ path }) => isNumerals(path)), [true], "the page begins with them");
  assert.ok(sizeOf(isNumerals) < NUMERALS_LIMIT);
  for (const letters of ["latin-ext", "cyrillic"]) {
    const sum = sizeOf((path) => !isNumerals(path) && (path.includes(letters) || path.startsWith("/font-sofia-sans-latin-")));
    console.log(`letters with ${letters}: ${(sum / 1024).toFixed(1)} KiB`);
    assert.ok(sum < LETTERS_LIMIT);
  }
});

test("the page takes less than 4100 KiB of the program, with what bots learned", () => {
  const sum = files.reduce((total, { gzip, brotli, bytes }) => total + (gzip === null ? bytes : gzip + (brotli ?? 0)), 0);
  console.log(`in the program: ${(sum / 1024).toFixed(1)} KiB`);
  assert.ok(sum < PROGRAM_LIMIT, `${sum} bytes`);
});

for (const game of ["thegame", "facetoface", "lie"]) test(`the first load until a game of ${game} is under ${LIMIT / 1024} KiB compressed, without what bots learned`, () => {
  const parts = partsFor(game);
  assert.ok(parts.size >= GAME_PARTS.length);
  const first = files.filter((file) => isFirst(file, parts));
  const brotli = first.reduce((sum, file) => sum + packedSize(file), 0);
  const gzip = first.reduce((sum, file) => sum + (file.gzip ?? file.bytes), 0);
  for (const file of first) console.log(`${String(packedSize(file)).padStart(8)} ${file.path}`);
  console.log(`first load: ${(brotli / 1024).toFixed(1)} KiB by brotli, ${(gzip / 1024).toFixed(1)} KiB by gzip`);
  assert.ok(gzip < LIMIT, `${gzip} bytes`);
});

test("every compressed form holds the same bytes", () => {
  for (const { path, gzip, brotli } of files) {
    const plain = read(path);
    if (gzip !== null) assert.deepEqual(gunzipSync(read(`${path}.gz`)), plain, path);
    if (brotli !== null) assert.deepEqual(brotliDecompressSync(read(`${path}.br`)), plain, path);
  }
});

test("every file that the page names is there", () => {
  const known = new Set(files.map(({ path }) => path));
  for (const { path, mime } of files.filter(({ mime }) => /html|javascript|css|manifest/.test(mime))) {
    const names = read(path).toString().match(HASHED) ?? [];
    for (const name of names) assert.ok(known.has(name.replace(/^["'(]\.?/, "")), `${path} (${mime}) names ${name}`);
  }
});

test("nothing is fetched from elsewhere", () => {
  const allowed = /^https?:\/\/(www\.w3\.org\/|localhost)/;
  for (const { path } of files.filter(({ mime }) => /html|javascript|css|manifest|svg/.test(mime)))
    for (const address of read(path).toString().match(/https?:\/\/[\w.-]+\/?/g) ?? []) assert.match(address, allowed, path);
});
