/* bots.test.ts - the bots that are offered before the rules have come are those that the rules know. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { botsOf } from "../../src/model/bots";
import { rulebook } from "../../src/model/rulebook";
import { Rules } from "../../src/wasm/rules";
import { loadBuilt } from "../support";

test("the list of bots does not change when the rules arrive", async () => {
  const games = ["thegame", "facetoface", "lie"] as const;
  const before = games.map((game) => botsOf(game));
  rulebook.set(new Rules(await loadBuilt()));
  assert.deepEqual(games.map((game) => botsOf(game)), before);
});
