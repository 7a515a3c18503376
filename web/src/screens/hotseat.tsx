// hotseat.tsx - a game for people around one device: which game, who plays in which order. It needs no server, and no network.
import { GAMES } from "../model/facts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { botFor } from "../model/bots";
import { defaultRules, playersRange, rulesText, withOption, type Rules } from "../model/rules_text";
import { local } from "../model/connections";
import { cutName } from "../model/names";
import { setSetting, settings } from "../model/settings";
import type { GameName } from "../net/protocol";
import { AsyncButton, useSubmit } from "../components/async_button";
import { Segments } from "../components/choices";
import { toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { go, Page } from "../components/shell";
import { gameTitle } from "../games/words";
import { Presets } from "./presets";

/** A device goes round among at least so many. */
const LEAST = 2;

function nameAt(names: readonly string[], index: number): string {
  return names[index]?.trim() || tf("Player {number}", { number: index + 1 });
}

async function deal(rules: Rules, names: readonly string[], bots: number): Promise<void> {
  setSetting({ around: names.map((name) => name.trim()), lastGame: rules.game });
  const people = names.map((_, index) => `me:${nameAt(names, index)}`);
  const seats = [...people, ...Array.from({ length: bots }, () => `bot:${botFor(rules.game)}`)];
  const counted = playersRange(rules.game)[1] > LEAST ? withOption(rules, "players", String(seats.length)) : rules;
  const text = rulesText(withOption(counted, "start", "lot"));
  const { client, reply } = await local.enter({ do: "create", rules: text, seats, begin: true, door: "link", talk: "silence" });
  if (client) go({ screen: "table", code: client.code, key: "", local: true });
  else if (!reply.ok) toast(reply.message);
}

interface PeopleProps {
  names: string[];
  most: number;
  set: (names: string[]) => void;
}

function People({ names, most, set }: PeopleProps): JSX.Element {
  return (
    <fieldset class="around">
      <legend>{t("Who plays, in this order")}</legend>
      <ol class="seat-list">
        {names.map((name, index) => (
          <li class="row" key={index}>
            <input
              class="input"
              value={name}
              aria-label={tf("Player {number}", { number: index + 1 })}
              placeholder={tf("Player {number}", { number: index + 1 })}
              autocomplete="off"
              onInput={(event) => set(names.map((old, at) => (at === index ? cutName(event.currentTarget.value) : old)))}
            />
            {names.length > LEAST ? (
              <button class="button bare round" type="button" aria-label={t("Remove this seat")} onClick={() => set(names.filter((_, at) => at !== index))}>
                <Icon name="close" />
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      {names.length < most ? (
        <button class="button" type="button" onClick={() => set([...names, ""])}>
          {t("Add a player")}
        </button>
      ) : null}
    </fieldset>
  );
}

function firstNames(): string[] {
  const { around, name } = settings.value;
  return around.length >= LEAST ? around : [name, ""];
}

export function HotseatScreen(): JSX.Element {
  const [rules, setRules] = useState<Rules>(() => defaultRules(settings.value.lastGame));
  const [names, setNames] = useState(firstNames);
  const [bots, setBots] = useState(0);
  const most = playersRange(rules.game)[1];
  const here = names.slice(0, most);
  const room = most - here.length;
  const [waits, submit] = useSubmit(() => deal(rules, here, Math.min(bots, room)));
  return (
    <Page title={t("Round one device")}>
      <form class="stack hotseat" onSubmit={submit}>
        <h1>{t("Round one device")}</h1>
        <p class="lead">{t("Pass it from hand to hand. Between turns nobody's cards are shown. It works without a network.")}</p>
        <Segments label={t("Game")} value={rules.game} onChange={(game) => setRules(defaultRules(game as GameName))}>
          {GAMES.map((game) => [game, gameTitle(game)])}
        </Segments>
        <Presets rules={rules} set={setRules} />
        <People names={here} most={most} set={setNames} />
        {room > 0 ? (
          <div class="field">
            <span>{t("Bots at the table")}</span>
            <Segments label={t("Bots at the table")} value={String(Math.min(bots, room))} onChange={(count) => setBots(Number(count))}>
              {Array.from({ length: room + 1 }, (_, count) => [String(count), String(count)])}
            </Segments>
          </div>
        ) : null}
        <div class="row">
          <AsyncButton class="button main big" waits={waits}>
            {t("Deal the cards")}
          </AsyncButton>
        </div>
      </form>
    </Page>
  );
}
