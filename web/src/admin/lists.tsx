// lists.tsx - what the host sees: each list is fetched when it is opened, and again after something was done.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage, t, tf } from "../i18n";
import { DeedButton } from "./action";
import { rulesLine } from "../games/words";
import type { HostRow as Row } from "../net/protocol";
import { ask } from "./api";

function useRows(list: string, more: { part?: string } = {}): { rows: Row[] | null; again: () => void } {
  const [rows, setRows] = useState<Row[] | null>(null);
  const again = (): void => void ask({ list, ...more }).then((reply) => reply && setRows(reply.rows ?? []));
  useEffect(again, [list, JSON.stringify(more)]);
  return { rows, again };
}

function text(row: Row, name: string): string {
  return String(row[name] ?? "");
}

function when(ms: unknown): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "short", timeStyle: "short" }).format(new Date(Number(ms)));
}

/** A table with a heading for each column; it scrolls by itself where it is too wide. */
function Grid(props: { title: string; heads: string[]; rows: Row[] | null; draw: (row: Row) => ComponentChildren[] }): JSX.Element {
  if (!props.rows) return <p class="soft">{t("Loading...")}</p>;
  if (props.rows.length === 0) return <p class="soft">{t("There is nothing to show.")}</p>;
  return (
    <div class="scroll" data-testid="scroll" tabIndex={0} role="region" aria-label={props.title}>
      <table>
        <caption>{props.title}</caption>
        <thead>
          <tr>
            {props.heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row, index) => (
            <tr key={index}>
              {props.draw(row).map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How people call whoever or whatever a row is about; servers before 0.3 tell numbers alone. */
function nameOf(row: Row, member: string): string {
  const [name, account] = [text(row, "name"), text(row, "account")];
  if (account && account !== name) return name ? `${name} (${account})` : account;
  return name || text(row, member);
}

/** The name, and the number where it does not stand there already. */
function Whom({ row, member }: { row: Row; member: string }): JSX.Element {
  const name = nameOf(row, member);
  const number = text(row, member);
  return (
    <>
      {name === number ? null : <b>{name} </b>}
      <code class="soft small">{number}</code>
    </>
  );
}

/** Ban and mute, or lift them. */
function PersonDeeds({ target, row, again }: { target: string; row: Row; again: () => void }): JSX.Element {
  const name = nameOf(row, "person");
  return (
    <span class="row">
      <DeedButton act={row["muted"] ? "unmute" : "mute"} target={target} name={name} done={again} />
      <DeedButton act={row["banned"] ? "unban" : "ban"} target={target} name={name} done={again} />
    </span>
  );
}

function Report({ row, again }: { row: Row; again: () => void }): JSX.Element {
  const said = (row["said"] ?? []) as [string, string][];
  return (
    <li class="sheet">
      <p>
        <strong>{when(row["at_ms"])}</strong> ·{" "}
        {tf("{by} about {person}, table {table}", { by: text(row, "by"), person: nameOf(row, "person"), table: text(row, "table") })}
      </p>
      <p>{text(row, "text")}</p>
      {said.length > 0 ? (
        <ul class="excerpt" aria-label={t("What was said there last")}>
          {said.map(([who, words], index) => (
            <li key={index}>
              <strong>{who}</strong>: {words}
            </li>
          ))}
        </ul>
      ) : null}
      {row["done_ms"] ? <p class="soft">{tf("Done: {when}", { when: when(row["done_ms"]) })}</p> : null}
      <span class="row">
        <PersonDeeds target={text(row, "person")} row={{ ...row, muted: false, banned: false }} again={again} />
        {row["id"] && !row["done_ms"] ? (
          <DeedButton act="done" target={text(row, "id")} name={tf("{by} about {person}", { by: text(row, "by"), person: nameOf(row, "person") })} done={again} />
        ) : null}
      </span>
    </li>
  );
}

export function ReportsList(): JSX.Element {
  const { rows, again } = useRows("reports");
  if (!rows) return <p class="soft">{t("Loading...")}</p>;
  if (rows.length === 0) return <p class="soft">{t("There is nothing to show.")}</p>;
  const done = rows.filter((row) => row["done_ms"]);
  const list = (some: Row[]): JSX.Element => (
    <ul class="reports">
      {some.map((row) => (
        <Report row={row} again={again} key={`${text(row, "id")} ${text(row, "at_ms")}`} />
      ))}
    </ul>
  );
  return (
    <>
      {done.length < rows.length ? list(rows.filter((row) => !row["done_ms"])) : <p class="soft">{t("All reports are done.")}</p>}
      {done.length > 0 ? (
        <details>
          <summary>{tf("Done: {count}", { count: done.length })}</summary>
          {list(done)}
        </details>
      ) : null}
    </>
  );
}

export function TablesList(): JSX.Element {
  const { rows, again } = useRows("tables");
  return (
    <Grid
      title={t("Tables")}
      heads={[t("Table"), t("Game"), t("People"), t("Opened"), t("Changed"), t("Actions")]}
      rows={rows}
      draw={(row) => [
        <a href={`/j/${text(row, "table")}`}>{text(row, "table")}</a>,
        row["rules"] ? rulesLine(text(row, "rules")) : "",
        ((row["people"] ?? []) as string[]).map((name) => name || t("Guest")).join(", "),
        when(row["opened_ms"]),
        when(row["changed_ms"]),
        <DeedButton act="close" target={text(row, "table")} done={again} />,
      ]}
    />
  );
}

export function PeopleList(): JSX.Element {
  const [part, setPart] = useState("");
  const { rows, again } = useRows("people", { part });
  return (
    <>
      <label class="field">
        <span>{t("Part of the name")}</span>
        <input class="input" name="part" value={part} onInput={(event) => setPart(event.currentTarget.value)} />
      </label>
      <Grid
        title={t("People")}
        heads={[t("Name"), t("Account"), t("Number"), t("Last seen"), t("Actions")]}
        rows={rows}
        draw={(row) => [
          text(row, "name"),
          text(row, "account"),
          <code>{text(row, "person")}</code>,
          when(row["seen_ms"]),
          <PersonDeeds target={text(row, "person")} row={row} again={again} />,
        ]}
      />
    </>
  );
}

/** Whom it may concern: a number of a person, or an address. */
function BanForm({ again }: { again: () => void }): JSX.Element {
  const [target, setTarget] = useState("");
  return (
    <div class="row">
      <label class="field">
        <span>{t("Address or number of a person")}</span>
        <input class="input" name="target" value={target} onInput={(event) => setTarget(event.currentTarget.value)} />
      </label>
      <DeedButton act="ban" target={target.trim()} done={again} />
    </div>
  );
}

export function BansList(): JSX.Element {
  const { rows, again } = useRows("bans");
  return (
    <>
      <BanForm again={again} />
      <Grid
        title={t("Bans and mutes")}
        heads={[t("What"), t("Who"), t("Until"), t("Actions")]}
        rows={rows}
        draw={(row) => {
          const [target = "", table = ""] = text(row, "target").split("@");
          return [
            row["what"] === "mute" ? t("Muted") : t("Banned"),
            <Whom row={row} member="target" />,
            row["until_ms"] ? when(row["until_ms"]) : t("For good"),
            <DeedButton act={row["what"] === "mute" ? "unmute" : "unban"} target={target} name={nameOf(row, "target")} table={table} done={again} />,
          ];
        }}
      />
    </>
  );
}

function whatWords(what: string): string {
  const words: Record<string, string> = {
    close: t("table closed"),
    mute: t("muted"),
    unmute: t("mute lifted"),
    ban: t("banned"),
    unban: t("ban lifted"),
    done: t("report done"),
  };
  return words[what] ?? what;
}

export function LogList(): JSX.Element {
  const { rows } = useRows("log");
  return (
    <Grid
      title={t("What hosts did")}
      heads={[t("When"), t("Host"), t("What"), t("Who"), t("Reason"), t("Outcome")]}
      rows={rows ? [...rows].reverse() : null}
      draw={(row) => [
        when(row["asked_ms"]),
        text(row, "host"),
        whatWords(text(row, "what")),
        <Whom row={row} member="target" />,
        text(row, "reason"),
        !row["done_ms"] ? t("waiting") : text(row, "outcome") === "done" ? t("done") : text(row, "outcome"),
      ]}
    />
  );
}
