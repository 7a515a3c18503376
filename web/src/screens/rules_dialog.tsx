// rules_dialog.tsx - other rules, or another game, for the next game at the same table.
import { GAMES } from "../model/facts";
import { more } from "../games/more";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { TableClient } from "../model/table_client";
import { defaultRules, parseRules, playersOf, playersRange, rulesText, withOption, type Rules } from "../model/rules_text";
import type { GameName } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { Segments } from "../components/choices";
import { Dialog } from "../components/dialog";
import { gameTitle } from "../games/words";
import { showRefusal } from "./table_actions";
import { Presets } from "./presets";

/** The next game may be another one: everybody stays at the table. */
export function RulesDialog({ client, rules: text, onClose }: { client: TableClient; rules: string; onClose: () => void }): JSX.Element {
  const [rules, setRules] = useState(parseRules(text));
  const { AllRules } = more[rules.game];
  const [least, most] = playersRange(rules.game);
  const counts = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
  const pick = (game: string): void => setRules(withPlayers(defaultRules(game as GameName), playersOf(rules)));
  const save = async (): Promise<void> => {
    if (await showRefusal(client.send({ do: "lobby", rules: rulesText(rules) }))) onClose();
  };
  return (
    <Dialog title={t("Change the rules")} onClose={onClose}>
      <Segments label={t("Game")} value={rules.game} onChange={pick}>
        {GAMES.map((game) => [game, gameTitle(game)])}
      </Segments>
      {least < most ? (
        <Segments label={t("Players")} value={String(playersOf(rules))} onChange={(count) => setRules(withOption(rules, "players", count))}>
          {counts.map((count) => [count, count])}
        </Segments>
      ) : null}
      <Presets rules={rules} set={setRules} />
      <details class="more">
        <summary>
          <b>{t("More")}</b>
        </summary>
        <AllRules rules={rules} set={setRules} />
      </details>
      <div class="row">
        <AsyncButton class="button main" data-testid="primary" act={save}>
          {t("Use these rules")}
        </AsyncButton>
        <button class="button" type="button" onClick={onClose}>
          {t("Cancel")}
        </button>
      </div>
    </Dialog>
  );
}

/** As many players as before, where the game allows it. */
function withPlayers(rules: Rules, players: number): Rules {
  const [least, most] = playersRange(rules.game);
  return least < most ? withOption(rules, "players", String(Math.min(most, Math.max(least, players)))) : rules;
}
