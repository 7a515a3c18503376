// words.ts - what the games are called, and how one plays by which rules, in a line.
import { t, tf, tn } from "../i18n";
import { levelOf, parseRules, playersOf, type Rules } from "../model/rules_text";
import type { GameName } from "../net/protocol";

export function gameTitle(game: GameName): string {
  const titles: Record<GameName, string> = { thegame: t("THE GAME"), facetoface: t("FACE TO FACE"), lie: t("LIE") };
  return titles[game];
}

export function gameInShort(game: GameName): string {
  if (game === "thegame") return t("Together against the deck: 98 cards, four piles, not a number said.");
  if (game === "facetoface") return t("The duel. Help your opponent, and you draw more cards.");
  return t("Bid on what all hands hold. Catch the one who bids too high.");
}

export function levelName(level: "standard" | "expert" | "master"): string {
  return level === "standard" ? t("standard") : level === "expert" ? t("expert") : t("master");
}

/** What differs from the usual game, in the words in which it was chosen. */
function variants({ options }: Rules): string[] {
  return [
    options["fire"] === "now" ? t("Fire, same turn") : "",
    options["last"] === "lenient" ? t("Lenient") : "",
    options["ones"] === "wild" ? t("ones are wild") : "",
    options["direction"] === "choose" ? t("Either direction") : "",
    options["cards"] === "down" ? t("Fewer and fewer") : "",
    options["end"] === "last" ? t("To the last") : "",
  ];
}

/** One line for a header: THE GAME · expert, on fire · 3 players. Whoever sits down learns from it how the table plays. */
export function rulesLine(text: string): string {
  const rules = parseRules(text);
  const parts = [gameTitle(rules.game)];
  if (rules.game === "thegame") {
    const level = levelName(levelOf(rules));
    parts.push(rules.options["fire"] === "next" ? tf("{level}, on fire", { level }) : level);
  }
  if (rules.game === "lie") parts.push(rules.options["order"] === "count" ? t("the number leads") : t("the face leads"));
  parts.push(...variants(rules));
  if (rules.game !== "facetoface") parts.push(playersOf(rules) === 1 ? t("alone") : tn("%d player", "%d players", playersOf(rules)));
  return parts.filter(Boolean).join(" · ");
}

/** The same for a table: that it is rated is told wherever it is named. */
export function tableLine({ rules, rated }: { rules: string; rated?: boolean | undefined }): string {
  return rated ? `${rulesLine(rules)} · ${t("rated")}` : rulesLine(rules);
}
