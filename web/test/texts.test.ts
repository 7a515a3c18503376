/*
 * texts.test.ts - rules in words: whoever is invited to a table can read how it plays.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalog } from "../src/i18n";
import { presetsOf, withPreset } from "../src/model/presets";
import { defaultRules, GAMES, rulesText } from "../src/model/rules";
import { rulesLine } from "../src/ui/texts";

test("every way to play has a line of its own", () => {
  useCatalog("en", {});
  for (const game of GAMES) {
    const all = presetsOf(game).map((name) => rulesText(withPreset(defaultRules(game), name)));
    const lines = [...all, "thegame(fire=now)", "lie(order=count)"].map(rulesLine);
    assert.equal(new Set(lines).size, lines.length, lines.join("\n"));
  }
});

test("what differs from the usual game is named", () => {
  useCatalog("en", {});
  assert.equal(rulesLine("facetoface(last=lenient)"), "FACE TO FACE · Lenient");
  assert.equal(rulesLine("thegame(players=3,min=3,fire=next)"), "THE GAME · expert, on fire · 3 players");
  assert.equal(rulesLine("thegame(players=1,fire=now)"), "THE GAME · standard · Fire, same turn · alone");
  assert.equal(
    rulesLine("lie(players=4,ones=wild,direction=choose,cards=down,end=last)"),
    "LIE · the face leads · ones are wild · Either direction · Fewer and fewer · To the last · 4 players",
  );
});
