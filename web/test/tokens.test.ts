/*
 * tokens.test.ts - the colours that the look is made of can be told from what they lie on, by night and by day: words 4.5:1, lines that
 * carry meaning 3:1, computed from styles/tokens.css itself.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { hue } from "../src/components/ink";

const STYLES = "web/src/styles";
const source = readFileSync(`${STYLES}/tokens.css`, "utf8");

type Colour = [number, number, number];

/** OKLCH to linear sRGB, as the CSS colour module writes it. */
function fromOklch(lightness: number, chroma: number, degrees: number): Colour {
  const [a, b] = [chroma * Math.cos((degrees * Math.PI) / 180), chroma * Math.sin((degrees * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function read(value: string): Colour {
  if (value === "#fff") return [1, 1, 1];
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value);
  assert.ok(parts, `${value} is an opaque colour`);
  return fromOklch(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** The colours of a theme: those of the night, and what the day changes. */
function theme(name: "night" | "day"): (token: string) => Colour {
  const blocks = [...source.matchAll(/(:root[^{]*)\{([^}]*)\}/g)].filter(([, selector]) => name === "day" || !selector?.includes("light"));
  const all = new Map(blocks.flatMap(([, , body = ""]) => [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map((one): [string, string] => [one[1]!, one[2]!])));
  return (token) => {
    const value = all.get(token);
    assert.ok(value, `--${token} is there`);
    return read(value);
  };
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["cloth", "cloth-hi", "cloth-lo", "raised"];
/** Words, and what they stand on. */
const WORDS: [string, string[]][] = [
  ["text", [...GROUNDS, "well", "brass-soft", "vermilion-soft", "quiet"]],
  ["mute", [...GROUNDS, "well"]],
  ["brass", [...GROUNDS, "well"]],
  ["vermilion-text", [...GROUNDS, "vermilion-soft"]],
  ["on-brass", ["brass"]],
  ["on-vermilion", ["vermilion"]],
  ["on-quiet", ["quiet"]],
  ["ink", ["ivory", "ivory-hi", "ivory-lo"]],
  ["ink-mute", ["ivory", "ivory-hi", "ivory-lo"]],
];
/** Lines that carry meaning. */
const LINES: [string, string[]][] = [
  ["edge", [...GROUNDS, "well"]],
  ["brass", ["well"]],
  ["gilt", ["back-lo"]],
  ["vermilion", ["ivory", "ivory-lo"]],
];

for (const name of ["night", "day"] as const) {
  const colour = theme(name);
  for (const [pairs, least] of [[WORDS, 4.5], [LINES, 3]] as const)
    test(`by ${name} ${least === 3 ? "lines that carry meaning" : "words"} have a contrast of ${least}:1`, () => {
      for (const [on, grounds] of pairs)
        for (const ground of grounds) {
          const found = contrast(colour(on), colour(ground));
          assert.ok(found >= least, `--${on} on --${ground}: ${found.toFixed(2)}`);
        }
    });

  for (const safe of [false, true])
    test(`by ${name} the number of every card can be read on its ivory, ${safe ? "in the colours for colour-blind people" : "over the rainbow"}`, () => {
      for (let card = 2; card <= 99; card++) {
        const share = (card - 2) / 97;
        const ink = fromOklch(0.49 - 0.12 * share, 0.14, hue(card, safe));
        for (const ground of ["ivory-hi", "ivory-lo"]) assert.ok(contrast(ink, colour(ground)) >= 4.5, `${card} on --${ground}: ${contrast(ink, colour(ground)).toFixed(2)}`);
      }
    });
}

test("text, corners and gaps are measured in tokens, or by what they belong to", () => {
  const measured = /^\s*(font-size|border-radius|gap|row-gap|column-gap): (.*);$/;
  for (const name of readdirSync(STYLES))
    for (const line of readFileSync(`${STYLES}/${name}`, "utf8").split("\n")) {
      const value = measured.exec(line)?.[2]?.replace(/\b(clamp|min|max|calc)\(.*\)/g, "") ?? "";
      assert.doesNotMatch(value, /\drem|[\d.]{2,}px/, `${name}: ${line.trim()}`);
    }
  const count = (kind: string): number => new Set(source.match(new RegExp(`--${kind}-\\d+(?=:)`, "g"))).size;
  assert.deepEqual([count("size"), count("space"), count("radius")], [7, 6, 3]);
});

test("the ink of cards is that of the styles", () => {
  const cards = readFileSync(`${STYLES}/cards.css`, "utf8");
  assert.match(cards, /--value-ink: oklch\(calc\(0\.49 - 0\.12 \* var\(--share\)\) 0\.14 var\(--hue\)\);/);
});
