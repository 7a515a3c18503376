// ink.ts - the ink of a number card: the same number has the same ink in every game.
import { settings } from "../model/settings";

/** Blue for the lowest card, over green, to red for the highest: OKLCH degrees. */
const RAINBOW = { from: 255, to: 25 };

/** The same to yellow only: who cannot tell red from green sees it run from blue over grey to yellow. */
const SAFE = { from: 262, to: 110 };

const LOWEST = 2;

export const HIGHEST = 99;

/** Where a card lies between the lowest and the highest of all: 0 to 1. */
function shareOf(card: number): number {
  return Math.min(1, Math.max(0, (card - LOWEST) / (HIGHEST - LOWEST)));
}

/** Hue of a card in OKLCH degrees. */
export function hue(card: number, safe = settings.value.scale === "safe"): number {
  const { from, to } = safe ? SAFE : RAINBOW;
  return Math.round((from + (to - from) * shareOf(card)) * 10) / 10;
}

/** The ink of a card for the styles: the same number has the same ink in every game. Its lightness falls as the value rises. */
export function inkOf(card: number): Record<string, string> {
  return { "--hue": String(hue(card)), "--share": shareOf(card).toFixed(3) };
}
