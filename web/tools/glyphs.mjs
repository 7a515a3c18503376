/*
 * glyphs.mjs - the shapes of the few characters that the server draws on link previews (src/server/http/glyphs.h), as C.
 *
 *   node glyphs.mjs --c FILE
 *
 * They are cut from the condensed face of the page (fonts.mjs), as the outlines of TrueType: quadratic curves, which become short
 * lines here, so that the server needs to fill polygons only. The same input gives the same output.
 */
import subset from "subset-font";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { NUMERALS, sourceOf } from "./fonts.mjs";

const CHARACTERS = "0123456789?stos";
const STEPS = 6; // lines that a curve becomes
const { values: options } = parseArgs({ options: { c: { type: "string" } } });

/** The tables of a TrueType font by their names. */
function tablesOf(font) {
  const tables = {};
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const row = 12 + 16 * i;
    tables[font.toString("latin1", row, row + 4)] = font.subarray(font.readUInt32BE(row + 8), font.readUInt32BE(row + 8) + font.readUInt32BE(row + 12));
  }
  return tables;
}

/** From character to glyph, by the table that every font has for these characters: segments of 16 bits (format 4). */
function mapOf(cmap) {
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * i + 4));
    if (table.readUInt16BE(0) === 4) return (code) => glyphOf(table, code);
  }
  throw new Error("the font has no table of characters that is known here");
}

function glyphOf(table, code) {
  const size = table.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    if (code > table.readUInt16BE(14 + at)) continue;
    const start = 16 + size + at;
    const offset = table.readUInt16BE(start + 2 * size);
    const delta = table.readUInt16BE(start + size);
    if (offset === 0) return (code + delta) & 0xffff;
    const found = table.readUInt16BE(start + 2 * size + offset + 2 * (code - table.readUInt16BE(start)));
    return found && (found + delta) & 0xffff;
  }
  throw new Error(`the font has no ${String.fromCharCode(code)}`);
}

/** One coordinate of all points: bytes, words, or the same as before, as the flags say. */
function readAxis(glyph, at, flags, short, same) {
  let value = 0;
  const all = flags.map((flag) => {
    if (flag & short) value += flag & same ? glyph[at++] : -glyph[at++];
    else if (!(flag & same)) (value += glyph.readInt16BE(at)), (at += 2);
    return value;
  });
  return { all, at };
}

/** The contours of a simple glyph: points, some of which control curves. */
function contoursOf(glyph) {
  const count = glyph.readInt16BE(0);
  if (count < 0) throw new Error("a glyph is made of others, which is not read here");
  const ends = Array.from({ length: count }, (_, i) => glyph.readUInt16BE(10 + 2 * i));
  const points = ends[count - 1] + 1;
  let at = 12 + 2 * count + glyph.readUInt16BE(10 + 2 * count);
  const flags = [];
  while (flags.length < points) {
    const flag = glyph[at++];
    for (let times = flag & 8 ? glyph[at++] + 1 : 1; times > 0; times--) flags.push(flag);
  }
  const x = readAxis(glyph, at, flags, 2, 16);
  const y = readAxis(glyph, x.at, flags, 4, 32);
  return ends.map((end, i) => {
    const from = i === 0 ? 0 : ends[i - 1] + 1;
    return flags.slice(from, end + 1).map((flag, k) => ({ x: x.all[from + k], y: y.all[from + k], on: (flag & 1) === 1 }));
  });
}

const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });

/** A contour as points that lines join; between two control points lies one on the curve that the font leaves out. */
function flatten(contour) {
  const whole = contour.flatMap((point, i) => {
    const before = contour.at(i - 1);
    return point.on || before.on ? [point] : [middle(before, point), point];
  });
  const first = whole.findIndex(({ on }) => on);
  const round = [...whole.slice(first), ...whole.slice(0, first), whole[first]];
  const points = [];
  for (let i = 0; i + 1 < round.length; i++) {
    const [a, b, c] = [round[i], round[i + 1], round[i + 2]];
    if (b.on) points.push(b);
    else if (a.on) for (let step = 1; step < STEPS; step++) points.push(onCurve(a, b, c, step / STEPS));
  }
  return points;
}

function onCurve(a, b, c, t) {
  const mix = (axis) => (1 - t) * (1 - t) * a[axis] + 2 * t * (1 - t) * b[axis] + t * t * c[axis];
  return { x: mix("x"), y: mix("y") };
}

function glyphs({ head, hhea, hmtx, loca, glyf, cmap }) {
  const find = mapOf(cmap);
  const long = head.readInt16BE(50) === 1;
  const wide = hhea.readUInt16BE(34);
  const start = (index) => (long ? loca.readUInt32BE(4 * index) : 2 * loca.readUInt16BE(2 * index));
  const scale = 1000 / head.readUInt16BE(18);
  return [...new Set(CHARACTERS)].map((character) => {
    const index = find(character.codePointAt(0));
    const contours = contoursOf(glyf.subarray(start(index))).map(flatten);
    return { character, advance: Math.round(hmtx.readUInt16BE(4 * Math.min(index, wide - 1)) * scale), contours: contours.map((points) => points.map(({ x, y }) => [Math.round(x * scale), Math.round(y * scale)])) };
  });
}

/** Points of all contours one after the other; each contour ends with a repeat of its first point. */
function write(all) {
  const points = all.map(({ contours }) => contours.map((points) => [...points, points[0]]));
  const lists = points.map((contours, i) => `static const struct glyph_point points_${i}[] = {${contours.flat().map(([x, y]) => `{${x}, ${y}}`).join(", ")}};`);
  const ends = points.map((contours, i) => `static const uint16_t ends_${i}[] = {${contours.map((_, k) => contours.slice(0, k + 1).flat().length).join(", ")}};`);
  const rows = all.map(({ character, advance, contours }, i) => `    {'${character}', ${advance}, ${contours.length}, ends_${i}, points_${i}},`);
  return `#include "server/http/glyphs.h"\n\n${[...lists, ...ends].join("\n")}\nconst struct glyph preview_glyphs[] = {\n${rows.join("\n")}\n    {0},\n};\n`;
}

const font = await subset(sourceOf(NUMERALS, "latin"), CHARACTERS, { targetFormat: "sfnt", variationAxes: NUMERALS.axes });
writeFileSync(options.c, write(glyphs(tablesOf(Buffer.from(font)))));
