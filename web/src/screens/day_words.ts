// day_words.ts - texts for the daily deals, their results and their date.
import { currentLanguage, t, tf } from "../i18n";
import type { DayLevel } from "../net/protocol";
import { parseRules, playersOf } from "../model/rules_text";
import { resultTitle } from "../components/texts";

/** Oneself, and in the duel the champion. */
const SEATS = [{ kind: "person" as const, name: "", you: true }, { kind: "bot" as const, bot: "champion" }];

export function levelTitle({ level, rules }: { level: string; rules: string }): string {
  if (level === "standard") return t("Alone");
  if (level === "expert") return t("Alone, expert");
  if (level === "fire") return t("Alone, on fire");
  if (level === "team") return t("With two bots");
  return level === "duel" ? t("Against the champion") : tf("A table of {count}", { count: playersOf(parseRules(rules)) });
}

export function resultOf({ result }: Pick<NonNullable<DayLevel["you"]>, "result">): string {
  return resultTitle(result, SEATS, 0);
}

export function dateText(date: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
