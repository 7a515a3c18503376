/* mistakes.test.ts - puzzles from one's own games: which turns are kept, and when they leave. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetMistake, mistakes, noteMistakes } from "../../src/model/mistakes";
import type { AnalyzedTurn } from "../../src/net/protocol";

function turn(seat: number, loss: number, better = "34@U1"): AnalyzedTurn {
  return { seat, before: 0.6, after: 0.6 - loss, loss, played: "40@U1", better } as AnalyzedTurn;
}

test("one's own turns that cost much are kept once, and leave when they are found", () => {
  const game = { game: "g1", local: true, title: "thegame" as const };
  const turns = [turn(0, 0.08), turn(1, 0.4), turn(0, 0.01), turn(0, 0.2), turn(0, 0.3, "")];
  noteMistakes(game, 0, turns);
  noteMistakes(game, 0, turns);
  assert.deepEqual(mistakes.value.map((one) => [one.game, one.turn, one.loss]), [["g1", 3, 0.2], ["g1", 0, 0.08]]);
  forgetMistake("g1", 3);
  assert.deepEqual(mistakes.value.map((one) => one.turn), [0]);
});

test("who only watched has no mistakes, and the newest games come first, up to a bound", () => {
  noteMistakes({ game: "watched", local: false, title: "facetoface" }, -1, [turn(0, 0.5)]);
  for (let i = 0; i < 40; i++) noteMistakes({ game: `h${i}`, local: false, title: "facetoface" }, 1, [turn(1, 0.1)]);
  assert.equal(mistakes.value.length, 24);
  assert.equal(mistakes.value[0]?.game, "h39");
  assert.ok(!mistakes.value.some((one) => one.game === "watched"));
});
