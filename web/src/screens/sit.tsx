// sit.tsx - a friend opens the link: a name, one tap, seated. No account.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tf } from "../i18n";
import type { Place } from "../model/home";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { Seat } from "../model/types";
import { Icon } from "../ui/icons";
import { Page } from "../ui/shell";
import { seatName } from "../ui/texts";
import { tell } from "./actions";

export interface SitProps {
  place: Place;
  code: string;
  seats: Seat[];
  onSit: () => void;
  onWatch: () => void;
}

export function SitDown(props: SitProps): JSX.Element {
  const { hello } = useStore(props.place.state);
  const [name, setName] = useState(settings.value.name || hello?.name || "");
  const here = props.seats
    .map((seat, index) => (seat.kind === "person" || seat.kind === "bot" ? seatName(props.seats, index) : ""))
    .filter(Boolean);
  const sit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const chosen = name.trim();
    if (chosen && chosen !== hello?.name && !(await tell(props.place.send({ do: "name", name: chosen })))) return;
    if (chosen) setSetting({ name: chosen });
    props.onSit();
  };
  return (
    <Page title={t("You are invited")}>
      <form class="sheet" onSubmit={sit}>
        <h1>{t("You are invited to a table")}</h1>
        <p class="soft">{tf("The table {code} waits for you. You need no account; a name is enough.", { code: props.code })}</p>
        {here.length > 0 ? <p class="soft">{tf("Already there: {names}", { names: here.join(", ") })}</p> : null}
        <label class="field">
          <span>{t("Your name")}</span>
          <input
            class="input"
            name="name"
            value={name}
            maxLength={24}
            autocomplete="nickname"
            autofocus
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <div class="row">
          <button class="button main big" type="submit">
            {t("Sit down")}
          </button>
          <button class="button" type="button" onClick={props.onWatch}>
            <Icon name="eye" />
            {t("Watch")}
          </button>
        </div>
      </form>
    </Page>
  );
}
