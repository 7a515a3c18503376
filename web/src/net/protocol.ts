/*
 * protocol.ts - the words of docs/protocol.md as types: requests, replies, frames, views.
 *
 * Online and offline use the same protocol, so nothing here knows where the other side is.
 */
import type { Advice, AnalyzedGame, GameInfo, GameName, JudgedTurn, PileName, View } from "../wasm/types";
export type * from "../wasm/types";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// ---------------------------------------------------------------- tables

export type Phase = "waiting" | "playing" | "paused" | "over" | "closed";
export type Talk = "text" | "hints" | "silence";
export type Door = "listed" | "code" | "link";
export type Matter = "pause" | "end" | "rematch" | "same_deal" | "play_on" | `out${number}`;
export type StandIn = "late" | "away" | "resigned";
export type PileHint = "go_ahead" | "no_big_jump" | "leave_1" | "leave_2" | "leave_3";
export type SelfHint = "wants_start" | "rather_not" | "in_trouble" | "can_wait";

export interface Seat {
  kind: "person" | "bot" | "open" | "reserved";
  name?: string | null;
  bot?: string | null;
  program?: boolean;
  here?: boolean;
  stand_in?: StandIn | null;
  agreed?: Matter[];
  owner?: boolean;
  you?: boolean;
}

/** What one seat says now. */
export interface Hints {
  piles?: Partial<Record<PileName, PileHint>>;
  self?: SelfHint | null;
}

export type TableEvent = { n: number; at: number; seat?: number | null } & (
  | { what: "open" | "lobby"; rules: string }
  | { what: "sit"; seat: number; name: string; program?: boolean }
  | { what: "bot"; seat: number; bot: string }
  | { what: "reserve" | "empty" | "go_on" | "take_back"; seat: number }
  | { what: "owner"; /** Null: nobody, until somebody sits down. */ seat: number | null }
  | { what: "remove"; seat: number; key?: string }
  | { what: "deal"; game: string; commitment: string }
  | { what: "move"; seat: number; move: string; for?: StandIn }
  | { what: "say"; seat: number; text: string; /** Who sat there then, in answers to `chat`. */ name?: string }
  | { what: "agree"; seat: number; matter: Matter; yes: boolean }
  | { what: "pause" | "credit" | "hidden" }
  | { what: "close"; reason?: string }
  | { what: "stand_in"; seat: number; why: StandIn | null }
  | { what: "over"; result: string; /** Not while the same deal is played again. */ seed?: string }
);

/** How a table stands: what a snapshot and a frame have in common. */
export interface TableStatus {
  position: number;
  view: View | null;
  /** The legal moves of one's seat: the page asks the rules library for them. */
  moves?: string[];
  /** After the game, all cards: a state as in docs/engine.md. */
  open?: Record<string, unknown>;
  hints: Hints[];
  clock: { ms: number } | null;
  /** Placed cards can be taken back until the turn ends (TG17, FF10). */
  takes_back: boolean;
  seats: Seat[];
  /** How many people watch. Servers before 0.3 do not say. */
  watchers?: number;
  phase: Phase;
}

export interface Settings {
  rules: string;
  talk: Talk;
  door: Door;
  turn_seconds: number;
  grace_seconds: number;
  takeback: boolean;
  odds: boolean;
  memory: boolean;
  watchable: boolean;
  begin_when_full: boolean;
  rated?: boolean;
  /** Duplicate play: tables of the same series get the same deals in the same order. */
  series?: string;
  deals?: number;
}

export interface GameFacts {
  id: string;
  commitment: string;
  result?: string;
  seed?: string;
}

export interface Snapshot extends TableStatus, Settings {
  code: string;
  key?: string;
  last: number;
  games: number;
  /** Deals of the series so far. */
  dealt?: number;
  game: GameFacts | null;
  you: number;
  /** On this device: several people play on it, and `you` is whoever has to decide. */
  hotseat?: boolean;
  said: TableEvent[];
}

/** A frame about a table: numbered events, and of the rest only what changed. */
export interface TableFrame extends Partial<TableStatus> {
  table: string;
  events?: TableEvent[];
  /** Seats whose bot thinks. */
  thinking?: number[];
}

// ---------------------------------------------------------------- requests and replies

/** What a verb is asked with, besides `do` and `ref`, and what its reply has, besides `ref` and `ok`. */
interface Exchange<Asked, Answered> {
  request: Asked;
  reply: Answered;
}

type Nothing = Record<never, never>;

/** The number of the event that a request caused. */
export interface Numbered {
  n: number;
}

/** With `since` in the request, also the events after that one; without them where the server has put them away. */
export interface Entered {
  table: Snapshot;
  events?: TableEvent[];
}

/** Verbs about one table, whose code every one of these requests names as `table`. */
export interface TableVerbs {
  look: Exchange<{ key?: string }, { look: TableSummary }>;
  join: Exchange<{ seat?: number; key?: string; since?: number }, Entered>;
  watch: Exchange<{ key?: string; since?: number }, Entered>;
  resume: Exchange<{ last: number }, Resumed>;
  leave: Exchange<Nothing, Nothing>;
  fill: Exchange<{ seat: number; with: string }, Numbered>;
  give: Exchange<{ seat: number }, Numbered>;
  begin: Exchange<Nothing, Numbered>;
  lobby: Exchange<{ rules?: string }, Numbered>;
  /** Several moves of one turn with `;` between them happen all, or none does. */
  move: Exchange<{ position: number; move: string }, Numbered>;
  vote: Exchange<{ position: number; seat: number }, Numbered>;
  take_back: Exchange<{ position: number }, Numbered>;
  hint: Exchange<{ pile: string; hint: string } | { self: string }, Nothing>;
  say: Exchange<{ text: string }, Numbered>;
  chat: Exchange<{ before?: number | undefined }, Chat>;
  agree: Exchange<{ matter: Matter; yes?: boolean }, Numbered>;
  pause: Exchange<Nothing, Numbered>;
  rematch: Exchange<{ same?: boolean }, Numbered>;
  go_on: Exchange<Nothing, Numbered>;
  resign: Exchange<Nothing, Numbered>;
  report: Exchange<{ seat: number; text: string }, Nothing>;
  block: Exchange<{ seat: number }, { blocked: BlockedPerson[] }>;
  invite: Exchange<{ person: string }, Nothing>;
  /** Only on this device: the game as far as it got. */
  record: Exchange<Nothing, { record: string }>;
  /** Only on this device. */
  advise: Exchange<Nothing, { advice: Advice }>;
}

/** All other verbs. */
export interface Verbs {
  hello: Exchange<{ version: number; moves?: boolean; language?: string; name?: string; token?: string }, Hello>;
  name: Exchange<{ name: string }, { name: string }>;
  language: Exchange<{ language: string }, { language: string }>;
  games: Exchange<Nothing, { games: GameInfo[] }>;
  create: Exchange<NewTable & { since?: number }, Entered>;
  list: Exchange<Nothing, { tables: TableRow[] }>;
  find: Exchange<{ rules: string; turn_seconds?: number; rated?: boolean; since?: number }, Entered>;
  series: Exchange<{ series: string; rules: string; deals: number }, Standings>;
  /** With `way`, a level: how its deal of yesterday is won. */
  day: Exchange<{ way?: string }, Day | { record: string }>;
  people: Exchange<{ favourite?: string; yes?: boolean }, { people: KnownPerson[] }>;
  block: Exchange<{ person?: string; name?: string; yes?: boolean }, { blocked: BlockedPerson[] }>;
  invitations: Exchange<{ dismiss?: string }, { invitations: Invitation[] }>;
  profile: Exchange<{ account?: string }, { profile: Profile }>;
  leaders: Exchange<{ game: string; season?: string }, Leaderboard>;
  preferences: Exchange<{ private: boolean }, { private: boolean }>;
  history: Exchange<{ before?: number; most?: number }, { games: PlayedGame[] }>;
  record: Exchange<{ game: string }, PlayedRecord>;
  verify: Exchange<{ game: string }, Verification>;
  statistics: Exchange<{ game?: string }, { person?: Statistics[]; group?: Statistics[]; deal?: PlayedGame[] }>;
  /** With a record only on this device. */
  analyze: Exchange<{ game: string } | { record: string }, { analysis: AnalyzedGame & { turning_points?: number[] } }>;
  calls: Exchange<NotificationChange, NotificationSettings>;
  mail: Exchange<{ address?: string; passphrase?: string; code?: string; on?: boolean; remove?: true }, MailSettings>;
  recover: Exchange<{ account: string }, Nothing>;
  /** A server of version 0.2 keeps the name that one had. */
  register: Exchange<{ account: string; passphrase: string }, { account: string; name?: string }>;
  login: Exchange<Login, LoggedIn>;
  recovery: Exchange<{ passphrase: string }, { code: string }>;
  logout: Exchange<{ everywhere: boolean }, Nothing>;
  export: Exchange<Nothing, { data: object }>;
  delete_me: Exchange<{ sure: true }, { deleted: true }>;
  host: Exchange<HostRequest, { rows?: HostRow[]; /** Of the row in the log. */ id?: number }>;
  ping: Exchange<Nothing, Nothing>;
  /** Only on this device: the game that a record is kept as, or who may go on with it. */
  import: Exchange<{ record: string }, { game: string } | { goes_on: OpenSeat[] }>;
  /** Only on this device: what `champion` makes of a record's deal. */
  rival: Exchange<{ record: string }, { result: string }>;
  /** Only on this device: what other moves in a turn of a record are worth; null where nobody can say. */
  judge: Exchange<{ record: string; turn: number; moves: string }, { judged: JudgedTurn | null }>;
}

/** A request without its `ref`, which the link adds. */
export type Request<V extends keyof Verbs> = { do: V } & Verbs[V]["request"];

/** The same about a table, without its code. */
export type TableRequest<V extends keyof TableVerbs> = { do: V } & TableVerbs[V]["request"];

export interface Refusal {
  ok: false;
  ref: string;
  error: string;
  message: string;
  clause?: string;
  /** The part of a text that the guard stopped, and where it stands, in bytes. */
  stop?: string;
  at?: number;
  length?: number;
  /** With `stale`: how it stands. */
  table?: Snapshot;
  /** With `unknown_verb`: those that there are. */
  verbs?: string[];
  /** With `banned`: when it ends (null: never), and the host's reason. */
  until?: number | null;
  reason?: string;
}

export interface Success {
  ok: true;
  ref: string;
  again?: boolean;
  /** Only on this device: false where the browser cannot keep anything. */
  persistent?: boolean;
}

/** A refusal that no request asked for, or of a link that is closed by it. */
export type Notice = Omit<Refusal, "ref" | "table">;

export type Reply<Answered = unknown> = (Success & Answered) | Refusal;

/** What a verb is answered with. */
export type Answer<V extends keyof Verbs> = Reply<Verbs[V]["reply"]>;

/** What a verb about a table is answered with. */
export type TableAnswer<V extends keyof TableVerbs> = Reply<TableVerbs[V]["reply"]>;

/** Whatever a line brings: replies have a `ref`, the others come unasked (a refusal then has `null` there). */
export type Incoming =
  | (Reply & { table?: Snapshot; events?: TableEvent[] })
  | (TableFrame & { ref?: undefined })
  | (Notice & { table: string; ref?: undefined })
  | { table: Snapshot; ref?: undefined }
  | { invited: string; ref?: undefined; table?: undefined }
  | ({ ref?: null; table?: undefined; invited?: undefined } & Notice);

export interface Hello {
  version: number;
  person: string;
  name: string;
  account?: string | null;
  language: string;
  token?: string;
  /** Codes of the tables where one sits and a game runs. */
  tables: string[];
  server?: { version: string; max_frame_bytes: number; max_rate: number; /** Where phones in the same network reach it; only at its own machine. */ nearby?: string[] };
}

/** A table from outside, as `look` answers. */
export interface TableSummary extends Settings {
  code: string;
  phase: Phase;
  /** When something last happened there, in ms. */
  changed: number;
  /** When the running turn is late, in ms; without a clock never. */
  due?: number;
  to_act: number[];
  seats: Seat[];
  /** One left it in mid-game and may come back. */
  left: boolean;
}

/** A row of `list`. */
export interface TableRow extends Settings {
  code: string;
  phase: Phase;
  /** Names of those who sit there. */
  people: string[];
  seats: number;
  free: number;
  opened?: number;
}

export interface PlayedSeat {
  name: string;
  bot?: string;
  won: boolean;
  you: boolean;
}

/** A row of `history`. */
export interface PlayedGame {
  id: string;
  table: string;
  rules: string;
  result: string;
  /** Cards left; -1 where that means nothing. */
  left: number;
  /** Played to its end, not ended by vote, and not practice: it counts. */
  finished: boolean;
  /** Only on this device: more could be taken back than the rules allow, or it began in the middle. */
  practice?: boolean;
  began: number;
  ended: number;
  people: PlayedSeat[];
  /** On this device: a bot gave advice. */
  assisted?: boolean;
}

/** A row of `statistics`: sums over finished games of the same rules. */
export interface Statistics {
  rules: string;
  games: number;
  wins: number;
  mean_left?: number;
  best?: number;
  /** Games of practice, which are in none of the others. */
  practice?: number;
}

/** A game's record; `you`: one's own seat, told on this device. */
export interface PlayedRecord {
  record: string;
  commitment?: string;
  you?: number;
}

/** Whether the seed belongs to the commitment, and the record of that seed replays to its end. */
export interface Verification {
  game: string;
  commitment: string;
  seed: string;
  good: boolean;
}

/** Someone's seat in a saved game. */
export interface OpenSeat {
  seat: number;
  name: string;
}

// ---------------------------------------------------------------- entering tables

/** What `create` is asked with; what is missing is as docs/protocol.md says. */
export type NewTable =
  | ({ rules: string; seats?: string[]; begin?: boolean; series?: string | true; from?: SavedGame } & Partial<Omit<Settings, "rules" | "series">>)
  | { from: SavedGame; seats: string[] }
  | { day: string };

/** A record to go on with; `steps`: as practice, after so many moves. Only on this device. */
export interface SavedGame {
  record: string;
  steps?: number;
}

/** Events after the last that was seen, with the table's state; or a snapshot, where the server has put them away. */
export type Resumed = (TableStatus & { events: TableEvent[]; table?: undefined }) | { table: Snapshot };

/** One page of older messages, and from where to ask for the next. */
export interface Chat {
  chat: TableEvent[];
  more: boolean;
  before: number;
}

// ---------------------------------------------------------------- people

/** A row of `people`. */
export interface KnownPerson {
  person: string;
  name: string;
  /** When one last played with them, in ms. */
  last?: number;
  games: number;
  favourite: boolean;
}

export interface BlockedPerson {
  person: string;
  name: string;
}

export interface Invitation {
  table: string;
  key: string;
  rules: string;
  by: string;
  at: number;
}

export interface Rating {
  rating: number;
  deviation: number;
  /** There were too few games to be sure. */
  provisional: boolean;
  games: number;
  wins: number;
}

/** What a profile says of the games of some rules: sums, and the best. */
export interface Best {
  rules: string;
  games: number;
  wins: number;
  mean_left: number;
  best: number;
  streak: number;
  longest: number;
  yardstick?: { games: number; mean_left: number; champion: number };
}

/** For games with such rules, by their names, the rows of those that were played. */
export interface Profile extends Partial<Record<GameName, Best[]>> {
  name: string;
  account: string | null;
  you: boolean;
  private: boolean;
  ratings: (Rating & { game: GameName; season: string })[];
}

export interface Leaderboard {
  game: string;
  season: string;
  current: string;
  leaders: (Rating & { name?: string; account?: string; bot?: string })[];
}

export type Login = { account: string } & (
  | { passphrase: string; new_passphrase?: string }
  | { code: string; new_passphrase: string }
);

export interface LoggedIn {
  person: string;
  token: string;
  name: string;
  account: string;
}

// ---------------------------------------------------------------- notifications

export interface NotificationWishes {
  turn: boolean;
  invited: boolean;
  quiet_from: number;
  quiet_to: number;
  digest_hours: number;
}

export interface NotificationSettings extends NotificationWishes {
  push: boolean;
  mail: boolean;
  key: string;
  devices: number;
  subscribed: boolean;
}

export interface NotificationChange extends Partial<NotificationWishes> {
  endpoint?: string;
  subscribe?: { endpoint: string; p256dh: string; auth: string };
  unsubscribe?: true;
  /** Minutes that the clock of this device is ahead of UTC. */
  utc_offset?: number;
}

export interface MailSettings {
  mail: boolean;
  address: string;
  on: boolean;
  wanted: string;
}

// ---------------------------------------------------------------- days and series

/** What the server found out about a deal, once it has; about today's only for those who have played it. */
export interface DayFound {
  /** What `champion` reached in one's place. */
  champion?: string;
  winnable?: "yes" | "no" | "unknown";
}

export interface DayLevel extends DayFound {
  level: string;
  rules: string;
  commitment: string;
  tomorrow: string;
  /** How many finished with which result. */
  field: Record<string, number>;
  /** For people on all seats. */
  people?: boolean;
  /** The table of people at which one was dealt it, or that of one's attempt while it runs. */
  table?: string;
  /** One's first attempt, when it is finished. */
  you?: { game: string; result: string; left: number; won: boolean };
}

export interface Day {
  date: string;
  /** When the next day begins, in ms since 1970. */
  ends: number;
  streak: number;
  levels: DayLevel[];
  /** The decks of the day before: over, so their seeds are told. */
  yesterday: ({ level: string; rules: string; seed: string; commitment: string; you?: DayLevel["you"] } & DayFound)[];
}

export interface SeriesResult {
  /** Missing where the reader has still to play the deal. */
  left?: number;
  won?: boolean;
  /** Somebody in the team knew the cards. */
  practice?: boolean;
  game?: string;
}

export interface SeriesTeam {
  players: { name?: string; bot?: string }[];
  you: boolean;
  /** Where a team of one's own plays. */
  table?: string;
  /** By deal; null where it is not played. */
  results: (SeriesResult | null)[];
}

export interface Standings {
  series: string;
  rules: string;
  deals: { commitment: string; seed?: string }[];
  teams: SeriesTeam[];
}

// ---------------------------------------------------------------- hosts

export type HostAction = "close" | "mute" | "unmute" | "ban" | "unban" | "done";

export type HostRequest =
  | { passphrase: string }
  | { list: string; part?: string }
  | { act: HostAction; target: string; hours?: number; table?: string; reason?: string };

/** A row of any list, as `stos admin` prints it with `--json`. */
export type HostRow = { [member: string]: Json };
