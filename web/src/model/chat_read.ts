// chat_read.ts - up to which event of each table its talk was read on this device, so that what was said while one was away is news.
const KEY = "stos.heard";
const MOST_TABLES = 50;

function readAll(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Undefined: one was never at this table. */
export function chatReadUpTo(code: string): number | undefined {
  return readAll()[code];
}

export function noteChatRead(code: string, n: number): void {
  const { [code]: _before, ...others } = readAll();
  const newest = Object.entries(others).slice(1 - MOST_TABLES);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(newest), [code]: n }));
  } catch {
    // without storage everything that was said is old after a reload
  }
}
