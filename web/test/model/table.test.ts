/*
 * table.test.ts - duties, the log, the memory strip, results, routes and rules texts: view in, words and numbers for the screen out.
 */
import { GAMES } from "../../src/model/facts";
import { withLevel, levelOf } from "../../src/games/thegame/levels";
import "../dom";
import assert from "node:assert/strict";
import test from "node:test";
import { playedFor } from "../../src/model/absence";
import { whoWasStuck } from "../../src/games/piles/stuck";
import { addToLog, logOf, newHints, type LogLine } from "../../src/model/log";
import { seatsAt, sittingsNow, withEvents } from "../../src/model/people";
import { memoryCells } from "../../src/games/piles/memory_cells";
import { isExcellent, readResult } from "../../src/model/result";
import { parseRoute, readInvite, routePath, type Route } from "../../src/model/route";
import { more } from "../../src/games/more";
import { presetOf, withPreset } from "../../src/screens/presets";
import { defaultRules, parseRules, playersOf, rulesText } from "../../src/model/rules_text";
import { curvePoints, turningPoints } from "../../src/model/curve";
import { finalChance, towards } from "../../src/model/replay";
import type { Seat, TableEvent, ThegameView } from "../../src/net/protocol";

const move = (n: number, seat: number, text: string): TableEvent => ({ n, at: 0, what: "move", seat, move: text });

test("one turn is one line of the log, and what is taken back disappears", () => {
  let log: LogLine[] = [];
  for (const event of [
    move(1, 0, "37@U1"),
    move(2, 0, "38@U1"),
    { n: 3, at: 0, what: "take_back", seat: 0 } as TableEvent,
    move(4, 0, "88@D2"),
    move(5, 0, "end"),
    move(6, 1, "40@U2"),
  ])
    log = addToLog(log, event);
  assert.equal(log.length, 2);
  assert.ok(log[0]!.kind === "turn" && log[0]!.ended && log[0]!.placed.map((one) => one.card).join() === "37,88");
});

test("a hint is told once, also when it was gone for a while, and hints between two events are one line", () => {
  const heard = new Map<string, string>();
  const first = newHints(heard, [{ piles: { U1: "leave_1" } }, {}]);
  const second = newHints(heard, [{ piles: { U1: "leave_1", D2: "go_ahead" } }, { self: "can_wait" }]);
  assert.deepEqual(newHints(heard, [{}, {}]), []);
  assert.deepEqual(newHints(heard, [{ piles: { U1: "leave_1" } }, {}]), []);
  assert.deepEqual(
    second.map(({ seat, pile, hint }) => [seat, pile, hint]),
    [
      [0, "D2", "go_ahead"],
      [1, null, "can_wait"],
    ],
  );
  const told = [first, second].map((given) => ({ kind: "hints" as const, n: 4, given }));
  assert.deepEqual(
    logOf(told).map((line) => line.kind === "hints" && line.given.length),
    [3],
  );
});

test("whoever leaves keeps their name for what they did", () => {
  const seats: Seat[] = [{ kind: "person", name: "Ada", you: true }, { kind: "bot", bot: "steady" }];
  const sat: TableEvent[] = [
    { n: 2, at: 0, what: "sit", seat: 1, name: "Ola" },
    { n: 9, at: 0, what: "bot", seat: 1, bot: "steady" },
  ];
  const sittings = withEvents(sittingsNow(seats), sat);
  assert.equal(seatsAt(seats, sittings, 5)[1]?.name, "Ola");
  assert.equal(seatsAt(seats, sittings, 9)[1]?.bot, "steady");
  assert.equal(seatsAt(seats, sittings, 5)[0]?.you, true);
  assert.equal(seatsAt([seats[0]!, { kind: "open" }], withEvents([], sat.slice(0, 1)), 12)[1]?.name, "Ola");
});

test("the memory strip has one cell for each card", () => {
  const cells = memoryCells(99, [2, 50], [51]);
  assert.equal(cells.length, 98);
  assert.deepEqual([cells[0]!.state, cells[48]!.state, cells[49]!.state, cells[50]!.state], ["gone", "gone", "own", "open"]);
});

test("TG12: a result is excellent as the sheet of the language says, and there are no other grades", () => {
  assert.deepEqual(readResult("left 12"), { kind: "left", cards: 12 });
  assert.deepEqual(readResult("winner 1"), { kind: "winner", seat: 1 });
  for (const language of ["en", "pl", "uk"])
    assert.deepEqual([0, 1, 9, 10, 11].map((left) => isExcellent(left, language)), [false, true, true, false, false]);
  assert.deepEqual([0, 1, 9, 10, 11].map((left) => isExcellent(left, "cs")), [false, true, true, true, false]);
});

test("every screen has an address that leads back to it", () => {
  const routes: Route[] = [
    { screen: "start" },
    { screen: "new" },
    { screen: "rules", game: "lie" },
    { screen: "learn", game: "facetoface" },
    { screen: "table", code: "bamoteki", key: "abc", local: false },
    { screen: "table", code: "here", key: "", local: true },
    { screen: "replay", game: "g1", turn: 7, local: false },
    { screen: "replay", game: "g2", turn: 3, local: true },
  ];
  for (const route of routes) {
    const address = new URL(routePath(route), "http://x/");
    assert.deepEqual(parseRoute(address.pathname, address.hash), route);
  }
  assert.equal(parseRoute("/", "#nowhere").screen, "missing");
  for (const cut of ["#profile/%E0%A4%A", "#series/word/%zz/3", "#new/word/%/3"]) assert.equal(parseRoute("/", cut).screen, "missing", cut);
});

test("an invite is a code as people type it, or a whole link", () => {
  assert.deepEqual(readInvite(" BAMO teki "), { code: "bamoteki", key: "" });
  assert.deepEqual(readInvite("https://x.org/j/bamoteki#k3y"), { code: "bamoteki", key: "k3y" });
  assert.equal(readInvite("?!"), null);
});

test("rules texts leave out what is default and read back", () => {
  const rules = withLevel(parseRules("thegame(players=3,fire=next)"), "master");
  assert.equal(rulesText(rules), "thegame(players=3,min=3,hand=less,fire=next)");
  assert.equal(levelOf(parseRules(rulesText(rules))), "master");
  assert.equal(playersOf(parseRules("facetoface")), 2);
});

test("a preset sets its options, leaves the others, and is known again", () => {
  const master = more.thegame.presets.find(({ name }) => name === "master");
  assert.ok(master);
  const rules = withPreset(parseRules("thegame(players=4,start=lot)"), master);
  assert.equal(rulesText(rules), "thegame(players=4,min=3,hand=less,start=lot)");
  for (const game of GAMES) for (const preset of more[game].presets) assert.equal(presetOf(withPreset(defaultRules(game), preset)), preset);
  assert.equal(presetOf(parseRules("thegame(min=3,fire=now)")), undefined);
});

test("the curve spans the box, turning points are the dearest turns first", () => {
  const turn = (before: number, loss: number) => ({ seat: 0, played: "", before, after: before - loss, loss, better: "" });
  const turns = [turn(0.5, 0), turn(0.6, 0.06), turn(0.5, 0.3), turn(0.2, 0.01)];
  const points = curvePoints(turns, 100, 50, 0);
  assert.deepEqual([points[0]!.x, points[4]!.x, points[4]!.y], [0, 100, 50]);
  assert.deepEqual(turningPoints(turns), [2, 1]);
});

test("in a duel the curve is turned towards one player", () => {
  const turns = [{ seat: 1, played: "", before: 0.7, after: 0.6, loss: 0.1, better: "" }];
  assert.ok(Math.abs(towards(turns, false, 0)[0]!.before - 0.3) < 1e-9);
  assert.equal(towards(turns, true, 0)[0]!.before, 0.7);
  assert.equal(finalChance("winner 1", 0), 0);
});

test("the end of a game of piles says who could not go on (TG10, FF9)", () => {
  const turn = (seat: number, ended: boolean): LogLine => ({ kind: "turn", n: 1, seat, placed: [], ended, for: null });
  const view = { game: "thegame", over: true, won: false, hands: [[5], [], [7]], placed: 0, min: 2 } as unknown as ThegameView;
  assert.deepEqual(whoWasStuck(view, [turn(0, true)]), { seat: 2, placed: 0, minimum: 2, fire: false });
  assert.deepEqual(whoWasStuck({ ...view, placed: 1 }, [turn(2, true), turn(0, false)]), { seat: 0, placed: 1, minimum: 2, fire: false });
  assert.equal(whoWasStuck({ ...view, placed: 2 }, [turn(0, false)])?.fire, true);
  assert.equal(whoWasStuck({ ...view, won: true }, [turn(0, true)]), null);
  assert.equal(whoWasStuck(view, []), null);
});

test("what a bot played for somebody is told from their last own move on; to who gave up only if they came back", () => {
  const line = (by: string, n: number): LogLine =>
    by === "back"
      ? { kind: "event", n, event: { n, at: 0, what: "stand_in", seat: 0, why: null } }
      : { kind: "turn", n, seat: 0, placed: [], ended: true, for: by === "self" ? null : by };
  const told = (...by: string[]): number => playedFor(by.map((one, index) => line(one, index + 1)), 0).length;
  assert.equal(told("self", "away", "late"), 2);
  assert.equal(told("away", "self"), 0);
  assert.equal(told("self", "resigned", "resigned"), 0);
  assert.equal(told("self", "resigned", "back"), 1);
  assert.equal(told("self", "resigned", "back", "resigned"), 1);
});
