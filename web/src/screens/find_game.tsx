// find_game.tsx - matchmaking: whoever wants the same game sits down at the same table.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { server } from "../model/connections";
import { defaultRules, GAMES, playersOf, playersRange, rulesText, withOption, type Rules } from "../games/rules_text";
import { useStore } from "../model/store";
import { BOT_WAITS, keepBotWait } from "../model/bot_wait";
import { AsyncButton, useSubmit } from "../components/async_button";
import { Segments, Switch } from "../components/choices";
import { toast } from "../components/dialog";
import { NeedsServer, useAway } from "../components/loading";
import { go, GoLink } from "../components/shell";
import { clockText, gameTitle } from "../components/texts";
import { Presets } from "./new";

const FIND_CLOCKS = [30, 60, 180, 86400];

function waitText(seconds: number): string {
  return seconds === 0 ? t("never") : tf("after {time}", { time: clockText(seconds) });
}

async function find(rules: Rules, seconds: number, rated: boolean, wait: number): Promise<void> {
  const rating = rated && rules.game !== "thegame" ? { rated: true } : {};
  const { client, reply } = await server.enter({ do: "find", rules: rulesText(rules), turn_seconds: seconds, ...rating });
  if (client) {
    keepBotWait(client.code, wait);
    go({ screen: "table", code: client.code, key: "", local: false });
  } else if (!reply.ok) toast(reply.message);
}

/** Whoever wants the same sits down at the same table; while nobody does, one waits where everybody can see it. */
export function FindGame(): JSX.Element {
  const { state, hello } = useStore(server.state);
  const [rules, setRules] = useState(() => withOption(defaultRules("thegame"), "players", "2"));
  const [seconds, setSeconds] = useState("60");
  const [wait, setWait] = useState("60");
  const [rated, setRated] = useState(false);
  const [least, most] = playersRange(rules.game);
  const away = useAway();
  const [waits, submit] = useSubmit(() => find(rules, Number(seconds), rated, Number(wait)));
  return (
    <form class="sheet stack find-game" data-testid="find-game" onSubmit={submit}>
      <h2>{t("Find a game")}</h2>
      <Segments label={t("Game")} value={rules.game} onChange={(game) => setRules(defaultRules(game))}>
        {GAMES.map((game) => [game, gameTitle(game)])}
      </Segments>
      <Presets rules={rules} set={setRules} />
      {least < most ? (
        <div class="field">
          <span>{t("Players")}</span>
          <Segments label={t("Players")} value={String(playersOf(rules))} onChange={(count) => setRules(withOption(rules, "players", count))}>
            {Array.from({ length: most - Math.max(2, least) + 1 }, (_, index) => {
              const count = String(index + Math.max(2, least));
              return [count, count];
            })}
          </Segments>
        </div>
      ) : null}
      <div class="field">
        <span>{t("Time for a turn")}</span>
        <Segments label={t("Time for a turn")} value={seconds} onChange={setSeconds}>
          {FIND_CLOCKS.map((clock) => [String(clock), clockText(clock)])}
        </Segments>
      </div>
      <div class="field">
        <span>{t("When do bots take the empty seats?")}</span>
        <Segments label={t("When do bots take the empty seats?")} value={wait} onChange={setWait}>
          {BOT_WAITS.map((one) => [String(one), waitText(one)])}
        </Segments>
      </div>
      {rules.game !== "thegame" && hello?.account ? (
        <Switch on={rated} onChange={setRated} title={t("Rated")} help={t("Counts for your rating. If you leave, you lose.")} />
      ) : null}
      <div class="row">
        <AsyncButton class="button main big" data-testid="primary" waits={waits} disabled={state !== "open"}>
          {t("Find a game")}
        </AsyncButton>
        {away ? <NeedsServer /> : null}
        <GoLink class="button" to={{ screen: "people" }}>
          {t("People you played with")}
        </GoLink>
      </div>
    </form>
  );
}
