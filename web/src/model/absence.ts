// absence.ts - people who are away from the table: whom the game waits for without a clock, and what a bot played for the user
// meanwhile. Derived from the table and the log.
import type { LogLine } from "./log";
import type { Matter, Snapshot } from "../net/protocol";

/** People whom the game waits for and who are not here, where no clock will ever decide. */
export function awaited(table: Snapshot): number[] {
  const { view, seats, you } = table;
  const decides = table.turn_seconds > 0 || table.grace_seconds > 0;
  if (!view || view.over || decides || you < 0 || table.phase !== "playing") return [];
  return view.to_act.filter((seat) => {
    const one = seats[seat];
    return seat !== you && one?.kind === "person" && one.here === false && !one.stand_in;
  });
}

/** Lines of moves that a bot made for this seat since its person last moved. Who gave up for good knows that a bot plays. */
export function playedFor(log: readonly LogLine[], seat: number): LogLine[] {
  const own = log.filter((line) => (line.kind === "turn" ? line.seat === seat : line.kind === "event" && line.event.what === "move" && line.event.seat === seat));
  const bySelf = own.map((line) => playedBy(line) === null).lastIndexOf(true);
  const back = Math.max(...log.map((line) => (isReturn(line, seat) ? line.n : 0)), 0);
  return own.slice(bySelf + 1).filter((line) => playedBy(line) !== "resigned" || line.n < back);
}

/** Why a bot made this move; null: it did not. */
function playedBy(line: LogLine): string | null {
  if (line.kind === "turn") return line.for;
  return line.kind === "event" && line.event.what === "move" ? (line.event.for ?? null) : null;
}

function isReturn(line: LogLine, seat: number): boolean {
  return line.kind === "event" && line.event.what === "stand_in" && line.event.seat === seat && !line.event.why;
}

/** What can be asked of everybody; the last ones are to vote the player of a seat out. */
const QUESTIONS: readonly Matter[] = ["pause", "end", "play_on", "out0", "out1", "out2", "out3", "out4", "out5"];

/** The seat that a vote is about; null: the matter is another one. */
export function votedOut(matter: Matter): number | null {
  return matter.startsWith("out") ? Number(matter.slice(3)) : null;
}

/** A question that somebody else has put and that one has not answered. */
export function openQuestion(table: Snapshot): { matter: Matter; seat: number } | null {
  const mine = table.seats[table.you];
  if (!mine || mine.stand_in === "resigned") return null;
  for (const matter of QUESTIONS) {
    if (votedOut(matter) === table.you) continue;
    const seat = table.seats.findIndex((one, index) => index !== table.you && one.agreed?.includes(matter));
    if (seat >= 0 && !mine.agreed?.includes(matter)) return { matter, seat };
  }
  return null;
}

/** A question of one's own that waits for the others. */
export function ownQuestion(table: Snapshot): Matter | null {
  const agreed = table.seats[table.you]?.agreed ?? [];
  return QUESTIONS.find((matter) => agreed.includes(matter)) ?? null;
}
