// series.ts - duplicate play: what the server tells of a series, and who is ahead.
import type { SeriesResult, SeriesTeam } from "../net/protocol";

export interface RankedTeam extends SeriesTeam {
  /** The same for teams that are level; null: nothing counts yet. */
  place: number | null;
  /** Deals that count and that the reader may know, and the cards left in them. */
  counted: number;
  left: number;
}

/** A table of one's own where deals of the series are still to be played, and the next one, counted from 1. */
export interface OwnTable {
  code: string;
  deal: number;
}

/** The own team that has played the most, if it is not done. */
export function unfinishedTeam(teams: readonly SeriesTeam[]): OwnTable | null {
  const own = ranked(teams).find((team) => team.you && team.table !== undefined && team.results.includes(null));
  return own?.table === undefined ? null : { code: own.table, deal: own.results.indexOf(null) + 1 };
}

function counts(result: SeriesResult | null): boolean {
  return result?.left !== undefined && result.practice !== true;
}

/** More deals first, then fewer cards left. */
function ahead(one: RankedTeam, other: RankedTeam): number {
  return other.counted - one.counted || one.left - other.left;
}

export function ranked(teams: readonly SeriesTeam[]): RankedTeam[] {
  const list = teams.map((team): RankedTeam => {
    const counted = team.results.filter(counts);
    return { ...team, place: null, counted: counted.length, left: counted.reduce((sum, result) => sum + (result?.left ?? 0), 0) };
  });
  list.sort(ahead);
  list.forEach((team, index) => {
    const before = list[index - 1];
    if (team.counted > 0) team.place = before && ahead(before, team) === 0 ? before.place : index + 1;
  });
  return list;
}
