/*
 * request.ts - requests to the server in the browser: what stands in them, which is to be distrusted, what a new table needs that the
 * module cannot make (randomness, hashes), and refusals in words.
 */
import { WasmModule } from "../wasm/module";
import { t } from "../i18n";
import { dayLevels, dayText } from "../model/day";
import type { Refusal } from "../net/protocol";
import { hex, sha256, unhex } from "./hash";
import type { Deal, Denial, LocalTable } from "./table";

/** A request as it came: everything in it is to be distrusted. */
export interface Body {
  do: string;
  ref: string;
  [member: string]: unknown;
}

export class Refused extends Error {
  constructor(readonly denial: Partial<Refusal> & { error: string }) {
    super(denial.error);
  }
}

// ---------------------------------------------------------------- reading requests

export function readBody(text: string): Body {
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(text);
  } catch {
    // answered as an unknown verb, without a ref
  }
  return { ...body, do: String(body["do"] ?? ""), ref: String(body["ref"] ?? "") };
}

export function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== "string") throw new Refused({ error: "bad_request" });
  return value;
}

export function number(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== "number" || !Number.isInteger(value)) throw new Refused({ error: "bad_request" });
  return value;
}

export function optional(body: Body, name: string, standard: string): string {
  return body[name] === undefined ? standard : text(body, name);
}

export function optionalNumber(body: Body, name: string): number {
  return body[name] === undefined ? 0 : number(body, name);
}

/** "bot:NAME", "open" or "reserved" as the table knows them. */
export function filling(who: string): { text: string; yes: boolean } {
  if (who.startsWith("bot:")) return { text: who.slice(4), yes: false };
  if (who !== "open" && who !== "reserved") throw new Refused({ error: "bad_request" });
  return { text: "", yes: who === "reserved" };
}

/** Four syllables of a consonant and a vowel, as the server makes them. */
export function codeOf(hash: string): string {
  const consonants = "bdfghjklmnprstvz";
  const vowels = "aeiou";
  const bytes = [...Array(8).keys()].map((i) => parseInt(hash.slice(2 * i, 2 * i + 2), 16));
  return bytes.map((byte, i) => (i % 2 === 0 ? consonants[byte % 16] : vowels[byte % 5])).join("");
}

/** Where the record of a table's explicit deck is kept. */
export function deckName(code: string): string {
  return `deck ${code}`;
}

export function recordOf(from: unknown): string {
  const record = (from as { record?: unknown } | null)?.record;
  if (typeof record !== "string" || record === "") throw new Refused({ error: "bad_request" });
  return record;
}

export function linesOf(made: string[] | Denial): string[] {
  if (!Array.isArray(made)) throw new Refused(made);
  return made;
}

export function assistedName(game: string): string {
  return `assisted ${game}`;
}

export function dayName(code: string): string {
  return `day ${code}`;
}

/** A deal that nobody knows, or with a seed the one of another game. */
export function freshDeal(wasm: WasmModule, given?: string): Deal {
  const seed = given ? unhex(given) : crypto.getRandomValues(new Uint8Array(32));
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => letters[byte % 32]).join("");
  return { seed: hex(seed), id, commitment: sha256(wasm, seed) };
}

/** Today's deal of a level on this device: its table, what is played, and its seed. */
export function dayOf(wasm: WasmModule, name: string): { text: string; seed: string; request: Partial<Body> } {
  const level = dayLevels().find((one) => one.level === name);
  if (!level) throw new Refused({ error: "bad_request" });
  const text = dayText(Date.now(), name);
  const seed = sha256(wasm, text);
  return { text, seed, request: { rules: level.rules, seats: level.seats, begin: true } };
}

/** The part that the guard stopped, and with `stale` how it stands. */
export function withDetails(denial: Denial, text: string, table: LocalTable): Partial<Refusal> & { error: string } {
  if (denial.error === "stale") return { ...denial, table: table.snapshot(Date.now()) };
  if (denial.at === undefined || denial.length === undefined) return denial;
  const bytes = new TextEncoder().encode(text).subarray(denial.at, denial.at + denial.length);
  return { ...denial, stop: new TextDecoder().decode(bytes) };
}

/** Sentences for what is refused here; those of the table come with their own. */
export function messageOf(error: string): string {
  switch (error) {
    case "unknown_verb":
      return t("This is not possible without a server.");
    case "no_table":
      return t("There is no such table.");
    case "no_game":
      return t("There is no such game.");
    case "store_down":
      return t("This browser could not save it, so nothing was done.");
    default:
      return error;
  }
}
