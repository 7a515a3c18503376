/* table_client.test.ts - what the screen shows of a table, when replies are late or never come. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entered, Reply, Snapshot, TableEvent, TableFrame } from "../../src/net/protocol";
import { TableClient } from "../../src/model/table_client";
import { rulesEngine } from "../../src/model/rules_engine";
import { memoryStorage } from "../../src/local/storage";
import { RulesEngine } from "../../src/wasm/engine";
import { english } from "../../src/wasm/refusal";
import { lineTo, loadBuilt, Page, type Asked } from "../support";

Object.assign(globalThis, { document: { hidden: true }, matchMedia: () => ({ matches: true }) });
const wasm = await loadBuilt();

test("whoever enters reads in the log what happened before, and what happens then", async () => {
  const page = new Page(wasm, memoryStorage());
  const { code, position, moves } = await page.open("thegame(players=1,start=0)", []);
  await page.get({ do: "move", table: code, position, move: moves?.[0] });
  const entered = (await page.get({ do: "join", table: code, since: 0 })) as unknown as Entered;
  assert.deepEqual(entered.events?.map(({ n }) => n), [...Array(entered.table.last).keys()].map((n) => n + 1));
  const client = new TableClient(lineTo(() => new Promise(() => {})), entered.table, entered.events);
  assert.equal(client.state.value.log.filter((line) => line.kind === "turn").length, 1);
  await page.get({ do: "move", table: code, position: entered.table.position, move: entered.table.moves?.[0] });
  client.frame(page.frames[page.frames.length - 1] as TableFrame);
  const turns = client.state.value.log.filter((line) => line.kind === "turn");
  assert.equal(turns.flatMap((line) => (line.kind === "turn" ? line.placed : [])).length, 2);
});

test("a move whose answer never comes leaves the table as it was", async () => {
  const page = new Page(wasm, memoryStorage());
  const table: Snapshot = await page.open("thegame(players=1,start=0)", []);
  const send = ({ do: verb }: Asked): Promise<Reply> => (verb === "move" ? Promise.reject(new Error("closed")) : new Promise(() => {}));
  const client = new TableClient(lineTo(send), table);
  await assert.rejects(client.move(table.moves?.[0] as string));
  assert.equal(client.state.value.busy, false);
  assert.deepEqual(client.state.value.table.view, table.view);
});

test("old messages that the server has put away are asked for page by page, until there are no more", async () => {
  const page = new Page(wasm, memoryStorage());
  const say = (n: number): TableEvent => ({ n, at: n, what: "say", seat: 0, text: `message ${n}`, name: "Ola" });
  const table: Snapshot = { ...(await page.open("thegame(players=1,start=0)", [])), said: [say(90), say(91)] };
  const asked: unknown[] = [];
  const pages: Record<string, object> = { 90: { chat: [say(60), say(70)], more: true, before: 55 }, 55: { chat: [say(40)], more: false, before: 40 } };
  const send = async (request: Asked): Promise<Reply> => {
    if (request.do === "chat") asked.push(request["before"]);
    return { ref: "", ok: true, ...(request.do === "chat" ? pages[String(request["before"])] : { table }) } as unknown as Reply;
  };
  const client = new TableClient(lineTo(send), table);
  assert.notEqual(client.state.value.older, null);
  await Promise.all([client.loadOlder(), client.loadOlder()]); // pressed twice on a slow network
  await client.loadOlder();
  assert.deepEqual(asked, [90, 55]);
  assert.deepEqual(client.state.value.said.map((event) => event.n), [40, 60, 70, 90, 91]);
  assert.equal(client.state.value.older, null);
});

test("a move or a card taken back that is asked for again before its answer is there goes out once", async () => {
  const page = new Page(wasm, memoryStorage());
  const table: Snapshot = await page.open("thegame(players=1,start=0)", []);
  const asked: string[] = [];
  let answers: ((reply: Reply) => void)[] = [];
  const send = ({ do: verb }: Asked): Promise<Reply> => {
    asked.push(verb);
    return new Promise((answer) => answers.push(answer));
  };
  const client = new TableClient(lineTo(send), table);
  const move = table.moves?.[0] as string;
  const twice = [client.move(move), client.move(move), client.takeBack(), client.takeBack()];
  for (const answer of answers) answer({ ref: "", ok: true, events: [] } as Reply);
  await Promise.all(twice);
  assert.deepEqual(asked, ["move", "take_back"]);
  answers = [];
  const different = table.moves?.slice(1, 3).map((other) => client.move(other)) ?? [];
  answers[0]?.({ ref: "", ok: true, events: [] } as Reply);
  answers[1]?.({ ref: "", ok: false, error: "stale", message: "" } as Reply);
  assert.deepEqual((await Promise.all(different)).map(({ ok }) => ok), [true, false], "each move has an answer of its own");
  assert.deepEqual(asked.splice(2), ["move", "move"]);
  answers = [];
  const again = client.takeBack();
  for (const answer of answers) answer({ ref: "", ok: true, events: [] } as Reply);
  await again;
  assert.deepEqual(asked, ["move", "take_back", "take_back"]);
});

test("a move that is refused after the game has ended leaves the end on the screen", async () => {
  rulesEngine.set(new RulesEngine(wasm, english));
  const page = new Page(wasm, memoryStorage());
  const table: Snapshot = await page.open("thegame(players=1,start=0)", []);
  let refuse: ((reply: Reply) => void) | undefined;
  const send = ({ do: verb }: Asked): Promise<Reply> => new Promise((answer) => (refuse = verb === "move" ? answer : refuse));
  const client = new TableClient(lineTo(send), table);
  const moved = client.move(table.moves?.[0] as string);
  assert.notDeepEqual(client.state.value.table.view, table.view, "the card is shown at once");
  await page.get({ do: "agree", table: table.code, matter: "end" });
  for (const frame of page.frames.splice(0)) client.frame(frame);
  client.skip();
  refuse?.({ ref: "", ok: false, error: "game_over", message: "" } as Reply);
  await moved;
  const { phase, position, moves, view } = client.state.value.table;
  const last = await page.standing(table.code);
  assert.deepEqual([phase, position, moves], ["over", last.position, []]);
  assert.deepEqual(view, last.view);
  assert.equal(client.state.value.busy, false);
});

test("a move that is refused and nothing else leaves the table as it was", async () => {
  rulesEngine.set(new RulesEngine(wasm, english));
  const page = new Page(wasm, memoryStorage());
  const table: Snapshot = await page.open("thegame(players=1,start=0)", []);
  const send = async ({ do: verb }: Asked): Promise<Reply> =>
    verb === "move" ? ({ ref: "", ok: false, error: "illegal", message: "" } as Reply) : new Promise(() => {});
  const client = new TableClient(lineTo(send), table);
  await client.move(table.moves?.[0] as string);
  const now = client.state.value;
  assert.deepEqual([now.table.view, now.table.moves, now.busy], [table.view, table.moves, false]);
});
