// route.ts - which screen an address shows, and back. Tables are /j/CODE#KEY and replays /r/ID#TURN, so that links can be
// sent; everything else is a hash of /, which works wherever the page is served from. Links to the day and to puzzles may
// be paths as well, /day and /puzzle/7: a server can say in a chat what they lead to, and never sees a hash. On a plain file
// server everything is a hash.
import { hasServer, HOME } from "../net/site";
import { gameNamed, GAMES } from "./facts";

/** Duplicate play: a word, the rules and the number of deals are all that a series is. */
export interface SeriesName {
  series: string;
  rules: string;
  deals: number;
}

export type Route =
  | { screen: "start" }
  | { screen: "new"; series?: SeriesName }
  | ({ screen: "series" } & SeriesName)
  | { screen: "join" }
  | { screen: "tables" }
  | { screen: "find" }
  | { screen: "hotseat" }
  | { screen: "games" }
  | { screen: "account" }
  | { screen: "settings" }
  | { screen: "rules"; game: string }
  | { screen: "learn"; game: string }
  | { screen: "puzzles" }
  | { screen: "day" }
  | { screen: "leaders" }
  | { screen: "people" }
  | { screen: "profile"; account: string }
  | { screen: "puzzle"; number: number }
  | { screen: "again"; game: string; turn: number; local: boolean }
  | { screen: "table"; code: string; key: string; local: boolean }
  | { screen: "replay"; game: string; turn: number; local: boolean }
  | { screen: "missing" };

const PLAIN = new Set(["hotseat", "games", "settings", "puzzles", "day"]);
/** Screens that are about a server and the people there. */
const OF_SERVER = new Set(["new", "join", "tables", "find", "account", "leaders", "people"]);

export type RouteOf<Screen extends Route["screen"]> = Extract<Route, { screen: Screen }>;

const MOST_DEALS = 20;

function readSeries(series: string, rules: string, deals: string): SeriesName | null {
  const count = Number(deals);
  if (!/^[a-z0-9]{1,11}$/i.test(series) || rules === "" || !(count >= 1 && count <= MOST_DEALS)) return null;
  return { series, rules, deals: count };
}

function seriesPath({ series, rules, deals }: SeriesName): string {
  return `${series}/${encodeURIComponent(rules)}/${deals}`;
}

/** The parts of a hash; null where a link was cut in the middle of a letter. */
function partsOf(hash: string): string[] | null {
  try {
    return hash.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}

function hashRoute(hash: string): Route {
  const [head = "", tail = "", extra = "", place = ""] = partsOf(hash) ?? ["?"];
  if (head === "") return { screen: "start" };
  if (head === "rules" || head === "learn") {
    const game = tail || GAMES[0];
    return gameNamed(game) === game ? { screen: head, game } : { screen: "missing" };
  }
  if (!hasServer && (OF_SERVER.has(head) || head === "profile" || head === "series")) return { screen: "missing" };
  if (head === "profile") return { screen: "profile", account: tail };
  if (head === "j" && tail && hasServer) return { screen: "table", code: tail, key: extra, local: false };
  if (head === "r" && tail && hasServer) return { screen: "replay", game: tail, turn: Number(extra) || 0, local: false };
  if (head === "local" && tail) return { screen: "table", code: tail, key: "", local: true };
  if (head === "replay" && tail) return { screen: "replay", game: tail, turn: Number(extra) || 0, local: true };
  if (head === "puzzle" && Number(tail) > 0) return { screen: "puzzle", number: Number(tail) };
  if (head === "again" && tail) return { screen: "again", game: tail, turn: Number(extra) || 0, local: place === "here" };
  const series = head === "series" || (head === "new" && tail) ? readSeries(tail, extra, place) : null;
  if (series) return head === "new" ? { screen: "new", series } : { screen: "series", ...series };
  if (PLAIN.has(head) || OF_SERVER.has(head)) return { screen: head } as Route;
  return { screen: "missing" };
}

export function parseRoute(path: string, hash: string): Route {
  const after = hash.startsWith("#") ? hash.slice(1) : hash;
  const table = /^\/j\/([a-z0-9-]+)\/?$/i.exec(path);
  if (table) return { screen: "table", code: table[1] ?? "", key: after, local: false };
  const replay = /^\/r\/([a-z0-9-]+)\/?$/i.exec(path);
  if (replay) return { screen: "replay", game: replay[1] ?? "", turn: Number(after) || 0, local: false };
  const shared = /^\/(day|puzzle\/\d+)\/?$/.exec(path);
  if (shared) return hashRoute(shared[1] ?? "");
  return path === "/" || path === "/index.html" ? hashRoute(after) : { screen: "missing" };
}

/** A table or a game on the server: a path of its own, where the page comes from that server. */
function placePath(path: string, rest: string): string {
  if (HOME !== "/") return `${HOME}#${path}${rest ? `/${rest}` : ""}`;
  return `/${path}${rest ? `#${rest}` : ""}`;
}

export function routePath(route: Route): string {
  switch (route.screen) {
    case "start":
    case "missing":
      return HOME;
    case "rules":
    case "learn":
      return `${HOME}#${route.screen}/${route.game}`;
    case "profile":
      return `${HOME}#profile${route.account ? `/${encodeURIComponent(route.account)}` : ""}`;
    case "new":
      return route.series ? `/#new/${seriesPath(route.series)}` : `${HOME}#new`;
    case "series":
      return `${HOME}#series/${seriesPath(route)}`;
    case "puzzle":
      return `${HOME}#puzzle/${route.number}`;
    case "again":
      return `${HOME}#again/${route.game}/${route.turn}${route.local ? "/here" : ""}`;
    case "table":
      return route.local ? `${HOME}#local/${route.code}` : placePath(`j/${route.code}`, route.key);
    case "replay":
      return route.local ? `${HOME}#replay/${route.game}/${route.turn}` : placePath(`r/${route.game}`, route.turn > 0 ? String(route.turn) : "");
    default:
      return `${HOME}#${route.screen}`;
  }
}

/** A code as people type or paste it: a bare code, or a whole invite link. */
export function readInvite(text: string): { code: string; key: string } | null {
  const link = /\/j\/([a-z0-9-]+)(?:#(\S+))?\s*$/i.exec(text.trim());
  if (link) return { code: (link[1] ?? "").toLowerCase(), key: link[2] ?? "" };
  const code = text.trim().toLowerCase().replace(/[\s-]/g, "");
  return /^[a-z0-9]{4,32}$/.test(code) ? { code, key: "" } : null;
}
