/*
 * bids.test.ts - the ladder of bids: its order is that of the rules (LI6, LI7), and arrow keys stay on legal steps.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { ladder, neighbour, rank } from "../../src/games/lie/bids";
import { readBid } from "../../src/model/moves";

test("with order=face a higher face with any number is higher (LI6)", () => {
  const after = (text: string): boolean => rank(readBid(text)!, "face", 9) > rank(readBid("3x4")!, "face", 9);
  assert.deepEqual(["4x4", "1x5", "2x6", "3x4", "5x2"].map(after), [true, true, true, false, false]);
});

test("with order=count a larger number with any face is higher (LI7)", () => {
  const ranks = ["3x4", "3x5", "4x2", "5x2", "5x6", "6x1"].map((text) => rank(readBid(text)!, "count", 9));
  assert.deepEqual(
    ranks,
    [...ranks].sort((a, b) => a - b),
  );
});

test("the current bid stands on the ladder, what is below it is past", () => {
  const rungs = ladder(3, "face", readBid("2x5"), new Set(["3x5", "1x6", "2x6", "3x6"]));
  const states = Object.fromEntries(rungs.flatMap((rung) => rung.steps).map((step) => [step.text, step.state]));
  assert.deepEqual(
    rungs.map((rung) => rung.steps.length),
    [6, 6, 6],
  );
  assert.equal(states["2x5"], "current");
  assert.equal(states["3x4"], "past");
  assert.equal(states["1x6"], "legal");
});

test("arrow keys walk over legal steps and stay where there is none", () => {
  const rungs = ladder(3, "face", readBid("2x5"), new Set(["3x5", "1x6", "2x6", "3x6"]));
  assert.equal(neighbour(rungs, "3x5", 1, 0), "3x6");
  assert.equal(neighbour(rungs, "3x6", 0, -1), "2x6");
  assert.equal(neighbour(rungs, "3x5", 0, -1), "3x5");
});
