// avatar.tsx - the avatar of a seat: its colour and the initials of its name, which are unique at the table; and the mark of bots.
import type { JSX } from "preact";
import { t } from "../i18n";
import { lettersOf } from "../model/names";
import type { Seat } from "../net/protocol";
import { Icon } from "./icons";
import { seatName } from "./texts";

/** A colour for each seat, far apart on the wheel and away from the accent. */
const HUES = [300, 45, 250, 350, 100, 200];

export function seatHue(index: number, you: boolean): number {
  return you ? 175 : (HUES[index % HUES.length] ?? 300);
}

/** What somebody is called at the table; oneself, too. */
export function ownName(seats: readonly Seat[], index: number): string {
  const seat = seats[index];
  return (seat?.you && seat.name) || seatName(seats, index);
}

/** The first letter; of several bots of one kind the letter that tells them apart. */
function firstLetter(name: string): string {
  return (/ ([A-F])$/.exec(name)?.[1] ?? lettersOf(name)[0] ?? "").toUpperCase();
}

/** The first letter, and where another begins with it the first of the following letters that no other name has there. */
export function initialsOf(names: readonly string[], index: number): string {
  const name = names[index] ?? "";
  const first = firstLetter(name);
  const alike = names.filter((other, at) => at !== index && firstLetter(other) === first).map(lettersOf);
  if (alike.length === 0) return first;
  const own = lettersOf(name);
  const at = own.findIndex((letter, place) => place > 0 && letter.trim() && alike.every((other) => other[place]?.toLowerCase() !== letter.toLowerCase()));
  return first + (own[at]?.toLowerCase() ?? String(names.slice(0, index + 1).filter((other) => firstLetter(other) === first).length));
}

export function Avatar({ seats, index }: { seats: readonly Seat[]; index: number }): JSX.Element {
  const names = seats.map((_, at) => ownName(seats, at));
  return (
    <span class="face" style={{ "--seat-hue": String(seatHue(index, seats[index]?.you === true)) }} aria-hidden="true">
      {initialsOf(names, index)}
    </span>
  );
}

/** Bots and programs say that they are bots. */
export function BotMark({ seat }: { seat: Seat }): JSX.Element | null {
  if (seat.kind !== "bot" && !seat.program) return null;
  return (
    <span class="small soft">
      <Icon name="bot" /> {t("a bot")}
    </span>
  );
}
