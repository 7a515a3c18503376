// start.tsx - the start screen: three games, one choice, Play. Below it what waits, today, and other people (start_rows.tsx).
import { games } from "../games";
import { tables } from "../games/tables";
import { GAMES } from "../model/facts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { botFor, botsOf } from "../model/bots";
import { local, server, type Connection } from "../model/connections";
import { defaultRules, parseRules, playersOf, playersRange, rulesText, withOption, type Rules } from "../model/rules_text";
import { setSetting, settings } from "../model/settings";
import type { GameName, Request } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { toast } from "../components/dialog";
import { lazy } from "../components/lazy";
import { Segments } from "../components/choices";
import { go, Page } from "../components/shell";
import { botHelp, botName } from "../components/texts";
import { gameTitle } from "../games/words";

const StartRows = lazy(() => import("./start_rows").then((module) => module.StartRows), { first: true });

/** How the game was played last time, else as a newcomer should meet it. */
function rememberedRules(game: GameName): Rules {
  const kept = settings.value.lastRules[game];
  if (kept) return parseRules(kept);
  const rules = defaultRules(game);
  return playersOf(rules) < 2 ? withOption(rules, "players", "2") : rules;
}

/** Deals at once: here in the browser, or on the server where this browser cannot. */
async function playNow(rules: Rules, bot: string): Promise<void> {
  const seats = ["me", ...Array.from({ length: playersOf(rules) - 1 }, () => `bot:${botFor(rules.game, bot)}`)];
  const request: Request<"create"> = { do: "create", rules: rulesText(rules), seats, begin: true, door: "link" };
  for (const connection of [local, server]) if (await tryAt(connection, request)) return;
  toast(t("The table could not be set up. Reload the page and try again."));
}

async function tryAt(connection: Connection, request: Request<"create">): Promise<boolean> {
  try {
    const { client, reply } = await unlessLost(connection, connection.enter(request));
    if (!client) return reply.ok;
    go({ screen: "table", code: client.code, key: "", local: connection.kind === "local" });
    return true;
  } catch {
    return false;
  }
}

/** Rejects when the place cannot be reached: a browser without workers, a server that is down. */
function unlessLost<Answer>(connection: Connection, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((done, fail) => {
    const look = (): void => {
      const { state } = connection.state.value;
      if (state !== "lost" && state !== "closed") return;
      stop();
      fail(new Error("lost"));
    };
    const stop = connection.state.watch(look);
    look();
    answer.then(done, fail).finally(stop);
  });
}

function GamePicks({ game, onPick }: { game: GameName; onPick: (game: GameName) => void }): JSX.Element {
  return (
    <div class="game-picks" data-testid="game-picks" role="radiogroup" aria-label={t("Game")}>
      {GAMES.map((one) => (
        <label class="game-pick" data-testid="game-pick" key={one}>
          <input type="radio" name="game" value={one} checked={game === one} onChange={() => onPick(one)} />
          {games[one].Art()}
          <b>{gameTitle(one)}</b>
          <span class="soft">{games[one].inShort()}</span>
        </label>
      ))}
    </div>
  );
}

interface Choice {
  rules: Rules;
  set: (rules: Rules) => void;
}

function PlayerCount({ rules, set }: Choice): JSX.Element | null {
  const [least, most] = playersRange(rules.game);
  if (least === most) return null;
  const counts = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
  return (
    <Segments label={t("Players")} value={String(playersOf(rules))} onChange={(value) => set(withOption(rules, "players", value))}>
      {counts.map((count) => [count, count === "1" ? t("alone") : count])}
    </Segments>
  );
}

/** Who plays, and how strongly, in one line: with two bots, strong. */
function BotsLine({ rules, bot, onBot }: { rules: Rules; bot: string; onBot: (bot: string) => void }): JSX.Element | null {
  const bots = playersOf(rules) - 1;
  if (bots === 0) return null;
  const chosen = botFor(rules.game, bot);
  return (
    <label class="bots-line">
      <span aria-hidden="true">{games[rules.game].together ? tn("with a bot:", "with %d bots:", bots) : tn("against a bot:", "against %d bots:", bots)}</span>
      <select aria-label={t("Bots")} title={botHelp(chosen)} value={chosen} onChange={(event) => onBot(event.currentTarget.value)}>
        {botsOf(rules.game).map((one) => (
          <option key={one} value={one}>
            {botName(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function PlayNow({ game, setGame }: { game: GameName; setGame: (game: GameName) => void }): JSX.Element {
  const [rules, setRules] = useState<Rules>(rememberedRules(game));
  const [bot, setBot] = useState(settings.value.bot);
  const { QuickRules } = games[game];
  const pick = (next: GameName): void => {
    setGame(next);
    setRules(rememberedRules(next));
    tables[next].load();
    setSetting({ lastGame: next });
  };
  const play = async (): Promise<void> => {
    setSetting({ lastGame: game, bot, lastRules: { ...settings.value.lastRules, [game]: rulesText(rules) } });
    await playNow(rules, bot);
  };
  return (
    <section class="hero" data-testid="hero">
      <h1 class="only-heard">{t("What shall we play?")}</h1>
      <GamePicks game={game} onPick={pick} />
      <div class="play-row" data-testid="play-row">
        <PlayerCount rules={rules} set={setRules} />
        {QuickRules ? <QuickRules rules={rules} set={setRules} /> : null}
        <BotsLine rules={rules} bot={bot} onBot={setBot} />
        <AsyncButton class="button main big" data-testid="primary" act={play}>
          {t("Play")}
        </AsyncButton>
      </div>
    </section>
  );
}

export function StartScreen(): JSX.Element {
  const [game, setGame] = useState<GameName>(settings.value.lastGame);
  return (
    <Page home>
      <PlayNow game={game} setGame={setGame} />
      <StartRows game={game} />
    </Page>
  );
}
