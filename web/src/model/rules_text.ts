// rules_text.ts - reads and writes rules texts such as `thegame(players=3,min=3)`. Defaults are those of docs/rules.md.
import type { GameName } from "../net/protocol";

export interface Rules {
  game: GameName;
  options: Record<string, string>;
}

const DEFAULTS: Record<GameName, Record<string, string>> = {
  thegame: { players: "1", min: "2", hand: "full", fire: "off", start: "agree" },
  facetoface: { last: "strict", start: "lot" },
  lie: { players: "3", order: "face", ones: "plain", direction: "fixed", cards: "up", end: "first", start: "lot" },
};

export const GAMES: GameName[] = ["thegame", "facetoface", "lie"];

export function parseRules(text: string): Rules {
  const match = /^(\w+)(?:\((.*)\))?$/.exec(text.trim());
  const name = match?.[1] as GameName | undefined;
  const game: GameName = name && name in DEFAULTS ? name : "thegame";
  const options = { ...DEFAULTS[game] };
  for (const part of (match?.[2] ?? "").split(",")) {
    const [key, value] = part.split("=");
    if (key && value !== undefined) options[key.trim()] = value.trim();
  }
  return { game, options };
}

export function rulesText(rules: Rules): string {
  const parts = Object.keys(DEFAULTS[rules.game])
    .filter((key) => rules.options[key] !== undefined && rules.options[key] !== DEFAULTS[rules.game][key])
    .map((key) => `${key}=${rules.options[key]}`);
  return parts.length > 0 ? `${rules.game}(${parts.join(",")})` : rules.game;
}

export function defaultRules(game: GameName): Rules {
  return { game, options: { ...DEFAULTS[game] } };
}

export function playersOf(rules: Rules): number {
  return rules.game === "facetoface" ? 2 : Number(rules.options["players"]);
}

/** How many may play: least and most. */
export function playersRange(game: GameName): [number, number] {
  return game === "thegame" ? [1, 5] : game === "lie" ? [2, 6] : [2, 2];
}

export type Level = "standard" | "expert" | "master";
export const LEVELS: Level[] = ["standard", "expert", "master"];

export function levelOf(rules: Rules): Level {
  if (rules.options["min"] !== "3") return "standard";
  return rules.options["hand"] === "less" ? "master" : "expert";
}

export function withLevel(rules: Rules, level: Level): Rules {
  const min = level === "standard" ? "2" : "3";
  return { ...rules, options: { ...rules.options, min, hand: level === "master" ? "less" : "full" } };
}

export function withOption(rules: Rules, key: string, value: string): Rules {
  return { ...rules, options: { ...rules.options, [key]: value } };
}
