// hotseat_cover.tsx - several people around one device: between turns nobody's cards are shown, but who is next and what happened.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import type { TableState } from "../model/table_state";
import { comeTo } from "../components/focus";
import { lineSentence } from "../components/log";
import { gameTitle } from "../games/words";
import { parseRules } from "../model/rules_text";

const TOLD = 3;

export function HotseatCover({ shown, onTake }: { shown: TableState; onTake: () => void }): JSX.Element {
  const { table, log } = shown;
  const cover = useRef<HTMLElement>(null);
  useLayoutEffect(() => comeTo(cover.current), [table.you]);
  const names = table.seats.map((seat) => ({ ...seat, you: false }));
  const told = log.map((line) => lineSentence(line, names, -1)).filter(Boolean);
  return (
    <main class="hotseat-cover" id="main" tabIndex={-1} ref={cover}>
      <p class="hotseat-back" aria-hidden="true">
        <span class="back" />
      </p>
      <p class="soft">{t("Pass the device on. Next:")}</p>
      <h2>{names[table.you]?.name}</h2>
      <button class="button main big" type="button" onClick={onTake}>
        {t("Show my cards")}
      </button>
      {told.length > 0 ? (
        <ul class="hotseat-told soft" aria-label={gameTitle(parseRules(table.rules).game)}>
          {told.slice(-TOLD).map((sentence, index) => (
            <li key={index}>{sentence}</li>
          ))}
        </ul>
      ) : null}
    </main>
  );
}
