/*
 * odds.test.ts - the odds helper of LIE against counting by hand and against plain enumeration.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { allCards, chance, ownCount, type Knowledge } from "../../src/games/lie/odds";
import type { TwoEnds } from "../../src/net/protocol";

const own: TwoEnds[] = [
  [2, 5],
  [4, 5],
];

/** Every pair of hidden cards, every way to turn them. */
function enumerate(need: number, face: number, wild: boolean): number {
  const rest = allCards();
  for (const card of own)
    rest.splice(
      rest.findIndex((one) => one[0] === card[0] && one[1] === card[1]),
      1,
    );
  let good = 0;
  let all = 0;
  for (let i = 0; i < rest.length; i++)
    for (let k = i + 1; k < rest.length; k++)
      for (const first of rest[i]!)
        for (const second of rest[k]!) {
          all++;
          if ([first, second].filter((end) => end === face || (wild && end === 1)).length >= need) good++;
        }
  return good / all;
}

test("there are thirty cards, each face on ten (LI1)", () => {
  assert.equal(allCards().length, 30);
  for (let face = 1; face <= 6; face++) assert.equal(allCards().filter((card) => card.includes(face)).length, 10);
});

test("what one shows oneself is certain, what cannot be is impossible", () => {
  const known: Knowledge = { own, shown: [5, 5], hidden: 2, onesWild: false };
  assert.equal(ownCount(known, 5), 2);
  assert.equal(chance({ count: 2, face: 5 }, known), 1);
  assert.equal(chance({ count: 5, face: 5 }, known), 0);
});

test("the chance is that of plain enumeration, with and without wild ones (LI12)", () => {
  for (const onesWild of [false, true])
    for (const face of [2, 3, 5, 6])
      for (const need of [1, 2]) {
        const known: Knowledge = { own, shown: [5, 5], hidden: 2, onesWild };
        const count = need + ownCount(known, face);
        assert.ok(Math.abs(chance({ count, face }, known) - enumerate(need, face, onesWild)) < 1e-9, `${count}x${face} ${onesWild}`);
      }
});

test("a higher number of the same face is never likelier", () => {
  const known: Knowledge = { own, shown: [2, 4], hidden: 12, onesWild: true };
  for (let face = 2; face <= 6; face++)
    for (let count = 1; count < 14; count++) assert.ok(chance({ count, face }, known) >= chance({ count: count + 1, face }, known));
});
