// analysed.ts - games that this page has judged: the end of a game and its replay ask for the same, and it takes seconds.
import { local, type Place } from "./home";
import type { Analysis } from "./types";

const known = new Map<string, Promise<Analysis | null>>();

async function recordOf(place: Place, game: string): Promise<string | null> {
  const reply = await place.send({ do: "record", game });
  return reply.ok ? String(reply["record"]) : null;
}

async function judge(place: Place, game: string): Promise<Analysis | null> {
  const record = await recordOf(place, game);
  const reply = record === null ? null : await local.send({ do: "analyze", record });
  return reply?.ok ? ((reply["analysis"] as Analysis | undefined) ?? null) : null;
}

/** What a finished game was worth, turn by turn, found by the bots of this browser; null where they cannot say. */
export function analysisOf(place: Place, game: string): Promise<Analysis | null> {
  const found = known.get(game) ?? judge(place, game).catch(() => null);
  known.set(game, found);
  return found;
}

/** What `champion` makes of the same deal: a result as in records; null where that is no question. */
export async function rivalOf(place: Place, game: string): Promise<string | null> {
  const record = await recordOf(place, game);
  const reply = record === null ? null : await local.send({ do: "rival", record });
  return reply?.ok ? String(reply["result"]) : null;
}
