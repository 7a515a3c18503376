// start.tsx - the start screen: three games, one choice, Play. Below it what waits, today, and other people (start_rows.tsx).
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { botFor, botsOf } from "../model/bots";
import { local, server, type Connection } from "../model/connections";
import { defaultRules, GAMES, levelOf, LEVELS, parseRules, playersOf, playersRange, rulesText, withLevel, withOption, type Rules } from "../model/rules_text";
import { setSetting, settings } from "../model/settings";
import type { GameName, Request } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { Card } from "../components/card";
import { toast } from "../components/dialog";
import { Die } from "../components/die";
import { lazy } from "../components/lazy";
import { Segments } from "../components/choices";
import { go, Page } from "../components/shell";
import { botHelp, botName } from "../components/texts";
import { gameInShort, gameTitle, levelName } from "../games/words";

const StartRows = lazy(() => import("./start_rows").then((module) => module.StartRows), { first: true });

export function GameArt({ game }: { game: GameName }): JSX.Element {
  if (game === "lie")
    return (
      <span class="game-art" aria-hidden="true">
        {[5, 6, 2].map((face) => (
          <span class="card" key={face}>
            <Die face={face} bright />
          </span>
        ))}
      </span>
    );
  const cards = game === "thegame" ? [19, 47, 88] : [12, 34];
  return (
    <span class={`game-art of-${cards.length}`} aria-hidden="true">
      {cards.map((card) => (
        <Card key={card} value={card} class="fan" />
      ))}
    </span>
  );
}

/** How the game was played last time, else as a newcomer should meet it. */
function rememberedRules(game: GameName): Rules {
  const kept = settings.value.lastRules[game];
  if (kept) return parseRules(kept);
  const rules = defaultRules(game);
  return game === "thegame" ? withOption(rules, "players", "2") : rules;
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
          <GameArt game={one} />
          <b>{gameTitle(one)}</b>
          <span class="soft">{gameInShort(one)}</span>
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

/** Fire goes with every level. */
function LevelAndFire({ rules, set }: Choice): JSX.Element | null {
  if (rules.game !== "thegame") return null;
  const burns = rules.options["fire"] !== "off";
  return (
    <>
      <Segments label={t("Level")} value={levelOf(rules)} onChange={(level) => set(withLevel(rules, level))}>
        {LEVELS.map((level) => [level, levelName(level)])}
      </Segments>
      <label class="toggle">
        <input type="checkbox" checked={burns} onChange={() => set(withOption(rules, "fire", burns ? "off" : "next"))} />
        {t("on fire")}
      </label>
    </>
  );
}

/** Who plays, and how strongly, in one line: with two bots, strong. */
function BotsLine({ rules, bot, onBot }: { rules: Rules; bot: string; onBot: (bot: string) => void }): JSX.Element | null {
  const bots = playersOf(rules) - 1;
  if (bots === 0) return null;
  const chosen = botFor(rules.game, bot);
  return (
    <label class="bots-line">
      <span aria-hidden="true">{rules.game === "thegame" ? tn("with a bot:", "with %d bots:", bots) : tn("against a bot:", "against %d bots:", bots)}</span>
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
  const pick = (next: GameName): void => {
    setGame(next);
    setRules(rememberedRules(next));
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
        <LevelAndFire rules={rules} set={setRules} />
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
