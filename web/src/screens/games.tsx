// games.tsx - my games: those on the server and those on this device, newest first, each with its replay.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage, t, tf } from "../i18n";
import { local, server, type Place } from "../model/home";
import { useStore } from "../model/store";
import type { PastGame, Sum } from "../model/types";
import { Icon } from "../ui/icons";
import { GoLink, LostLine, Page } from "../ui/shell";
import { Unfinished } from "../ui/unfinished";
import { botName, resultTitle, rulesLine } from "../ui/texts";

interface Entry {
  game: PastGame;
  local: boolean;
}

async function load(place: Place): Promise<Entry[]> {
  const reply = await place.send({ do: "history", most: 50 }).catch(() => null);
  const games = reply?.ok ? (reply["games"] as PastGame[]) : [];
  return games.map((game) => ({ game, local: place.kind === "local" }));
}

function useGames(): Entry[] | null {
  const [entries, setEntries] = useState<Entry[] | null>(null);
  const online = useStore(server.state).state;
  useEffect(() => {
    let current = true;
    const add = (more: Entry[], place: string): void => {
      if (!current) return;
      setEntries((old) =>
        [...(old ?? []).filter((one) => one.local !== (place === "local")), ...more].sort((a, b) => b.game.ended - a.game.ended),
      );
    };
    void load(local).then((found) => add(found, "local"));
    if (online === "open") void load(server).then((found) => add(found, "server"));
    return () => {
      current = false;
    };
  }, [online]);
  return entries;
}

function nameOf(person: PastGame["people"][number]): string {
  return person.you ? t("You") : person.bot ? botName(person.bot) : person.name;
}

function resultOf(game: PastGame): string {
  const seats = game.people.map((person) => ({ kind: "person" as const, name: nameOf(person), you: person.you }));
  return resultTitle(
    game.result,
    seats,
    game.people.findIndex((person) => person.you),
  );
}

function Row({ entry }: { entry: Entry }): JSX.Element {
  const { game } = entry;
  const when = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(game.ended));
  return (
    <li>
      <GoLink class="list-row" to={{ screen: "replay", game: game.id, turn: 0, local: entry.local }}>
        <div>
          <b>{rulesLine(game.rules)}</b>
          <span class="small soft">{game.people.map(nameOf).join(", ")}</span>
        </div>
        <div>
          <b>{resultOf(game)}</b>
          <span class="small soft">
            {when}
            {entry.local ? ` · ${t("on this device")}` : ""}
          </span>
        </div>
      </GoLink>
    </li>
  );
}

function useSums(): Sum[] {
  const [sums, setSums] = useState<Sum[]>([]);
  const { state } = useStore(server.state);
  useEffect(() => {
    if (state === "open")
      void server.send({ do: "statistics" }).then(
        (reply) => reply.ok && setSums((reply["person"] as Sum[] | undefined) ?? []),
        () => undefined,
      );
  }, [state]);
  return Array.isArray(sums) ? sums : [];
}

function oneDigit(value: number): string {
  return new Intl.NumberFormat(currentLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

function Sums(): JSX.Element | null {
  const sums = useSums();
  if (sums.length === 0) return null;
  return (
    <section class="sheet">
      <h2>{t("On this server")}</h2>
      <ul class="list">
        {sums.map((sum) => (
          <li class="row spread" key={sum.rules}>
            <span>{rulesLine(sum.rules)}</span>
            <span class="small soft">
              {tf("{games} played, {wins} won", { games: sum.games, wins: sum.wins })}
              {sum.mean_left === undefined ? "" : ` · ${tf("{cards} cards left on average", { cards: oneDigit(sum.mean_left) })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function GamesScreen(): JSX.Element {
  const entries = useGames();
  return (
    <Page title={t("My games")}>
      <LostLine />
      <h1>{t("My games")}</h1>
      <Unfinished />
      {entries === null || entries.length === 0 ? (
        <div class="empty-state">
          <Icon name="past" />
          <p>
            {entries === null
              ? t("Looking for your games…")
              : t("You have not finished a game yet. Each one comes here, with its replay and what would have been better.")}
          </p>
          <GoLink class="button main" to={{ screen: "start" }}>
            {t("Play one now")}
          </GoLink>
        </div>
      ) : (
        <ul class="list">
          {entries.map((entry) => (
            <Row key={entry.game.id} entry={entry} />
          ))}
        </ul>
      )}
      <Sums />
    </Page>
  );
}
