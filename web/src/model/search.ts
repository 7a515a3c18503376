// search.ts - one looks for an opponent: the table where one waits, since when, and what happens when somebody comes. It goes on while
// one is elsewhere on the page, and after the page was loaded anew.
import { server } from "./connections";
import { Store } from "./store";

export interface Search {
  /** The table on the server where one waits. */
  code: string;
  /** In ms since 1970. */
  since: number;
  /** After so many seconds bots take the empty seats; 0: never. */
  botsAfter: number;
}

const KEY = "stos.search";

/** Seconds after which bots may come; 0: never. */
export const BOT_WAITS = [0, 30, 60, 180] as const;

function load(): Search | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Search | null;
  } catch {
    return null;
  }
}

export const search = new Store<Search | null>(load());

function keep(next: Search | null): void {
  search.set(next);
  try {
    if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
    else sessionStorage.removeItem(KEY);
  } catch {
    // then it ends with the page
  }
}

let stop: (() => void) | undefined;

/** Calls back once when the cards are dealt; a table that is gone ends the search. */
function follow(code: string, found: () => void): void {
  stop?.();
  const client = server.client(code);
  if (!client) return keep(null);
  const look = (): void => {
    const { table, removed } = client.state.value;
    if (table.phase === "waiting" && !removed) return;
    stop?.();
    stop = undefined;
    keep(null);
    if (table.phase === "playing") found();
  };
  stop = client.state.watch(look);
  look();
}

export function startSearch(code: string, botsAfter: number, found: () => void): void {
  keep({ code, since: Date.now(), botsAfter });
  follow(code, found);
}

/** After the page was loaded anew: sits at the table again. */
export async function goOnSearching(found: () => void): Promise<void> {
  const now = search.value;
  if (!now || stop) return;
  if (!server.client(now.code)) await server.enterTable(now.code, { do: "join" });
  follow(now.code, found);
}

export async function stopSearch(): Promise<void> {
  const now = search.value;
  stop?.();
  stop = undefined;
  keep(null);
  if (!now) return;
  await server.sendTo(now.code, { do: "leave" });
  server.forget(now.code);
}
