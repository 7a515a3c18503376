// reactions.tsx - a few short messages for the duel and for LIE: said in English, as the protocol has them, and shown in the reader's language.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import type { TableEvent } from "../net/protocol";

/** The very words of the protocol (src/table/table_words.c). */
const REACTIONS = ["Good luck!", "Well played!", "Wow!", "Oops!", "Really?", "Thanks!"] as const;

/** After one the next has to wait: a joke is good once. */
const REST_MS = 3000;
const SHOWN_MS = 4000;

function words(): Record<string, string> {
  return {
    "Good luck!": t("Good luck!"),
    "Well played!": t("Well played!"),
    "Wow!": t("Wow!"),
    "Oops!": t("Oops!"),
    "Really?": t("Really?"),
    "Thanks!": t("Thanks!"),
  };
}

/** What was said, in the language of the reader where it is a reaction. */
export function saidText(text: string): string {
  return words()[text] ?? text;
}

export function Reactions({ onSay }: { onSay: (text: string) => void }): JSX.Element {
  const [resting, setResting] = useState(false);
  useEffect(() => {
    if (!resting) return;
    const timer = setTimeout(() => setResting(false), REST_MS);
    return () => clearTimeout(timer);
  }, [resting]);
  const say = (text: string): void => {
    setResting(true);
    onSay(text);
  };
  return (
    <div class="reactions" data-testid="reactions" role="group" aria-label={t("Reactions")}>
      {REACTIONS.map((text) => (
        <button type="button" class="chip" data-testid="chip" key={text} disabled={resting} onClick={() => say(text)}>
          {saidText(text)}
        </button>
      ))}
    </div>
  );
}

/** The reaction that a seat has just given; null a few seconds later. */
export function useReactions(said: readonly TableEvent[]): (seat: number) => string | null {
  const last = said[said.length - 1];
  const [shown, setShown] = useState(last?.n ?? 0);
  const fresh = last?.what === "say" && last.n > shown && last.text in words() ? last : null;
  useEffect(() => {
    if (!fresh) return;
    const timer = setTimeout(() => setShown(fresh.n), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [fresh?.n]);
  return (seat) => (fresh?.what === "say" && fresh.seat === seat ? saidText(fresh.text) : null);
}
