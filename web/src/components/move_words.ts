// move_words.ts - a move as one would say it.
import { t, tf } from "../i18n";
import { readPlacement } from "../model/moves";
import type { Seat } from "../net/protocol";
import { bidWords, pileNameById, seatName } from "./texts";

export function moveWords(move: string, seats: readonly Seat[]): string {
  const placement = readPlacement(move);
  if (placement) return pileNameById(placement.pile);
  if (move === "end") return t("End turn");
  if (move === "call") return t("Challenge");
  if (move.startsWith("show")) return move.slice(5).split(" ").join(", ");
  if (move.startsWith("start")) return tf("{name} starts", { name: seatName(seats, Number(move.slice(6))) });
  if (move.startsWith("dir")) return move === "dir cw" ? t("Clockwise") : t("Counter-clockwise");
  return bidWords(move);
}
