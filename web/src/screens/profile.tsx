// profile.tsx - how strong people are: a profile with ratings and results, and the leaderboard of a season.
import { games } from "../games";
import { GAMES } from "../model/facts";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf, tn } from "../i18n";
import { server } from "../model/connections";
import type { RouteOf } from "../model/route";
import { useStore } from "../model/store";
import type { Best, Leaderboard, Profile, Rating, Request, Verbs, GameName } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { Segments, Switch } from "../components/choices";
import { toast } from "../components/dialog";
import { Loading } from "../components/loading";
import { GoLink, Page } from "../components/shell";
import { botName, oneDigit } from "../components/texts";
import { gameTitle, rulesLine } from "../games/words";
import { Problem } from "./problem";

/**
 * What the server says to a request, asked again when the connection is back; a text is why there is nothing. The answer to the request
 * before stays until the next one is there (`waits`), and with it the place where one is.
 */
function useAnswer<V extends keyof Verbs>(request: Request<V>): { answer: Verbs[V]["reply"] | string | null; waits: boolean } {
  const { state } = useStore(server.state);
  const [{ asked, answer }, setAnswer] = useState<{ asked: string; answer: Verbs[V]["reply"] | string | null }>({ asked: "", answer: null });
  const text = JSON.stringify(request);
  useEffect(() => {
    let current = true;
    if (state === "open")
      void server.send(request).then(
        (reply) => current && setAnswer({ asked: text, answer: reply.ok ? reply : reply.message }),
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [state, text]);
  return { answer, waits: asked !== text };
}

/** A rating that is not sure yet has a question mark. */
function RatingBadge({ row: { rating, deviation, provisional } }: { row: Rating }): JSX.Element {
  return <span class="badge" title={`± ${Math.round(2 * deviation)}`}>{`${Math.round(rating)}${provisional ? "?" : ""}`}</span>;
}

function seasonText(season: string): string {
  const [year = "", quarter = ""] = season.split("-");
  return tf("{year}, quarter {quarter}", { year, quarter });
}

function percent(wins: number, games: number): string {
  return `${Math.round((100 * wins) / Math.max(1, games))} %`;
}

function Waiting({ why }: { why: string | null }): JSX.Element {
  if (why === null) return <Loading />;
  return (
    <div class="empty-state" data-testid="empty-state" role="status">
      <p>{why}</p>
    </div>
  );
}

function Ratings({ ratings }: { ratings: Profile["ratings"] }): JSX.Element {
  return (
    <section class="sheet">
      <h2>{t("Ratings")}</h2>
      {ratings.length === 0 ? <p class="soft">{t("No rated games yet.")}</p> : null}
      <ul class="list">
        {ratings.map((row) => (
          <li class="list-row" data-testid="list-row" key={`${row.game}-${row.season}`}>
            <div>
              <b>{gameTitle(row.game)}</b>
              <span class="small soft">
                {seasonText(row.season)} · {tn("%d game", "%d games", row.games)} · {tf("{percent} won", { percent: percent(row.wins, row.games) })}
              </span>
            </div>
            <RatingBadge row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Results({ rows }: { rows: Best[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section class="sheet">
      <h2>{gameTitle("thegame")}</h2>
      <ul class="list">
        {rows.map((row) => (
          <li class="list-row" data-testid="list-row" key={row.rules}>
            <div>
              <b>{rulesLine(row.rules)}</b>
              <span class="small soft">
                {tn("%d game", "%d games", row.games)} · {tf("{cards} cards left on average, {best} at best", { cards: oneDigit(row.mean_left), best: row.best })}
                {row.yardstick
                  ? ` · ${tf("on the deals of the day {cards}, champion {champion}", { cards: oneDigit(row.yardstick.mean_left), champion: oneDigit(row.yardstick.champion) })}`
                  : ""}
                {row.longest > 1 ? ` · ${tf("longest streak {longest}, now {streak}", { longest: row.longest, streak: row.streak })}` : ""}
              </span>
            </div>
            <span class="badge">{tf("{percent} won", { percent: percent(row.wins, row.games) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Privacy({ profile }: { profile: Profile }): JSX.Element {
  const [hidden, setHidden] = useState(profile.private);
  const change = async (wanted: boolean): Promise<void> => {
    setHidden(wanted); // as the switch shows it already
    const reply = await server.send({ do: "preferences", private: wanted }).catch(() => null);
    if (reply?.ok) return toast(wanted ? t("Your profile is private now.") : t("Your profile is public now."));
    setHidden(!wanted);
    toast(reply ? reply.message : t("The server is not responding."));
  };
  return (
    <section class="sheet">
      <Switch
        on={hidden}
        onChange={(wanted) => void change(wanted)}
        title={t("Private profile")}
        help={t("Only you see this page, and you are not on the leaderboard.")}
      />
    </section>
  );
}

export function ProfileScreen({ route: { account } }: { route: RouteOf<"profile"> }): JSX.Element {
  const { answer } = useAnswer<"profile">(account ? { do: "profile", account } : { do: "profile" });
  const profile = answer !== null && typeof answer !== "string" ? answer.profile : null;
  if (typeof answer === "string")
    return (
      <Problem icon="person" title={t("Profile")} text={answer}>
        <GoLink class="button" to={{ screen: "leaders" }}>
          {t("Leaderboard")}
        </GoLink>
      </Problem>
    );
  return (
    <Page title={t("Profile")}>
      {profile === null ? (
        <Waiting why={null} />
      ) : (
        <>
          <h1 class="as-is">{profile.account ?? profile.name}</h1>
          <Ratings ratings={profile.ratings} />
          <Results rows={profile.thegame ?? []} />
          {profile.you && profile.account ? <Privacy profile={profile} /> : null}
          <GoLink class="button" to={{ screen: "leaders" }}>
            {t("Leaderboard")}
          </GoLink>
        </>
      )}
    </Page>
  );
}

function before(season: string): string {
  const [year = 0, quarter = 0] = season.split("-").map(Number);
  return quarter > 1 ? `${year}-${quarter - 1}` : `${year - 1}-4`;
}

function Leaders({ leaders }: { leaders: Leaderboard["leaders"] }): JSX.Element {
  return (
    <ol class="list">
      {leaders.map((row, index) => (
        <li class="list-row" data-testid="list-row" key={row.account ?? row.bot}>
          <div>
            <b>
              {index + 1}.{" "}
              {row.bot ? tf("{name} bot", { name: botName(row.bot) }) : <GoLink to={{ screen: "profile", account: row.account ?? "" }}>{row.account}</GoLink>}
            </b>
            <span class="small soft">
              {tn("%d game", "%d games", row.games)} · {tf("{percent} won", { percent: percent(row.wins, row.games) })}
            </span>
          </div>
          <RatingBadge row={row} />
        </li>
      ))}
    </ol>
  );
}

const RATED = GAMES.filter((name) => !games[name].together);

export function LeadersScreen(): JSX.Element {
  const [game, setGame] = useState<GameName>(RATED[0] ?? GAMES[0]);
  const [season, setSeason] = useState<string | null>(null);
  const { answer, waits } = useAnswer<"leaders">(season ? { do: "leaders", game, season } : { do: "leaders", game });
  const board = typeof answer === "string" ? null : answer;
  const isCurrent = board?.season === board?.current;
  return (
    <Page title={t("Leaderboard")}>
      <h1>{t("Leaderboard")}</h1>
      <p class="soft">{t("From rated games. A question mark means that there were too few to be sure.")}</p>
      <Segments label={t("Game")} value={game} onChange={(name) => setGame(name as GameName)}>
        {RATED.map((name) => [name, gameTitle(name)])}
      </Segments>
      {board === null ? (
        <Waiting why={typeof answer === "string" ? answer : null} />
      ) : (
        <>
          <div class="row spread">
            <b role="status">{seasonText(board.season)}</b>
            <AsyncButton class="button" waits={waits} act={async () => setSeason(isCurrent ? before(board.current) : null)}>
              {isCurrent ? t("Last season") : t("This season")}
            </AsyncButton>
          </div>
          {board.leaders.length === 0 ? <p class="soft">{t("Nobody has played a rated game yet.")}</p> : <Leaders leaders={board.leaders} />}
        </>
      )}
    </Page>
  );
}
