/*
 * bids.test.ts - choosing a bid: what leads comes first, under both orders (LI6, LI7), and arrow keys stay on what may be bid.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { bidsIn, firstLead, neighbour, type Order } from "../../src/games/lie/bids";
import { bidText, readBid } from "../../src/model/moves";

const AFTER_2X5 = bidsIn(["call", "3x5", "1x6", "2x6", "3x6"]);

test("only bids are chosen among the moves", () => {
  assert.deepEqual(AFTER_2X5.map(bidText), ["3x5", "1x6", "2x6", "3x6"]);
});

test("choosing begins with the face that stands, and with the next one where no more of it may be bid (LI6)", () => {
  assert.equal(firstLead(AFTER_2X5, readBid("2x5"), "face"), 5);
  assert.equal(firstLead(bidsIn(["1x6", "2x6", "3x6"]), readBid("3x5"), "face"), 6);
  assert.equal(firstLead(bidsIn(["1x1", "1x2"]), null, "face"), 1);
});

test("with order=count choosing begins with the count that stands (LI7)", () => {
  assert.equal(firstLead(bidsIn(["2x6", "3x1", "3x2"]), readBid("2x5"), "count"), 2);
  assert.equal(firstLead(bidsIn(["3x1", "3x2"]), readBid("2x6"), "count"), 3);
});

test("arrow keys walk over what may be bid and stay where there is nothing further", () => {
  const walk = (from: string, across: number, down: number, order: Order = "face"): string => bidText(neighbour(AFTER_2X5, readBid(from)!, order, across, down));
  assert.equal(walk("1x6", 1, 0), "2x6");
  assert.equal(walk("3x6", 1, 0), "3x6");
  assert.equal(walk("3x5", 0, 1), "3x6");
  assert.equal(walk("1x6", 0, -1), "3x5", "the nearest count of that face");
  assert.equal(walk("3x5", 0, -1), "3x5");
  assert.equal(walk("3x5", 1, 0, "count"), "3x6");
});
