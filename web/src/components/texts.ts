// texts.ts - the words of games, piles, hints, seats and results: whole sentences, so that they can be translated well.
import { currentLanguage, t, tf, tn, tnf } from "../i18n";
import { readBid } from "../model/moves";
import { isExcellent, readResult } from "../model/result";
import type { Matter, PileHint, Seat, SelfHint } from "../net/protocol";

// ---------------------------------------------------------------- games and rules

/** What is at stake at a rated table. */
export function ratedHelp(): string {
  return t("Rated: the result changes your rating. If you run out of time or leave, you lose.");
}

export function botName(bot: string): string {
  const names: Record<string, string> = {
    random: t("Random"),
    novice: t("Novice"),
    steady: t("Steady"),
    quick: t("Quick"),
    strong: t("Strong"),
    champion: t("Champion"),
  };
  return names[bot] ?? bot;
}

export function botHelp(bot: string): string {
  const texts: Record<string, string> = {
    random: t("plays any legal move"),
    novice: t("a gentle start"),
    steady: t("solid, does not look ahead"),
    quick: t("strong for its speed, answers at once"),
    strong: t("looks ahead"),
    champion: t("the same, with more time to think"),
  };
  return texts[bot] ?? "";
}

const CLOCKS: [number, () => string][] = [
  [0, () => t("no clock")],
  [30, () => t("30 s")],
  [60, () => t("1 min")],
  [180, () => t("3 min")],
  [86400, () => t("1 day")],
];

/** The times for a turn that a table can be made with. */
export const CLOCK_SECONDS = CLOCKS.map(([seconds]) => seconds);

export function clockText(seconds: number): string {
  return CLOCKS.find(([known]) => known === seconds)?.[1]() ?? tf("{minutes} min", { minutes: Math.ceil(seconds / 60) });
}

// ---------------------------------------------------------------- seats

export function seatName(seats: readonly Seat[], index: number): string {
  const seat = seats[index];
  if (!seat) return tf("Seat {number}", { number: index + 1 });
  if (seat.you) return t("You");
  if (seat.kind === "bot") return seat.name || botSeatName(seats, index);
  if (seat.kind === "person") return seat.name || t("Guest");
  return seat.kind === "reserved" ? t("Reserved") : t("Open seat");
}

/** Several bots of one kind are told apart by a number. */
function botSeatName(seats: readonly Seat[], index: number): string {
  const bot = seats[index]?.bot ?? "";
  const same = seats.map((seat, at) => (seat.kind === "bot" && seat.bot === bot ? at : -1)).filter((at) => at >= 0);
  const name = botName(bot);
  return same.length > 1 ? `${name} ${"ABCDEF"[same.indexOf(index)] ?? ""}` : name;
}

/** Who gave up and who left are both `resigned`. */
export function standInText(why: string): string {
  if (why === "late") return t("too late, a bot plays on");
  return why === "away" ? t("away, a bot plays on") : t("stopped playing, a bot plays on");
}

// ---------------------------------------------------------------- piles and cards

/** First or second, where a direction has two piles. */
export function pileOrder(number: number): string {
  return number === 1 ? t("first") : number === 2 ? t("second") : "";
}

/** The name of a pile out of a move, for sentences about others: U1, oD. */
export function pileNameById(id: string): string {
  const names: Record<string, string> = {
    U1: t("first rising pile"),
    U2: t("second rising pile"),
    D1: t("first falling pile"),
    D2: t("second falling pile"),
    U: t("own rising pile"),
    D: t("own falling pile"),
    oU: t("other rising pile"),
    oD: t("other falling pile"),
  };
  return names[id] ?? id;
}

// ---------------------------------------------------------------- hints

export const PILE_HINTS: PileHint[] = ["leave_1", "leave_2", "leave_3", "no_big_jump", "go_ahead"];

export function pileHintText(hint: PileHint): string {
  const texts: Record<PileHint, string> = {
    leave_1: t("please leave it"),
    leave_2: t("please leave it, it matters"),
    leave_3: t("please, leave it!"),
    no_big_jump: t("no big jump here"),
    go_ahead: t("go ahead"),
  };
  return texts[hint];
}

/** The same where a pile is narrow: a word or two. */
export function pileHintShort(hint: PileHint): string {
  const texts: Record<PileHint, string> = {
    leave_1: t("leave"),
    leave_2: t("leave!"),
    leave_3: t("leave!!"),
    no_big_jump: t("no jump"),
    go_ahead: t("go on"),
  };
  return texts[hint];
}

export function selfHintText(hint: SelfHint): string {
  const texts: Record<SelfHint, string> = {
    can_wait: t("I can wait"),
    in_trouble: t("I am in trouble"),
    wants_start: t("I would like to start"),
    rather_not: t("I would rather not start"),
  };
  return texts[hint];
}

/** The same as others see it beside the name: as short as can be. */
export function selfHintShort(hint: SelfHint): string {
  const texts: Record<SelfHint, string> = {
    can_wait: t("can wait"),
    in_trouble: t("in trouble"),
    wants_start: t("wants to start"),
    rather_not: t("rather not"),
  };
  return texts[hint];
}

export function matterText(matter: Matter): string {
  if (matter === "pause") return t("a pause, please");
  if (matter === "end") return t("let's end the game");
  if (matter === "play_on") return t("a bot may play on");
  if (matter.startsWith("out")) return t("let's vote a player out");
  return matter === "rematch" ? t("let's play again") : t("the same deal again, please");
}

/** With the mark that ends a sentence, unless it has one of its own: please, leave it! */
export function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

// ---------------------------------------------------------------- bids

export function faceName(face: number, count: number): string {
  if (face === 1) return tnf("{n} one", "{n} ones", count, {});
  if (face === 2) return tnf("{n} two", "{n} twos", count, {});
  if (face === 3) return tnf("{n} three", "{n} threes", count, {});
  if (face === 4) return tnf("{n} four", "{n} fours", count, {});
  if (face === 5) return tnf("{n} five", "{n} fives", count, {});
  return tnf("{n} six", "{n} sixes", count, {});
}

export function bidWords(text: string): string {
  const bid = readBid(text);
  return bid ? faceName(bid.face, bid.count) : text;
}

// ---------------------------------------------------------------- results

export function resultTitle(text: string, seats: readonly Seat[], you: number): string {
  const result = readResult(text);
  if (result.kind === "won") return t("Won!");
  if (result.kind === "left") return tn("%d card left", "%d cards left", result.cards);
  if (result.kind === "unfinished") return t("Not finished");
  return result.seat === you ? t("You win!") : tf("{name} wins", { name: seatName(seats, result.seat) });
}

export function resultWords(text: string): string {
  const result = readResult(text);
  if (result.kind === "won") return t("It does not get better than this.");
  if (result.kind !== "left") return "";
  return isExcellent(result.cards, currentLanguage()) ? t("Excellent: fewer than ten left.") : "";
}

/** A mean as people of this language write it. */
export function oneDigit(value: number): string {
  return new Intl.NumberFormat(currentLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}
