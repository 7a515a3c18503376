// table_actions.ts - what a person can do at the table of a client.
import type { TableActions } from "../model/table_actions";
import { t } from "../i18n";
import { toast } from "../components/dialog";
import { botFor } from "../model/bots";
import { parseRules } from "../model/rules_text";
import type { Connection } from "../model/connections";
import type { TableClient } from "../model/table_client";
import type { Advice, Reply, Statistics } from "../net/protocol";

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
    turn: async (moves) => void (await showRefusal(client.move(moves.join(";")))),
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
