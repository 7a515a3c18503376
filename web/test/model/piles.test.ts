/*
 * piles.test.ts - what the screen says about piles: room, jumps, legal piles, tricks, and the order of colours.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { cardsFor, pilesFor, readPlacement } from "../../src/model/moves";
import { execFileSync } from "node:child_process";
import { dutyOf } from "../../src/games/piles/duty";
import { openTurn, seenBy } from "../../src/games/piles/open_view";
import { cardsThat, isTrick, jump, jumpText, pilesOf } from "../../src/games/piles/piles";
import { rulesEngine } from "../../src/model/rules_engine";
import { RulesEngine } from "../../src/wasm/engine";
import { english } from "../../src/wasm/refusal";
import type { Show } from "../../src/wasm/show";
import { loadBuilt, program } from "../support";
import { hue } from "../../src/components/ink";
import type { View } from "../../src/net/protocol";

const rules = new RulesEngine(await loadBuilt(), english);

/** Plays a game by the engine up to a point; returns what a seat sees, and everything. */
function played(text: string, moves: string[], seat = 0): { view: View; state: View } {
  const requests = [{ do: "new", rules: text, seed: "1" }, ...moves.map((move) => ({ do: "play", seat, move })), { do: "view", seat }, { do: "state" }];
  const input = `${requests.map((each) => JSON.stringify(each)).join("\n")}\n`;
  const answers = execFileSync(program, ["engine"], { input, encoding: "utf8" }).trimEnd().split("\n").map((line) => JSON.parse(line) as { view: View; state: View });
  return { view: answers.at(-2)!.view, state: answers.at(-1)!.state };
}

function showOf(view: View): Show {
  const show = rules.show(view);
  assert.ok(show, "a game can have this view");
  return show;
}

test("piles are those of the rules library, with their room and what a card would cost (TG6)", () => {
  const { view } = played("thegame(players=1)", ["3@U1"]);
  const piles = pilesOf(showOf(view));
  assert.deepEqual(piles.map(({ id, number, first, last, room }) => [id, number, first, last, room]), [["U1", 1, 1, 99, 96], ["U2", 2, 1, 99, 98], ["D1", 1, 100, 2, 98], ["D2", 2, 100, 2, 98]]);
  assert.deepEqual(piles.map((pile) => isTrick(pile, pile.rising ? pile.top - 10 : pile.top + 10)), [true, true, true, true]);
  assert.deepEqual(piles.map((pile) => jump(pile, 13)), [10, 12, 87, 87]);
  assert.deepEqual([jumpText(6), jumpText(-10)], ["+6", "−10"]);
  assert.deepEqual([...cardsThat("fire", showOf(view))], []);
  const { placed, minimum, fires, canEnd, willDraw } = dutyOf(showOf(view), []);
  assert.deepEqual([placed, minimum, fires, canEnd, willDraw], [1, 2, 0, false, 1]);
});

test("piles for a card and cards for a pile follow the legal moves", () => {
  const moves = ["37@U1", "37@U2", "37@D1", "19@D1", "end"];
  assert.deepEqual([...pilesFor(37, moves)], ["U1", "U2", "D1"]);
  assert.deepEqual([...cardsFor("D1", moves)], [37, 19]);
  assert.equal(readPlacement("end"), null);
  assert.deepEqual(readPlacement("12@oD"), { card: 12, pile: "oD" });
});

test("FACE TO FACE shows own piles first and turns the other's round (FF6)", () => {
  const { view } = played("facetoface(start=0)", ["22@U"]);
  assert.deepEqual(pilesOf(showOf(view)).map(({ id, top, other, number }) => [id, top, other, number]), [["U", 22, false, 0], ["D", 60, false, 0], ["oU", 1, true, 0], ["oD", 60, true, 0]]);
});

test("with open cards the piles are the same, and other placements are what the rules make of them", () => {
  rulesEngine.set(rules);
  for (const [text, move] of [["thegame(players=1)", "3@U1"], ["facetoface(start=0)", "22@U"]] as const) {
    const { state } = played(text, [move]);
    assert.ok(state.game !== "lie");
    const seen = showOf(seenBy(state, -1));
    assert.equal(seen.piles[0]?.top, Number(move.split("@")[0]));
    const legal = rules.moves(seenBy(state, 0)).filter((one) => one.includes("@"));
    assert.ok(legal.length > 0);
    const next = openTurn(state, 0, legal[0] as string);
    const card = Number((legal[0] as string).split("@")[0]);
    assert.ok(!(next.hands[0] as number[]).includes(card), text);
    assert.ok(showOf(seenBy(next, -1)).piles.some(({ top }) => top === card));
    assert.deepEqual(openTurn(state, 0, "1@U1"), state);
  }
});

test("colour runs evenly from blue to red", () => {
  assert.equal(hue(2), 255);
  assert.equal(hue(99), 25);
  const steps = Array.from({ length: 97 }, (_, index) => hue(index + 2) - hue(index + 3));
  assert.ok(steps.every((step) => step > 2.1 && step < 2.7));
});

/** OKLCH to linear sRGB, without clipping. */
function linearRgb(lightness: number, chroma: number, degrees: number): [number, number, number] {
  const a = chroma * Math.cos((degrees * Math.PI) / 180);
  const b = chroma * Math.sin((degrees * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** What deuteranopes and protanopes are left with: shares of red and green in what they see as one, and of their difference in blue. */
const BLINDNESS = [
  { red: 0.29275, green: 0.70725, blue: -0.02234 },
  { red: 0.11238, green: 0.88762, blue: 0.00401 },
]; // Viénot, Brettel and Mollon, 1999, on linear RGB

/** How yellow they see a card; blue is negative. */
function yellowness(card: number, safe: boolean, eye: (typeof BLINDNESS)[number]): number {
  const [red, green, blue] = linearRgb(0.9, 0.075, hue(card, safe));
  return eye.red * red + eye.green * green - (blue + eye.blue * (red - green));
}

test("on the safe scale who cannot tell red from green sees every step go one way, from blue to yellow", () => {
  for (const eye of BLINDNESS) {
    const tints = [2, 20, 40, 60, 80, 99].map((card) => yellowness(card, true, eye));
    for (let at = 1; at < tints.length; at++) assert.ok((tints[at] as number) - (tints[at - 1] as number) > 0.03, tints.join(" "));
    assert.ok(yellowness(99, false, eye) < yellowness(75, false, eye), "on the rainbow the highest cards turn back for them");
  }
});
