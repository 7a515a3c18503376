// new.tsx - opening a table on one screen: the game, a preset, who plays; everything else is behind one line that summarises it.
// The choices are remembered.
import { games } from "../games";
import { GAMES } from "../model/facts";
import { Presets } from "./presets";
import { more } from "../games/more";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tf, tn } from "../i18n";
import { botFor, botsOf } from "../model/bots";
import { server } from "../model/connections";
import { defaultRules, parseRules, playersOf, playersRange, rulesText, withOption, type Rules } from "../model/rules_text";
import { cutName } from "../model/names";
import type { RouteOf, SeriesName } from "../model/route";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { Door, GameName, Talk } from "../net/protocol";
import { AsyncButton, useSubmit } from "../components/async_button";
import { Options, Segments, Switch } from "../components/choices";
import { toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { NeedsServer, useAway } from "../components/loading";
import { go, Page } from "../components/shell";
import { RealRules } from "./real_rules";
import { botHelp, botName, CLOCK_SECONDS, clockText } from "../components/texts";
import { gameTitle, rulesLine } from "../games/words";

/** Who sits beside oneself: a friend who gets the link, or a bot of this name. */
type Other = { kind: "friend" } | { kind: "bot"; bot: string };

const FRIEND: Other = { kind: "friend" };

interface Wish {
  name: string;
  rules: Rules;
  talk: Talk;
  door: Door;
  seconds: string;
  takeback: boolean;
  odds: boolean;
  memory: boolean;
  watchable: boolean;
  rated: boolean;
  /** Deals of duplicate play; 0: a single table. */
  deals: number;
  others: Other[];
}

type Change = (parts: Partial<Wish>) => void;

function firstWish(series: SeriesName | undefined): Wish {
  const game = settings.value.lastGame;
  const kept = series?.rules ?? settings.value.lastRules[game];
  const rules = kept ? parseRules(kept) : defaultRules(game);
  const enough = !series && playersOf(rules) < 2 ? withOption(rules, "players", "3") : rules;
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
    rated: false,
    deals: series?.deals ?? 0,
    others: friends(enough),
  };
}

function friends(rules: Rules): Other[] {
  return Array.from({ length: playersOf(rules) - 1 }, () => FRIEND);
}

function OtherRow(props: { game: GameName; other: Other; number: number; set: (other: Other) => void; drop: (() => void) | null }): JSX.Element {
  const { game, other } = props;
  const choose = (value: string): void => props.set(value === "friend" ? FRIEND : { kind: "bot", bot: value });
  return (
    <li class="seat-row" data-testid="seat-row">
      <span class={other.kind === "bot" ? "face" : "face open"} style={{ "--seat-hue": String(40 + props.number * 70) }} aria-hidden="true">
        <Icon name={other.kind === "bot" ? "bot" : "plus"} />
      </span>
      <select
        class="select grow"
        aria-label={tf("Seat {number}", { number: props.number + 1 })}
        value={other.kind === "bot" ? botFor(game, other.bot) : "friend"}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="friend">{t("A friend, by link")}</option>
        {botsOf(game).map((bot) => (
          <option value={bot} key={bot}>
            {tf("{name} bot: {help}", { name: botName(bot), help: botHelp(bot) })}
          </option>
        ))}
      </select>
      {props.drop ? (
        <button class="button bare round" type="button" aria-label={t("Remove this seat")} onClick={props.drop}>
          <Icon name="close" />
        </button>
      ) : null}
    </li>
  );
}

/** Friends are told who invites them. */
function OwnName({ wish, change }: { wish: Wish; change: Change }): JSX.Element {
  return (
    <input
      class="input grow" data-testid="own-name"
      name="name"
      value={wish.name}
      autocomplete="nickname"
      aria-label={t("Your name at tables")}
      placeholder={t("Your name at tables")}
      onInput={(event) => change({ name: cutName(event.currentTarget.value) })}
    />
  );
}

function Players({ wish, change, fixed }: { wish: Wish; change: Change; fixed: boolean }): JSX.Element {
  const { rules, others } = wish;
  const [least, most] = fixed ? [playersOf(rules), playersOf(rules)] : playersRange(rules.game);
  const set = (next: Other[]): void =>
    change({ others: next, rules: least < most ? withOption(rules, "players", String(next.length + 1)) : rules });
  return (
    <section class="stack" aria-label={t("Who plays")}>
      <h2 class="label">{t("Who plays")}</h2>
      <ul class="seat-list" data-testid="seat-list">
        <li class="seat-row" data-testid="seat-row">
          <span class="face" style={{ "--seat-hue": "170" }} aria-hidden="true">
            <Icon name="person" />
          </span>
          {others.some((other) => other.kind === "friend") ? <OwnName wish={wish} change={change} /> : <b class="grow">{t("You")}</b>}
        </li>
        {others.map((other, index) => (
          <OtherRow
            key={index}
            game={rules.game}
            other={other}
            number={index + 1}
            set={(next) => set(others.map((old, at) => (at === index ? next : old)))}
            drop={others.length + 1 > least ? () => set(others.filter((_, at) => at !== index)) : null}
          />
        ))}
      </ul>
      {others.length + 1 < most ? (
        <button class="button bare add-seat" data-testid="add-seat" type="button" onClick={() => set([...others, FRIEND])}>
          <Icon name="plus" />
          {t("Add a seat")}
        </button>
      ) : null}
    </section>
  );
}

/** How everything behind "More" stands, in one line. */
function moreLine(wish: Wish): string {
  const talk: Record<string, string> = { text: t("hints and chat"), hints: t("hints only"), silence: t("silence") };
  const door: Record<string, string> = { link: t("only with the link"), code: t("link or code"), listed: t("open to everybody") };
  const rated = wish.rated ? [t("rated")] : [];
  const deals = wish.deals > 0 ? [tn("%d deal to compare", "%d deals to compare", wish.deals)] : [];
  return [...rated, ...deals, clockText(Number(wish.seconds)), talk[wish.talk], door[wish.door]].join(" · ");
}

/** What a rated table cannot have is switched off with it. */
function RatedSwitch({ wish, change }: { wish: Wish; change: Change }): JSX.Element | null {
  const { hello } = useStore(server.state);
  if (games[wish.rules.game].together || !hello?.account) return null;
  const help = t("Counts for your rating. With a clock, without take-back, odds and memory; if you leave, you lose.");
  const set = (rated: boolean): void => {
    const clock = wish.seconds === "0" ? { seconds: "180" } : {};
    change(rated ? { rated, takeback: false, memory: false, odds: false, ...clock } : { rated, takeback: true, memory: true, odds: true });
  };
  return <Switch on={wish.rated} onChange={set} title={t("Rated")} help={help} />;
}

const DEALS = [0, 2, 4, 8, 12];

function DealsToCompare({ wish, change }: { wish: Wish; change: Change }): JSX.Element | null {
  if (!games[wish.rules.game].together) return null;
  return (
    <div class="field">
      <span>{t("Duplicate play")}</span>
      <Segments label={t("Duplicate play")} value={String(wish.deals)} onChange={(deals) => change({ deals: Number(deals) })}>
        {DEALS.map((deals) => [String(deals), deals === 0 ? t("off") : tn("%d deal", "%d deals", deals)])}
      </Segments>
      <p class="small soft">{t("Other teams can play the same deals at tables of their own; then you compare.")}</p>
    </div>
  );
}

function TableOptions({ wish, change, fixed }: { wish: Wish; change: Change; fixed: boolean }): JSX.Element {
  const { game } = wish.rules;
  const { AllRules } = more[game];
  return (
    <details class="more sheet" data-testid="more">
      <summary>
        <span class="grow">{moreLine(wish)}</span>
        <b>{t("More")}</b>
      </summary>
      {fixed ? null : <AllRules rules={wish.rules} set={(rules) => change({ rules })} />}
      {fixed ? null : <DealsToCompare wish={wish} change={change} />}
      <Options
        legend={t("Talk")}
        value={wish.talk}
        options={[
          { value: "text", title: t("Hints and chat"), help: t("A guard stops messages that tell a number.") },
          { value: "hints", title: t("Hints only"), help: t("Ready-made hints; everybody reads them in their own language.") },
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
          {
            value: "listed",
            title: t("Everybody"),
            help: t("The table stands in the list of public tables. Among strangers it starts with hints only; chat is your choice."),
          },
        ]}
        onChange={(door) => change(door === "listed" && wish.door !== "listed" ? { door, talk: "hints" } : { door })}
      />
      <div class="field">
        <span>{t("Time for a turn")}</span>
        <Segments label={t("Time for a turn")} value={wish.seconds} onChange={(seconds) => change({ seconds, rated: wish.rated && seconds !== "0" })}>
          {CLOCK_SECONDS.map((seconds) => [String(seconds), clockText(seconds)])}
        </Segments>
      </div>
      <div>
        <RatedSwitch wish={wish} change={change} />
        <Switch
          on={wish.takeback}
          onChange={(takeback) => change({ takeback, rated: wish.rated && !takeback })}
          title={t("Cards may be taken back")}
          help={games[game].together ? t("Before the turn ends, alone or with bots only. With other people a card is final.") : t("Before the turn ends.")}
        />
        <Switch
          on={wish.memory}
          onChange={(memory) => change({ memory, rated: wish.rated && !memory })}
          title={t("Memory strip")}
          help={t("Shows everybody at the table which cards are gone. Off is harder, as with real cards.")}
        />
        {games[game].hasBids ? (
          <Switch
            on={wish.odds}
            onChange={(odds) => change({ odds, rated: wish.rated && !odds })}
            title={t("Odds helper")}
            help={t("Shows how likely a bid is to be right.")}
          />
        ) : null}
        <Switch
          on={wish.watchable}
          onChange={(watchable) => change({ watchable })}
          title={t("Others may watch")}
          help={t("They see what everybody sees, but no hands.")}
        />
      </div>
    </details>
  );
}

function seatsOf({ rules, door, others }: Wish): string[] {
  const free = door === "link" ? "reserved" : "open";
  return ["me", ...others.map((other) => (other.kind === "bot" ? `bot:${botFor(rules.game, other.bot)}` : free))];
}

/** Friends should see who waits for them. */
async function tellName(name: string): Promise<void> {
  if (name === "" || name === settings.value.name) return;
  const reply = await server.send({ do: "name", name });
  if (reply.ok) setSetting({ name });
  else toast(reply.message);
}

async function makeTable(wish: Wish, series: SeriesName | undefined): Promise<void> {
  await tellName(wish.name.trim());
  const { rules, seconds, name: _name, others: _others, deals, ...rest } = wish;
  const seats = seatsOf(wish);
  setSetting({ lastGame: rules.game, lastRules: { ...settings.value.lastRules, [rules.game]: rulesText(rules) } });
  const begin = !seats.includes("open") && !seats.includes("reserved");
  const { client, reply } = await server.enter({
    do: "create",
    ...rest,
    rules: rulesText(rules),
    turn_seconds: Number(seconds),
    seats,
    begin,
    ...(deals > 0 ? { series: series?.series ?? true, deals } : {}),
  });
  if (client) go({ screen: "table", code: client.code, key: client.state.value.table.key ?? "", local: false });
  else if (!reply.ok) toast(reply.message);
}

function GameChoice({ wish, change, pick }: { wish: Wish; change: Change; pick: (game: string) => void }): JSX.Element {
  return (
    <>
      <Segments label={t("Game")} value={wish.rules.game} onChange={pick}>
        {GAMES.map((game) => [game, gameTitle(game)])}
      </Segments>
      <Presets rules={wish.rules} set={(rules) => change({ rules })} />
    </>
  );
}

export function NewScreen({ route: { series } }: { route: RouteOf<"new"> }): JSX.Element {
  if (!series) return <NewTable series={undefined} />;
  return (
    <RealRules rules={series.rules}>
      <NewTable series={series} />
    </RealRules>
  );
}

function NewTable({ series }: { series: SeriesName | undefined }): JSX.Element {
  const [wish, setWish] = useState<Wish>(() => firstWish(series));
  const { state } = useStore(server.state);
  const change: Change = (parts) => setWish((old) => ({ ...old, ...parts }));
  const pick = (game: string): void => {
    const kept = settings.value.lastRules[game as GameName];
    const rules = kept ? parseRules(kept) : defaultRules(game as GameName);
    change({ rules, others: friends(rules), rated: wish.rated && !games[game as GameName].together, deals: 0 });
  };
  const [waits, make] = useSubmit(() => makeTable(wish, series));
  const free = wish.others.filter((other) => other.kind === "friend").length;
  const away = useAway();
  return (
    <Page title={t("Make a table")}>
      <form class="stack new-table" data-testid="new-table" onSubmit={make}>
        <h1>{t("Make a table")}</h1>
        {series ? <p>{tf("{rules}, for the deals of {series}", { rules: rulesLine(series.rules), series: series.series })}</p> : <GameChoice wish={wish} change={change} pick={pick} />}
        <Players wish={wish} change={change} fixed={series !== undefined} />
        <TableOptions wish={wish} change={change} fixed={series !== undefined} />
        <div class="bottom-bar" data-testid="bottom-bar">
          {away ? (
            <NeedsServer />
          ) : (
            <span class="small soft">{free > 0 ? tn("%d seat for a friend", "%d seats for friends", free) : t("You can begin at once.")}</span>
          )}
          <AsyncButton class="button main big" data-testid="primary" waits={waits} disabled={state !== "open"}>
            {free > 0 ? t("Create and invite") : t("Deal the cards")}
          </AsyncButton>
        </div>
      </form>
    </Page>
  );
}
