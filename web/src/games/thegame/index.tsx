// index.tsx - THE GAME: its row in games/index.ts.
import type { JSX } from "preact";
import { Segments } from "../../components/choices";
import { t, tf } from "../../i18n";
import { withOption, type Rules } from "../../model/rules_text";
import { Fan } from "../fan";
import type { Game, RulesProps } from "../game";
import { levelName, levelOf, LEVELS, withLevel } from "./levels";

function variants(rules: Rules): string[] {
  const level = levelName(levelOf(rules));
  const { fire } = rules.options;
  return [fire === "next" ? tf("{level}, on fire", { level }) : level, fire === "now" ? t("Fire, same turn") : ""];
}

/** Fire goes with every level. */
function LevelAndFire({ rules, set }: RulesProps): JSX.Element {
  const burns = rules.options["fire"] !== "off";
  return (
    <>
      <Segments label={t("Level")} value={levelOf(rules)} onChange={(level) => set(withLevel(rules, level))}>
        {LEVELS.map((level) => [level, levelName(level)])}
      </Segments>
      <label class="toggle">
        <input type="checkbox" checked={burns} onChange={() => set(withOption(rules, "fire", burns ? "off" : "next"))} />
        {t("on fire")}
      </label>
    </>
  );
}

export const thegame: Game = {
  title: () => t("THE GAME"),
  inShort: () => t("Together against the deck: 98 cards, four piles, not a number said."),
  Art: () => <Fan cards={[19, 47, 88]} />,
  together: true,
  deck: { count: 98, highest: 99 },
  hasBids: false,
  variants,
  QuickRules: LevelAndFire,
};
