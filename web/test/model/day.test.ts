/* day.test.ts - the deal of the day: without a server the page deals what the program deals, results count once, and the field in steps. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { betterThan, dayLevels, stepsOf, streakOf } from "../../src/model/day";
import { loadBuilt, Page, program } from "../support";

interface Told {
  date: string;
  level: string;
  rules: string;
  seed: string;
}

function toldByProgram(): Told[] {
  return execFileSync(program, ["day", "--json"]).toString().trim().split("\n").map((line) => JSON.parse(line) as Told);
}

function handByProgram({ rules, seed }: Told): unknown {
  const lines = [{ id: 1, do: "new", rules, seed }, { id: 2, do: "view", seat: 0 }].map((line) => JSON.stringify(line)).join("\n");
  const answer = execFileSync(program, ["engine"], { input: `${lines}\n` }).toString().trim().split("\n")[1] ?? "";
  return (JSON.parse(answer) as { view: { hands: unknown[] } }).view.hands[0];
}

test("the page deals what the program deals, and asking again leads back to the table", async () => {
  const wasm = await loadBuilt();
  for (;;) {
    const told = toldByProgram();
    const page = new Page(wasm);
    await page.get({ do: "hello", version: 1, name: "Ola" });
    assert.deepEqual(told.map(({ level, rules }) => [level, rules]), dayLevels().map(({ level, rules }) => [level, rules]));
    const first = told[0] as Told;
    const make = async () => (await page.get({ do: "create", day: first.level }))["table"] as { code: string; view: { hands: unknown[] } };
    const table = await make();
    const day = await page.get({ do: "day" });
    if (day["date"] !== first.date) continue; // midnight came in between
    assert.deepEqual(table.view.hands[0], handByProgram(first));
    assert.equal((await make()).code, table.code);
    assert.equal(day["streak"], 0);
    assert.equal((await page.ask({ do: "create", day: "nosuch" })).ok, false);
    return;
  }
});

test("a streak is days in a row up to today or yesterday", () => {
  assert.equal(streakOf(new Set([10, 9, 8, 6]), 10), 3);
  assert.equal(streakOf(new Set([9, 8]), 10), 2);
  assert.equal(streakOf(new Set([8]), 10), 0);
});

test("the field is counted in steps, and one is compared with the others only", () => {
  const field = { won: 2, "left 4": 3, "left 12": 1, "left 40": 4 };
  assert.deepEqual(stepsOf(field).map(({ count }) => count), [2, 3, 1, 0, 4]);
  assert.equal(betterThan(field, "won"), Math.round((100 * 8) / 9));
  assert.equal(betterThan(field, "left 40"), 0);
  assert.equal(betterThan({ won: 1 }, "won"), null);
  assert.equal(betterThan({ "winner 0": 1, "winner 1": 3 }, "winner 0"), 100);
});
