/*
 * keeper.test.ts - a table as the screen shows it: frames in, what is shown out.
 */
import assert from "node:assert/strict";
import test from "node:test";
import type { Challenge, LieView, Reply, Snapshot, TableEvent, TableFrame } from "../../src/model/types";

Object.assign(globalThis, { document: { hidden: false }, matchMedia: () => ({ matches: true }) });
const { Keeper } = await import("../../src/model/keeper");

const challenge: Challenge = {
  challenger: 1,
  bidder: 0,
  bid: "2x6",
  found: 1,
  loser: 0,
  hands: [[[5, 6]], [[1, 2]]],
  shown: [[6], [2]],
} as Challenge;

function lieView(round: number, counts: number[], last: Challenge | null): LieView {
  return { game: "lie", phase: "bid", round, counts, last, bids: [], to_act: [1], over: false, rules: "lie(players=2)" } as unknown as LieView;
}

function snapshot(view: LieView): Snapshot {
  const seats = [{ kind: "person", name: "", you: true }, { kind: "bot", bot: "steady", name: "" }];
  return { code: "t", rules: view.rules, you: 0, seats, phase: "playing", view, moves: [], hints: [{}, {}], clock: null, said: [], last: 4, position: 4, games: 1, game: null } as unknown as Snapshot;
}

function keeper(): InstanceType<typeof Keeper> {
  return new Keeper({ send: () => Promise.resolve({ ok: false, error: "no", message: "" } as unknown as Reply) }, snapshot(lieView(1, [1, 1], null)));
}

const call: TableEvent = { n: 5, at: 0, what: "move", seat: 1, move: "call" };
const frame = { table: "t", events: [call], view: lieView(2, [2, 1], challenge) } as unknown as TableFrame;

test("until the opened hands were seen, nothing tells how a challenge ended (LI8)", () => {
  const table = keeper();
  const before = structuredClone(table.shown.value.table);
  table.frame(frame);
  table.frame({ table: "t", events: [{ ...call, n: 6, what: "say", text: "oh" }] } as unknown as TableFrame);
  assert.deepEqual(table.shown.value.reveal, challenge);
  assert.deepEqual(table.shown.value.table, before);
  assert.deepEqual(table.shown.value.log, []);
  assert.deepEqual(table.shown.value.said, []);
});

test("after it the log says what was found, and the rest follows", () => {
  const table = keeper();
  table.frame(frame);
  table.closeReveal();
  assert.equal(table.shown.value.reveal, null);
  assert.deepEqual((table.shown.value.table.view as LieView).counts, [2, 1]);
  assert.deepEqual(table.shown.value.log, [{ kind: "challenge", n: 5, challenge }]);
});

test("skipping shows everything at once", () => {
  const table = keeper();
  table.frame(frame);
  table.skip();
  assert.equal(table.shown.value.reveal, null);
  assert.equal((table.shown.value.table.view as LieView).round, 2);
});
