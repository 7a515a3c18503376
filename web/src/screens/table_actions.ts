// table_actions.ts - what a person can do at a table. The table screen fills it from a client, the tutorial from its script.
import { t } from "../i18n";
import { toast } from "../components/dialog";
import { botFor } from "../games/bots";
import { parseRules } from "../games/rules_text";
import type { Connection } from "../model/connections";
import type { TableClient } from "../model/table_client";
import type { Advice, Matter, Reply, Statistics } from "../net/protocol";

export interface TableActions {
  move: (move: string) => void;
  /** Several moves of one turn, one after the other; the first that is refused ends it. */
  turn: (moves: string[]) => Promise<void>;
  takeBack: () => Promise<unknown>;
  hint: (pile: string | null, hint: string) => void;
  agree: (matter: Matter) => Promise<unknown>;
  replay: () => void;
  /** What is known about a finished game: one's own sums and those of the same people. */
  statistics: (game: string) => Promise<{ person: Statistics[]; group: Statistics[] } | null>;
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

export async function showRefusal(reply: Promise<Reply>): Promise<boolean> {
  try {
    const answer = await reply;
    if (!answer.ok && !SILENT.has(answer.error)) toast(answer.message);
    return answer.ok;
  } catch {
    return false;
  }
}

async function statisticsOf(connection: Connection, game: string): Promise<{ person: Statistics[]; group: Statistics[] } | null> {
  const reply = await connection.send({ do: "statistics", game }).catch(() => null);
  return reply?.ok ? { person: reply.person ?? [], group: reply.group ?? [] } : null;
}

async function adviceFor(client: TableClient): Promise<Advice | string> {
  const reply = await client.send({ do: "advise" }).catch(() => null);
  if (!reply) return t("There is no advice at the moment.");
  return reply.ok ? reply.advice : reply.message;
}

/** A bot on every seat that nobody has. */
export async function fillSeats(client: TableClient): Promise<void> {
  const { seats, rules } = client.state.value.table;
  const bot = botFor(parseRules(rules).game);
  for (const [seat, { kind }] of seats.entries())
    if (kind === "open" || kind === "reserved") await showRefusal(client.send({ do: "fill", seat, with: `bot:${bot}` }));
}

export function clientActions(client: TableClient, connection: Connection, mayAsk: boolean, replay: () => void): TableActions {
  return {
    move: (move) => void showRefusal(client.move(move)),
    turn: async (moves) => {
      for (const move of moves) if (!(await showRefusal(client.move(move)))) return;
    },
    takeBack: () => showRefusal(client.takeBack()),
    hint: (pile, hint) => void showRefusal(client.send(pile ? { do: "hint", pile, hint } : { do: "hint", self: hint })),
    agree: (matter) => showRefusal(client.send({ do: "agree", matter })),
    replay,
    statistics: (game) => statisticsOf(connection, game),
    fillSeats: () => fillSeats(client),
    lobby: () => showRefusal(client.send({ do: "lobby" })),
    closeReveal: () => client.closeReveal(),
    mayAsk,
    advise: () => adviceFor(client),
  };
}
