// words.ts - what a game is called, and how one plays by which rules, in a line.
import { t, tn } from "../i18n";
import { parseRules, playersOf, playersRange } from "../model/rules_text";
import type { GameName } from "../net/protocol";
import { games } from ".";

export function gameTitle(game: GameName): string {
  return games[game].title();
}

/** One line for a header: THE GAME · expert, on fire · 3 players. Whoever sits down learns from it how the table plays. */
export function rulesLine(text: string): string {
  const rules = parseRules(text);
  const [least, most] = playersRange(rules.game);
  const players = playersOf(rules) === 1 ? t("alone") : tn("%d player", "%d players", playersOf(rules));
  return [gameTitle(rules.game), ...games[rules.game].variants(rules), least < most ? players : ""].filter(Boolean).join(" · ");
}

/** The same for a table: that it is rated is told wherever it is named. */
export function tableLine({ rules, rated }: { rules: string; rated?: boolean | undefined }): string {
  return rated ? `${rulesLine(rules)} · ${t("rated")}` : rulesLine(rules);
}
