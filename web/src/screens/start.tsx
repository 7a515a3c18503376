// start.tsx - the start screen: play now with one tap, open a table, join, public tables, my games.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { botFor, botsOf } from "../games/bots";
import { local, server, type Connection } from "../model/connections";
import { defaultRules, GAMES, levelOf, LEVELS, parseRules, playersOf, playersRange, rulesText, withLevel, withOption, type Rules } from "../games/rules_text";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { Answer, GameName, Invitation, Request } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { Card } from "../components/card";
import { toast } from "../components/dialog";
import { TwoEnded } from "../games/lie/die";
import { Icon, type IconName } from "../components/icons";
import { lazy } from "../components/lazy";
import { Segments } from "../components/choices";
import { go, GoLink, Page } from "../components/shell";
import { Unfinished } from "./unfinished";
import { botHelp, botName, gameInShort, gameTitle, levelName } from "../components/texts";
import type { Route } from "../model/route";

const Invitations = lazy(() => import("./table_parts").then((module) => module.Invitations));

export function GameArt({ game }: { game: GameName }): JSX.Element {
  if (game === "lie")
    return (
      <span class="game-art" aria-hidden="true">
        <TwoEnded card={[2, 5]} face={5} />
        <TwoEnded card={[1, 4]} face={4} />
        <TwoEnded card={[3, 6]} face={3} />
      </span>
    );
  const cards = game === "thegame" ? [19, 47, 88] : [12, 34, 55];
  const highest = game === "thegame" ? 99 : 59;
  return (
    <span class="game-art" aria-hidden="true">
      {cards.map((card, index) => (
        <Card key={card} value={card} highest={highest} class={`fan tilt-${index + 1}`} />
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
export async function playNow(rules: Rules, bot: string): Promise<void> {
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
          <span class="small soft">{gameInShort(one)}</span>
        </label>
      ))}
    </div>
  );
}

function PlayNow(): JSX.Element {
  const [game, setGame] = useState<GameName>(settings.value.lastGame);
  const [rules, setRules] = useState<Rules>(rememberedRules(settings.value.lastGame));
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
  const [least, most] = playersRange(game);
  const counts = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
  return (
    <section class="hero" data-testid="hero">
      <h1>{t("What shall we play?")}</h1>
      <GamePicks game={game} onPick={pick} />
      <div class="sheet play-row" data-testid="play-row">
        <div class="row">
          {least < most ? (
            <Segments
              label={t("Players")}
              value={String(playersOf(rules))}
              onChange={(value) => setRules(withOption(rules, "players", value))}
            >
              {counts.map((count) => [count, count === "1" ? t("alone") : count])}
            </Segments>
          ) : null}
          {game === "thegame" ? (
            <Segments label={t("Level")} value={levelOf(rules)} onChange={(level) => setRules(withLevel(rules, level))}>
              {LEVELS.map((level) => [level, levelName(level)])}
            </Segments>
          ) : null}
          {playersOf(rules) > 1 ? (
            <select class="select" aria-label={t("Bots")} value={botFor(game, bot)} onChange={(event) => setBot(event.currentTarget.value)}>
              {botsOf(game).map((one) => (
                <option key={one} value={one}>
                  {tf("bots: {name}, {help}", { name: botName(one), help: botHelp(one) })}
                </option>
              ))}
            </select>
          ) : null}
        </div>
        <AsyncButton class="button main big" data-testid="primary" act={play}>
          <Icon name="play" />
          {t("Play now")}
        </AsyncButton>
      </div>
      <p class="small soft">
        {t("New here?")} <GoLink to={{ screen: "learn", game }}>{tf("Learn {game} in two minutes", { game: gameTitle(game) })}</GoLink> ·{" "}
        <GoLink to={{ screen: "rules", game }}>{t("read the rules")}</GoLink>
      </p>
    </section>
  );
}

function Way(props: { to: Route; icon: IconName; title: string; text: string }): JSX.Element {
  return (
    <GoLink class="way" data-testid="start-way" to={props.to}>
      <Icon name={props.icon} />
      <b>{props.title}</b>
      <span>{props.text}</span>
    </GoLink>
  );
}

/** Who was invited, while they were away or just now; the list itself comes with the screens that a first game does not need. */
function Invited(): JSX.Element | null {
  const { state, invited } = useStore(server.state);
  const [rows, setRows] = useState<Invitation[]>([]);
  useEffect(() => {
    const take = (reply: Answer<"invitations">): void => setRows(reply.ok ? reply.invitations : []);
    if (state === "open") server.send({ do: "invitations" }).then(take, () => undefined);
  }, [state, invited]);
  return rows.length > 0 ? <Invitations rows={rows} /> : null;
}

export function StartScreen(): JSX.Element {
  return (
    <Page>
      <Invited />
      <Unfinished brief />
      <PlayNow />
      <section class="stack">
        <h2>{t("With friends")}</h2>
        <div class="ways">
          <Way to={{ screen: "new" }} icon="plus" title={t("Make a table")} text={t("Choose the game and send a link.")} />
          <Way to={{ screen: "join" }} icon="door" title={t("Join a table")} text={t("With a code or a link.")} />
          <Way to={{ screen: "tables" }} icon="globe" title={t("Public tables")} text={t("Free seats, or games to watch.")} />
          <Way to={{ screen: "games" }} icon="past" title={t("My games")} text={t("Replay them and see what you could have done better.")} />
        </div>
      </section>
      <section class="stack">
        <h2>{t("On your own")}</h2>
        <div class="ways">
          <Way to={{ screen: "day" }} icon="clock" title={t("Deal of the day")} text={t("The same cards for everybody.")} />
          <Way to={{ screen: "puzzles" }} icon="cards" title={t("Puzzles")} text={t("300 positions with a proven answer.")} />
        </div>
      </section>
    </Page>
  );
}
