// invitations.tsx - invitations to tables: from whom, which game, since when; one tap joins, another declines.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { server } from "../model/connections";
import { parseRules } from "../model/rules_text";
import type { Invitation, TableSummary } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { go } from "../components/shell";
import { gameTitle, rulesLine } from "../games/words";
import { seatName } from "../components/texts";
import { longAgo } from "./unfinished";

interface Entry extends Invitation {
  summary: TableSummary;
}

/** The table as it is now; null when nobody is waiting there any more. */
async function lookAt(invitation: Invitation): Promise<Entry | null> {
  const reply = await server.sendTo(invitation.table, { do: "look", key: invitation.key }).catch(() => null);
  const summary = reply?.ok ? reply.look : null;
  const free = summary?.seats.some(({ kind }) => kind === "open" || kind === "reserved");
  return summary?.phase === "waiting" && free ? { ...invitation, summary } : null;
}

async function accept({ table, key }: Entry): Promise<void> {
  const { client, reply } = await server.enterTable(table, { do: "join", key });
  if (client) go({ screen: "table", code: table, key, local: false });
  else if (!reply.ok) toast(reply.message);
}

/** Who sits there already, beside the one who invites. */
function who({ summary }: Entry): string {
  const names = summary.seats.flatMap(({ kind }, index) => (kind === "person" || kind === "bot" ? [seatName(summary.seats, index)] : []));
  return names.length > 1 ? tf("with {names}", { names: names.join(", ") }) : "";
}

function Row({ entry, onDismiss }: { entry: Entry; onDismiss: () => Promise<void> }): JSX.Element {
  const game = gameTitle(parseRules(entry.rules).game);
  return (
    <li class="list-row invitation" data-testid="invitation">
      <div>
        <b>{tf("{name} invites you to {game}", { name: entry.by || t("Guest"), game })}</b>
        <span class="small soft">
          {[rulesLine(entry.rules), who(entry), longAgo(entry.at)].filter(Boolean).join(" · ")}
        </span>
      </div>
      <div class="row">
        <AsyncButton class="button main" data-testid="primary" act={() => accept(entry)}>
          <Icon name="play" />
          {t("Sit down")}
        </AsyncButton>
        <AsyncButton class="button" act={onDismiss}>
          {t("No, thanks")}
        </AsyncButton>
      </div>
    </li>
  );
}

export function Invitations({ rows }: { rows: Invitation[] }): JSX.Element | null {
  const [entries, setEntries] = useState<Entry[]>([]);
  useEffect(() => {
    let current = true;
    void Promise.all(rows.map(lookAt)).then((found) => current && setEntries(found.filter((one) => one !== null)));
    return () => void (current = false);
  }, [rows]);
  const dismiss = async (entry: Entry): Promise<void> => {
    const reply = await server.send({ do: "invitations", dismiss: entry.table }).catch(() => null);
    if (reply?.ok) setEntries((before) => before.filter(({ table }) => table !== entry.table));
    else toast(reply ? reply.message : t("The server is not responding."));
  };
  if (entries.length === 0) return null;
  return (
    <section class="stack">
      <h2>{t("Invitations")}</h2>
      <ul class="list">
        {entries.map((entry) => (
          <Row key={entry.table} entry={entry} onDismiss={() => dismiss(entry)} />
        ))}
      </ul>
    </section>
  );
}
