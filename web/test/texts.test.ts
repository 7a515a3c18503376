/*
 * texts.test.ts - rules in words: whoever is invited to a table can read how it plays.
 */
import { GAMES } from "../src/model/facts";
import "./dom";
import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalog } from "../src/i18n";
import { more } from "../src/games/more";
import { withPreset } from "../src/screens/presets";
import { defaultRules, rulesText } from "../src/model/rules_text";
import { voteWord } from "../src/components/vote";
import { lineSentence } from "../src/components/log";
import { rulesLine } from "../src/games/words";

test("every way to play has a line of its own", () => {
  useCatalog("en", {});
  for (const game of GAMES) {
    const all = more[game].presets.map((preset) => rulesText(withPreset(defaultRules(game), preset)));
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

const SEATS = [{ kind: "person" as const, name: "", you: true }, { kind: "person" as const, name: "Ola" }];

test("whoever votes says who starts: 'you start', not 'You starts'", () => {
  useCatalog("en", {});
  const view = { phase: "start", votes: [1, 0] };
  assert.deepEqual([0, 1].map((seat) => voteWord(view, SEATS, seat)), ["Ola starts", "you start"]);
  assert.equal(voteWord({ phase: "start", votes: [0, null] }, SEATS, 0), "I start");
});

test("a sentence about hints ends once, also where a hint is a cry", () => {
  useCatalog("en", {});
  const given = [{ seat: 1, pile: "U1" as const, hint: "leave_3" as const }, { seat: 1, pile: null, hint: "can_wait" as const }];
  assert.equal(lineSentence({ kind: "hints", n: 1, given }, SEATS, 0), "Ola, first rising pile: please, leave it! Ola says: I can wait.");
});
