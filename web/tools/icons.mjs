/*
 * icons.mjs - the icon of stos, a pile of four sheets that slip, as SVG and as PNG of any size.
 *
 * Drawn from one list of sheets. The PNG is painted dot by dot, sixteen samples each, since a rasteriser would be a
 * dependency far bigger than the picture.
 */
import { crc32Of } from "./crc.mjs";
import { deflateSync } from "node:zlib";

const BACK = "#1c3029";
const MARK = "#cf3a1a";
const SHEET = "#f6eee0";
const SLIPPED = "#dfb65f";
/** Sheets from the top down, on a square of 100: the middle of each, and its colour. */
const SHEETS = [
  { x: 51.5, y: 26, colour: SHEET },
  { x: 46, y: 42, colour: SHEET },
  { x: 56, y: 58, colour: SLIPPED },
  { x: 49, y: 74, colour: SHEET },
];
const WIDTH = 56;
const HEIGHT = 8.6;

/** `marked`: with a dot in the corner, for something that waits. */
export function iconSvg(marked = false) {
  const sheets = SHEETS.map(({ x, y, colour }) => `<rect x="${x - WIDTH / 2}" y="${y - HEIGHT / 2}" width="${WIDTH}" height="${HEIGHT}" rx="${HEIGHT / 2}" fill="${colour}"/>`);
  const dot = marked ? `<circle cx="76" cy="24" r="22" fill="${MARK}" stroke="${BACK}" stroke-width="5"/>` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="22" fill="${BACK}"/>${sheets.join("")}${dot}</svg>`;
}

function rgb(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** Whether a point lies in a rectangle with round corners around 0. */
function inRound(x, y, width, height, round) {
  const dx = Math.abs(x) - width / 2 + round;
  const dy = Math.abs(y) - height / 2 + round;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) <= round && dx <= round && dy <= round;
}

/** The colour at a point of the square of 100; an icon that may be cut (`full`) has no corners of its own. */
function colourAt(x, y, full) {
  const sheet = SHEETS.find((one) => inRound(x - one.x, y - one.y, WIDTH, HEIGHT, HEIGHT / 2));
  if (sheet) return [...rgb(sheet.colour), 255];
  return full || inRound(x - 50, y - 50, 100, 100, 22) ? [...rgb(BACK), 255] : [0, 0, 0, 0];
}

/** One dot: the mean of 4 x 4 samples. */
function dot(column, row, size, full) {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < 16; i++) {
    const colour = colourAt(((column + (i % 4) / 4 + 0.125) * 100) / size, ((row + Math.floor(i / 4) / 4 + 0.125) * 100) / size, full);
    for (let c = 0; c < 3; c++) sum[c] += colour[c] * (colour[3] / 255);
    sum[3] += colour[3];
  }
  const cover = sum[3] / 255;
  return [...sum.slice(0, 3).map((part) => (cover ? Math.round(part / cover) : 0)), Math.round(sum[3] / 16)];
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32Of(body), body.length + 4);
  return out;
}

export function iconPng(size, full = false) {
  const rows = Buffer.alloc((size * 4 + 1) * size);
  for (let row = 0, at = 0; row < size; row++) {
    rows[at++] = 0; // no filter
    for (let column = 0; column < size; column++) for (const part of dot(column, row, size, full)) rows[at++] = part;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8); // eight bits, red green blue alpha
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
