// day.ts - the daily deals, as sent by the server or, without one, as every device derives them. See src/table/day.h.
import { parseRules, playersOf } from "./rules_text";
import type { Day } from "../net/protocol";

/** As the rules library lists them. */
declare const DAY_FACTS: { name: string; rules: string; bot: string; people: boolean }[];

/** The levels of a device without a server: all but those for people. */
export function dayLevels(): { level: string; rules: string; seats: string[] }[] {
  return DAY_FACTS.filter(({ people }) => !people).map(({ name, rules, bot }) => {
    const others = playersOf(parseRules(rules)) - 1;
    return { level: name, rules, seats: ["me", ...Array.from({ length: others }, () => `bot:${bot}`)] };
  });
}

const ALL_CARDS = 98;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** What is hashed for a level of a day. */
export function dayText(now: number, level: string): string {
  return `stos day ${new Date(now).toISOString().slice(0, 10)} ${level}`;
}

/** Days in a row up to today, or up to yesterday while today's is not played yet; `played` are days since 1970. */
export function streakOf(played: ReadonlySet<number>, today: number): number {
  let day = played.has(today) ? today : today - 1;
  let days = 0;
  for (; played.has(day); day--) days++;
  return days;
}

/** Whether one has finished a deal of this day. */
export function isPlayed(day: Day): boolean {
  return day.levels.some(({ you }) => you !== undefined);
}

/** Whether the server still finds out what one may be told. */
export function isAwaited(day: Day): boolean {
  return day.levels.some(({ you, champion }) => you && champion === undefined);
}

/** A result as a number that is smaller when it is better: cards left, or whether the duel was lost. */
function badness(result: string): number {
  if (result === "won") return 0;
  const left = /^left (\d+)$/.exec(result);
  return left ? Number(left[1]) : Number(result !== "winner 0");
}

/** How much of the deck one has placed, from 0 to 1; a duel is won or lost. */
export function placedShare({ result }: { result: string }): number {
  const left = badness(result);
  return result.startsWith("winner") ? 1 - left : (ALL_CARDS - left) / ALL_CARDS;
}

/** How many of the field did worse, in percent of the others; null where one was alone. */
export function betterThan(field: Record<string, number>, result: string): number | null {
  const counts = Object.entries(field);
  const others = counts.reduce((sum, [, count]) => sum + count, 0) - 1;
  const worse = counts.reduce((sum, [other, count]) => sum + (badness(other) > badness(result) ? count : 0), 0);
  return others > 0 ? Math.round((100 * worse) / others) : null;
}

/** The field in a few steps, the best first: how many won, left fewer than ten, and so on. */
export function stepsOf(field: Record<string, number>): { from: number; to: number; count: number }[] {
  const steps = [
    { from: 0, to: 0, count: 0 },
    { from: 1, to: 9, count: 0 },
    { from: 10, to: 19, count: 0 },
    { from: 20, to: 29, count: 0 },
    { from: 30, to: 98, count: 0 },
  ];
  for (const [result, count] of Object.entries(field)) {
    const step = steps.find(({ to }) => badness(result) <= to);
    if (step) step.count += count;
  }
  return steps;
}

/** A table of people with the deal of the day (src/server/day_table.h): one deal, and no bots. */
export function isOfDay({ series }: { series?: string }): boolean {
  return series === "day";
}
