// analysed.ts - a cache of analysed games: the end of a game and its replay need the same analysis, which takes seconds.
import { local, type Place } from "./home";
import { noteMistakes, titleOf } from "./mistakes";
import type { Analysis } from "./types";

const known = new Map<string, Promise<Analysis | null>>();

interface Played {
  record: string;
  /** One's own seat, -1: none. */
  you: number;
}

async function recordOf(place: Place, game: string): Promise<Played | null> {
  const reply = await place.send({ do: "record", game });
  return reply.ok ? { record: String(reply["record"]), you: Number(reply["you"] ?? -1) } : null;
}

async function judge(place: Place, game: string): Promise<Analysis | null> {
  const played = await recordOf(place, game);
  const reply = played === null ? null : await local.send({ do: "analyze", record: played.record });
  const analysis = reply?.ok ? ((reply["analysis"] as Analysis | undefined) ?? null) : null;
  const title = played && titleOf(played.record);
  if (analysis && title) noteMistakes({ game, local: place.kind === "local", title }, played.you, analysis.turns);
  return analysis;
}

/** What a finished game was worth, turn by turn, found by the bots of this browser; null where they cannot say. */
export function analysisOf(place: Place, game: string): Promise<Analysis | null> {
  const found = known.get(game) ?? judge(place, game).catch(() => null);
  known.set(game, found);
  return found;
}

/** What `champion` makes of the same deal: a result as in records; null where that is no question. */
export async function rivalOf(place: Place, game: string): Promise<string | null> {
  const played = await recordOf(place, game);
  const reply = played === null ? null : await local.send({ do: "rival", record: played.record });
  return reply?.ok ? String(reply["result"]) : null;
}
