/*
 * api.mjs - everything that the package offers, beside the native program: run.mjs copies this into the folder where it is installed.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { loadStos, sentenceText, english, StosError } from "stos";

const [program] = process.argv.slice(2);
const stos = await loadStos();
const RULES = ["thegame(players=1)", "thegame(players=5,min=3,hand=less,fire=next,start=lot)", "thegame(players=3,start=agree)", "facetoface", "lie(players=4,order=count,ones=wild,direction=choose,end=last)"];

function native(...requests) {
  const input = requests.map((request) => JSON.stringify(request)).join("\n");
  const output = execFileSync(program, ["engine"], { input: `${input}\n`, encoding: "utf8", maxBuffer: 1 << 28 });
  return output.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** A game of random moves, and every question about it on the way: [question for the native program, our answer]. */
function playThrough(rules, seed) {
  const game = stos.deal(rules, { seed });
  const asked = [[{ do: "new", rules, seed: String(seed) }, null]];
  const moves = [];
  for (let seat, count = 0; (seat = game.nextActor()) >= 0; count++) {
    const view = game.look(seat);
    asked.push([{ do: "view", seat }, { view }], [{ do: "moves", seat }, { moves: [...game.moves(seat)].sort() }]);
    assert.deepEqual(stos.viewMoves(view), game.moves(seat));
    assert.equal(game.moveCount(seat), game.moves(seat).length);
    const move = game.moveAt(seat, (seed + count * 7) % game.moveCount(seat));
    assert.ok(stos.isLegal(view, move) && game.moves(seat).includes(move));
    const told = stos.sample(view, count);
    assert.deepEqual(told.look(seat), view);
    assert.deepEqual(game.look(seat), view); // the other game has not touched this one
    game.play(seat, move);
    moves.push({ seat, move });
    asked.push([{ do: "play", seat, move }, null]);
  }
  asked.push([{ do: "state" }, { state: game.toJSON() }]);
  return { game, moves, asked };
}

function agrees(rules, seed) {
  const { game, moves, asked } = playThrough(rules, seed);
  const answers = native(...asked.map(([question]) => question));
  asked.forEach(([question, expected], index) => {
    assert.ok(answers[index].ok, JSON.stringify([question, answers[index]]));
    for (const [name, value] of Object.entries(expected ?? {})) assert.deepEqual(answers[index][name], value, JSON.stringify(question));
  });
  const names = Array.from({ length: stos.parseRules(rules).seats }, (_, seat) => `Name ${seat}`);
  const record = stos.writeRecord({ rules, seed, names, moves });
  const [loaded, state] = native({ do: "load", record }, { do: "state" });
  assert.ok(loaded.ok, record);
  assert.deepEqual(state.state, game.toJSON());
  const read = stos.readRecord(record);
  assert.deepEqual([read.names, read.result, read.steps.length], [names, game.resultText(), moves.length]);
  assert.deepEqual(stos.writeRecord({ rules: read.rules, seed: read.seed, names, moves: read.steps }), record);
  assert.equal(stos.verify(record), game.resultText());
  assert.ok(game.over() && game.nextActor() === -1 && game.actors().length === 0);
}

for (const rules of RULES) for (const seed of [1, 2, 3]) agrees(rules, seed);
console.log("ok  games, views, samples and records are those of the native program");

for (const rules of RULES) {
  const game = stos.deal(rules, { seed: 11 });
  const copy = game.copy();
  assert.ok(stos.parsePosition(game.positionText()).equals(copy));
  game.play(game.nextActor(), game.moveAt(game.nextActor(), 0));
  assert.ok(!copy.equals(game) && copy.resultText() === "unfinished");
  assert.ok(copy.playout(3) > 0 && copy.over() && !game.over());
  for (const seat of [-1, 0]) assert.ok(stos.show(copy.look(seat)) && stos.show(game.look(seat)));
}
const deck = Array.from({ length: 98 }, (_, i) => i + 2);
assert.deepEqual(stos.deal("thegame(players=1)", { deck }).look(0).hands, [[2, 3, 4, 5, 6, 7, 8, 9]]);
assert.equal(stos.deal("thegame(players=1)", { deck }).winnable(), "yes");
console.log("ok  copies, positions and decks");

async function refused(code, clause, run) {
  await assert.rejects(async () => run(), (error) => error instanceof StosError && error.code === code && error.clause === clause && error.message.length > 10);
}
const duel = stos.deal("facetoface", { seed: 1 });
await refused("unknown_game", "", () => stos.deal("whist"));
await refused("bad_option", "", () => stos.deal("lie(players=9)"));
await refused("bad_seed", "", () => stos.deal("thegame", { seed: "zz" }));
await refused("bad_deck", "", () => stos.deal("thegame", { deck: [1, 2, 3] }));
await refused("bad_move", "", () => duel.play(duel.nextActor(), "zz"));
await refused("illegal_move", "FF3", () => duel.play(duel.nextActor(), "end"));
await refused("not_your_turn", "", () => duel.play(1 - duel.nextActor(), "end"));
await refused("bad_view", "", () => stos.sample({ game: "lie" }));
await refused("bad_record", "", () => stos.verify("nonsense"));
await refused("unknown_bot", "", () => stos.choose(duel.look(0), { bot: "deepblue" }));
await refused("wrong_commitment", "", () => stos.verify(stos.writeRecord({ rules: "facetoface", seed: 1, moves: [] }), "00"));
console.log("ok  refusals have codes and clauses");

for (const { name, bots } of stos.games()) {
  const game = stos.deal(name, { seed: 4 });
  const seat = game.nextActor();
  for (const bot of bots) assert.ok(stos.isLegal(game.look(seat), await stos.choose(game.look(seat), { bot, nodes: 20 })), bot);
  const [, suggested] = native({ do: "new", rules: name, seed: "4" }, { do: "bot", seat, bot: "steady", seed: 1 });
  assert.equal(await stos.choose(game.look(seat), { bot: "steady" }), suggested.move);
  const before = game.look(seat);
  const { move } = await stos.advise(before);
  game.play(seat, move);
  for (const told of stos.tell(before, seat, move, game.look(seat))) assert.equal(typeof sentenceText(stos.gameWords(name), told, String, english), "string");
}
const { record } = { record: stos.writeRecord({ rules: "thegame(players=1)", seed: 3, moves: [] }) };
assert.equal(stos.winnable(record), "yes");
assert.deepEqual((await stos.analyse(record)).turns, []);
assert.deepEqual([(await stos.guard("hello")).pass, (await stos.guard("thirty-seven")).pass], [true, false]);
console.log("ok  bots, advice, analyses and the guard");
