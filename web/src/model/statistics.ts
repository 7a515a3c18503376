// statistics.ts - merges statistics from several places: games with the same rules are added up.
import type { Statistics } from "../net/protocol";

function add(one: Statistics, other: Statistics): Statistics {
  const games = one.games + other.games;
  const best = [one.best, other.best].filter((left) => left !== undefined);
  const left = (sum: Statistics): number => (sum.mean_left ?? 0) * sum.games;
  const practice = (one.practice ?? 0) + (other.practice ?? 0);
  const hasMean = one.mean_left !== undefined || other.mean_left !== undefined;
  return {
    rules: one.rules,
    games,
    wins: one.wins + other.wins,
    ...(hasMean ? { mean_left: (left(one) + left(other)) / games } : {}),
    ...(practice > 0 ? { practice } : {}),
    ...(best.length > 0 ? { best: Math.min(...best) } : {}),
  };
}

/** Most played first. */
export function addStatistics(sums: readonly Statistics[]): Statistics[] {
  const byRules = new Map<string, Statistics>();
  for (const sum of sums) {
    const known = byRules.get(sum.rules);
    byRules.set(sum.rules, known ? add(known, sum) : sum);
  }
  return [...byRules.values()].sort((one, other) => other.games - one.games);
}
