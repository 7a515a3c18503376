// title.ts - the title and the icon of the page: those of the screen, or that it is the user's turn, wherever they are.
import { t } from "../i18n";
import { turns } from "../model/connections";

declare const FILES: { turnIcon: string };

const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
const usual = icon?.href ?? "";
let screen = "";
let isTurnHere = false;

function draw(): void {
  const isTurn = isTurnHere || turns.value > 0;
  const title = isTurn ? `● ${t("Your turn")}` : screen;
  document.title = title ? `${title} · stos` : "stos";
  if (icon) icon.href = isTurn ? FILES.turnIcon : usual;
}

/** `isTurn`: it is the user's turn on this very screen. */
export function setTitle(title: string, isTurn = false): void {
  screen = title;
  isTurnHere = isTurn;
  draw();
}

turns.watch(draw);
