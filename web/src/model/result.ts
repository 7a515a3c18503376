// result.ts - the result of a game as the server writes it (`won`, `left 12`, `winner 1`, `unfinished`) and how good it is (TG12).
export type Result = { kind: "won" } | { kind: "left"; cards: number } | { kind: "winner"; seat: number } | { kind: "unfinished" };

export function readResult(text: string): Result {
  const left = /^left (\d+)$/.exec(text);
  if (left) return { kind: "left", cards: Number(left[1]) };
  const winner = /^winner (\d+)$/.exec(text);
  if (winner) return { kind: "winner", seat: Number(winner[1]) };
  return text === "won" ? { kind: "won" } : { kind: "unfinished" };
}

export type Rating = "won" | "excellent" | "good" | "fair" | "early";

/** One to nine is excellent, below twenty nothing to be ashamed of (TG12). */
export function rate(cards: number): Rating {
  if (cards === 0) return "won";
  if (cards < 10) return "excellent";
  if (cards < 20) return "good";
  return cards < 40 ? "fair" : "early";
}
