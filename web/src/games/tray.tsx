// tray.tsx - the tray of a table, where the hand lies: what every game says there.
import type { JSX } from "preact";
import { seatName } from "../components/texts";
import { t, tf } from "../i18n";
import type { TableState } from "../model/table_state";
import type { Seat } from "../net/protocol";

interface TrayProps {
  class: string;
  "data-testid": string;
  "data-mine": boolean;
  "aria-busy": boolean;
}

/** One may act, or what one did is on its way; a puzzle that is over is not. */
export function trayProps({ busy, table }: TableState, active: boolean): TrayProps {
  const waits = busy && table.phase === "playing";
  return { class: `tray${active ? " mine" : ""}${waits ? " waits" : ""}`, "data-testid": "tray", "data-mine": active, "aria-busy": waits };
}

export function waitNote(view: { to_act: number[] }, seats: Seat[]): string | undefined {
  const seat = view.to_act[0];
  return seat === undefined || seats[seat]?.you ? undefined : tf("{name}'s turn", { name: seatName(seats, seat) });
}

export function WatchTray(): JSX.Element {
  return (
    <footer class="tray" data-testid="tray">
      <p class="soft">{t("You are watching. The hands stay hidden until the game is over.")}</p>
    </footer>
  );
}

/** The end of a game has the table for itself. */
export function EndOfTable({ end }: { end: JSX.Element | null | undefined }): JSX.Element {
  return (
    <main class="felt ended" id="main">
      {end}
    </main>
  );
}
