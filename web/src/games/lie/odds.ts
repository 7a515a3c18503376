// odds.ts - the odds helper of LIE: how likely a bid holds, given the user's own cards and chosen ends.
// The others' cards are a fair draw from the rest of the 30; their ends are assumed to be chosen at random.
import type { Bid } from "../../model/moves";
import type { TwoEnds } from "../../net/protocol";

/** The 30 cards: every pair of different faces twice (LI1). */
export function allCards(): TwoEnds[] {
  const out: TwoEnds[] = [];
  for (let a = 1; a <= 6; a++) for (let b = a + 1; b <= 6; b++) out.push([a, b], [a, b]);
  return out;
}

export interface Knowledge {
  own: TwoEnds[];
  shown: number[];
  hidden: number;
  onesWild: boolean;
}

/** A card counts for a face by how many of its two ends do: 0, 1 or 2. */
function endsThatCount(card: TwoEnds, face: number, onesWild: boolean): number {
  const counts = (end: number): boolean => end === face || (onesWild && end === 1);
  return (counts(card[0]) ? 1 : 0) + (counts(card[1]) ? 1 : 0);
}

function unseen(own: TwoEnds[]): TwoEnds[] {
  const rest = allCards();
  for (const card of own) {
    const at = rest.findIndex((one) => one[0] === card[0] && one[1] === card[1]);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

export function ownCount(known: Knowledge, face: number): number {
  return known.shown.filter((end) => end === face || (known.onesWild && end === 1)).length;
}

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let out = 1;
  for (let i = 1; i <= k; i++) out = (out * (n - k + i)) / i;
  return out;
}

/** Chance that at least `need` of `tries` fair coins fall right. */
function coins(tries: number, need: number): number {
  let sum = 0;
  for (let k = Math.max(0, need); k <= tries; k++) sum += choose(tries, k);
  return sum / 2 ** tries;
}

/** Chance between 0 and 1 that the bid is good. */
export function chance(bid: Bid, known: Knowledge): number {
  const need = bid.count - ownCount(known, bid.face);
  if (need <= 0) return 1;
  if (need > known.hidden) return 0;
  const rest = unseen(known.own);
  const kinds = [0, 0, 0];
  for (const card of rest) kinds[endsThatCount(card, bid.face, known.onesWild)]! += 1;
  const [none = 0, one = 0, both = 0] = kinds;
  const ways = choose(rest.length, known.hidden);
  let sum = 0;
  for (let sure = 0; sure <= Math.min(both, known.hidden); sure++) {
    for (let maybe = 0; maybe <= Math.min(one, known.hidden - sure); maybe++) {
      const weight = choose(both, sure) * choose(one, maybe) * choose(none, known.hidden - sure - maybe);
      if (weight > 0) sum += weight * coins(maybe, need - sure);
    }
  }
  return Math.min(1, sum / ways);
}
