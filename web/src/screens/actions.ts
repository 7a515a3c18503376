// actions.ts - what a person can do at a table. The table screen fills it from a keeper, the tutorial from its script.
import { t } from "../i18n";
import { toast } from "../ui/dialog";
import { botFor } from "../model/bots";
import { parseRules } from "../model/rules";
import type { Keeper } from "../model/keeper";
import type { Advice, Matter, Reply, Sum } from "../model/types";

export interface TableActions {
  move: (move: string) => void;
  /** Several moves of one turn, one after the other; the first that is refused ends it. */
  turn: (moves: string[]) => Promise<void>;
  takeBack: () => Promise<unknown>;
  hint: (pile: string | null, hint: string) => void;
  agree: (matter: Matter) => Promise<unknown>;
  replay: () => void;
  /** What is known about a finished game: one's own sums and those of the same people. */
  statistics: (game: string) => Promise<{ person: Sum[]; group: Sum[] } | null>;
  /** Of the owner after a game: bots on the empty seats; everybody back to the lobby. */
  fillSeats: () => Promise<unknown>;
  lobby: () => Promise<unknown>;
  /** The hands that a challenge opened were seen. */
  closeReveal: () => void;
  /** One plays alone or with bots, so a good player may be asked. */
  mayAsk: boolean;
  /** What a good player would do; a sentence where nobody says. */
  advise: () => Promise<Advice | string>;
}

/** Errors that need no words: the table has come back as it is. */
const SILENT = new Set(["stale"]);

export async function tell(reply: Promise<Reply>): Promise<boolean> {
  try {
    const answer = await reply;
    if (!answer.ok && !SILENT.has(answer.error)) toast(answer.message);
    return answer.ok;
  } catch {
    return false;
  }
}

async function statisticsOf(keeper: Keeper, game: string): Promise<{ person: Sum[]; group: Sum[] } | null> {
  const reply = await keeper.ask({ do: "statistics", game }).catch(() => null);
  const sums = (name: string): Sum[] => (reply?.ok && Array.isArray(reply[name]) ? (reply[name] as Sum[]) : []);
  return reply?.ok ? { person: sums("person"), group: sums("group") } : null;
}

async function adviceFor(keeper: Keeper): Promise<Advice | string> {
  const reply = await keeper.ask({ do: "advise" }).catch(() => null);
  if (!reply) return t("There is no advice at the moment.");
  return reply.ok ? (reply["advice"] as Advice) : reply.message;
}

/** A bot on every seat that nobody has. */
export async function fillSeats(keeper: Keeper): Promise<void> {
  const { seats, rules } = keeper.shown.value.table;
  const bot = botFor(parseRules(rules).game);
  for (const [seat, { kind }] of seats.entries())
    if (kind === "open" || kind === "reserved") await tell(keeper.ask({ do: "fill", seat, with: `bot:${bot}` }));
}

export function keeperActions(keeper: Keeper, mayAsk: boolean, replay: () => void): TableActions {
  return {
    move: (move) => void tell(keeper.move(move)),
    turn: async (moves) => {
      for (const move of moves) if (!(await tell(keeper.move(move)))) return;
    },
    takeBack: () => tell(keeper.takeBack()),
    hint: (pile, hint) => void tell(keeper.ask(pile ? { do: "hint", pile, hint } : { do: "hint", self: hint })),
    agree: (matter) => tell(keeper.ask({ do: "agree", matter })),
    replay,
    statistics: (game) => statisticsOf(keeper, game),
    fillSeats: () => fillSeats(keeper),
    lobby: () => tell(keeper.ask({ do: "lobby" })),
    closeReveal: () => keeper.closeReveal(),
    mayAsk,
    advise: () => adviceFor(keeper),
  };
}
