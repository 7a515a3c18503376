/*
 * cut-tables.mjs - takes what the bots learned and the words of the talk guard out of the WebAssembly module, so that the
 * page loads small.
 *
 *   node cut-tables.mjs WHOLE.wasm OUT.wasm NAME.bin...
 *
 * Every exported piece of data called NAME_net_... goes into NAME.bin, and the words of the guard into guard.bin: its name, its length, its bytes in an order that packs
 * better (src/wasm of the page puts them back where the export of that name says). In the module the place stays, filled
 * with nothing.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

const [wholePath, outPath, ...tablePaths] = process.argv.slice(2);
const whole = readFileSync(wholePath);
const SECTION = { CUSTOM: 0, GLOBAL: 6, EXPORT: 7, DATA: 11 };
const I32_CONST = 0x41;

/** Reads numbers and bytes from a place on. */
class Reader {
  constructor(at, end = whole.length) {
    this.at = at;
    this.end = end;
  }
  byte() {
    return whole[this.at++];
  }
  /** A number in LEB128. */
  number() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(this.byte());
      value |= (byte & 127n) << shift;
      if (byte < 128n) return Number(value);
    }
  }
  bytes(length) {
    this.at += length;
    return whole.subarray(this.at - length, this.at);
  }
  /** `i32.const n, end`; n is an address, so it is read as positive. */
  address() {
    if (this.byte() !== I32_CONST) throw new Error("an address was expected");
    const value = this.number();
    if (this.byte() !== 0x0b) throw new Error("a constant was expected");
    return value;
  }
}

function leb(value) {
  const bytes = [];
  do {
    bytes.push((value & 127) | (value > 127 ? 128 : 0));
    value = Math.floor(value / 128);
  } while (value > 0);
  return Buffer.from(bytes);
}

/** A signed one: the sign needs a bit of its own. */
function signedLeb(value) {
  const bytes = [];
  for (;;) {
    const byte = value & 127;
    value >>= 7;
    if (value === 0 && !(byte & 64)) return Buffer.from([...bytes, byte]);
    bytes.push(byte | 128);
  }
}

function sections() {
  const list = [];
  for (const reader = new Reader(8); reader.at < whole.length; ) {
    const id = reader.byte();
    const length = reader.number();
    list.push({ id, start: reader.at, end: reader.at + length });
    reader.at += length;
  }
  return list;
}

/** The exported data: name and address. */
function exportedData(globals) {
  const section = sections().find(({ id }) => id === SECTION.EXPORT);
  const reader = new Reader(section.start);
  const found = new Map();
  for (let left = reader.number(); left > 0; left--) {
    const name = reader.bytes(reader.number()).toString();
    const kind = reader.byte();
    const index = reader.number();
    if (kind === 3 && globals[index] !== undefined) found.set(globals[index], name);
  }
  return found;
}

function globalAddresses() {
  const section = sections().find(({ id }) => id === SECTION.GLOBAL);
  const reader = new Reader(section.start);
  return Array.from({ length: reader.number() }, () => {
    reader.bytes(2); // its type, and whether it may change
    return reader.address();
  });
}

/** The data section without the tables, and the tables by name. */
function cut(section, names, wanted) {
  const reader = new Reader(section.start);
  const tables = new Map();
  const parts = [];
  let count = reader.number();
  parts.push(leb(count));
  for (; count > 0; count--) {
    if (reader.number() !== 0) throw new Error("only data with an address was expected");
    const address = reader.address();
    const bytes = reader.bytes(reader.number());
    const name = names.get(address);
    const isTable = name !== undefined && wanted(name);
    if (isTable) tables.set(name, bytes);
    const kept = isTable ? Buffer.alloc(0) : bytes;
    parts.push(Buffer.from([0, I32_CONST]), signedLeb(address), Buffer.from([0x0b]), leb(kept.length), kept);
  }
  return { data: Buffer.concat(parts), tables };
}

/**
 * Numbers of two bytes, most of them near 0: the sign moves to the lowest bit, so that the high bytes are nearly all 0, and all
 * low bytes come before all high bytes. Saves a fifth of what gzip makes of them. Longer numbers are only rearranged.
 */
function apart(bytes) {
  const count = bytes.length / 2;
  const out = Buffer.alloc(bytes.length);
  for (let i = 0; i < count; i++) {
    const number = bytes.readInt16LE(2 * i);
    const turned = (number << 1) ^ (number >> 15);
    out[i] = turned & 255;
    out[count + i] = (turned >> 8) & 255;
  }
  return out;
}

/** Whether a piece of data belongs to a table. */
function isOf(table, name) {
  return table === "guard" ? /^guard_(number|plain)_words_/.test(name) : name.startsWith(`${table}_net_`);
}

function packed(tables, table) {
  const parts = [];
  for (const [name, bytes] of [...tables].filter(([key]) => isOf(table, key)).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const head = Buffer.alloc(5);
    head.writeUInt8(name.length, 0);
    head.writeUInt32LE(bytes.length, 1);
    parts.push(head, Buffer.from(name, "latin1"), apart(bytes));
  }
  return Buffer.concat(parts);
}

/** The module with another data section, and without the names of functions, which only a debugger reads. */
function rebuilt(data) {
  const parts = [whole.subarray(0, 8)];
  for (const { id, start, end } of sections()) {
    const content = id === SECTION.DATA ? data : whole.subarray(start, end);
    if (id !== SECTION.CUSTOM) parts.push(Buffer.from([id]), leb(content.length), content);
  }
  return Buffer.concat(parts);
}

const wanted = tablePaths.map((path) => basename(path, ".bin"));
const section = sections().find(({ id }) => id === SECTION.DATA);
const { data, tables } = cut(section, exportedData(globalAddresses()), (name) => wanted.some((table) => isOf(table, name)));
writeFileSync(outPath, rebuilt(data));
tablePaths.forEach((path, i) => writeFileSync(path, packed(tables, wanted[i])));
