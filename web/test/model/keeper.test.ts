/* keeper.test.ts - what the screen shows of a table, when replies are late or never come. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply, Request, Snapshot, TableEvent, TableFrame } from "../../src/net/protocol";
import { Keeper } from "../../src/model/keeper";
import { keepInMemory } from "../../src/local/keep";
import { loadBuilt, Page } from "../support";

Object.assign(globalThis, { document: { hidden: true }, matchMedia: () => ({ matches: true }) });
const wasm = await loadBuilt();

test("events that arrive while the past is loaded are told once", async () => {
  const page = new Page(wasm, keepInMemory());
  const table = await page.open("thegame(players=1,start=0)", []);
  let past: ((reply: Reply) => void) | undefined;
  const keeper = new Keeper({ send: () => new Promise<Reply>((answer) => (past = answer)) }, table);
  await page.get({ do: "move", table: table.code, position: table.position, move: table.moves?.[0] });
  keeper.frame(page.frames[page.frames.length - 1] as TableFrame);
  const all = (await page.get({ do: "resume", table: table.code, last: 0 })) as unknown as { events: TableEvent[] };
  past?.({ ref: "", ok: true, ...all } as unknown as Reply);
  await new Promise((done) => setTimeout(done));
  const numbers = keeper.shown.value.log.map((line) => line.n);
  assert.deepEqual(numbers, [...new Set(numbers)]);
  assert.equal(keeper.shown.value.log.filter((line) => line.kind === "turn").length, 1);
});

test("a move whose answer never comes leaves the table as it was", async () => {
  const page = new Page(wasm, keepInMemory());
  const table: Snapshot = await page.open("thegame(players=1,start=0)", []);
  const send = ({ do: verb }: Request): Promise<Reply> => (verb === "move" ? Promise.reject(new Error("closed")) : new Promise(() => {}));
  const keeper = new Keeper({ send }, table);
  await assert.rejects(keeper.move(table.moves?.[0] as string));
  assert.equal(keeper.shown.value.busy, false);
  assert.deepEqual(keeper.shown.value.table.view, table.view);
});
