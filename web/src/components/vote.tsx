// vote.tsx - who starts (TG3, LI3): everybody votes for a player, and the game begins when all votes agree.
import type { JSX } from "preact";
import { t, tf } from "../i18n";
import type { TableState } from "../model/table_state";
import type { Seat } from "../net/protocol";
import { seatName } from "./texts";
import type { TableActions } from "../model/table_actions";

interface Voting {
  phase: string;
  votes?: (number | null)[];
}

/** What a seat says about the start, or null. */
export function voteWord(view: Voting, seats: Seat[], index: number): string | null {
  const vote = view.phase === "start" ? view.votes?.[index] : null;
  if (vote === null || vote === undefined) return null;
  if (vote === index) return t("I start");
  return seats[vote]?.you ? t("you start") : tf("{name} starts", { name: seatName(seats, vote) });
}

export function VoteBox({ shown, view, actions }: { shown: TableState; view: Voting; actions: TableActions }): JSX.Element {
  const { table } = shown;
  const mine = view.votes?.[table.you];
  return (
    <div class="tray-note">
      <p>
        <b>{t("Who starts?")}</b> {t("Look at your cards. The game begins when everybody has named the same player.")}
      </p>
      <div class="vote-row" data-testid="vote-row" role="group" aria-label={t("Who starts?")}>
        {table.seats.map((_, index) => (
          <button
            type="button"
            class="chip" data-testid="chip"
            key={index}
            aria-pressed={mine === index}
            disabled={table.you < 0 || !shown.table.moves?.includes(`start ${index}`)}
            onClick={() => actions.move(`start ${index}`)}
          >
            {index === table.you ? t("I start") : seatName(table.seats, index)}
          </button>
        ))}
      </div>
    </div>
  );
}
