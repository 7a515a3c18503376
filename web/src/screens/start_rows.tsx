// start_rows.tsx - below Play on the start screen: games and invitations that wait, today's deal, and ways to play with others. All of it in
// words, and of a bounded height.
import { games } from "../games";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf, tn } from "../i18n";
import { local, server } from "../model/connections";
import { isPlayed } from "../model/day";
import { countSolved, solved } from "../model/puzzle_marks";
import { countWaiting, usePublicTables } from "../model/queue";
import { ownRating } from "../model/rating";
import type { Route } from "../model/route";
import { search } from "../model/search";
import { settings } from "../model/settings";
import { useStore } from "../model/store";
import type { Answer, Day, GameName, Invitation } from "../net/protocol";
import { hasServer } from "../net/site";
import { MiniCard } from "../components/card";
import { lazy } from "../components/lazy";
import { GoLink } from "../components/shell";
import { gameTitle } from "../games/words";
import { Unfinished } from "./unfinished";

const Invitations = lazy(() => import("./table_parts").then((module) => module.Invitations));

/** A way on: what it is called, and how it stands there. */
function Way({ to, title, children }: { to: Route; title: string; children?: ComponentChildren }): JSX.Element {
  return (
    <li>
      <GoLink class="way" data-testid="start-way" to={to}>
        <b>{title}</b>
        <span>{children}</span>
      </GoLink>
    </li>
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

/** Nobody has played in this browser yet. */
function isNewcomer(): boolean {
  const { lastRules, learned } = settings.value;
  return Object.keys(lastRules).length === 0 && learned.length === 0 && !local.wasUsed();
}

function Welcome({ game }: { game: GameName }): JSX.Element {
  return (
    <section class="start-part" aria-labelledby="welcome">
      <h2 id="welcome">{t("New here?")}</h2>
      <ul>
        <Way to={{ screen: "learn", game }} title={tf("Learn {game} in two minutes", { game: gameTitle(game) })}>
          {t("You play, and a coach tells you what to do.")}
        </Way>
        <Way to={{ screen: "rules", game }} title={t("Read the rules")}>
          {t("With pictures. Five minutes.")}
        </Way>
      </ul>
    </section>
  );
}

/** No game waits: what was played before. */
function Before(): JSX.Element {
  return (
    <section class="start-part" aria-labelledby="before">
      <h2 id="before">{t("Your games")}</h2>
      <ul>
        <Way to={{ screen: "games" }} title={t("Replays")}>
          {t("and what would have been better")}
        </Way>
        {hasServer ? (
          <Way to={{ screen: "profile", account: "" }} title={t("Your profile")}>
            {t("your best results, and your rating")}
          </Way>
        ) : null}
      </ul>
    </section>
  );
}

// ---------------------------------------------------------------- today

/** The day of the server; null before it is known, and without a server. */
function useDay(): Day | null {
  const { state } = useStore(server.state);
  const [day, setDay] = useState<Day | null>(null);
  useEffect(() => {
    let current = true;
    const take = (reply: Answer<"day">): void => {
      if (current && reply.ok && "levels" in reply) setDay(reply);
    };
    if (state === "open") server.send({ do: "day" }).then(take, () => undefined);
    return () => void (current = false);
  }, [state]);
  return day;
}

/** How the first deal of the day went for all who have finished it. */
function fieldWords({ levels }: Day): string {
  const field = levels[0]?.field ?? {};
  const all = Object.values(field).reduce((sum, count) => sum + count, 0);
  return all > 0 ? tf("{won} of {all} won it", { won: field["won"] ?? 0, all }) : "";
}

function streakWords(day: Day): string {
  const { streak } = day;
  if (streak === 0) return t("start a streak today");
  if (isPlayed(day)) return tn("%d day in a row", "%d days in a row", streak);
  return tn("%d day in a row, play to keep it", "%d days in a row, play to keep it", streak);
}

function dayWords(day: Day | null): string {
  return day ? [fieldWords(day), streakWords(day)].filter(Boolean).join(" · ") : t("the same cards for everybody");
}

function Today(): JSX.Element {
  const day = useDay();
  const done = countSolved(useStore(solved));
  const date = new Date(day ? `${day.date}T12:00:00` : Date.now()).getDate();
  return (
    <section class="start-part" aria-labelledby="today">
      <h2 id="today">{t("Today")}</h2>
      <ul>
        <li>
          <GoLink class="way" data-testid="start-way" to={{ screen: "day" }}>
            <b>
              <span aria-hidden="true">
                <MiniCard value={date} />
              </span>{" "}
              {t("Deal of the day")}
            </b>
            <span>{dayWords(day)}</span>
          </GoLink>
        </li>
        <Way to={{ screen: "puzzles" }} title={t("Puzzles")}>
          {done > 0 ? tn("%d solved", "%d solved", done) : t("from easy to hard, each with a proven answer")}
        </Way>
      </ul>
    </section>
  );
}

// ---------------------------------------------------------------- with others

/** One's rating in the game that was played last; null for whoever has none, and where nobody is rated. */
function useOwnRating(game: GameName): string | null {
  const { hello } = useStore(server.state);
  const [words, setWords] = useState<string | null>(null);
  const rated = games[game].together ? undefined : game;
  useEffect(() => {
    let current = true;
    setWords(null);
    if (hello?.account && rated) void ownRating(rated).then((own) => current && own && setWords(`${Math.round(own.rating)}${own.provisional ? "?" : ""}`));
    return () => void (current = false);
  }, [hello?.account, rated]);
  return words;
}

function FindLine({ game }: { game: GameName }): JSX.Element {
  const tables = usePublicTables();
  const rating = useOwnRating(game);
  const waiting = tables ? countWaiting(tables) : 0;
  const looks = useStore(search) !== null;
  const words = looks ? t("you are looking for one…") : waiting > 0 ? tn("%d person is waiting", "%d people are waiting", waiting) : t("somebody who wants the same game");
  return (
    <Way to={{ screen: "find" }} title={t("Find an opponent")}>
      {words}
      {rating ? ` · ${tf("your rating: {rating}", { rating })}` : ""}
    </Way>
  );
}

/** Ways to other people that lead over a server. */
function ByServer({ game }: { game: GameName }): JSX.Element {
  return (
    <>
      <FindLine game={game} />
      <Way to={{ screen: "new" }} title={t("Play with friends")}>
        {t("send a link; bots take free seats")}
      </Way>
    </>
  );
}

function WithOthers({ game }: { game: GameName }): JSX.Element {
  return (
    <section class="start-part" aria-labelledby="with-others">
      <h2 id="with-others">{t("With others")}</h2>
      <ul>
        {hasServer ? <ByServer game={game} /> : <Way to={{ screen: "hotseat" }} title={t("Round one device")} />}
      </ul>
      {hasServer ? (
        <p class="start-more">
          <GoLink to={{ screen: "hotseat" }}>{t("Round one device")}</GoLink>
          <GoLink to={{ screen: "join" }}>{t("Join by code")}</GoLink>
          <GoLink to={{ screen: "tables" }}>{t("Watch")}</GoLink>
        </p>
      ) : null}
    </section>
  );
}

export function StartRows({ game }: { game: GameName }): JSX.Element {
  const [newcomer] = useState(isNewcomer);
  return (
    <div class="start-rows">
      <div class="start-waits">
        <Invited />
        <Unfinished brief none={newcomer ? <Welcome game={game} /> : <Before />} />
      </div>
      <Today />
      <WithOthers game={game} />
      {newcomer ? null : (
        <p class="start-learn">
          {t("New here?")} <GoLink to={{ screen: "learn", game }}>{tf("Learn {game} in two minutes", { game: gameTitle(game) })}</GoLink>
        </p>
      )}
    </div>
  );
}
