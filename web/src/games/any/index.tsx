// index.tsx - a game that the page does not know: its row in games/index.ts, from what the rules library says about it.
import { pluralForm } from "../../i18n";
import { gameFacts } from "../../model/facts";
import type { Rules } from "../../model/rules_text";
import { rulesEngine } from "../../model/rules_engine";
import type { Game } from "../game";

/** Options that are not as usual, as they are written. */
function variants({ game, options }: Rules): string[] {
  const { defaults } = gameFacts[game];
  return Object.entries(options).flatMap(([name, value]) => (name !== "players" && defaults[name] !== value ? [`${name}=${value}`] : []));
}

function aboutOf(name: string): string {
  const about = rulesEngine.value?.words(name)?.about;
  return about ? pluralForm(about, about, 1) : "";
}

export function anyGame(name: string): Game {
  return {
    title: () => rulesEngine.value?.games().find((game) => game.name === name)?.title ?? name,
    inShort: () => aboutOf(name),
    Art: () => <span class="game-art" aria-hidden="true" />,
    together: false,
    deck: { count: 0, highest: 0 },
    hasBids: false,
    variants,
  };
}
