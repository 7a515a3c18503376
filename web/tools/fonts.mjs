/*
 * fonts.mjs - the letters of the page, cut from Sofia Sans (SIL Open Font Licence, LICENSES/OFL-1.1.txt): only the characters that its
 * languages need, and only the weights that its styles use.
 *
 * The condensed one has a single weight, and its Latin part (`first`) is small enough to come with the first screen: digits and
 * titles never change their shape before somebody's eyes. The rest follows when the page can be used.
 */
import subset from "subset-font";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const TEXT = { family: "Sofia Sans", from: "sofia-sans", weight: "400 700", axes: { wght: { min: 400, max: 700 } } };
export const NUMERALS = { family: "Sofia Sans Extra Condensed", from: "sofia-sans-extra-condensed", weight: "700 800", axes: { wght: 800 } };

/** Characters as CSS names them. */
const LATIN = "U+20-7E, U+A0, U+B0, U+B7, U+C1, U+C9, U+CD, U+D3, U+D7, U+DA, U+DD, U+E1, U+E9, U+ED, U+F3, U+F7, U+FA, U+FD, U+2013-2014, U+2018-201A, U+201C-201E, U+2026, U+2212";
const EXTENDED = "U+104-107, U+10C-10F, U+118-11B, U+141-144, U+147-148, U+158-15B, U+160-161, U+164-165, U+16E-16F, U+179-17E";
const CYRILLIC = "U+400-45F, U+490-491";
const PARTS = [["latin", LATIN], ["latin-ext", EXTENDED], ["cyrillic", CYRILLIC]];

/** All characters of a list of ranges. */
export function charactersOf(ranges) {
  return ranges.split(", ").flatMap((range) => {
    const [from, to = from] = range.slice(2).split("-").map((code) => parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
  });
}

/** One of the files that a face comes in. */
export function sourceOf({ from }, set) {
  return readFileSync(require.resolve(`@fontsource-variable/${from}/files/${from}-${set}-wght-normal.woff2`));
}

async function makeFont(face, [set, range]) {
  const { family, from, weight, axes } = face;
  const bytes = await subset(sourceOf(face, set), charactersOf(range).join(""), { targetFormat: "woff2", variationAxes: axes });
  return { name: `${from}-${set}`, family, weight, range, first: from === NUMERALS.from && set === "latin", bytes };
}

/** Returns {name, family, weight, range, first, bytes} of each. */
export function makeFonts() {
  return Promise.all([NUMERALS, TEXT].flatMap((font) => PARTS.map((part) => makeFont(font, part))));
}
