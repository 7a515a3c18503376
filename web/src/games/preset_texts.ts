// preset_texts.ts - the words in which rules are chosen: only who makes a table needs them.
import { t } from "../i18n";
import type { PresetName } from "./presets";

export function levelHelp(level: "standard" | "expert" | "master"): string {
  if (level === "standard") return t("Place at least two cards a turn. The right level to begin with.");
  if (level === "expert") return t("Place at least three cards a turn while the draw pile lasts.");
  return t("Three cards a turn, and everybody holds one card fewer. Rarely won.");
}

export function presetTitle(name: PresetName): string {
  const titles: Record<PresetName, string> = {
    standard: t("Standard"),
    expert: t("Expert"),
    master: t("Master"),
    fire: t("On Fire"),
    strict: t("Strict"),
    lenient: t("Lenient"),
    plain: t("Classic"),
    wild: t("Wild ones"),
    directions: t("Direction of play"),
    fewer: t("Fewer and fewer"),
    longer: t("Longer game"),
  };
  return titles[name];
}

/** A preset in a few words, short enough for half a phone. */
export function presetHelp(name: PresetName): string {
  const texts: Record<PresetName, string> = {
    standard: t("Two cards a turn"),
    expert: t("Three cards a turn"),
    master: t("Three cards, one fewer in hand"),
    fire: t("Cover the burning cards in time"),
    strict: t("A single last card loses"),
    lenient: t("A single last card may go alone"),
    plain: t("Start with one card each"),
    wild: t("A one counts as any face"),
    directions: t("The starter chooses the direction"),
    fewer: t("Start with five, lose one a round"),
    longer: t("Play on until one is left"),
  };
  return texts[name];
}
