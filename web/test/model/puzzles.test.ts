/* puzzles.test.ts - the shipped puzzles in the page's module: each opens, its solution solves it, and a bad line is none. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readPuzzles } from "../../src/model/puzzles";
import { PuzzleBook } from "../../src/wasm/puzzle";
import { loadBuilt } from "../support";

const lines = readPuzzles(readFileSync("data/puzzles.txt", "utf8"));
const book = new PuzzleBook(await loadBuilt());

test("there are 300, numbered from the easiest", () => {
  assert.equal(lines.length, 300);
  assert.deepEqual(lines.map(({ number }) => number), lines.map((_, index) => index + 1));
  assert.deepEqual(lines.map(({ rating }) => rating), lines.map(({ rating }) => rating).sort((a, b) => a - b));
});

test("every puzzle opens with what its line says", () => {
  for (const { line, rating, game } of lines) {
    const puzzle = book.open(line);
    assert.equal(puzzle?.rating, rating);
    assert.equal(puzzle?.view.game, game);
    assert.equal(puzzle?.choices.length === 0, game !== "lie");
  }
});

test("the solution solves, and starting over brings back the start", () => {
  for (const { line } of lines.filter((_, index) => index % 9 === 0)) {
    const puzzle = book.open(line);
    assert.ok(puzzle);
    const steps = book.solution().filter(({ seat }) => seat === puzzle.seat);
    let verdict = "on";
    for (const { move } of steps) {
      const tried = book.move(move);
      if ("error" in tried) assert.fail(tried.message);
      verdict = tried.verdict;
    }
    assert.equal(verdict, "solved", line);
    assert.deepEqual(book.restart().state, puzzle.state);
  }
});

test("a refused move says why and changes nothing", () => {
  const puzzle = book.open(lines[0]?.line ?? "");
  const refused = book.move("end");
  assert.ok("error" in refused && refused.clause === "TG7");
  assert.deepEqual(book.restart().state, puzzle?.state);
});

test("a line that is no puzzle opens nothing", () => {
  for (const line of ["", "# comment", "900", "900 thegame(players=1)", "x".repeat(5000)]) assert.equal(book.open(line), null);
});
