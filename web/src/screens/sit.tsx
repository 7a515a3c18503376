// sit.tsx - a friend opens the link: which game, who invites, who is there already; a name, one tap, seated. No account.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tf } from "../i18n";
import type { Place } from "../model/home";
import { parseRules } from "../model/rules";
import { door } from "../model/door";
import { cutName } from "../model/names";
import type { Route } from "../model/route";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { Glance } from "../model/types";
import { AskButton, useSubmit } from "../ui/ask";
import { BotMark, Face } from "../ui/face";
import { Icon } from "../ui/icons";
import { GoLink, Page } from "../ui/shell";
import { clockText, gameInShort, gameTitle, ratedHelp, seatName, tableLine } from "../ui/texts";
import { tell } from "./actions";

export interface SitProps {
  route: { code: string; key: string; local: boolean };
  place: Place;
  glance: Glance;
  onSit: () => Promise<void>;
  onWatch: () => Promise<void>;
}

/** Who sits there already; bots say that they are bots. */
function Here({ glance }: { glance: Glance }): JSX.Element {
  const taken = glance.seats.map((seat, index) => ({ seat, index })).filter(({ seat }) => seat.kind === "person" || seat.kind === "bot");
  return (
    <ul class="seat-list" aria-label={t("Already there")}>
      {taken.map(({ seat, index }) => (
        <li class="seat-row" key={index}>
          <Face seats={glance.seats} index={index} />
          <b class="grow">{seatName(glance.seats, index)}</b>
          <BotMark seat={seat} />
        </li>
      ))}
    </ul>
  );
}

function Invitation({ glance }: { glance: Glance }): JSX.Element {
  const host = glance.seats.findIndex((seat) => seat.owner);
  const { game } = parseRules(glance.rules);
  const title = gameTitle(game);
  return (
    <>
      <h1>{host >= 0 ? tf("{name} invites you to {game}", { name: seatName(glance.seats, host), game: title }) : tf("You are invited to {game}", { game: title })}</h1>
      <p class="soft">{gameInShort(game)}</p>
      <p class="row">
        <span>{tableLine(glance)}</span>
        <span class="row">
          <Icon name="wait" />
          {clockText(glance.turn_seconds)}
        </span>
      </p>
      {glance.rated ? <p>{ratedHelp()}</p> : null}
      <Here glance={glance} />
      <p class="small">
        {t("New here?")} <GoLink to={{ screen: "learn", game }}>{tf("Learn {game} in two minutes", { game: title })}</GoLink>
      </p>
    </>
  );
}

/** To an account and back to the table. */
export function AccountLink({ table }: { table: Route }): JSX.Element {
  return (
    <span class="row" onClickCapture={() => door.set(table)}>
      <GoLink class="button main big" to={{ screen: "account" }}>
        {t("Create an account or log in")}
      </GoLink>
    </span>
  );
}

function WatchButton({ glance, onWatch }: SitProps): JSX.Element | null {
  if (!glance.watchable) return null;
  return (
    <AskButton class="button" ask={onWatch}>
      <Icon name="eye" />
      {t("Watch")}
    </AskButton>
  );
}

/** Ratings belong to accounts. */
function RatedDoor(props: SitProps): JSX.Element {
  return (
    <Page title={t("You are invited")}>
      <section class="sheet">
        <Invitation glance={props.glance} />
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
  const { hello } = useStore(props.place.state);
  if (props.glance.rated && hello && !hello.account) return <RatedDoor {...props} />;
  return <FreeDoor {...props} account={hello?.account ?? null} />;
}

function FreeDoor(props: SitProps & { account: string | null }): JSX.Element {
  const { hello } = useStore(props.place.state);
  const known = settings.value.name || hello?.name || "";
  const [name, setName] = useState(known === t("Guest") ? "" : known); // nobody wants to delete that first
  const sit = async (): Promise<void> => {
    const chosen = name.trim();
    if (chosen && chosen !== hello?.name && !(await tell(props.place.send({ do: "name", name: chosen })))) return;
    if (chosen) setSetting({ name: chosen });
    await props.onSit();
  };
  const [waits, submit] = useSubmit(sit);
  return (
    <Page title={t("You are invited")}>
      <form class="sheet" onSubmit={submit}>
        <Invitation glance={props.glance} />
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
          <AskButton class="button main big" waits={waits}>
            {t("Sit down")}
          </AskButton>
          <WatchButton {...props} />
        </div>
      </form>
    </Page>
  );
}
