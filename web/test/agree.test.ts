/*
 * agree.test.ts - WebAssembly and the native program play the same game: signatures, records, views, legal moves, bots.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { View } from "../src/net/protocol";
import { RulesEngine, type Replay } from "../src/wasm/engine";
import { english } from "../src/wasm/refusal";
import { gameWords, sentenceText, showOf, tellMove, type GameWords, type Show, type Told } from "../src/wasm/show";
import { LocalTable, type Denial } from "../src/local/table";
import { ModuleThinker } from "../src/wasm/thinker";
import { hostEvents, loadBuilt, program, readTables } from "./support";

const wasm = await loadBuilt();
const rules = new RulesEngine(wasm, english);

/** What the records are of, and how many. */
const RECORDS: [string, string, number][] = [
  ["thegame(players=1)", "random", 125],
  ["thegame(players=2,min=3,hand=less)", "steady", 125],
  ["thegame(players=3,fire=next)", "novice", 125],
  ["thegame(players=5,fire=now,start=lot)", "random", 125],
  ["facetoface(last=strict)", "steady,random", 65],
  ["facetoface(last=lenient)", "random", 65],
  ["lie(players=2)", "random", 65],
  ["lie(players=3,ones=wild,direction=choose,end=last)", "random", 45],
  ["lie(players=4,order=count,cards=down)", "random", 35],
];

/** Records by the native program. */
function nativeRecords(game: string, bots: string, games: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), "stos-records-"));
  try {
    execFileSync(program, ["sim", game, "--bots", bots, "--games", String(games), "--seed", "11", "--records", folder], { stdio: "ignore" });
    return readdirSync(folder).sort().map((name) => readFileSync(join(folder, name), "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Answer = Record<string, unknown> & { ok: boolean };

/** The native program's answers to a row of requests; `data` is the folder with its table of solved rounds. */
function engine(requests: object[], data = ""): Answer[] {
  const input = requests.map((request) => JSON.stringify(request)).join("\n");
  const env = { ...process.env, STOS_DATA: data };
  const output = execFileSync(program, ["engine"], { input: `${input}\n`, maxBuffer: 1 << 28, encoding: "utf8", env });
  return output.trimEnd().split("\n").map((line) => JSON.parse(line) as Answer);
}

const signatures = JSON.parse(readFileSync(new URL(`file://${process.cwd()}/tests/cli/signatures.json`), "utf8")) as Record<string, string>;
for (const [name, signature] of Object.entries(signatures))
  test(`the bench signature of ${name}`, () => assert.equal(rules.signature(name), signature));

const all = RECORDS.flatMap(([game, bots, games]) => nativeRecords(game, bots, games));

test("1,000 records of the native program play back to the same end", () => {
  assert.ok(all.length >= 1000, `${all.length} records`);
  const answers = engine(all.flatMap((record) => [{ do: "load", record }, { do: "state" }]));
  all.forEach((record, i) => {
    const replay = rules.replay(record);
    const last = replay.steps[replay.steps.length - 1]?.state;
    assert.equal(JSON.stringify(last), JSON.stringify(answers[2 * i + 1]?.["state"]), record);
    assert.ok(record.includes(`result: ${replay.result}`), record);
  });
});

/** Everything that every seat sees and may do, before each move of a record. */
function looks(replay: Replay, record: string): object[] {
  const seats = [...Array(replay.seats).keys()];
  const look = seats.flatMap((seat) => [{ do: "view", seat }, { do: "moves", seat }]);
  const seed = /^seed: (.*)$/m.exec(record)?.[1] ?? "";
  const start = { do: "new", rules: replay.rules, seed };
  return [start, ...replay.steps.flatMap(({ seat, move }) => [...look, { do: "play", seat, move }])];
}

test("views that the native program sends are understood: the legal moves are the same", () => {
  let compared = 0;
  for (const record of all.filter((_, i) => i % 40 === 0)) {
    const requests = looks(rules.replay(record), record);
    const answers = engine(requests);
    answers.forEach((answer, i) => {
      assert.ok(answer.ok, JSON.stringify(answer));
      const view = answer["view"] as View | undefined;
      if (!view || view.over) return;
      const expected = answers[i + 1]?.["moves"] as string[];
      assert.deepEqual(rules.moves(view).sort(), expected, JSON.stringify(view));
      compared++;
    });
  }
  assert.ok(compared > 1000, `${compared} views`);
});

test("a placement has the effect that the native program shows", () => {
  for (const record of all.filter((_, i) => i % 125 === 0)) {
    const replay = rules.replay(record);
    const requests = looks(replay, record);
    const answers = engine(requests);
    requests.forEach((request, i) => {
      const { do: verb, seat, move } = request as { do: string; seat: number; move: string };
      if (verb !== "play" || !move.includes("@")) return;
      const before = answers[i - 2 * (replay.seats - seat)]?.["view"] as View;
      const after = answers[i + 1 + 2 * seat]?.["view"] as View | undefined;
      if (!after?.to_act.includes(seat) || ("placed" in after && after.placed === 0)) return;
      assert.deepEqual(rules.after(before, [move]), after);
    });
  }
});

test("what is drawn and told is what the native program shows", () => {
  let compared = 0;
  for (const record of all.filter((_, i) => i % 60 === 0)) {
    const replay = rules.replay(record);
    const seats = [...Array(replay.seats).keys()];
    const seed = /^seed: (.*)$/m.exec(record)?.[1] ?? "";
    const look = seats.flatMap((seat) => [{ do: "view", seat }, { do: "show", seat }]);
    const requests = [{ do: "new", rules: replay.rules, seed }, ...replay.steps.flatMap(({ seat, move }) => [{ do: "play", seat, move }, ...look])];
    const answers = engine(requests);
    answers.forEach((answer, i) => {
      if (answer["view"] === undefined) return;
      const text = JSON.stringify(answer["view"]);
      assert.deepEqual(wasm.json("wasm_view_show", text), answers[i + 1]?.["show"]);
      assert.deepEqual(wasm.json("wasm_view_ladder", text), answers[i + 1]?.["ladder"]);
      compared++;
    });
  }
  assert.ok(compared > 1000, `${compared} shows`);
  assert.equal(wasm.text("wasm_view_show", "{}"), "null");
});

test("a game's facts and sentences can be worded without knowing the game", () => {
  for (const { name } of rules.games()) {
    const words = gameWords(wasm, name);
    assert.deepEqual(words, engine([{ do: "words", game: name }])[0]?.["words"]);
  }
  assert.equal(gameWords(wasm, "chess"), null);
  let worded = 0;
  for (const record of all.filter((_, i) => i % 60 === 0)) {
    const replay = rules.replay(record);
    const words = gameWords(wasm, replay.rules.split("(")[0] ?? "") as GameWords;
    const seed = /^seed: (.*)$/m.exec(record)?.[1] ?? "";
    const look = { do: "view", seat: 0 };
    const requests = [{ do: "new", rules: replay.rules, seed }, look, ...replay.steps.flatMap(({ seat, move }) => [{ do: "play", seat, move }, look])];
    const views = engine(requests).flatMap((answer) => (answer["view"] ? [answer["view"] as View] : []));
    replay.steps.forEach(({ seat, move }, i) => {
      const [before, after] = [views[i] as View, views[i + 1] as View];
      for (const told of tellMove(wasm, before, seat, move, after)?.sentences ?? []) {
        const text = sentenceText(words, told, (at) => `<${at}>`, english);
        assert.ok(words.sentences[told.kind], told.kind);
        assert.ok(!/%[ds]/.test(text), text);
        worded += text ? 1 : 0;
      }
    });
    const show = showOf(wasm, views[views.length - 1] as View) as Show;
    assert.match(sentenceText(words, show.result as Told, (at) => `<${at}>`, english), /^(Won: |Over: |Excellent: |Winner: <\d>)/);
    for (const name of Object.keys(show.facts)) assert.ok(words.facts[name], name);
  }
  assert.ok(worded > 500, `${worded} sentences`);
});

test("options with all their values, and the levels of the day", () => {
  const options = wasm.json<{ name: string; value: string; values: string[] }[]>("wasm_rules_options", "thegame(players=2,fire=next)");
  assert.deepEqual(options.map(({ name, value, values }) => [name, value, ...values]), [
    ["players", "2", "1", "2", "3", "4", "5"],
    ["min", "2", "2", "3"],
    ["hand", "full", "full", "less"],
    ["fire", "next", "off", "next", "now"],
    ["start", "agree", "agree", "lot", "0", "1"],
  ]);
  const levels = JSON.parse(wasm.output(wasm.number("wasm_day_levels"))) as { name: string; rules: string }[];
  assert.ok(levels.every(({ rules: text }) => !("error" in rules.read(text))));
});

test("what is no view of a running seat has no moves", () => {
  const view = engine([{ do: "new", rules: "thegame(players=2)", seed: 1 }, { do: "view", seat: 0 }])[1]?.["view"] as View;
  assert.deepEqual(rules.moves({ ...view, seat: -1 }), []);
  assert.deepEqual(rules.moves({ ...view, left: 7 } as View), []);
  assert.deepEqual(rules.moves({ ...view, rules: "chess" }), []);
  assert.equal(wasm.text("wasm_view_moves", ""), "null");
  assert.equal(wasm.text("wasm_view_moves", "{".repeat(5000)), "null");
});

/** A bot's moves through a few decisions of a deal, by the native program and by the module, at the same work: both decide whole turns. */
async function compareBots(game: string, bot: string, thinker: ModuleThinker, module = wasm): Promise<void> {
  const played: object[] = [{ do: "new", rules: game, seed: 3 }];
  let turn: string[] = [];
  for (let decision = 0; decision < 3; decision++) {
    const state = engine([...played, { do: "state" }]).pop()?.["state"] as { to_act: number[]; over: boolean };
    const seat = state.to_act[decision % Math.max(1, state.to_act.length)];
    if (seat === undefined) return;
    const asked = { do: "bot", seat, bot, nodes: 20, seed: 7 };
    const [view, suggestion] = engine([...played, { do: "view", seat }, asked]).slice(-2) as [Answer, Answer];
    const job = module.outputBytes(module.call("wasm_job_make", [JSON.stringify(view["view"]), bot, 7, 20, 0].join("\n")));
    if (turn.length === 0) turn = suggestion["turn"] as string[];
    const move = turn.shift();
    assert.equal(await thinker.choose(job), move, `${game} ${bot}, decision ${decision}`);
    played.push({ do: "play", seat, move });
  }
}

test("every bot chooses the same moves as natively", async () => {
  const thinker = new ModuleThinker(wasm, readTables);
  const games = engine([{ do: "bots" }])[0]?.["bots"] as { game: string; name: string }[];
  const deals: Record<string, string[]> = {
    thegame: ["thegame(players=3,start=0)", "thegame(players=3,min=3,start=0)", "thegame(players=1)"], // each has its own network
    facetoface: ["facetoface(start=0)"],
    lie: ["lie(players=3,start=0)"],
  };
  for (const { game, name } of games) for (const deal of deals[game] ?? []) await compareBots(deal, name, thinker);
});

test("bots of LIE play solved rounds as natively, with the table that the page has", async () => {
  const table = await readTables("lie_rounds");
  assert.ok(table && table.length > 10_000 && table.length < 100 * 1024, `${table?.length} bytes`);
  const data = mkdtempSync(join(tmpdir(), "stos-rounds-"));
  try {
    writeFileSync(join(data, "lie-rounds.bin"), table);
    const thinker = new ModuleThinker(wasm, readTables);
    let differing = 0;
    for (const game of ["lie(players=2,start=0)", "lie(players=2,start=0,order=count,ones=wild)"])
      for (let seed = 1; seed <= 12; seed++) {
        const played: object[] = [{ do: "new", rules: game, seed }];
        for (let decision = 0; decision < 4; decision++) {
          const seat = [0, 1, 0, 1][decision];
          const asked = { do: "bot", seat, bot: "champion", nodes: 20, seed: seed * 10 + decision };
          const [view, plain, solved] = engine([...played, { do: "view", seat }, asked, { ...asked, solved: 1 }], data).slice(-3) as Answer[];
          if (!view?.ok || !solved?.ok) break;
          const job = wasm.outputBytes(wasm.call("wasm_job_make", [JSON.stringify(view["view"]), "champion", asked.seed, 20, 0].join("\n")));
          assert.equal(await thinker.choose(job), solved["move"], `${game}, seed ${seed}, decision ${decision}`);
          if (plain?.["move"] !== solved["move"]) differing++;
          played.push({ do: "play", seat, move: solved["move"] });
        }
      }
    assert.ok(differing > 5, `the table made a difference ${differing} times only`);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test("a damaged table of solved rounds is refused, and bots of LIE play on", async () => {
  const fresh = await loadBuilt();
  const damaged = new Uint8Array((await readTables("lie_rounds")) ?? []);
  damaged[1000] = (damaged[1000] as number) ^ 1;
  assert.equal(fresh.call("wasm_lie_rounds", damaged), 0);
  const thinker = new ModuleThinker(fresh, async (name) => (name === "lie_rounds" ? damaged : readTables(name)));
  await compareBots("lie(players=2,start=0)", "champion", thinker, fresh);
});

// ---------------------------------------------------------------- hosts

/** As in tests/local/host_events.c. */
const HOSTED = ["thegame(players=2)", "thegame(players=4,fire=now,start=lot)", "facetoface(last=lenient)", "lie(players=3)", "lie(players=2,ones=wild,direction=choose)"];

/** The log of a game that this module hosts. */
function hostedLog(game: number): string {
  const table = new LocalTable(wasm, game);
  const log: string[] = [];
  let now = 1000;
  let number = game;
  const happen = (denial: Denial | null) => {
    assert.equal(denial, null);
    log.push(...table.lines());
    table.apply(now);
  };
  const rules = HOSTED[game % HOSTED.length] as string;
  const deal = { seed: game.toString(16).padStart(64, "0"), id: "game", commitment: "" };
  const seats = ["me", ...Array<string>(Number(/players=(\d)/.exec(rules)?.[1] ?? 2) - 1).fill("bot:steady")];
  const settings = { talk: "text", door: "code", turn_seconds: 0, flags: [true, true, true, true, false] };
  const made = LocalTable.make(wasm, { code: "bababebe", rules, ...settings, names: ["Ola"], seats, begins: true, deal }, now);
  assert.ok(Array.isArray(made), JSON.stringify(made));
  log.push(...made);
  for (const line of made) assert.ok(table.read(line), line);
  happen(table.come(now));
  while (table.isRunning) {
    const question = table.question(++now);
    if (question) {
      const text = question.what === "say" ? "{}" : wasm.text("wasm_job_choose", table.job());
      if (!table.answer(question.number, text, now)) continue;
      log.push(...table.lines());
      table.apply(now);
    } else {
      const moves = [...(table.status(now, true).moves ?? [])].sort();
      number = (Math.imul(number, 1664525) + 1013904223) >>> 0;
      happen(table.request({ verb: "move", text: moves[(number >>> 8) % moves.length] as string, deal }, now));
    }
  }
  table.free();
  return log.join("\n");
}

test("1,000 games of the native host and of this one have the same events", () => {
  const native = execFileSync(hostEvents, ["1000"], { maxBuffer: 1 << 28, encoding: "utf8" }).trimEnd().split(/\n(?=1 1000 open)/);
  assert.equal(native.length, 1000);
  native.forEach((log, game) => assert.equal(hostedLog(game), log, `game ${game}`));
});
