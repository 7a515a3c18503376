// ribbon.tsx - the last moves of the others in one line, to be seen at a glance. The whole log is in the drawer.
import type { JSX } from "preact";
import { t } from "../i18n";
import { seatsAt } from "../model/people";
import type { TableState } from "../model/table_state";
import { lastTurns, type TurnLine } from "../model/log";
import { Placed } from "./log";
import { seatName } from "./texts";

const MOST_TURNS = 2;
const MOST_CARDS = 3;

function Turn({ line, shown }: { line: TurnLine; shown: TableState }): JSX.Element {
  const { table, sittings } = shown;
  const placed = line.placed.slice(-MOST_CARDS);
  return (
    <span class="ribbon-turn">
      <b>{seatName(seatsAt(table.seats, sittings, line.n), line.seat)}</b>
      {line.placed.length > placed.length ? "…" : null}
      {placed.map((placement) => (
        <Placed brief key={placement.card} placement={placement} />
      ))}
    </span>
  );
}

/** Its place is kept before anybody has played. */
export function Ribbon({ shown }: { shown: TableState }): JSX.Element {
  const turns = lastTurns(shown.log, shown.table.you, MOST_TURNS);
  return (
    <div class="ribbon" data-testid="ribbon">
      {turns.length > 0 ? <span class="only-heard">{t("Last turn:")}</span> : null}
      {turns.map((line) => (
        <Turn key={line.n} line={line} shown={shown} />
      ))}
    </div>
  );
}
