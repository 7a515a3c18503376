/* facts.test.ts - what the page was built with is what the rules library says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { botFor, botsOf } from "../../src/model/bots";
import { GAMES } from "../../src/model/facts";
import { defaultRules, playersOf, playersRange, rulesText } from "../../src/model/rules_text";
import { RulesEngine } from "../../src/wasm/engine";
import { english } from "../../src/wasm/refusal";
import { loadBuilt } from "../support";

const rules = new RulesEngine(await loadBuilt(), english);

test("games and their bots are those of the library, and so is the one that is taken where nobody names one", () => {
  const listed = rules.games();
  assert.deepEqual(GAMES, listed.map(({ name }) => name));
  for (const { bots, usual } of listed) assert.ok(bots.includes(usual));
  for (const [at, game] of GAMES.entries()) {
    assert.deepEqual(["random", ...botsOf(game)].sort(), [...(listed[at]?.bots ?? [])].sort());
    assert.equal(botFor(game, "nobody"), listed[at]?.usual);
  }
});

test("usual rules have the shortest text, and as many players as may play are as many as the library allows", () => {
  for (const game of GAMES) {
    assert.equal(rulesText(defaultRules(game)), game);
    const read = rules.read(game);
    assert.ok(!("error" in read));
    assert.equal(playersOf(defaultRules(game)), read.seats);
    const [least, most] = playersRange(game);
    if (least === most) continue;
    assert.equal(rules.problem(`${game}(players=${most})`), "");
    assert.notEqual(rules.problem(`${game}(players=${most + 1})`), "");
    assert.notEqual(rules.problem(`${game}(players=${least - 1})`), "");
  }
});
