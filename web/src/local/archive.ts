/*
 * archive.ts - after the game, in this browser: history, records, shuffle verification, statistics.
 */
import { pluralForm, t } from "../i18n";
import type { Day, DayLevel, OpenSeat, PlayedGame, PlayedRecord, Snapshot, Statistics, Verbs, Verification } from "../net/protocol";
import type { WasmModule } from "../wasm/module";
import { RulesEngine, type Replay } from "../wasm/engine";
import { codeOf, Refused, type Body } from "./request";
import type { GameStorage, StoredGame } from "./storage";
import { dayLevels, DAY_MS, dayText, streakOf } from "../model/day";
import { sha256, unhex } from "./hash";
import type { LocalTable } from "./table";

const MOST = 100;

/** The game that a table has just finished; null when its log has none. */
export function gameOf(table: LocalTable, log: string[], ended: number): StoredGame | null {
  const at = table.snapshot(ended);
  if (!at.game?.result) return null;
  const record = table.record(log);
  if (record === "") return null;
  const { id, result, commitment, seed = "" } = at.game;
  const deal = [...table.events].reverse().find((event) => event.what === "deal");
  const left = result === "won" ? 0 : /^left \d+$/.test(result) ? Number(result.slice(5)) : -1;
  const practice = isPractice(at.seats[at.you ?? -1]?.name ?? "");
  const finished = result !== "unfinished" && !practice && !at.hotseat; // in nobody's statistics: the device does not know whose it is
  const played = { id, table: at.code, rules: at.rules, result, left, finished, began: deal?.at ?? ended, ended, people: peopleOf(at) };
  return { ...played, ...(practice ? { practice } : {}), commitment, seed, record };
}

function peopleOf(at: Snapshot): StoredGame["people"] {
  const { result } = at.game as { result: string };
  return at.seats.map((seat, i) => ({
    name: seat.name ?? "",
    ...(seat.bot ? { bot: seat.bot } : {}),
    won: result === "won" || result === `winner ${i}`,
    you: seat.you === true && !at.hotseat,
  }));
}

/** As src/local marks it, behind the name of the person. */
function isPractice(name: string): boolean {
  return name.endsWith(" (practice)");
}

/** Bots of a record have " (bot)" behind their name. */
function personOf(name: string, result: string, seat: number): StoredGame["people"][number] {
  const bot = /^(.*) \(bot\)$/.exec(name)?.[1];
  return { name: bot ? "" : name, ...(bot ? { bot } : {}), won: result === "won" || result === `winner ${seat}`, you: false };
}

function readRecord(wasm: WasmModule, record: string): Replay {
  try {
    return new RulesEngine(wasm, pluralForm).replay(record);
  } catch (error) {
    throw new Refused({ error: "bad_record", message: error instanceof Error ? error.message : String(error) });
  }
}

/** The seats of people in a game that was saved and can go on; none when it is over, if only because they agreed on that. */
function openSeats(people: StoredGame["people"], result: string, record: string): OpenSeat[] {
  if (result !== "unfinished" || /^# at the table:/m.test(record)) return [];
  return people.flatMap(({ name, bot }, seat) => (bot ? [] : [{ seat, name }]));
}

/**
 * A record from elsewhere. A saved game can go on, and only says who may play it; any other is kept beside the games of this device,
 * the same one twice as one game. Nobody's statistics change.
 */
export async function importRecord(keep: GameStorage, wasm: WasmModule, record: string): Promise<Verbs["import"]["reply"]> {
  const { rules, names, seats, result } = readRecord(wasm, record);
  const id = sha256(wasm, record).slice(0, 16);
  const now = Date.now();
  const people = Array.from({ length: seats }, (_, seat) => personOf(names[seat] ?? "", result, seat));
  const goes_on = openSeats(people, result, record);
  if (goes_on.length > 0) return { goes_on };
  const left = result === "won" ? 0 : /^left \d+$/.test(result) ? Number(result.slice(5)) : -1;
  const practice = people.some(({ name }) => isPractice(name));
  const played = { id, table: "", rules, result, left, finished: false, began: now, ended: now, people, ...(practice ? { practice } : {}) };
  await keep.addGame({ ...played, commitment: "", seed: "", record });
  return { game: id };
}

async function find(keep: GameStorage, id: string): Promise<StoredGame> {
  const game = await keep.game(id);
  if (!game) throw new Refused({ error: "no_game" });
  return game;
}

function row({ record: _record, commitment: _commitment, seed: _seed, ...played }: StoredGame): PlayedGame {
  return played;
}

export async function history(keep: GameStorage, body: Body): Promise<{ games: PlayedGame[] }> {
  const before = typeof body["before"] === "number" ? body["before"] : Infinity;
  const most = Math.min(MOST, typeof body["most"] === "number" ? body["most"] : 30);
  return { games: (await keep.games()).filter((game) => game.ended < before).slice(0, most).map(row) };
}

/** The deals of the day without a server: every device derives the same, and knows its own results. */
export async function day(keep: GameStorage, wasm: WasmModule, now: number, runs: (code: string) => boolean): Promise<Day> {
  const games = (await keep.games()).filter((game) => game.finished);
  const today = Math.floor(now / DAY_MS);
  const played = new Set<number>();
  const levels: DayLevel[] = [];
  const commitmentOf = (level: string, at: number): string => sha256(wasm, unhex(sha256(wasm, dayText(at, level))));
  const yesterday: Day["yesterday"] = [];
  const own = (commitment: string): Pick<DayLevel, "you"> => {
    const first = games.filter((game) => game.commitment === commitment).sort((a, b) => a.ended - b.ended)[0];
    return first ? { you: { game: first.id, result: first.result, left: first.left, won: first.people.some((one) => one.you && one.won) } } : {};
  };
  for (const { level, rules } of dayLevels()) {
    const commitment = commitmentOf(level, now);
    const code = codeOf(sha256(wasm, dayText(now, level)));
    const attempt = runs(code) ? { table: code } : {};
    levels.push({ level, rules, commitment, tomorrow: commitmentOf(level, now + DAY_MS), field: {}, ...attempt, ...own(commitment) });
    const before = commitmentOf(level, now - DAY_MS);
    const seed = sha256(wasm, dayText(now - DAY_MS, level));
    yesterday.push({ level, rules, seed, commitment: before, ...own(before) });
  }
  for (const game of games.slice(0, MOST))
    for (const { level } of dayLevels())
      if (game.commitment === commitmentOf(level, game.began)) played.add(Math.floor(game.began / DAY_MS));
  const date = new Date(now).toISOString().slice(0, 10);
  return { date, ends: (today + 1) * DAY_MS, streak: streakOf(played, today), levels, yesterday };
}

export async function record(keep: GameStorage, id: string): Promise<PlayedRecord> {
  const game = await find(keep, id);
  const you = game.people.findIndex((one) => one.you);
  return { record: game.record, commitment: game.commitment, ...(you >= 0 ? { you } : {}) };
}

/** The seed belongs to the commitment, and the record of that seed replays to its end. */
export async function verify(keep: GameStorage, wasm: WasmModule, id: string): Promise<Verification> {
  const { commitment, seed, record: text } = await find(keep, id);
  if (commitment === "") throw new Refused({ error: "bad_record", message: t("Nothing was promised about the shuffle of this game.") });
  const good = sha256(wasm, unhex(seed)) === commitment && text.includes(seed) && replays(wasm, text);
  return { game: id, commitment, seed, good };
}

function replays(wasm: WasmModule, text: string): boolean {
  try {
    return new RulesEngine(wasm, pluralForm).replay(text).result !== "";
  } catch {
    return false;
  }
}

/** Games with advice are in the history, not in the sums. */
export async function statistics(keep: GameStorage, body: Body): Promise<Verbs["statistics"]["reply"]> {
  const games = await keep.games();
  const person = sums(games);
  if (typeof body["game"] !== "string") return { person };
  const game = await find(keep, body["game"]);
  const group = (each: StoredGame) => JSON.stringify(each.people.map(({ name, bot }) => [name, bot]));
  return {
    person,
    group: sums(games.filter((each) => group(each) === group(game))),
    deal: games.filter((each) => each.id === game.id || (game.commitment !== "" && each.commitment === game.commitment)).map(row),
  };
}

function sums(games: StoredGame[]): Statistics[] {
  const byRules = new Map<string, StoredGame[]>();
  for (const game of games) if ((game.finished && !game.assisted) || game.practice) byRules.set(game.rules, [...(byRules.get(game.rules) ?? []), game]);
  return [...byRules].map(([rules, all]) => {
    const played = all.filter((game) => !game.practice);
    const practice = all.length - played.length;
    const wins = played.filter((game) => game.people.some(({ you, won }) => you && won)).length;
    const left = played.map((game) => game.left).filter((cards) => cards >= 0);
    const means = left.length === 0 ? {} : { mean_left: left.reduce((sum, cards) => sum + cards, 0) / left.length, best: Math.min(...left) };
    return { rules, games: played.length, wins, ...means, ...(practice > 0 ? { practice } : {}) };
  });
}
