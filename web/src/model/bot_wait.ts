// bot_wait.ts - after how long bots take the empty seats of a table found by matchmaking: the user's choice, for this tab.
const KEY = "stos.bots-after";

/** Seconds to choose from; 0: never. */
export const BOT_WAITS = [0, 30, 60, 180] as const;

export function keepBotWait(code: string, seconds: number): void {
  try {
    sessionStorage.setItem(KEY, seconds > 0 ? `${code} ${Date.now() + seconds * 1000}` : "");
  } catch {
    // then the button in the lobby is there
  }
}

/** When bots come to this table, in ms since 1970; null: only when they are asked for. */
export function botsComeAt(code: string): number | null {
  try {
    const [table, at] = (sessionStorage.getItem(KEY) ?? "").split(" ");
    return table === code ? Number(at) : null;
  } catch {
    return null;
  }
}
