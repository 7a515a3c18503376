// index.tsx - LIE: its row in games/index.ts.
import type { JSX } from "preact";
import { Die } from "../../components/die";
import { t } from "../../i18n";
import type { Rules } from "../../model/rules_text";
import type { Game } from "../game";

function Art(): JSX.Element {
  return (
    <span class="game-art" aria-hidden="true">
      {[5, 6, 2].map((face) => (
        <span class="card" key={face}>
          <Die face={face} bright />
        </span>
      ))}
    </span>
  );
}

function variants({ options }: Rules): string[] {
  return [
    options["order"] === "count" ? t("the number leads") : t("the face leads"),
    options["ones"] === "wild" ? t("ones are wild") : "",
    options["direction"] === "choose" ? t("Either direction") : "",
    options["cards"] === "down" ? t("Fewer and fewer") : "",
    options["end"] === "last" ? t("To the last") : "",
  ];
}

export const lie: Game = {
  title: () => t("LIE"),
  inShort: () => t("Bid on what all hands hold. Catch the one who bids too high."),
  Art,
  together: false,
  deck: { count: 30, highest: 0 },
  hasBids: true,
  variants,
};
