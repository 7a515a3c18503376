// presets.ts - ready-made ways to play each game, as they stand on the cards of the screen that makes a table: a preset sets
// some options and leaves the others as they are.
import type { Rules } from "../model/rules_text";
import type { GameName } from "../net/protocol";

export type PresetName =
  | "standard"
  | "expert"
  | "master"
  | "fire"
  | "strict"
  | "lenient"
  | "plain"
  | "wild"
  | "directions"
  | "fewer"
  | "longer";

type Options = Record<string, string>;

const LIE_PLAIN: Options = { ones: "plain", direction: "fixed", cards: "up", end: "first" };

const PRESETS: Record<GameName, [PresetName, Options][]> = {
  thegame: [
    ["standard", { min: "2", hand: "full", fire: "off" }],
    ["expert", { min: "3", hand: "full", fire: "off" }],
    ["master", { min: "3", hand: "less", fire: "off" }],
    ["fire", { min: "2", hand: "full", fire: "next" }],
  ],
  facetoface: [
    ["strict", { last: "strict" }],
    ["lenient", { last: "lenient" }],
  ],
  lie: [
    ["plain", LIE_PLAIN],
    ["wild", { ...LIE_PLAIN, ones: "wild" }],
    ["directions", { ...LIE_PLAIN, direction: "choose" }],
    ["fewer", { ...LIE_PLAIN, cards: "down" }],
    ["longer", { ...LIE_PLAIN, end: "last" }],
  ],
};

export function presetsOf(game: GameName): PresetName[] {
  return PRESETS[game].map(([name]) => name);
}

function optionsOf(game: GameName, wanted: PresetName): Options {
  return PRESETS[game].find(([name]) => name === wanted)?.[1] ?? {};
}

export function withPreset(rules: Rules, name: PresetName): Rules {
  return { ...rules, options: { ...rules.options, ...optionsOf(rules.game, name) } };
}

/** The preset that the rules are, if they are one. */
export function presetOf(rules: Rules): PresetName | null {
  const fits = (options: Options): boolean => Object.entries(options).every(([key, value]) => rules.options[key] === value);
  return PRESETS[rules.game].find(([, options]) => fits(options))?.[0] ?? null;
}
