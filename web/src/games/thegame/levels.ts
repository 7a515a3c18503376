// levels.ts - how hard THE GAME is, as one choice out of two options (TG13).
import { t } from "../../i18n";
import type { Rules } from "../../model/rules_text";

export type Level = "standard" | "expert" | "master";
export const LEVELS: Level[] = ["standard", "expert", "master"];

export function levelOf(rules: Rules): Level {
  if (rules.options["min"] !== "3") return "standard";
  return rules.options["hand"] === "less" ? "master" : "expert";
}

export function levelOptions(level: Level): Record<string, string> {
  return { min: level === "standard" ? "2" : "3", hand: level === "master" ? "less" : "full" };
}

export function withLevel(rules: Rules, level: Level): Rules {
  return { ...rules, options: { ...rules.options, ...levelOptions(level) } };
}

export function levelName(level: Level): string {
  return level === "standard" ? t("standard") : level === "expert" ? t("expert") : t("master");
}
