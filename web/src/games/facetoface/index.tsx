// index.tsx - FACE TO FACE: its row in games/index.ts.
import { t } from "../../i18n";
import { Fan } from "../fan";
import type { Game } from "../game";

export const facetoface: Game = {
  title: () => t("FACE TO FACE"),
  inShort: () => t("The duel. Help your opponent, and you draw more cards."),
  Art: () => <Fan cards={[12, 34]} />,
  together: false,
  deck: { count: 58, highest: 59 },
  hasBids: false,
  variants: ({ options }) => [options["last"] === "lenient" ? t("Lenient") : ""],
};
