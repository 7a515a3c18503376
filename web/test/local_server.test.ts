/*
 * local_server.test.ts - the server in the browser keeps the promises of docs/protocol.md.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { useCatalog, type Language } from "../src/i18n";
import { LocalServer } from "../src/local/server";
import { memoryStorage, fallbackStorage } from "../src/local/storage";
import { ModuleThinker, type Thinker } from "../src/wasm/thinker";
import type { Advice, AnalyzedGame, PlayedGame, Reply, Snapshot, Success, Statistics } from "../src/net/protocol";
import { loadBuilt, Page, playOut, program, readTables, until } from "./support";

const wasm = await loadBuilt();

/** A move of LIE as `stos analyze --json` tells it. */
interface Judged {
  seat: number;
  move: string;
  holds?: number;
}

for (const [rules, bots] of [
  ["thegame(players=1)", []],
  ["thegame(players=3,fire=next)", ["steady", "quick"]],
  ["facetoface", ["steady"]],
  ["lie(players=3)", ["steady", "random"]],
] as [string, string[]][])
  test(`a whole game of ${rules} is played, kept, verified`, async () => {
    const page = new Page(wasm);
    const table = await page.open(rules, bots);
    assert.equal(table.phase, "playing");
    assert.equal(table.you, 0);
    const end = await playOut(page, table.code);
    assert.ok(end.game?.result && end.game.seed);
    const games = (await page.get({ do: "history" }))["games"] as PlayedGame[];
    assert.deepEqual(games.map(({ id, result, finished }) => [id, result, finished]), [[end.game.id, end.game.result, true]]);
    const verified = await page.get({ do: "verify", game: end.game.id });
    assert.equal(verified["good"], true);
    assert.equal(verified["commitment"], table.game?.commitment);
  });

test("events have numbers without gaps, and frames say how it stands", async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=2)", ["steady"]);
  await playOut(page, table.code);
  const events = page.frames.flatMap((frame) => frame.events ?? []);
  assert.deepEqual(events.map(({ n }) => n), events.map((_, i) => table.last + 1 + i));
  assert.ok(page.frames.every((frame) => !frame.events || (frame.view && frame.position !== undefined)));
});

test("a repeated request is answered again, not done again", async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=1,start=0)", []);
  const move = { do: "move", table: table.code, position: table.position, move: table.moves?.[0] };
  const first = (await page.get(move, "same"));
  const next = await page.standing(table.code);
  await page.ask({ ...move, position: next.position, move: next.moves?.[0] }, "other");
  const second = (await page.get(move, "same"));
  assert.deepEqual([first.ok, first["n"], first.again], [true, table.last + 1, undefined]);
  assert.deepEqual([second.ok, second["n"], second.again], [true, table.last + 1, true]);
  assert.equal((await page.standing(table.code)).last, table.last + 2);
});

test("create with the same ref leads to the same table", async () => {
  const page = new Page(wasm);
  await page.ask({ do: "hello", version: 1, moves: true, language: "en" });
  const request = { do: "create", rules: "thegame(players=2)" };
  const codes = [await page.ask(request, "c"), await page.ask(request, "c")].map((reply) => (reply.table as Snapshot).code);
  assert.equal(codes[0], codes[1]);
});

test("a move on an old position is refused with how it stands", async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=1,start=0)", []);
  const move = table.moves?.[0];
  await page.get({ do: "move", table: table.code, position: table.position, move });
  const reply = await page.ask({ do: "move", table: table.code, position: table.position, move });
  assert.equal(reply.ok, false);
  assert.equal((reply as { error: string }).error, "stale");
  assert.equal((reply.table as Snapshot).last, table.last + 1);
});

test("a game in progress survives closing the page", async () => {
  const keep = memoryStorage();
  const before = new Page(wasm, keep);
  const table = await before.open("thegame(players=2,start=0)", ["steady"]);
  await before.get({ do: "move", table: table.code, position: table.position, move: table.moves?.[0] });
  const left = await before.standing(table.code);

  const after = new Page(await loadBuilt(), keep);
  const hello = await after.get({ do: "hello", version: 1, moves: true, language: "en" });
  assert.deepEqual(hello["tables"], [table.code]);
  const back = await after.standing(table.code);
  assert.deepEqual(back.view, left.view);
  assert.equal(back.last, left.last);
  const rest = (await after.get({ do: "resume", table: table.code, last: table.last }))["events"] as { n: number }[];
  assert.deepEqual(rest.map(({ n }) => n), [table.last + 1]);
  assert.equal((await playOut(after, table.code)).phase, "over");
});

test("the guard stops a number and says which part", async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=2)", ["steady"]);
  const reply = (await page.ask({ do: "say", table: table.code, text: "I have the 37" })) as Extract<Reply, { ok: false }>;
  assert.deepEqual([reply.ok, reply.error, reply.stop], [false, "told_number", "37"]);
  assert.equal((await page.ask({ do: "say", table: table.code, text: "please leave it" })).ok, true);
});

test("hints reach the table, and bots give some", async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=2,start=0)", ["quick"]);
  await page.get({ do: "hint", table: table.code, pile: "U1", hint: "leave_2" });
  const hints = page.frames[page.frames.length - 1]?.hints;
  assert.deepEqual(hints?.[0], { piles: { U1: "leave_2" } });
  await playOut(page, table.code); // before the first card a bot may have nothing to say
  assert.ok(page.frames.some((frame) => frame.hints?.[1] && Object.keys(frame.hints[1]).length > 0));
});

test("a rematch deals again, the same deal is the same", async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=1,start=0)", []);
  const end = await playOut(page, table.code);
  await page.get({ do: "rematch", table: table.code, same: true });
  const again = await page.standing(table.code);
  assert.equal(again.phase, "playing");
  assert.equal(again.game?.commitment, end.game?.commitment);
  assert.deepEqual(again.view?.hands, table.view?.hands);
});

/** A thinker that fails one time of so many. */
function failing(every: number): Thinker {
  const real = new ModuleThinker(wasm, readTables);
  let asked = 0;
  const sometimes = <T>(answer: () => Promise<T>) => (++asked % every === 0 ? Promise.reject(new Error("the worker is gone")) : answer());
  return { choose: (job) => sometimes(() => real.choose(job)), say: (job) => sometimes(() => real.say(job)), analyze: (record) => real.analyze(record), judge: (question) => real.judge(question), rival: (record) => real.rival(record), advise: (view) => real.advise(view) };
}

for (const [rules, bots] of [["thegame(players=2)", ["quick"]], ["facetoface", ["steady"]], ["lie(players=3)", ["steady", "random"]]] as [string, string[]][])
  for (const every of [1, 2, 5])
    test(`a game of ${rules} goes on when one of ${every} answers of bots fails`, async () => {
      const page = new Page(wasm, memoryStorage(), failing(every));
      const table = await page.open(rules, bots);
      assert.equal((await playOut(page, table.code)).phase, "over");
    });

test("several pages of one browser share its tables, and each gets its own answers", async () => {
  const heard: [string, string | undefined][] = [];
  const host = new LocalServer(wasm, memoryStorage(), new ModuleThinker(wasm, readTables), (text, page) => heard.push([text, page]));
  for (const page of ["", "other"]) host.receive(JSON.stringify({ do: "hello", version: 1, moves: true, language: "en", ref: `h${page}` }), page);
  host.receive(JSON.stringify({ do: "create", rules: "thegame(players=1,start=0)", begin: true, ref: "c" }), "");
  await host.idle();
  const replies = heard.map(([text, page]) => [JSON.parse(text).ref as string, page]);
  assert.deepEqual(replies, [["h", ""], ["hother", "other"], ["c", ""]]);
  assert.equal(JSON.parse(heard[0]?.[0] as string).token, "local");
});

test("each page of a browser is refused in its own language", async () => {
  const heard: string[] = [];
  const send = (text: string): void => void heard.push((JSON.parse(text) as { message?: string }).message ?? "");
  const english = "There is no such table.";
  const speak = async (_verb: string, language: string): Promise<void> => useCatalog(language as Language, language === "pl" ? { [english]: "Nie ma takiego stołu" } : {});
  const host = new LocalServer(wasm, memoryStorage(), new ModuleThinker(wasm, readTables), send, speak);
  for (const language of ["pl", "en"]) host.receive(JSON.stringify({ do: "hello", version: 1, moves: true, language, ref: "h" }), language);
  for (const page of ["pl", "en", "pl"]) host.receive(JSON.stringify({ do: "resume", table: "nowhere", last: 0, ref: "r" }), page);
  await host.idle();
  useCatalog("en", {});
  assert.deepEqual(heard.slice(2), ["Nie ma takiego stołu", english, "Nie ma takiego stołu"]);
});

test("what the browser could not keep did not happen, and the game goes on", async () => {
  const keep = memoryStorage();
  let count = 0;
  const page = new Page(wasm, { ...keep, append: (...line) => (++count % 4 === 3 ? Promise.reject(new Error("full")) : keep.append(...line)) });
  const table = await page.open("thegame(players=1,start=0)", []);
  let refused = 0;
  for (;;) {
    const { last, moves, position, phase } = await page.standing(table.code);
    if (phase === "over") break;
    const reply = await page.ask({ do: "move", table: table.code, position, move: moves?.[0] });
    const now = await page.standing(table.code);
    if (reply.ok) continue;
    refused++;
    assert.equal((reply as { error: string }).error, "store_down");
    assert.deepEqual([now.last, now.position], [last, position]);
  }
  assert.ok(refused > 3);
});

test("a placement can be taken back before the end of the turn", async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=1,start=0)", []);
  await page.get({ do: "move", table: table.code, position: table.position, move: table.moves?.[0] });
  const placed = await page.standing(table.code);
  await page.get({ do: "take_back", table: table.code, position: placed.position });
  assert.deepEqual((await page.standing(table.code)).view, table.view);
});

for (const rules of ["thegame(players=3,start=0)", "facetoface(start=0)", "lie(players=2,start=0)"])
  test(`people around one device play ${rules}: each sees their own hand, and one tap is for all`, async () => {
    const keep = memoryStorage();
    const page = new Page(wasm, keep);
    await page.ask({ do: "hello", version: 1, moves: true, language: "en" });
    const seats = ["me:Ola", "me:Marek", ...(rules.includes("=3") ? ["bot:steady"] : [])];
    const { code } = (await page.get({ do: "create", rules, seats, begin: true }))["table"] as Snapshot;
    const holders = new Set<number>();
    const end = await until(async () => {
      const table = await page.standing(code);
      holders.add(table.you);
      assert.deepEqual([table.hotseat, table.seats[0]?.name, table.seats[1]?.name], [true, "Ola", "Marek"]);
      assert.ok(table.seats.every((seat) => seat.kind === "bot" || seat.here), "everybody is here");
      if (table.phase === "over") return table;
      assert.equal(table.view?.seat, table.you);
      const move = table.moves?.[0];
      if (move !== undefined) await page.ask({ do: "move", table: code, position: table.position, move });
      return null;
    }, 60_000);
    assert.deepEqual([...holders].sort(), [0, 1]);
    const told = page.frames.flatMap((frame) => frame.events ?? []).filter((event) => event.what === "move" && event.move.startsWith("show"));
    assert.ok(told.every((event) => event.what !== "move" || event.move === "show"), "what somebody showed only to themselves is told to nobody");
    const [game] = (await page.get({ do: "history" }))["games"] as PlayedGame[];
    assert.ok(game && !game.finished && game.people.every(({ you }) => !you), "it is in nobody's statistics");
    await page.get({ do: "agree", table: code, matter: "rematch" });
    assert.equal((await page.standing(code)).games, end.games + 1);
    const later = new Page(await loadBuilt(), keep);
    await later.ask({ do: "hello", version: 1, moves: true, language: "en" });
    assert.equal((await later.standing(code)).hotseat, true);
  });

test("a late turn is played by a bot", async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=1,start=0)", [], { turn_seconds: 1 });
  await until(() => page.frames.flatMap((frame) => frame.events ?? []).find((event) => event.what === "move"), 6000);
  const late = page.frames.flatMap((frame) => frame.events ?? []).find((event) => event.what === "move");
  assert.equal((late as { for?: string }).for, "late");
  await page.ask({ do: "leave", table: table.code });
});

test("refusals come in the language of the page, with their numbers filled in", async () => {
  const one = "At least {n} card must be placed before the turn ends";
  useCatalog("pl", { [one]: ["{n} karta", "{n} karty przed końcem tury", "{n} kart"], "There is no such seat.": "Nie ma takiego miejsca." });
  const page = new Page(wasm);
  const table = await page.open("thegame(players=1,start=0)", []);
  const early = (await page.ask({ do: "move", table: table.code, position: table.position, move: "end" })) as Extract<Reply, { ok: false }>;
  assert.deepEqual([early.error, early.clause, early.message], ["illegal_move", "TG7", "2 karty przed końcem tury (TG7)."]);
  const wrong = (await page.ask({ do: "move", table: table.code, position: table.position, move: "zz" })) as Extract<Reply, { ok: false }>;
  assert.equal(wrong.message, "'zz' is not a move of thegame.");
  const open = (await page.get({ do: "create", rules: "thegame(players=2)" }))["table"] as Snapshot;
  const fill = (await page.ask({ do: "fill", table: open.code, seat: 5, with: "open" })) as Extract<Reply, { ok: false }>;
  assert.equal(fill.message, "Nie ma takiego miejsca.");
  useCatalog("en", {});
});

test("what needs a server, and what nobody understands, is refused", async () => {
  const page = new Page(wasm);
  assert.equal(((await page.ask({ do: "list" })) as { error?: string }).error, "hello_first");
  await page.ask({ do: "hello", version: 1, moves: true, language: "en" });
  for (const [request, error] of [
    [{ do: "login", account: "a", passphrase: "b" }, "unknown_verb"],
    [{ do: "toString" }, "unknown_verb"],
    [{ do: "move", table: "nowhere", position: 0, move: "end" }, "no_table"],
    [{ do: "create", rules: "chess" }, "unknown_game"],
    [{ do: "create", rules: "thegame(players=2)", seats: ["me", "bot:nobody"] }, "no_such_bot"],
    [{ do: "create" }, "bad_request"],
    [{ do: "record", game: "none" }, "no_game"],
  ] as const)
    assert.equal(((await page.ask(request)) as { error?: string }).error, error, JSON.stringify(request));
});

test("a finished game of thegame is analysed, turn by turn", { timeout: 60_000 }, async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=1,start=0)", []);
  const end = await playOut(page, table.code);
  const { analysis } = (await page.get({ do: "analyze", game: end.game?.id })) as { analysis: { turns: { before: number }[]; winnable: string } };
  assert.ok(analysis.turns.length > 0);
  assert.ok(analysis.turns.every(({ before }) => before >= 0 && before <= 1));
  assert.ok(["yes", "no", "unknown"].includes(analysis.winnable));
});

test("a finished game of lie is analysed, bid by bid, with the odds that the program tells", { timeout: 120_000 }, async () => {
  const page = new Page(wasm);
  const table = await page.open("lie(players=3,start=0)", ["steady", "random"]);
  const end = await playOut(page, table.code);
  const { analysis } = (await page.get({ do: "analyze", game: end.game?.id })) as unknown as { analysis: AnalyzedGame };
  const { record } = (await page.get({ do: "record", game: end.game?.id })) as unknown as { record: string };
  const told = JSON.parse(execFileSync(program, ["analyze", "--json", "-"], { input: record, encoding: "utf8" })) as { moves: Judged[] };
  const judged = told.moves.filter(({ holds }) => holds !== undefined);
  assert.deepEqual(
    analysis.turns.map(({ seat, played }) => [seat, played]),
    judged.map(({ seat, move }) => [seat, move]),
  );
  for (const [index, turn] of analysis.turns.entries()) {
    assert.ok(Math.abs((turn.holds ?? -1) - (judged[index]?.holds ?? -2)) < 1e-5, `${turn.played} holds`);
    assert.ok(turn.before >= turn.after && turn.after >= 0 && turn.before <= 1, `${turn.before} and ${turn.after} are chances`);
    assert.match(turn.better, /^(call|\d+x\d)$/);
    assert.equal(turn.chances?.length, 3);
  }
  const winner = analysis.turns.at(-1)?.chances?.indexOf(1);
  assert.equal(end.game?.result, `winner ${winner}`);
});

test("champion plays the deal of a finished game, the same every time", { timeout: 60_000 }, async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=1,start=0)", []);
  const end = await playOut(page, table.code);
  const { record } = (await page.get({ do: "record", game: end.game?.id })) as unknown as { record: string };
  const { result } = await page.get({ do: "rival", record });
  assert.match(String(result), /^(won|left \d+)$/);
  assert.equal((await page.get({ do: "rival", record }))["result"], result);
  assert.equal((await page.ask({ do: "rival", record: "no record" })).ok, false);
});

test("advice is a legal move with a chance, marks the game as assisted, and keeps it out of the sums", { timeout: 60_000 }, async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=1,start=0)", []);
  const { advice } = (await page.get({ do: "advise", table: table.code })) as unknown as { advice: Advice & { chance: number } };
  assert.ok(table.moves?.includes(advice.move), advice.move);
  assert.ok(advice.chance >= 0 && advice.chance <= 1);
  await playOut(page, table.code);
  assert.equal(((await page.get({ do: "history" }))["games"] as PlayedGame[])[0]?.assisted, true);
  assert.deepEqual((await page.get({ do: "statistics" }))["person"], []);
  const day = (await page.get({ do: "create", day: "standard" }))["table"] as Snapshot;
  assert.equal(((await page.ask({ do: "advise", table: day.code })) as { error?: string }).error, "no_advice");
});

for (const [rules, bots, kinds] of [
  ["thegame(players=1,start=0)", [], /^\d+@[UD][12]: (prepare|smallest|small) [1-9]\d*$/],
  ["thegame(players=2)", ["steady"], /^(start 0: start|start 1: wait) 0$/],
  ["lie(players=2,start=0)", ["steady"], /^show .*: ends 0$/],
] as [string, string[], RegExp][])
  test(`advice in ${rules} comes with the reason for its move`, { timeout: 60_000 }, async () => {
    const page = new Page(wasm);
    const table = await page.open(rules, bots);
    const { move, why } = (await page.get({ do: "advise", table: table.code }))["advice"] as Advice;
    assert.match(`${move}: ${why.kind} ${why.number}`, kinds);
  });

test("games and the judging of a single turn go on while a whole game is judged", async () => {
  const [thinker, student, examiner] = [1, 2, 3].map(() => new ModuleThinker(wasm, readTables)) as [ModuleThinker, ModuleThinker, ModuleThinker];
  let finish = (): void => undefined;
  student.analyze = () => new Promise((done) => (finish = () => done({ rules: "thegame(players=1)", winnable: "yes", turns: [] })));
  examiner.judge = async () => ({ before: 0.5, after: 0.4, better: "" });
  const texts: string[] = [];
  const host = new LocalServer(wasm, memoryStorage(), thinker, (text) => texts.push(text), async () => {}, student, examiner);
  const refs = (): string[] => texts.map((text) => JSON.parse(text).ref);
  const judge = { do: "judge", turn: 0, moves: "", record: "-" };
  for (const request of [{ do: "hello", version: 1, moves: true, language: "en" }, { do: "analyze", record: "-" }, judge, { do: "ping" }])
    host.receive(JSON.stringify({ ...request, ref: request.do }));
  await host.idle();
  await until(() => texts.length === 3);
  assert.deepEqual(refs().sort(), ["hello", "judge", "ping"]);
  finish();
  await until(() => texts.length === 4);
  assert.equal(refs()[3], "analyze");
});

test("a database that hangs stops no game: it goes on in memory, and says so", async () => {
  const hanging = memoryStorage();
  const page = new Page(wasm, fallbackStorage(hanging, 20));
  const table = await page.open("thegame(players=1,start=0)", []);
  hanging.append = () => new Promise(() => {});
  const move = { do: "move", table: table.code, position: table.position, move: table.moves?.[0] };
  const reply = (await page.ask(move)) as Success;
  assert.deepEqual([reply.ok, reply.persistent], [true, false]);
  await playOut(page, table.code);
  const games = (await page.get({ do: "history" }))["games"] as PlayedGame[];
  assert.equal(games.length, 1); // its record is whole: the lines from before are known, too
});

test("a recorded game is played on from a position, and does not count", async () => {
  const page = new Page(wasm);
  const table = await page.open("thegame(players=2,start=0)", ["steady"]);
  const end = await playOut(page, table.code);
  const { record } = (await page.get({ do: "record", game: end.game?.id })) as unknown as { record: string };
  const request = { do: "create", rules: table.rules, seats: ["me", "bot:steady"], begin: true, from: { record, steps: 3 } };
  const again = (await page.get(request))["table"] as Snapshot;
  assert.equal(again.last, table.last + 3);
  await playOut(page, again.code);
  const games = (await page.get({ do: "history" }))["games"] as PlayedGame[];
  assert.deepEqual(games.map(({ finished, practice }) => [finished, practice]), [[false, true], [true, undefined]]);
  const practised = (await page.get({ do: "record", game: games[0]?.id }))["record"] as string;
  assert.match(practised, /^player 0: Ola \(practice\)$/m);
  const [sum, ...others] = (await page.get({ do: "statistics" }))["person"] as Statistics[];
  assert.deepEqual([sum?.games, sum?.practice, others.length], [1, 1, 0]);
  const refused = await page.ask({ ...request, from: { record: record.replace(/^seed:.*\n/m, ""), steps: 3 } });
  assert.equal(refused.ok, false);
});

/** `stos play` in line mode goes on with a file, says these lines, and saves. */
function inTerminal(record: string, ...said: string[]): { output: string; record: string } {
  const folder = mkdtempSync(join(tmpdir(), "stos-"));
  const file = join(folder, "game.stos");
  const saved = join(folder, "saved.stos");
  writeFileSync(file, record);
  const input = [...said, `save ${saved}`, "quit"].join("\n") + "\n";
  const output = execFileSync(program, ["--lang", "en", "play", "--plain", "--resume", file], { input, encoding: "utf8" });
  const after = readFileSync(saved, "utf8");
  rmSync(folder, { recursive: true });
  return { output, record: after };
}

/** A saved game goes on here. */
async function goOn(page: Page, record: string, more: object = {}): Promise<Snapshot> {
  return (await page.get({ do: "create", from: { record }, ...more }))["table"] as Snapshot;
}

for (const [rules, bots] of [["thegame(players=2,start=0)", ["steady"]], ["facetoface(start=0)", ["steady"]], ["lie(players=2,start=0)", ["steady"]]] as [string, string[]][])
  test(`a game of ${rules} goes from the page to the terminal and back`, async () => {
    const page = new Page(wasm);
    const table = await page.open(rules, bots);
    await page.get({ do: "move", table: table.code, position: table.position, move: table.moves?.[0] });
    const mine = await until(async () => (await page.standing(table.code)).moves?.find((move) => !move.startsWith("show"))); // LI3: ends may be chosen again
    const { record } = (await page.get({ do: "record", table: table.code })) as { record: string };
    const there = inTerminal(record, mine);
    assert.match(there.output, /Ola/);
    assert.ok(there.record.length > record.length, there.output);
    const opened = await page.get({ do: "import", record: there.record });
    assert.deepEqual(opened["goes_on"], [{ seat: 0, name: "Ola" }]);
    const back = await goOn(page, there.record);
    assert.equal(back.phase, "playing");
    const end = await playOut(page, back.code);
    const games = (await page.get({ do: "history" }))["games"] as PlayedGame[];
    assert.deepEqual(games.map(({ id, finished }) => [id, finished]), [[end.game?.id, true]]);
  });

test("of a game of several people at one keyboard, one plays on here and bots play for the others; a finished one is only looked at", async () => {
  const page = new Page(wasm);
  await page.ask({ do: "hello", version: 1, moves: true, name: "Ala", language: "en" });
  const record = "stos record 1\nrules: facetoface(start=0)\nseed: 7\nplayer 0: Ola\nplayer 1: Ala\nresult: unfinished\n";
  assert.deepEqual((await page.get({ do: "import", record }))["goes_on"], [{ seat: 0, name: "Ola" }, { seat: 1, name: "Ala" }]);
  assert.equal(((await page.get({ do: "history" }))["games"] as PlayedGame[]).length, 0);
  const table = await goOn(page, record, { seats: ["", "me"] });
  assert.equal(table.you, 1);
  const end = await playOut(page, table.code);
  const { record: whole } = (await page.get({ do: "record", game: end.game?.id })) as unknown as { record: string };
  assert.match(whole, /^player 0: strong \(bot\)$/m);
  assert.equal((await page.get({ do: "import", record: whole }))["goes_on"], undefined);
  for (const bad of ["", "nonsense", record.replace("seed: 7\n", ""), record.replace("result", "0: 99@U, end\nresult")])
    assert.equal((await page.ask({ do: "create", from: { record: bad } })).ok, false, bad);
});

test("an explicit deck is played on here, also after the page was closed, and its record has it", async () => {
  const keep = memoryStorage();
  const before = new Page(wasm, keep);
  await before.ask({ do: "hello", version: 1, moves: true, name: "Ola", language: "en" });
  const deck = Array.from({ length: 98 }, (_, i) => 99 - i).join(" ");
  const table = await goOn(before, `stos record 1\nrules: thegame(players=1,start=0)\ndeck: ${deck}\nplayer 0: Ola\nresult: unfinished\n`);
  assert.deepEqual([...(table.view?.hands[0] as number[])].sort(), [92, 93, 94, 95, 96, 97, 98, 99]);
  await before.get({ do: "move", table: table.code, position: table.position, move: "99@D1" });
  const after = new Page(await loadBuilt(), keep);
  await after.get({ do: "hello", version: 1, moves: true, language: "en" });
  const back = await after.standing(table.code);
  assert.deepEqual([...(back.view?.hands[0] as number[])].sort(), [92, 93, 94, 95, 96, 97, 98]);
  const running = (await after.get({ do: "record", table: table.code }))["record"] as string;
  assert.ok(running.includes(deck) && running.includes("99@D1"));
  assert.match(inTerminal(running, "98@D1").record, /99@D1, 98@D1/);
  const end = await playOut(after, table.code);
  assert.ok(((await after.get({ do: "record", game: end.game?.id }))["record"] as string).includes(deck));
});
