// challenges.ts - how the challenges of a game of LIE ended, and which of them is being shown, kept over a reload: events do not
// tell it, and a view only the last one.
import type { Challenge } from "../net/protocol";

export interface Challenges {
  /** By the number of the event. */
  ended: Record<number, Challenge>;
  /** The one whose hands were not seen to the end. */
  unseen: number | null;
}

const KEY = "stos.challenges";
const MOST_GAMES = 4;
const NONE: Challenges = { ended: {}, unseen: null };

function readAll(): Record<string, Challenges> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, Challenges>) : {};
  } catch {
    return {};
  }
}

function write(game: string, challenges: Challenges): void {
  const { [game]: _before, ...others } = readAll();
  const newest = Object.entries(others).slice(1 - MOST_GAMES);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(newest), [game]: challenges }));
  } catch {
    // without storage a reload loses them
  }
}

export function challengesOf(game: string | undefined): Challenges {
  return game === undefined ? NONE : (readAll()[game] ?? NONE);
}

export function keepChallenge(game: string, n: number, challenge: Challenge, isSeen: boolean): void {
  const { ended, unseen } = challengesOf(game);
  write(game, { ended: { ...ended, [n]: challenge }, unseen: isSeen ? unseen : n });
}

export function challengeSeen(game: string | undefined): void {
  const kept = challengesOf(game);
  if (game !== undefined && kept.unseen !== null) write(game, { ...kept, unseen: null });
}
