// analysis.ts - a cache of analysed games: the end of a game and its replay need the same analysis, which takes seconds.
import { local, type Connection } from "./connections";
import { noteMistakes } from "./mistakes";
import { parseRules } from "./rules_text";
import type { AnalyzedGame } from "../net/protocol";

const known = new Map<string, Promise<AnalyzedGame | null>>();

interface Played {
  record: string;
  /** One's own seat, -1: none. */
  you: number;
}

async function recordOf(connection: Connection, game: string): Promise<Played | null> {
  const reply = await connection.send({ do: "record", game });
  return reply.ok ? { record: reply.record, you: reply.you ?? -1 } : null;
}

async function judge(connection: Connection, game: string): Promise<AnalyzedGame | null> {
  const played = await recordOf(connection, game);
  const reply = played === null ? null : await local.send({ do: "analyze", record: played.record });
  const analysis = reply?.ok ? reply.analysis : null;
  const bids = analysis?.turns.some(({ chances }) => chances) === true; // they are not tried again
  if (analysis && played && !bids) noteMistakes({ game, local: connection.kind === "local", title: parseRules(analysis.rules).game }, played.you, analysis.turns);
  return analysis;
}

/** What a finished game was worth, turn by turn, found by the bots of this browser; null where they cannot say. */
export function analysisOf(connection: Connection, game: string): Promise<AnalyzedGame | null> {
  const found = known.get(game) ?? judge(connection, game).catch(() => null);
  known.set(game, found);
  return found;
}

/** What `champion` makes of the same deal: a result as in records; null where that is no question. */
export async function rivalOf(connection: Connection, game: string): Promise<string | null> {
  const played = await recordOf(connection, game);
  const reply = played === null ? null : await local.send({ do: "rival", record: played.record });
  return reply?.ok ? reply.result : null;
}
