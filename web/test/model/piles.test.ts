/*
 * piles.test.ts - what the screen says about piles: room, jumps, legal piles, tricks, and the order of colours.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { cardsFor, pilesFor, readPlacement } from "../../src/model/moves";
import { facePiles, isTrick, jump, jumpText, room, theGamePiles, trickCards } from "../../src/games/piles/piles";
import { hue } from "../../src/components/ink";
import type { FacetofaceView, ThegameView } from "../../src/net/protocol";

const view: ThegameView = {
  game: "thegame",
  rules: "thegame(players=2,min=2,hand=full,fire=next,start=0)",
  phase: "play",
  to_act: [0],
  over: false,
  seat: 0,
  piles: { U1: 31, U2: 47, D1: 66, D2: 88 },
  hands: [[19, 37, 55, 76], 7],
  draw: 41,
  gone: [31, 47, 66, 88],
  placed: 0,
  min: 2,
  due: ["D1"],
  votes: [null, null],
  left: 94,
  won: false,
};

test("a rising pile has room up to 99, a falling one down to 2", () => {
  assert.deepEqual(theGamePiles(view).map(room), [68, 52, 64, 86]);
});

test("a jump costs what the pile moves; exactly ten back is minus ten (TG6)", () => {
  const [u1, u2, d1] = theGamePiles(view);
  assert.equal(jump(u1!, 37), 6);
  assert.equal(jump(u2!, 37), -10);
  assert.equal(jump(d1!, 76), -10);
  assert.ok(!isTrick(u1!, 37) && isTrick(u2!, 37));
  assert.equal(jumpText(6), "+6");
  assert.equal(jumpText(-10), "−10");
});

test("fire is shown where it is played, and what is due is marked (TG14)", () => {
  const [, , d1] = theGamePiles(view);
  assert.ok(d1!.burning && d1!.due);
  assert.ok(!theGamePiles({ ...view, rules: "thegame(players=2,fire=off)" })[2]!.burning);
});

test("piles for a card and cards for a pile follow the legal moves", () => {
  const moves = ["37@U1", "37@U2", "37@D1", "19@D1", "end"];
  assert.deepEqual([...pilesFor(37, moves)], ["U1", "U2", "D1"]);
  assert.deepEqual([...cardsFor("D1", moves)], [37, 19]);
  assert.deepEqual([...trickCards(theGamePiles(view), moves)], [37]);
  assert.equal(readPlacement("end"), null);
  assert.deepEqual(readPlacement("12@oD"), { card: 12, pile: "oD" });
});

test("FACE TO FACE shows own piles first and turns the other's round (FF6)", () => {
  const duel = {
    piles: [
      { U: 27, D: 35 },
      { U: 18, D: 40 },
    ],
  } as FacetofaceView;
  const piles = facePiles(duel, 1);
  assert.deepEqual(
    piles.map((pile) => [pile.id, pile.top]),
    [
      ["U", 18],
      ["D", 40],
      ["oU", 27],
      ["oD", 35],
    ],
  );
  assert.equal(jump(facePiles(duel, 0)[3]!, 45), -5);
});

test("colour runs evenly from blue to red", () => {
  assert.equal(hue(2), 255);
  assert.equal(hue(99), 25);
  const steps = Array.from({ length: 97 }, (_, index) => hue(index + 2) - hue(index + 3));
  assert.ok(steps.every((step) => step > 2.1 && step < 2.7));
});

/** OKLCH to linear sRGB, without clipping. */
function linearRgb(lightness: number, chroma: number, degrees: number): [number, number, number] {
  const a = chroma * Math.cos((degrees * Math.PI) / 180);
  const b = chroma * Math.sin((degrees * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** What deuteranopes and protanopes are left with: shares of red and green in what they see as one, and of their difference in blue. */
const BLINDNESS = [
  { red: 0.29275, green: 0.70725, blue: -0.02234 },
  { red: 0.11238, green: 0.88762, blue: 0.00401 },
]; // Viénot, Brettel and Mollon, 1999, on linear RGB

/** How yellow they see a card; blue is negative. */
function yellowness(card: number, safe: boolean, eye: (typeof BLINDNESS)[number]): number {
  const [red, green, blue] = linearRgb(0.9, 0.075, hue(card, safe));
  return eye.red * red + eye.green * green - (blue + eye.blue * (red - green));
}

test("on the safe scale who cannot tell red from green sees every step go one way, from blue to yellow", () => {
  for (const eye of BLINDNESS) {
    const tints = [2, 20, 40, 60, 80, 99].map((card) => yellowness(card, true, eye));
    for (let at = 1; at < tints.length; at++) assert.ok((tints[at] as number) - (tints[at - 1] as number) > 0.03, tints.join(" "));
    assert.ok(yellowness(99, false, eye) < yellowness(75, false, eye), "on the rainbow the highest cards turn back for them");
  }
});
