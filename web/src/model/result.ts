// result.ts - the result of a game as the server writes it (`won`, `left 12`, `winner 1`, `unfinished`) and how good it is (TG12).
export type Result = { kind: "won" } | { kind: "left"; cards: number } | { kind: "winner"; seat: number } | { kind: "unfinished" };

export function readResult(text: string): Result {
  const left = /^left (\d+)$/.exec(text);
  if (left) return { kind: "left", cards: Number(left[1]) };
  const winner = /^winner (\d+)$/.exec(text);
  if (winner) return { kind: "winner", seat: Number(winner[1]) };
  return text === "won" ? { kind: "won" } : { kind: "unfinished" };
}

/** TG12: the most cards that the printed sheet of a language calls an excellent result; no sheet has other grades. */
export function isExcellent(cards: number, language: string): boolean {
  return cards > 0 && cards <= (language === "cs" ? 10 : 9);
}
