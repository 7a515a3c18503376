// rating.ts - one's rating before and after a rated game: the server tells only how it is now.
import { server } from "./connections";
import type { GameName, Rating } from "../net/protocol";

export type OwnRating = Pick<Rating, "rating" | "provisional">;

/** What everybody starts with. */
const START: OwnRating = { rating: 1500, provisional: true };

/** By the id of the game that was about to be played. */
const before = new Map<string, number>();

/** Null: the server did not tell. */
export async function ownRating(game: GameName): Promise<OwnRating | null> {
  const reply = await server.send({ do: "profile" }).catch(() => null);
  if (!reply?.ok) return null;
  return reply.profile.ratings.find((one) => one.game === game) ?? START;
}

/** To be called while the game is played. */
export async function noteRating(id: string, game: GameName): Promise<void> {
  const now = before.has(id) ? null : await ownRating(game);
  if (now) before.set(id, now.rating);
}

/** As it is after the game, and by how much it has changed where that is known: 1507? (+7). */
export function ratingWords(id: string, { rating, provisional }: OwnRating): string {
  const now = `${Math.round(rating)}${provisional ? "?" : ""}`;
  const then = before.get(id);
  if (then === undefined) return now;
  const change = Math.round(rating) - Math.round(then);
  return `${now} (${change > 0 ? "+" : change < 0 ? "−" : "±"}${Math.abs(change)})`;
}
