// real_rules.tsx - addresses with rules in them: drawn for rules that there are, others are refused in words.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { openRulesEngine } from "../model/rules_engine";
import { Problem } from "./problem";

/** Shows its children for rules that there are; a link with others is refused in words. */
export function RealRules({ rules, children }: { rules: string; children: JSX.Element }): JSX.Element | null {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    openRulesEngine().then(
      (book) => setProblem(book.problem(rules)),
      () => setProblem(""), // the server has the last word
    );
  }, [rules]);
  if (problem === null) return null;
  return problem ? <Problem icon="help" title={t("Page not found")} text={problem} /> : children;
}
