// sit_down.tsx - a friend opens the link: which game, who invites, who is there already; a name, one tap, seated. No account.
import { games } from "../games";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tf } from "../i18n";
import type { Connection } from "../model/connections";
import { parseRules } from "../model/rules_text";
import { returnRoute } from "../model/return_route";
import { cutName } from "../model/names";
import type { Route } from "../model/route";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { TableSummary } from "../net/protocol";
import { AsyncButton, useSubmit } from "../components/async_button";
import { BotMark, Avatar } from "../components/avatar";
import { Icon } from "../components/icons";
import { GoLink, Page } from "../components/shell";
import { clockText, ratedHelp, seatName } from "../components/texts";
import { gameTitle, tableLine } from "../games/words";
import { showRefusal } from "./table_actions";

export interface SitProps {
  route: { code: string; key: string; local: boolean };
  connection: Connection;
  summary: TableSummary;
  onSit: () => Promise<void>;
  onWatch: () => Promise<void>;
}

/** Who sits there already; bots say that they are bots. */
function Here({ summary }: { summary: TableSummary }): JSX.Element {
  const taken = summary.seats.map((seat, index) => ({ seat, index })).filter(({ seat }) => seat.kind === "person" || seat.kind === "bot");
  return (
    <ul class="seat-list" data-testid="seat-list" aria-label={t("Already there")}>
      {taken.map(({ seat, index }) => (
        <li class="seat-row" data-testid="seat-row" key={index}>
          <Avatar seats={summary.seats} index={index} />
          <b class="grow">{seatName(summary.seats, index)}</b>
          <BotMark seat={seat} />
        </li>
      ))}
    </ul>
  );
}

function Invitation({ summary }: { summary: TableSummary }): JSX.Element {
  const host = summary.seats.findIndex((seat) => seat.owner);
  const { game } = parseRules(summary.rules);
  const title = gameTitle(game);
  return (
    <>
      <h1>{host >= 0 ? tf("{name} invites you to {game}", { name: seatName(summary.seats, host), game: title }) : tf("You are invited to {game}", { game: title })}</h1>
      <p class="soft">{games[game].inShort()}</p>
      <p class="row">
        <span>{tableLine(summary)}</span>
        <span class="row">
          <Icon name="wait" />
          {clockText(summary.turn_seconds)}
        </span>
      </p>
      {summary.rated ? <p>{ratedHelp()}</p> : null}
      <Here summary={summary} />
      <p class="small">
        {t("New here?")} <GoLink to={{ screen: "learn", game }}>{tf("Learn {game} in two minutes", { game: title })}</GoLink>
      </p>
    </>
  );
}

/** To an account and back to the table. */
export function AccountLink({ table }: { table: Route }): JSX.Element {
  return (
    <span class="row" onClickCapture={() => returnRoute.set(table)}>
      <GoLink class="button main big" data-testid="primary" to={{ screen: "account" }}>
        {t("Create an account or log in")}
      </GoLink>
    </span>
  );
}

function WatchButton({ summary, onWatch }: SitProps): JSX.Element | null {
  if (!summary.watchable) return null;
  return (
    <AsyncButton class="button" act={onWatch}>
      <Icon name="eye" />
      {t("Watch")}
    </AsyncButton>
  );
}

/** Ratings belong to accounts. */
function RatedDoor(props: SitProps): JSX.Element {
  return (
    <Page title={t("You are invited")}>
      <section class="sheet">
        <Invitation summary={props.summary} />
        <p>{t("You need an account for a rated table.")}</p>
        <div class="row">
          <AccountLink table={{ screen: "table", ...props.route }} />
          <WatchButton {...props} />
        </div>
      </section>
    </Page>
  );
}

export function SitDown(props: SitProps): JSX.Element {
  const { hello } = useStore(props.connection.state);
  if (props.summary.rated && hello && !hello.account) return <RatedDoor {...props} />;
  return <FreeDoor {...props} account={hello?.account ?? null} />;
}

function FreeDoor(props: SitProps & { account: string | null }): JSX.Element {
  const { hello } = useStore(props.connection.state);
  const known = settings.value.name || hello?.name || "";
  const [name, setName] = useState(known === t("Guest") ? "" : known); // nobody wants to delete that first
  const sit = async (): Promise<void> => {
    const chosen = name.trim();
    if (chosen && chosen !== hello?.name && !(await showRefusal(props.connection.send({ do: "name", name: chosen })))) return;
    if (chosen) setSetting({ name: chosen });
    await props.onSit();
  };
  const [waits, submit] = useSubmit(sit);
  return (
    <Page title={t("You are invited")}>
      <form class="sheet" onSubmit={submit}>
        <Invitation summary={props.summary} />
        <label class="field">
          <span>{t("Your name")}</span>
          <input
            class="input"
            name="name"
            value={name}
            placeholder={t("Guest")}
            autocomplete="nickname"
            autofocus
            onInput={(event) => setName(cutName(event.currentTarget.value))}
          />
        </label>
        {props.account ? null : <p class="small soft">{t("You do not need an account; a name is enough.")}</p>}
        <div class="row">
          <AsyncButton class="button main big" data-testid="primary" waits={waits}>
            {t("Sit down")}
          </AsyncButton>
          <WatchButton {...props} />
        </div>
      </form>
    </Page>
  );
}
