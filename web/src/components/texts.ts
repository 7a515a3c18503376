// texts.ts - the words of games, piles, hints, seats and results: whole sentences, so that they can be translated well.
import { currentLanguage, t, tf, tn, tnf } from "../i18n";
import { readBid } from "../games/lie/bids";
import { jump, jumpText, room, type Pile } from "../games/piles/piles";
import { levelOf, parseRules, playersOf, type Rules } from "../games/rules_text";
import { isExcellent, readResult } from "../model/result";
import type { GameName, Matter, PileHint, Seat, SelfHint } from "../net/protocol";

// ---------------------------------------------------------------- games and rules

export function gameTitle(game: GameName): string {
  const titles: Record<GameName, string> = { thegame: t("THE GAME"), facetoface: t("FACE TO FACE"), lie: t("LIE") };
  return titles[game];
}

export function gameInShort(game: GameName): string {
  if (game === "thegame") return t("Together against the deck: 98 cards, four piles, not a number said.");
  if (game === "facetoface") return t("The duel. Help your opponent, and you draw more cards.");
  return t("Bid on what all hands hold. Catch the one who bids too high.");
}

export function levelName(level: "standard" | "expert" | "master"): string {
  return level === "standard" ? t("standard") : level === "expert" ? t("expert") : t("master");
}

/** What differs from the usual game, in the words in which it was chosen. */
function variants({ options }: Rules): string[] {
  return [
    options["fire"] === "now" ? t("Fire, same turn") : "",
    options["last"] === "lenient" ? t("Lenient") : "",
    options["ones"] === "wild" ? t("ones are wild") : "",
    options["direction"] === "choose" ? t("Either direction") : "",
    options["cards"] === "down" ? t("Fewer and fewer") : "",
    options["end"] === "last" ? t("To the last") : "",
  ];
}

/** One line for a header: THE GAME · expert, on fire · 3 players. Whoever sits down learns from it how the table plays. */
export function rulesLine(text: string): string {
  const rules = parseRules(text);
  const parts = [gameTitle(rules.game)];
  if (rules.game === "thegame") {
    const level = levelName(levelOf(rules));
    parts.push(rules.options["fire"] === "next" ? tf("{level}, on fire", { level }) : level);
  }
  if (rules.game === "lie") parts.push(rules.options["order"] === "count" ? t("the number leads") : t("the face leads"));
  parts.push(...variants(rules));
  if (rules.game !== "facetoface") parts.push(playersOf(rules) === 1 ? t("alone") : tn("%d player", "%d players", playersOf(rules)));
  return parts.filter(Boolean).join(" · ");
}

/** The same for a table: that it is rated is told wherever it is named. */
export function tableLine({ rules, rated }: { rules: string; rated?: boolean | undefined }): string {
  return rated ? `${rulesLine(rules)} · ${t("rated")}` : rulesLine(rules);
}

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

export function pileWay(pile: Pile): string {
  return pile.rising ? t("rising") : t("falling");
}

/** First or second, where a direction has two piles. */
export function pileOrder(number: number): string {
  return number === 1 ? t("first") : number === 2 ? t("second") : "";
}

export function pileName(pile: Pile): string {
  if (pile.owner) return pile.rising ? tf("{name}: rising pile", { name: pile.owner }) : tf("{name}: falling pile", { name: pile.owner });
  if (pile.other) return pile.rising ? t("their rising pile") : t("their falling pile");
  if (pile.number === 0) return pile.rising ? t("your rising pile") : t("your falling pile");
  if (pile.rising) return pile.number === 1 ? t("first rising pile") : t("second rising pile");
  return pile.number === 1 ? t("first falling pile") : t("second falling pile");
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

export function roomText(pile: Pile): string {
  return tf("{count} left to {end}", { count: room(pile), end: pile.last });
}

export function pileLabel(pile: Pile, card: number | null, legal: boolean): string {
  const top = tf("{pile}, {top} on top, {room}", { pile: pileName(pile), top: pile.top, room: roomText(pile) });
  const fire = pile.due ? `. ${t("The fire here must be covered")}` : "";
  if (card === null) return top + fire;
  return `${top}${fire}. ${legal ? placeLabel(pile, card) : tf("{card} does not fit", { card })}`;
}

function placeLabel(pile: Pile, card: number): string {
  const size = jump(pile, card);
  if (pile.other) return tf("{card} helps by {size}", { card, size: -size });
  return size < 0 ? tf("{card} goes back by ten", { card }) : tf("{card}, jump of {size}", { card, size });
}

export function jumpLabel(pile: Pile, card: number): string {
  return jumpText(jump(pile, card));
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
  if (result.kind === "won") return t("All 98 cards lie on the piles. It does not get better than this.");
  if (result.kind !== "left") return "";
  return isExcellent(result.cards, currentLanguage()) ? t("Excellent: fewer than ten left.") : "";
}

/** A mean as people of this language write it. */
export function oneDigit(value: number): string {
  return new Intl.NumberFormat(currentLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}
