// who_starts.tsx - who begins, where the rules leave that open: a choice where a table is made.
import type { JSX } from "preact";
import { Options } from "../components/choices";
import { t } from "../i18n";
import { withOption } from "../model/rules_text";
import type { RulesProps } from "./game";

export function WhoStarts({ rules, set }: RulesProps): JSX.Element {
  return (
    <Options
      legend={t("Who starts")}
      two
      value={rules.options["start"] === "lot" ? "lot" : "agree"}
      options={[
        { value: "agree", title: t("The players agree"), help: t("Everybody looks at their cards and votes.") },
        { value: "lot", title: t("By lot") },
      ]}
      onChange={(start) => set(withOption(rules, "start", start))}
    />
  );
}
