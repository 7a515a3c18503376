// avatar.tsx - the avatar of a seat: its colour and the first letter of its name; and the mark of bots and programs.
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

/** The first letter; of several bots of one kind the letter that tells them apart. */
function initial(name: string): string {
  const letter = / ([A-F])$/.exec(name)?.[1] ?? lettersOf(name)[0] ?? "";
  return letter.toUpperCase();
}

export function Avatar({ seats, index }: { seats: readonly Seat[]; index: number }): JSX.Element {
  const name = seatName(seats, index);
  return (
    <span class="face" style={{ "--seat-hue": String(seatHue(index, seats[index]?.you === true)) }} aria-hidden="true">
      {initial(name)}
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
