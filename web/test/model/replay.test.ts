/* replay.test.ts - the turns of a record are those of the rules library, in the page as in the terminal. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { positionsOf, startOfTurn, towards } from "../../src/model/replay";
import { RulesEngine } from "../../src/wasm/engine";
import { english } from "../../src/wasm/refusal";
import { loadBuilt, program } from "../support";

const rules = new RulesEngine(await loadBuilt(), english);

/** Plays lines into `stos engine` and returns the record. */
function record(game: string, moves: [number, string][]): string {
  const requests = [{ do: "new", rules: game, seed: "1" }, ...moves.map(([seat, move]) => ({ do: "play", seat, move })), { do: "record" }];
  const output = execFileSync(program, ["engine"], { input: requests.map((each) => JSON.stringify(each)).join("\n") + "\n", encoding: "utf8" });
  return (JSON.parse(output.trimEnd().split("\n").pop() as string) as { record: string }).record;
}

test("steps of a replay are grouped into turns; votes belong to none", () => {
  const text = record("thegame(players=2)", [[0, "start 0"], [1, "start 0"]]);
  const [first, second] = rules.replay(text).steps;
  assert.deepEqual([first?.turns, second?.turns], [0, 0]);
  const alone = record("thegame(players=1)", [[0, "3@U1"], [0, "60@D1"], [0, "end"]]);
  const positions = positionsOf(rules.replay(alone));
  assert.deepEqual(positions.map((position) => position.turn), [0, 0, 0, 1]);
  assert.equal(startOfTurn(positions, 1), 3);
});

test("a turn of LIE is a bid or a call; ends and directions belong to none", () => {
  const text = record("lie(players=2,direction=choose,start=0)", [[0, "show 3"], [1, "show 2"], [0, "dir cw"], [0, "1x2"]]);
  assert.deepEqual(rules.replay(text).steps.map((step) => step.turns).slice(-2), [0, 1]);
});

test("a turn of LIE begins where it is bid, not where ends are chosen", () => {
  const text = record("lie(players=2,start=0)", [[0, "show 3"], [1, "show 2"], [0, "1x2"]]);
  const positions = positionsOf(rules.replay(text));
  assert.equal(positions[startOfTurn(positions, 0)]?.view.phase, "bid");
});

test("the curve of LIE is the chance of one seat, whoever bids", () => {
  const turn = { played: "1x2", better: "1x2", before: 0.6, after: 0.5, loss: 0.1 };
  const turns = [
    { ...turn, seat: 0, chances: [0.3, 0.7] },
    { ...turn, seat: 1, chances: [0.4, 0.6] },
  ];
  assert.deepEqual(towards(turns, false, 1).map(({ before, after, loss }) => [before, after, loss]), [[0.7, 0.7, 0.1], [0.7, 0.6, 0.1]]);
});
