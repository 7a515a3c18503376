/* bots.test.ts - the bots that are offered before the rules have come are those that the rules know. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { botFor, botsOf } from "../../src/model/bots";
import { rulebook } from "../../src/model/rulebook";
import { Rules } from "../../src/wasm/rules";
import { loadBuilt } from "../support";

test("the list of bots does not change when the rules arrive, nor does the one that is taken where nobody names one", async () => {
  const games = ["thegame", "facetoface", "lie"] as const;
  const offered = () => games.map((game) => ({ bots: botsOf(game), usual: botFor(game) }));
  const before = offered();
  const rules = new Rules(await loadBuilt());
  rulebook.set(rules);
  assert.deepEqual(offered(), before);
  assert.deepEqual(rules.games().map(({ usual }) => usual), before.map(({ usual }) => usual));
});
