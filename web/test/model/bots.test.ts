/* bots.test.ts - the bots that are offered before the rules have come are those that the rules know. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { botFor, botsOf } from "../../src/model/bots";
import { rulesEngine } from "../../src/model/rules_engine";
import { RulesEngine } from "../../src/wasm/engine";
import { loadBuilt } from "../support";

test("the list of bots does not change when the rules arrive, nor does the one that is taken where nobody names one", async () => {
  const games = ["thegame", "facetoface", "lie"] as const;
  const offered = () => games.map((game) => ({ bots: botsOf(game), usual: botFor(game) }));
  const before = offered();
  const rules = new RulesEngine(await loadBuilt());
  rulesEngine.set(rules);
  assert.deepEqual(offered(), before);
  assert.deepEqual(rules.games().map(({ usual }) => usual), before.map(({ usual }) => usual));
});
