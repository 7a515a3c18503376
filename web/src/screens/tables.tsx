// tables.tsx - public tables: free seats, and games that may be watched.
import type { JSX } from "preact";
import { t, tn } from "../i18n";
import { usePublicTables } from "../model/queue";
import type { TableRow } from "../net/protocol";
import { Icon } from "../components/icons";
import { Loading } from "../components/loading";
import { GoLink, Page } from "../components/shell";
import { rulesLine } from "../games/words";
import { waitingFor } from "./find_game";

function Row({ table }: { table: TableRow }): JSX.Element {
  const { free } = table;
  return (
    <li>
      <GoLink class="list-row" data-testid="list-row" to={{ screen: "table", code: table.code, key: "", local: false }}>
        <div>
          <b>{rulesLine(table.rules)}</b>
          <span class="small soft">
            {table.people.join(", ")}
            {table.phase === "waiting" && table.opened ? ` · ${waitingFor(table.opened)}` : ""}
            {table.rated ? ` · ${t("rated")}` : ""}
          </span>
        </div>
        <span class="badge">
          <Icon name={free > 0 ? "door" : "eye"} />
          {free > 0 ? tn("%d free seat", "%d free seats", free) : t("Watch")}
        </span>
      </GoLink>
    </li>
  );
}

export function TablesScreen(): JSX.Element {
  const tables = usePublicTables();
  return (
    <Page title={t("Public tables")}>
      <h1>{t("Public tables")}</h1>
      <p>
        <GoLink class="button main" to={{ screen: "find" }}>
          {t("Find an opponent")}
        </GoLink>
      </p>
      {tables === null ? (
        <Loading text={t("Asking the server…")} />
      ) : tables.length === 0 ? (
        <div class="empty-state" data-testid="empty-state">
          <Icon name="cards" />
          <p>{t("Nobody is waiting for players right now. Make a table that everybody can see.")}</p>
          <GoLink class="button main" data-testid="primary" to={{ screen: "new" }}>
            {t("Make a table")}
          </GoLink>
        </div>
      ) : (
        <ul class="list">
          {tables.map((table) => (
            <Row key={table.code} table={table} />
          ))}
        </ul>
      )}
    </Page>
  );
}
