// new.tsx - make a table: game, players, level, variants in plain words, talk, clock. What was chosen is remembered.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { botFor, botsOf } from "../model/bots";
import { server } from "../model/home";
import {
  defaultRules,
  GAMES,
  levelOf,
  parseRules,
  playersOf,
  playersRange,
  rulesText,
  withLevel,
  withOption,
  type Level,
  type Rules,
} from "../model/rules";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { GameName } from "../model/types";
import { Options, Segments, Switch } from "../ui/choices";
import { toast } from "../ui/dialog";
import { Icon } from "../ui/icons";
import { go, LostLine, Page } from "../ui/shell";
import { botHelp, botName, gameInShort, gameTitle, levelHelp, levelName } from "../ui/texts";

interface Wish {
  name: string;
  rules: Rules;
  talk: string;
  door: string;
  seconds: string;
  takeback: boolean;
  odds: boolean;
  memory: boolean;
  watchable: boolean;
  bots: number;
  bot: string;
}

type Change = (parts: Partial<Wish>) => void;

function firstWish(): Wish {
  const game = settings.value.lastGame;
  const kept = settings.value.lastRules[game];
  const rules = kept ? parseRules(kept) : defaultRules(game);
  const enough = game === "thegame" && playersOf(rules) < 2 ? withOption(rules, "players", "3") : rules;
  return {
    name: settings.value.name,
    rules: enough,
    talk: "text",
    door: "code",
    seconds: "0",
    takeback: true,
    odds: true,
    memory: true,
    watchable: true,
    bots: 0,
    bot: settings.value.bot,
  };
}

function TheGameOptions({ rules, set }: { rules: Rules; set: (rules: Rules) => void }): JSX.Element {
  const levels: Level[] = ["standard", "expert", "master"];
  return (
    <>
      <Options
        legend={t("Level")}
        value={levelOf(rules)}
        options={levels.map((level) => ({ value: level, title: levelName(level), help: levelHelp(level) }))}
        onChange={(level) => set(withLevel(rules, level as Level))}
      />
      <Options
        legend={t("On fire")}
        value={rules.options["fire"] ?? "off"}
        options={[
          { value: "off", title: t("No fire"), help: t("All cards are ordinary cards.") },
          { value: "next", title: t("Fire, next turn"), help: t("22, 33, 44, 55, 66 and 77 burn: whoever is next must cover them.") },
          { value: "now", title: t("Fire, same turn"), help: t("Stricter: who places a burning card must cover it at once.") },
        ]}
        onChange={(fire) => set(withOption(rules, "fire", fire))}
      />
      <Options
        legend={t("Who starts")}
        two
        value={rules.options["start"] === "lot" ? "lot" : "agree"}
        options={[
          { value: "agree", title: t("The players agree"), help: t("Everybody looks at their cards and votes.") },
          { value: "lot", title: t("Chance decides") },
        ]}
        onChange={(start) => set(withOption(rules, "start", start))}
      />
    </>
  );
}

function FaceOptions({ rules, set }: { rules: Rules; set: (rules: Rules) => void }): JSX.Element {
  return (
    <Options
      legend={t("The last card")}
      value={rules.options["last"] ?? "strict"}
      options={[
        { value: "strict", title: t("Strict"), help: t("A turn that begins with one single card is lost. Count your pairs!") },
        { value: "lenient", title: t("Lenient"), help: t("The last single card may be placed alone.") },
      ]}
      onChange={(last) => set(withOption(rules, "last", last))}
    />
  );
}

function LieOptions({ rules, set }: { rules: Rules; set: (rules: Rules) => void }): JSX.Element {
  const flag = (key: string, on: string, off: string) => ({
    on: rules.options[key] === on,
    onChange: (yes: boolean) => set(withOption(rules, key, yes ? on : off)),
  });
  return (
    <>
      <Options
        legend={t("What is a higher bid?")}
        value={rules.options["order"] ?? "face"}
        options={[
          { value: "face", title: t("The face leads"), help: t("A higher face with any number, or more of the same face.") },
          { value: "count", title: t("The number leads"), help: t("A larger number of any face, or as many of a higher face.") },
        ]}
        onChange={(order) => set(withOption(rules, "order", order))}
      />
      <div>
        <Switch {...flag("ones", "wild", "plain")} title={t("Wild ones")} help={t("A one counts as whatever face is bid.")} />
        <Switch
          {...flag("direction", "choose", "fixed")}
          title={t("Either way round")}
          help={t("Who starts a round says which way it goes.")}
        />
        <Switch
          {...flag("cards", "down", "up")}
          title={t("Fewer and fewer")}
          help={t("Begin with five cards and lose one with each lost round.")}
        />
        <Switch
          {...flag("end", "last", "first")}
          title={t("To the last")}
          help={t("Who is out leaves, the others play on until one is left.")}
        />
      </div>
    </>
  );
}

function GameOptions({ rules, set }: { rules: Rules; set: (rules: Rules) => void }): JSX.Element {
  if (rules.game === "thegame") return <TheGameOptions rules={rules} set={set} />;
  return rules.game === "lie" ? <LieOptions rules={rules} set={set} /> : <FaceOptions rules={rules} set={set} />;
}

function Players({ wish, change }: { wish: Wish; change: Change }): JSX.Element {
  const { rules } = wish;
  const [least, most] = playersRange(rules.game);
  const players = playersOf(rules);
  const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const botCounts = Array.from({ length: players }, (_, index) => index);
  return (
    <section class="sheet">
      {least < most ? (
        <div class="field">
          <span>{t("Players")}</span>
          <Segments
            label={t("Players")}
            value={String(players)}
            onChange={(value) => change({ rules: withOption(rules, "players", value), bots: Math.min(wish.bots, Number(value) - 1) })}
          >
            {counts.map((count) => [String(count), count === 1 ? t("alone") : String(count)])}
          </Segments>
        </div>
      ) : null}
      {players > 1 ? (
        <div class="field">
          <span>{t("How many of them are bots")}</span>
          <div class="row">
            <Segments
              label={t("How many of them are bots")}
              value={String(wish.bots)}
              onChange={(value) => change({ bots: Number(value) })}
            >
              {botCounts.map((count) => [String(count), String(count)])}
            </Segments>
            {wish.bots > 0 ? (
              <select
                class="select"
                aria-label={t("Kind of bots")}
                value={botFor(rules.game, wish.bot)}
                onChange={(event) => change({ bot: event.currentTarget.value })}
              >
                {botsOf(rules.game).map((bot) => (
                  <option value={bot} key={bot}>
                    {`${botName(bot)}: ${botHelp(bot)}`}
                  </option>
                ))}
              </select>
            ) : null}
          </div>
        </div>
      ) : null}
    </section>
  );
}

function TableOptions({ wish, change }: { wish: Wish; change: Change }): JSX.Element {
  return (
    <details class="more sheet">
      <summary>
        <Icon name="next" />
        {t("Talk, clock, who may come in")}
      </summary>
      <Options
        legend={t("Talk")}
        value={wish.talk}
        options={[
          { value: "text", title: t("Hints and chat"), help: t("A guard stops messages that tell a number.") },
          { value: "hints", title: t("Hints only"), help: t("Ready-made hints, each reads them in their own language.") },
          { value: "silence", title: t("Silence"), help: t("The hardest way to play.") },
        ]}
        onChange={(talk) => change({ talk })}
      />
      <Options
        legend={t("Who may come in")}
        value={wish.door}
        options={[
          { value: "link", title: t("Only with the link") },
          { value: "code", title: t("With the link or the code") },
          { value: "listed", title: t("Everybody"), help: t("The table stands in the list of public tables.") },
        ]}
        onChange={(door) => change({ door })}
      />
      <div class="field">
        <span>{t("Time for a turn")}</span>
        <Segments label={t("Time for a turn")} value={wish.seconds} onChange={(seconds) => change({ seconds })}>
          {[
            ["0", t("no clock")],
            ["30", t("30 s")],
            ["60", t("1 min")],
            ["180", t("3 min")],
            ["86400", t("1 day")],
          ]}
        </Segments>
      </div>
      <div>
        <Switch
          on={wish.takeback}
          onChange={(takeback) => change({ takeback })}
          title={t("Cards may be taken back")}
          help={t("Before the turn ends.")}
        />
        <Switch
          on={wish.memory}
          onChange={(memory) => change({ memory })}
          title={t("Memory strip")}
          help={t("Shows which cards are gone. Off is harder.")}
        />
        {wish.rules.game === "lie" ? (
          <Switch
            on={wish.odds}
            onChange={(odds) => change({ odds })}
            title={t("Odds helper")}
            help={t("Shows how likely a bid is to hold.")}
          />
        ) : null}
        <Switch
          on={wish.watchable}
          onChange={(watchable) => change({ watchable })}
          title={t("Others may watch")}
          help={t("They see what everybody sees, no hands.")}
        />
      </div>
    </details>
  );
}

function seatsOf(wish: Wish): string[] {
  const others = playersOf(wish.rules) - 1 - wish.bots;
  const free = wish.door === "link" ? "reserved" : "open";
  const bot = `bot:${botFor(wish.rules.game, wish.bot)}`;
  return ["me", ...Array.from({ length: others }, () => free), ...Array.from({ length: wish.bots }, () => bot)];
}

/** Friends should see who waits for them. */
async function tellName(name: string): Promise<void> {
  if (name === "" || name === settings.value.name) return;
  const reply = await server.send({ do: "name", name });
  if (reply.ok) setSetting({ name });
  else toast(reply.message);
}

async function makeTable(wish: Wish): Promise<void> {
  await tellName(wish.name.trim());
  const { rules, seconds, name: _name, bots: _bots, bot: _bot, ...rest } = wish;
  const seats = seatsOf(wish);
  setSetting({ lastGame: rules.game, lastRules: { ...settings.value.lastRules, [rules.game]: rulesText(rules) } });
  const begin = !seats.includes("open") && !seats.includes("reserved");
  const { keeper, reply } = await server.enter({
    do: "create",
    ...rest,
    rules: rulesText(rules),
    turn_seconds: Number(seconds),
    seats,
    begin,
  });
  if (keeper) go({ screen: "table", code: keeper.code, key: keeper.shown.value.table.key ?? "", local: false });
  else if (!reply.ok) toast(reply.message);
}

export function NewScreen(): JSX.Element {
  const [wish, setWish] = useState<Wish>(firstWish);
  const [waiting, setWaiting] = useState(false);
  const { state, hello } = useStore(server.state);
  const change: Change = (parts) => setWish((old) => ({ ...old, ...parts }));
  const pick = (game: string): void => {
    const kept = settings.value.lastRules[game as GameName];
    change({ rules: kept ? parseRules(kept) : defaultRules(game as GameName), bots: 0 });
  };
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    setWaiting(true);
    await makeTable(wish).catch(() => toast(t("The server does not answer.")));
    setWaiting(false);
  };
  const free = playersOf(wish.rules) - 1 - wish.bots;
  return (
    <Page title={t("Make a table")}>
      <LostLine />
      <form class="stack" onSubmit={make}>
        <h1>{t("Make a table")}</h1>
        <section class="sheet">
          <Options
            legend={t("Game")}
            value={wish.rules.game}
            options={GAMES.map((game) => ({ value: game, title: gameTitle(game), help: gameInShort(game) }))}
            onChange={pick}
          />
        </section>
        <Players wish={wish} change={change} />
        <section class="sheet">
          <GameOptions rules={wish.rules} set={(rules) => change({ rules })} />
        </section>
        <TableOptions wish={wish} change={change} />
        {free > 0 ? (
          <label class="field sheet">
            <span>{t("Your name at tables")}</span>
            <input
              class="input"
              name="name"
              value={wish.name}
              maxLength={24}
              autocomplete="nickname"
              placeholder={hello?.name ?? ""}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          </label>
        ) : null}
        <div class="row spread">
          <span class="soft">{free > 0 ? tn("%d seat for a friend", "%d seats for friends", free) : t("You can begin at once.")}</span>
          <button class="button main big" type="submit" disabled={waiting || state !== "open"}>
            {free > 0 ? t("Make the table") : t("Deal the cards")}
          </button>
        </div>
      </form>
    </Page>
  );
}
