/* series.test.ts - duplicate play: who is ahead, and that what one must not know yet does not count. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRoute, routePath } from "../../src/model/route";
import { ranked } from "../../src/model/series";
import type { SeriesResult } from "../../src/net/protocol";

const team = (name: string, results: (SeriesResult | null)[]) => ({ players: [{ name }], you: false, results });

test("teams with more deals come first, then those with fewer cards left; equal ones share a place", () => {
  const order = ranked([
    team("one deal", [{ left: 0, won: true }, null]),
    team("nine", [{ left: 4 }, { left: 5 }]),
    team("two", [{ left: 2 }, { left: 0, won: true }]),
    team("nine, too", [{ left: 9 }, { left: 0 }]),
  ]);
  assert.deepEqual(
    order.map(({ players, place, left }) => [players[0]?.name, place, left]),
    [["two", 1, 2], ["nine", 2, 9], ["nine, too", 2, 9], ["one deal", 4, 0]],
  );
});

test("practice, and what the reader has still to play, do not count", () => {
  const [unknown, practice] = ranked([team("unknown", [{}, null]), team("practice", [{ left: 0, won: true, practice: true }, null])]);
  assert.deepEqual([unknown?.place, unknown?.counted], [null, 0]);
  assert.deepEqual([practice?.place, practice?.counted], [null, 0]);
});

test("a series has an address, and a wrong one leads nowhere", () => {
  const route = { screen: "series", series: "bamoteki", rules: "thegame(players=3,start=lot)", deals: 4 } as const;
  const address = routePath(route).split("#");
  assert.deepEqual(parseRoute("/", `#${address[1]}`), route);
  const made = { screen: "new", series: { series: "bamoteki", rules: "thegame", deals: 2 } } as const;
  assert.deepEqual(parseRoute("/", routePath(made).slice(1)), made);
  for (const wrong of ["#series", "#series/bamoteki", "#series/bamoteki/thegame/0", "#series/bamoteki/thegame/21", "#series/b-m/thegame/2"])
    assert.equal(parseRoute("/", wrong).screen, "missing", wrong);
});
