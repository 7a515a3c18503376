// index.tsx - a game that the page does not know: its row in games/index.ts. What it is about, its table tells in words.
import type { Game } from "../game";

export function anyGame(name: string): Game {
  return { title: () => name, inShort: () => "", Art: () => <></>, together: false, deck: { count: 0, highest: 0 }, hasBids: false, variants: () => [] };
}
