// ban.ts - a ban in words: from what, until when, and why.
import { currentLanguage, t, tf } from "../i18n";
import type { Refusal } from "../net/protocol";

function endWords(until: number | null): string {
  if (until === null) return t("The ban has no end.");
  const time = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(until);
  return tf("The ban ends: {time}.", { time });
}

/** `what`: the first sentence. A server of version 0.2 tells neither when it ends nor why. */
export function banWords(what: string, { until, reason }: Partial<Refusal>): string {
  const parts = [what, until === undefined ? "" : endWords(until), reason ? tf("Reason: {reason}", { reason }) : ""];
  return parts.filter(Boolean).join(" ");
}
