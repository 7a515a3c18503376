// why_ended.ts - why a game of LIE ended, and why that made the winner win.
import { seatName } from "../../components/texts";
import { t, tf } from "../../i18n";
import type { LieView, Seat } from "../../net/protocol";

/** What happened to whoever lost the last round of LIE, under the clause that ended the game. */
function lastLoss(clause: LieView["ended_by"], seats: Seat[], seat: number): string {
  const name = seatName(seats, seat);
  const you = seats[seat]?.you;
  if (clause === "LI10") return you ? t("You draw a sixth card, so the game ends.") : tf("{name} draws a sixth card, so the game ends.", { name });
  if (clause === "LI14") return you ? t("You lose your last card, so the game ends.") : tf("{name} loses the last card, so the game ends.", { name });
  if (clause === "LI11") return you ? t("You lose the extra round.") : tf("{name} loses the extra round.", { name });
  return "";
}

/** Why that made the winner of LIE the winner. */
function lieWin(clause: LieView["ended_by"], seats: Seat[], seat: number): string {
  const name = seatName(seats, seat);
  const you = seats[seat]?.you;
  if (clause === "LI10") return you ? t("You have the fewest cards.") : tf("{name} has the fewest cards.", { name });
  if (clause === "LI14") return you ? t("You have the most cards.") : tf("{name} has the most cards.", { name });
  if (clause === "LI15") return you ? t("Only you still have cards.") : tf("Only {name} still has cards.", { name });
  return "";
}

export function whyLieEnded({ ended_by: clause, last, winner }: LieView, seats: Seat[]): string {
  if (!last || winner === null) return "";
  return [lastLoss(clause, seats, last.loser), lieWin(clause, seats, winner)].filter(Boolean).join(" ");
}
