// keys.ts - the keys of a table with piles.
import { t } from "../../i18n";

export function pileKeys(): [string[], string][] {
  return [
    [["1", "…", "8"], t("pick up a card by its place in the hand")],
    [["←", "→"], t("walk over cards or piles")],
    [["↑", "↓"], t("between hand and piles")],
    [["Enter"], t("pick up the card, place it on the pile")],
    [["A", "S", "D", "F"], t("place the card on the first to the fourth pile")],
    [["E"], t("end the turn")],
    [["Backspace"], t("take the last card back")],
  ];
}
