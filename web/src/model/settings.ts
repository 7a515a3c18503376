// settings.ts - the user's settings on this device, kept in localStorage. If that is damaged or blocked, the defaults apply.
import { GAMES } from "./facts";
import { Store } from "./store";
import type { GameName } from "../net/protocol";

export interface Settings {
  name: string;
  theme: "system" | "light" | "dark";
  motion: "system" | "off";
  sound: boolean;
  haptics: boolean;
  notices: boolean;
  /** The pattern on the backs of cards. */
  back: "plain" | "lines" | "dots";
  /** The colours of cards: over the whole rainbow, or told apart by everybody. */
  scale: "rainbow" | "safe";
  memory: boolean;
  marks: boolean;
  /** The chance to win is shown where one plays with bots. */
  chance: boolean;
  lastGame: GameName;
  lastRules: Partial<Record<GameName, string>>;
  /** The bot that was chosen last; empty before anybody chose one. */
  bot: string;
  learned: string[];
  /** Names of those who played around this device last time. */
  around: string[];
  /** Tables whose unfinished game is not listed any more on this device. */
  dismissed: string[];
  /** Whether the page may be installed was asked, and answered. */
  installAsked: boolean;
  /** Keys of one character do something at a table (WCAG 2.1.4). */
  keys: boolean;
}

const KEY = "stos.settings";

const DEFAULTS: Settings = {
  name: "",
  theme: "system",
  motion: "system",
  sound: false,
  haptics: false,
  notices: false,
  back: "lines",
  scale: "rainbow",
  memory: true,
  marks: true,
  chance: false,
  lastGame: GAMES[0],
  lastRules: {},
  bot: "",
  learned: [],
  around: [],
  dismissed: [],
  installAsked: false,
  keys: true,
};

function load(): Settings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? { ...DEFAULTS, ...(kept as Partial<Settings>) } : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}

export const settings = new Store<Settings>(load());

export function setSetting(parts: Partial<Settings>): void {
  settings.change(parts);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // private windows may forbid it; the setting then lasts until the page is closed
  }
}

export function motionAllowed(): boolean {
  return settings.value.motion === "system" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether this key types a character, and such keys do nothing at a table. */
export function isKeyOff(event: KeyboardEvent): boolean {
  return event.key.length === 1 && !settings.value.keys;
}

/** The key of a button, for assistive technology; none where it is switched off. */
export function shortcut(key: string | undefined): string | undefined {
  return settings.value.keys ? key : undefined;
}
