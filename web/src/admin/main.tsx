/*
 * main.tsx - the page for hosts (/admin): reports, tables, people, bans and the log, over the requests of `host` (docs/protocol.md).
 *
 * A separate bundle, so that nobody else loads any of it. The passphrase is sent once per connection and never stored; when the
 * connection is lost, or after an hour without activity, it is asked for again.
 */
import "./admin.css";
import { render, type JSX } from "preact";
import { useState } from "preact/hooks";
import { startLanguage, t } from "../i18n";
import { AsyncButton, useSubmit } from "../components/async_button";
import { Field } from "../components/field";
import { ask, say, useSaid } from "./api";
import { BansList, LogList, PeopleList, ReportsList, TablesList } from "./lists";

function Login({ enter }: { enter: () => void }): JSX.Element {
  const [phrase, setPhrase] = useState("");
  const [waits, login] = useSubmit(async () => {
    const reply = await ask({ passphrase: phrase });
    setPhrase("");
    if (reply) enter();
  });
  return (
    <form class="sheet" onSubmit={login}>
      <Field label={t("The host's passphrase")} name="passphrase" type="password" hint="current-password" value={phrase} set={setPhrase} />
      <div class="row">
        <AsyncButton class="button main" data-testid="primary" waits={waits} disabled={phrase === ""}>
          {t("Log in")}
        </AsyncButton>
      </div>
    </form>
  );
}

/** What there is to see; the names are written out so that they can be translated. */
function parts(): [string, string, () => JSX.Element][] {
  return [
    ["reports", t("Reports"), ReportsList],
    ["tables", t("Tables"), TablesList],
    ["people", t("People"), PeopleList],
    ["bans", t("Bans and mutes"), BansList],
    ["log", t("What hosts did"), LogList],
  ];
}

function Inside(): JSX.Element {
  const [shown, setShown] = useState("reports");
  const List = parts().find(([name]) => name === shown)?.[2] ?? ReportsList;
  return (
    <>
      <nav class="row" aria-label={t("Parts of this page")}>
        {parts().map(([name, title]) => (
          <button class="button" type="button" key={name} aria-current={name === shown ? "page" : undefined} onClick={() => setShown(name)}>
            {title}
          </button>
        ))}
      </nav>
      <List key={shown} />
    </>
  );
}

function Admin(): JSX.Element {
  const { text, known } = useSaid();
  return (
    <main>
      <h1>{t("Host")}</h1>
      <p role="status" class="said">
        {text}
      </p>
      {known ? <Inside /> : <Login enter={() => say("", true)} />}
    </main>
  );
}

document.documentElement.dataset["theme"] = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
await startLanguage();
document.title = `stos · ${t("Host")}`;
render(<Admin />, document.getElementById("app") as HTMLElement);
