// why_ended.ts - why a game of piles ended, in one sentence.
import { seatName } from "../../components/texts";
import { t, tf } from "../../i18n";
import { readResult } from "../../model/result";
import type { TableState } from "../../model/table_state";
import type { FacetofaceView, Seat, ThegameView } from "../../net/protocol";
import { whoWasStuck } from "./stuck";

function placedAll(seats: Seat[], seat: number): string {
  return seats[seat]?.you ? t("You placed all your cards.") : tf("{name} placed all their cards.", { name: seatName(seats, seat) });
}

function stuckYou(placed: number): string {
  if (placed === 0) return t("You could not place any card.");
  return placed === 1 ? t("You could not place a second card.") : t("You could not place a third card.");
}

function stuckOther(name: string, placed: number): string {
  if (placed === 0) return tf("{name} could not place any card.", { name });
  return placed === 1 ? tf("{name} could not place a second card.", { name }) : tf("{name} could not place a third card.", { name });
}

/** Who could not go on, or who placed everything; "" where the result says it all. */
export function whyPilesEnded(view: ThegameView | FacetofaceView, { table, log }: TableState, seats: Seat[]): string {
  const result = readResult(table.game?.result ?? "");
  const stuck = whoWasStuck(view, log);
  if (!stuck) return result.kind === "winner" ? placedAll(seats, result.seat) : "";
  const name = seatName(seats, stuck.seat);
  const you = seats[stuck.seat]?.you;
  if (stuck.fire) return you ? t("You could not cover the fire.") : tf("{name} could not cover the fire.", { name });
  return you ? stuckYou(stuck.placed) : stuckOther(name, stuck.placed);
}
