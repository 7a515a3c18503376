// day.tsx - the daily deals: one deck for everybody, the first try counts. Without a server this device has deals of its own.
import { games } from "../games";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf, tn } from "../i18n";
import { betterThan, isAwaited, isPlayed, stepsOf, } from "../model/day";
import { local, server, type Connection } from "../model/connections";
import { parseRules, playersOf } from "../model/rules_text";
import { useStore } from "../model/store";
import type { Day, DayLevel } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { go, GoLink, Page } from "../components/shell";
import { Segments } from "../components/choices";
import { rulesLine } from "../games/words";
import { ShareDay } from "./day_share";
import { dateText, levelTitle, resultOf } from "./day_words";

const AGAIN_MS = 3000;
const MOST_TRIES = 20;
/** How often one looks whether the day is over: a timer for all of it would stand still while the device sleeps. */
const LOOK_MS = 20_000;

/**
 * The day of the server, or of this device while there is no server. Asked again while the server finds out about what one has played,
 * and when the day is over.
 */
function useDay(): { day: Day | null; connection: Connection } {
  const { state } = useStore(server.state);
  const connection = state === "open" ? server : local;
  const [day, setDay] = useState<{ day: Day; kind: string } | null>(null);
  useEffect(() => {
    let current = true;
    let timer = 0;
    const ask = async (tries: number): Promise<void> => {
      const reply = await connection.send({ do: "day" });
      if (!current || !reply.ok || "record" in reply) return;
      const found: Day = reply;
      setDay({ day: found, kind: connection.kind });
      if (connection.kind === "server" && tries > 0 && isAwaited(found)) timer = window.setTimeout(() => void look(tries - 1), AGAIN_MS);
      else waitFor(found.ends);
    };
    const waitFor = (end: number): void => {
      timer = window.setTimeout(() => (Date.now() < end ? waitFor(end) : void look(MOST_TRIES)), LOOK_MS);
    };
    const look = (tries: number): Promise<void> => ask(tries).catch(() => undefined);
    void look(MOST_TRIES);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [connection]);
  return { day: day?.kind === connection.kind ? day.day : null, connection };
}

async function play(connection: Connection, level: DayLevel): Promise<void> {
  const { client, reply } = await connection.enter({ do: "create", day: level.level });
  if (client) go({ screen: "table", code: client.code, key: "", local: connection.kind === "local" });
  else if (!reply.ok) toast(reply.message);
}

function Field({ level }: { level: DayLevel }): JSX.Element | null {
  const all = Object.values(level.field).reduce((sum, count) => sum + count, 0);
  if (all === 0 || !level.you) return null;
  const better = betterThan(level.field, level.you.result);
  const duel = !games[parseRules(level.rules).game].together;
  const steps = duel ? [] : stepsOf(level.field);
  const name = (from: number, to: number): string => (to === 0 ? t("won") : from === 30 ? "30+" : `${from}–${to}`);
  return (
    <div class="day-field" data-testid="day-field">
      <p class="small soft">
        {tn("%d person finished today.", "%d people finished today.", all)}{" "}
        {better === null ? "" : tf("You did better than {percent} % of the others.", { percent: better })}
      </p>
      {steps.map(({ from, to, count }) => (
        <div class="day-step small" key={from}>
          <span>{name(from, to)}</span>
          <meter min={0} max={all} value={count} aria-label={name(from, to)} />
          <span>{count}</span>
        </div>
      ))}
    </div>
  );
}

function championWords(result: string, people: boolean): string {
  if (people) return tf("Champions in all your places: {result}", { result: resultOf({ result }) });
  if (result === "winner 0") return t("In your place the champion wins.");
  if (result.startsWith("winner")) return t("In your place the champion loses, too.");
  return tf("Champion in your place: {result}", { result: resultOf({ result }) });
}

/** Told only to those who have played: it says something about the cards. */
function Found({ level }: { level: DayLevel }): JSX.Element | null {
  if (!level.you || level.champion === undefined) return null;
  return (
    <p class="small soft">
      {championWords(level.champion, level.people === true)}
      {level.winnable === "yes" ? ` · ${t("This deal can be won; tomorrow you can see how.")}` : ""}
      {level.winnable === "no" ? ` · ${t("Nobody can win this deal.")}` : ""}
    </p>
  );
}

function Outcome({ level, connection }: { level: DayLevel; connection: Connection }): JSX.Element {
  const { you } = level;
  return (
    <>
      {you ? (
        <p>
          <b>{resultOf(you)}</b>{" "}
          <GoLink to={{ screen: "replay", game: you.game, turn: 0, local: connection.kind === "local" }}>{t("Replay")}</GoLink>
        </p>
      ) : null}
      <Found level={level} />
      <Field level={level} />
    </>
  );
}

function Level({ level, connection }: { level: DayLevel; connection: Connection }): JSX.Element {
  const { you } = level;
  return (
    <section class="sheet day-level" data-testid="day-level" aria-label={levelTitle(level)}>
      <div class="row spread">
        <div>
          <h2>{levelTitle(level)}</h2>
          <p class="small soft">{rulesLine(level.rules)}</p>
        </div>
        <AsyncButton class={you ? "button" : "button main"} data-testid={you ? "practise" : "primary"} act={() => play(connection, level)}>
          <Icon name={you ? "turnback" : "play"} />
          {you ? t("Practise") : level.table ? t("Continue") : t("Play")}
        </AsyncButton>
      </div>
      <Outcome level={level} connection={connection} />
    </section>
  );
}

/** Two to five people at one table; it is dealt when all have come, and whoever was dealt the deck has had their first try. */
function Together({ levels, connection }: { levels: DayLevel[]; connection: Connection }): JSX.Element | null {
  const [chosen, setChosen] = useState((levels.find(({ table }) => table) ?? levels[0])?.level ?? "");
  const level = levels.find((one) => one.level === chosen);
  if (!level) return null;
  const { table } = level;
  const act = async (): Promise<void> => (table ? go({ screen: "table", code: table, key: "", local: false }) : play(connection, level));
  return (
    <section class="sheet day-level" data-testid="day-level">
      <div class="row spread">
        <h2>{t("With friends")}</h2>
        <AsyncButton class={table ? "button" : "button main"} act={act}>
          <Icon name={table ? "next" : "people"} />
          {table ? t("To the table") : t("Make a table")}
        </AsyncButton>
      </div>
      <p class="small soft">{t("Make a table and send the link. It counts if it is the first try for everybody.")}</p>
      <Segments label={t("Players")} value={chosen} onChange={setChosen}>
        {levels.map(({ level: one, rules }) => [one, String(playersOf(parseRules(rules)))])}
      </Segments>
      <Outcome level={level} connection={connection} />
    </section>
  );
}

async function showWay(connection: Connection, level: string): Promise<void> {
  const reply = await connection.send({ do: "day", way: level });
  if (!reply.ok) return toast(reply.message);
  const kept = "record" in reply ? await local.send({ do: "import", record: reply.record }) : null;
  if (kept && !kept.ok) return toast(kept.message);
  if (kept && "game" in kept) go({ screen: "replay", game: kept.game, turn: 0, local: true });
}

type Before = Day["yesterday"][number];

function YesterdaysLevel({ one, connection }: { one: Before; connection: Connection }): JSX.Element {
  return (
    <li class="row spread">
      <span>
        {levelTitle(one)}
        {one.you ? (
          <>
            {": "}
            <b>{resultOf(one.you)}</b>{" "}
            <GoLink to={{ screen: "replay", game: one.you.game, turn: 0, local: connection.kind === "local" }}>{t("Replay")}</GoLink>
          </>
        ) : null}
      </span>
      {one.winnable === "yes" ? (
        <AsyncButton class="button" label={tf("{level}: how it is won", { level: levelTitle(one) })} act={() => showWay(connection, one.level)}>
          <Icon name="play" />
          {t("How it is won")}
        </AsyncButton>
      ) : null}
    </li>
  );
}

/** What one reached the day before, and how those deals are won where that is known. */
function Yesterday({ day, connection }: { day: Day; connection: Connection }): JSX.Element | null {
  const known = day.yesterday.filter(({ winnable, you }) => you || winnable === "yes");
  if (known.length === 0) return null;
  return (
    <section class="sheet day-level" data-testid="day-level">
      <h2>{t("Yesterday")}</h2>
      <ul class="list">
        {known.map((one) => (
          <YesterdaysLevel key={one.level} one={one} connection={connection} />
        ))}
      </ul>
    </section>
  );
}

/** That the decks were fixed before: what was promised, and what it was. */
function Proof({ day }: { day: Day }): JSX.Element | null {
  if (day.yesterday.length === 0) return null;
  return (
    <details class="small">
      <summary>{t("How you can check that the cards were fixed before")}</summary>
      <p>
        {t(
          "The server names the SHA-256 of each seed a day ahead, and the seed itself when the day is over. The deck follows from the seed.",
        )}
      </p>
      <dl class="day-proof">
        {day.levels.map((level) => (
          <div key={level.level}>
            <dt>{levelTitle(level)}</dt>
            <dd>
              {t("today:")} <code>{level.commitment}</code>
              <br />
              {t("tomorrow:")} <code>{level.tomorrow}</code>
              <br />
              {t("yesterday's seed:")} <code>{day.yesterday.find((one) => one.level === level.level)?.seed}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export function DayScreen(): JSX.Element {
  const { day, connection } = useDay();
  return (
    <Page title={t("Deal of the day")}>
      <h1>{t("Deal of the day")}</h1>
      <p class="soft">
        {day ? `${dateText(day.date)} · ` : ""}
        {connection.kind === "server"
          ? t("The same cards for everybody here. The first try counts; after that you can practise with them.")
          : t("Without a server these are deals for every device; your results stay here.")}
      </p>
      {day === null ? (
        <div class="empty-state" data-testid="empty-state" role="status">
          <span class="spinner" data-testid="spinner" />
        </div>
      ) : (
        <>
          <div class="row spread">
            <p>
              <b>{day.streak > 0 ? tn("%d day in a row", "%d days in a row", day.streak) : t("Start a streak today.")}</b>
              {day.streak > 0 && !isPlayed(day) ? ` ${t("Finish a deal today, or the streak ends.")}` : null}
            </p>
            <ShareDay day={day} />
          </div>
          {day.levels.map((level) => (level.people ? null : <Level key={level.level} level={level} connection={connection} />))}
          <Together levels={day.levels.filter(({ people }) => people)} connection={connection} />
          <Yesterday day={day} connection={connection} />
          {connection.kind === "server" ? <Proof day={day} /> : null}
        </>
      )}
    </Page>
  );
}
