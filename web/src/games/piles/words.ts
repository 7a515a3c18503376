// words.ts - what is said about a pile, and about a card that is held over it.
import { t, tf } from "../../i18n";
import { jump, jumpText, type Pile } from "./piles";

export function pileWay(pile: Pile): string {
  return pile.rising ? t("rising") : t("falling");
}

export function pileName(pile: Pile): string {
  if (pile.owner) return pile.rising ? tf("{name}: rising pile", { name: pile.owner }) : tf("{name}: falling pile", { name: pile.owner });
  if (pile.other) return pile.rising ? t("their rising pile") : t("their falling pile");
  if (pile.number === 0) return pile.rising ? t("your rising pile") : t("your falling pile");
  if (pile.rising) return pile.number === 1 ? t("first rising pile") : t("second rising pile");
  return pile.number === 1 ? t("first falling pile") : t("second falling pile");
}

export function roomText(pile: Pile): string {
  return tf("{count} left to {end}", { count: pile.room, end: pile.last });
}

export function pileLabel(pile: Pile, card: number | null, legal: boolean): string {
  const top = tf("{pile}, {top} on top, {room}", { pile: pileName(pile), top: pile.top, room: roomText(pile) });
  const fire = pile.due ? `. ${t("The fire here must be covered")}` : "";
  if (card === null) return top + fire;
  return `${top}${fire}. ${legal ? placeLabel(pile, card) : tf("{card} does not fit", { card })}`;
}

function placeLabel(pile: Pile, card: number): string {
  const size = jump(pile, card);
  if (pile.other) return tf("{card} helps by {size}", { card, size: -size });
  return size < 0 ? tf("{card} goes back by ten", { card }) : tf("{card}, jump of {size}", { card, size });
}

/** What a card does to the number on top: +3, −24, back +10; across it helps. */
export function jumpLabel(pile: Pile, card: number): string {
  const by = card - pile.top;
  if (pile.other) return tf("helps by {by}", { by: Math.abs(by) });
  return jump(pile, card) < 0 ? tf("back {jump}", { jump: jumpText(by) }) : jumpText(by);
}
