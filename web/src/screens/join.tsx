// join.tsx - join a table by its code or a pasted link.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { readInvite } from "../model/route";
import { go, GoLink, Page } from "../components/shell";

export function JoinScreen(): JSX.Element {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const join = (event: Event): void => {
    event.preventDefault();
    const invite = readInvite(text);
    setWrong(invite === null);
    if (invite) go({ screen: "table", ...invite, local: false });
  };
  return (
    <Page title={t("Join a table")}>
      <form class="sheet" onSubmit={join}>
        <h1>{t("Join a table")}</h1>
        <label class="field">
          <span>{t("Code or link")}</span>
          <input
            class={wrong ? "input stopped" : "input"}
            name="code"
            value={text}
            autofocus
            autocapitalize="none"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={wrong}
            aria-describedby={wrong ? "code-note" : undefined}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {wrong ? (
          <p class="guard-note" data-testid="guard-note" id="code-note" role="alert">
            {t("That is not a code. A code consists of letters, such as bamoteki.")}
          </p>
        ) : null}
        <div class="row">
          <button class="button main big" data-testid="primary" type="submit" disabled={text.trim() === ""}>
            {t("Go to the table")}
          </button>
          <GoLink class="button" to={{ screen: "tables" }}>
            {t("Public tables")}
          </GoLink>
        </div>
      </form>
    </Page>
  );
}
