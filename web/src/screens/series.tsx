// series.tsx - duplicate play: the standings of a series, a link for other teams, and a table for the user's own. Nothing is revealed
// about deals that the user has yet to play.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf, tn } from "../i18n";
import { rivalOf } from "../model/analysis";
import { server } from "../model/connections";
import { readResult } from "../model/result";
import { routePath, type RouteOf, type SeriesName } from "../model/route";
import { ranked, unfinishedTeam, type OwnTable, type RankedTeam } from "../model/series";
import { useStore } from "../model/store";
import { HOME, outerLink } from "../net/site";
import type { SeriesResult, Snapshot, Standings, TableSummary } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { Loading } from "../components/loading";
import { copyLink } from "../components/share";
import { go, GoLink, Page } from "../components/shell";
import { botName } from "../components/texts";
import { rulesLine } from "../games/words";
import { showRefusal } from "./table_actions";
import { RealRules } from "./real_rules";

function useStandings(name: SeriesName): { standings: Standings | null; problem: string } {
  const { state } = useStore(server.state);
  const [standings, setStandings] = useState<Standings | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let current = true;
    if (state !== "open") return;
    const { series, rules, deals } = name;
    void server.send({ do: "series", series, rules, deals }).then(
      (reply) => {
        if (!current) return;
        setProblem(reply.ok ? "" : reply.message);
        if (reply.ok) setStandings(reply);
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [state, name.series, name.rules, name.deals]);
  return { standings, problem };
}

/** What `champion` makes of each deal that one has played, on every seat; found in this browser, one deal after the other. */
function useChampion(standings: Standings | null): (SeriesResult | null)[] {
  const [results, setResults] = useState<(SeriesResult | null)[]>([]);
  useEffect(() => {
    let current = true;
    const find = async (): Promise<void> => {
      const games = standings?.deals.map((_, deal) => standings.teams.map(({ results: of }) => of[deal]?.game).find(Boolean)) ?? [];
      const found: (SeriesResult | null)[] = games.map(() => null);
      for (const [deal, game] of games.entries()) {
        const result = game ? readResult((await rivalOf(server, game)) ?? "unfinished") : null;
        if (!current) return;
        if (result?.kind === "won") found[deal] = { left: 0, won: true };
        if (result?.kind === "left") found[deal] = { left: result.cards, won: false };
        setResults([...found]);
      }
    };
    find().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [standings]);
  return results;
}

/** A table of the series at which one sits, though no deal was finished there: of this visit, or with a game that goes on. */
async function seatedAt(standings: Standings): Promise<OwnTable | null> {
  const isOne = ({ series, rules, phase }: TableSummary | Snapshot): boolean =>
    series === standings.series && rules === standings.rules && phase !== "closed";
  const known = server.seatedTables().find(isOne);
  if (known) return { code: known.code, deal: 1 };
  for (const code of server.running()) {
    const reply = await server.sendTo(code, { do: "look" });
    if (reply.ok && isOne(reply.look)) return { code, deal: 1 };
  }
  return null;
}

/** Where one goes on; undefined before it is known. */
function useOwnTable(standings: Standings | null): OwnTable | null | undefined {
  const [own, setOwn] = useState<OwnTable | null>();
  useEffect(() => {
    let current = true;
    if (!standings) return;
    const { teams } = standings;
    const find = async (): Promise<OwnTable | null> => (teams.some(({ you }) => you) ? unfinishedTeam(teams) : seatedAt(standings));
    find().then(
      (found) => current && setOwn(found),
      () => current && setOwn(null),
    );
    return () => {
      current = false;
    };
  }, [standings]);
  return own;
}

/** Goes to the own table, where the next deal is asked for unless one is being played. */
async function playOn({ code }: OwnTable): Promise<void> {
  const { client, reply } = await server.enterTable(code, { do: "join" });
  if (!client) return reply.ok ? undefined : toast(reply.message);
  const { table } = client.state.value;
  if (table.phase === "over" && !(await showRefusal(client.send({ do: "agree", matter: "rematch" })))) return;
  go({ screen: "table", code, key: "", local: false });
}

/** The next deal is at the own table: a new one would deal the first one again. */
function PlayButtons({ name, standings }: { name: SeriesName; standings: Standings }): JSX.Element | null {
  const own = useOwnTable(standings);
  if (own === undefined) return null;
  const again = own !== null || standings.teams.some((team) => team.you);
  return (
    <>
      {own ? (
        <AsyncButton class="button main" data-testid="primary" act={() => playOn(own)}>
          <Icon name="play" />
          {tf("Next deal: {number} of {deals}", { number: own.deal, deals: name.deals })}
        </AsyncButton>
      ) : null}
      <button class={again ? "button" : "button main"} type="button" onClick={() => go({ screen: "new", series: name })}>
        <Icon name={again ? "people" : "play"} />
        {again ? t("Play with another team") : t("Play with your team")}
      </button>
    </>
  );
}

function teamName(team: RankedTeam): string {
  return team.players.map(({ name, bot }) => (bot ? botName(bot) : name || t("somebody"))).join(", ");
}

function Result({ result }: { result: SeriesResult | null | undefined }): JSX.Element {
  if (!result) return <td class="soft">–</td>;
  if (result.left === undefined) return <td class="soft">{t("played")}</td>;
  const text = result.won ? t("Won!") : String(result.left);
  return (
    <td class={result.practice ? "soft" : ""}>
      {result.game ? <GoLink to={{ screen: "replay", game: result.game, turn: 0, local: false }}>{text}</GoLink> : text}
      {result.practice ? <span class="small"> {t("practice")}</span> : null}
    </td>
  );
}

function Table({ standings }: { standings: Standings }): JSX.Element {
  const champion = useChampion(standings);
  return (
    <div class="series-scroll" tabIndex={0} role="region" aria-label={t("Standings")}>
      <table class="series" data-testid="series">
        <thead>
          <tr>
            <th scope="col">{t("Team")}</th>
            <th scope="col">{t("Cards left")}</th>
            {standings.deals.map((_, deal) => (
              <th scope="col" key={deal}>
                <span class="only-heard">{t("Deal")} </span>
                {deal + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranked(standings.teams).map((team, row) => (
            <tr key={row} class={team.you ? "you" : ""} data-you={team.you === true}>
              <th scope="row">
                {team.place === null ? "" : `${team.place}. `}
                {teamName(team)}
                {team.you ? <span class="small soft"> {t("your team")}</span> : null}
              </th>
              <td class="sum">{team.counted > 0 ? team.left : "–"}</td>
              {team.results.map((result, deal) => (
                <Result key={deal} result={result} />
              ))}
            </tr>
          ))}
          {champion.some(Boolean) ? (
            <tr class="soft">
              <th scope="row">{botName("champion")}</th>
              <td class="sum">{champion.reduce((sum, result) => sum + (result?.left ?? 0), 0)}</td>
              {standings.deals.map((_, deal) => (
                <Result key={deal} result={champion[deal]} />
              ))}
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  );
}

export function SeriesScreen({ route }: { route: RouteOf<"series"> }): JSX.Element {
  return (
    <RealRules rules={route.rules}>
      <Series route={route} />
    </RealRules>
  );
}

function Series({ route }: { route: RouteOf<"series"> }): JSX.Element {
  const { standings, problem } = useStandings(route);
  const name = { series: route.series, rules: route.rules, deals: route.deals };
  return (
    <Page title={t("Duplicate play")}>
      <h1>{t("Duplicate play")}</h1>
      <p>
        {rulesLine(route.rules)} · {tn("%d deal", "%d deals", route.deals)} · <span class="code">{route.series}</span>
      </p>
      <p class="soft">
        {t("Every team is dealt the same cards, at a table of its own, whenever it likes. You see how the others did as soon as you have played a deal.")}
      </p>
      {problem ? null : (
        <div class="row">
          {standings ? <PlayButtons name={name} standings={standings} /> : null}
          <button class="button" type="button" onClick={() => void copyLink(outerLink(routePath(route).replace(HOME, "/")).href)}>
            <Icon name="link" />
            {t("Copy the link for other teams")}
          </button>
        </div>
      )}
      {problem ? <p role="alert">{problem}</p> : null}
      {standings && standings.teams.length > 0 ? <Table standings={standings} /> : null}
      {standings?.teams.length === 0 ? <p class="empty-state" data-testid="empty-state">{t("No team has finished a deal yet.")}</p> : null}
      {standings || problem ? null : <Loading />}
      <p class="small soft">{tf("A game that was given up counts {cards} cards. The first time somebody plays a deal counts; after that it is practice.", { cards: 98 })}</p>
    </Page>
  );
}
