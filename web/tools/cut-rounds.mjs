/*
 * cut-rounds.mjs - takes the small rounds out of the table of solved rounds of LIE (docs/lie.md), for the page.
 *
 *   node cut-rounds.mjs TABLE OUT
 *
 * Small are those with one card each. OUT is a table of its own, with its own length and hash.
 */
import { readFileSync, writeFileSync } from "node:fs";

const HEAD = 24;
const ROUND = 48;
const PARTS = 16;
const [from, out] = process.argv.slice(2);
const table = readFileSync(from);
if (table.subarray(0, 8).toString("latin1") !== "STOSLT1\n") throw new Error(`${from} is not a table of solved rounds`);

const MASK = (1n << 64n) - 1n;

/** rng_mix() of src/base/rng.h. */
function mix(word) {
  word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return word ^ (word >> 31n);
}

/** lie_table_hash() of src/bot/lie/table.c. */
function hashOf(bytes) {
  const whole = Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
  let hash = BigInt(bytes.length);
  for (let at = 0; at < whole.length; at += 8) hash = (mix(hash ^ whole.readBigUInt64LE(at)) + 0x9e3779b97f4a7c15n) & MASK;
  return hash;
}

const rounds = Array.from({ length: table.readUInt32LE(12) }, (_, i) => Buffer.from(table.subarray(HEAD + i * ROUND, HEAD + (i + 1) * ROUND)));
const small = rounds.filter((round) => round[2] === 1 && round[3] === 1);
const pieces = [];
let at = HEAD + small.length * ROUND;
for (const round of small)
  for (let part = PARTS; part < ROUND; part += 8) {
    const offset = round.readUInt32LE(part);
    const length = round.readUInt32LE(part + 4);
    pieces.push(table.subarray(offset, offset + length));
    round.writeUInt32LE(at, part);
    at += length;
  }

const body = Buffer.concat([...small, ...pieces]);
const head = Buffer.alloc(HEAD);
head.write("STOSLT1\n", "latin1");
head.writeUInt32LE(HEAD + body.length, 8);
head.writeUInt32LE(small.length, 12);
head.writeBigUInt64LE(hashOf(body), 16);
writeFileSync(out, Buffer.concat([head, body]));
