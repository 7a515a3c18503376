// rules_text.ts - reads and writes rules texts such as `NAME(players=3,min=3)`, as docs/rules.md describes them.
import { gameFacts, gameNamed } from "./facts";
import type { GameName } from "../net/protocol";

export interface Rules {
  game: GameName;
  options: Record<string, string>;
}

export function parseRules(text: string): Rules {
  const match = /^(\w+)(?:\((.*)\))?$/.exec(text.trim());
  const { game, options } = defaultRules(gameNamed(match?.[1] ?? ""));
  for (const part of (match?.[2] ?? "").split(",")) {
    const [key, value] = part.split("=");
    if (key && value !== undefined) options[key.trim()] = value.trim();
  }
  return { game, options };
}

/** As short as can be: only what is not as usual. */
export function rulesText({ game, options }: Rules): string {
  const parts = Object.entries(gameFacts[game].defaults)
    .filter(([key, usual]) => options[key] !== undefined && options[key] !== usual)
    .map(([key]) => `${key}=${options[key]}`);
  return parts.length > 0 ? `${game}(${parts.join(",")})` : game;
}

export function defaultRules(game: GameName): Rules {
  return { game, options: { ...gameFacts[game].defaults } };
}

export function playersOf({ game, options }: Rules): number {
  return Number(options["players"] ?? gameFacts[game].players[0]);
}

/** How many may play: least and most. */
export function playersRange(game: GameName): [number, number] {
  return gameFacts[game].players;
}

export function withOption(rules: Rules, key: string, value: string): Rules {
  return { ...rules, options: { ...rules.options, [key]: value } };
}
