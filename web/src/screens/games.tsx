// games.tsx - my games: those on the server and those on this device, newest first, each with its replay; statistics
// of both; and records from files.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage, t, tf, tn } from "../i18n";
import { local, server, type Connection } from "../model/connections";
import { useStore } from "../model/store";
import { addStatistics } from "../model/statistics";
import type { OpenSeat, PlayedGame, Statistics } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { Dialog, toast } from "../components/dialog";
import { Icon } from "../components/icons";
import { useAway } from "../components/loading";
import { go, GoLink, Page } from "../components/shell";
import { Unfinished } from "./unfinished";
import { botName, oneDigit, resultTitle } from "../components/texts";
import { rulesLine } from "../games/words";

interface Entry {
  game: PlayedGame;
  local: boolean;
}

const PAGE = 50;

async function load(connection: Connection, before: number): Promise<Entry[]> {
  const reply = await connection.send({ do: "history", most: PAGE, ...(Number.isFinite(before) ? { before } : {}) }).catch(() => null);
  const games = reply?.ok ? reply.games : [];
  return games.map((game) => ({ game, local: connection.kind === "local" }));
}

interface Past {
  entries: Entry[];
  /** There are older ones. */
  more: boolean;
}

const NOTHING: Past = { entries: [], more: false };

/** The games of one connection, newest first; `older` fetches the next ones. */
function usePast(connection: Connection): { past: Past | null; older: () => Promise<void> } {
  const { state } = useStore(connection.state);
  const [past, setPast] = useState<Past | null>(null);
  const older = async (): Promise<void> => {
    const known = past?.entries ?? [];
    const found = await load(connection, known[known.length - 1]?.game.ended ?? Infinity);
    setPast({ entries: [...known, ...found], more: found.length === PAGE });
  };
  const isThere = connection.kind === "local" || state === "open";
  const isAway = state === "lost" || state === "closed";
  useEffect(() => {
    if (isThere) void older();
    if (isAway) setPast((old) => old ?? NOTHING);
  }, [isThere, isAway]);
  return { past, older };
}

/** Both places in one list. What is older than the oldest of a place that has more waits until that is fetched. */
function merged(pasts: Past[]): Entry[] {
  const from = Math.max(0, ...pasts.map(({ entries, more }) => (more ? (entries[entries.length - 1]?.game.ended ?? 0) : 0)));
  const all = pasts.flatMap(({ entries }) => entries).filter(({ game }) => game.ended >= from);
  return all.sort((one, other) => other.game.ended - one.game.ended);
}

function nameOf(person: PlayedGame["people"][number]): string {
  return person.you ? t("You") : person.bot ? botName(person.bot) : person.name;
}

function resultOf(game: PlayedGame): string {
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
      <GoLink class="list-row" data-testid="list-row" to={{ screen: "replay", game: game.id, turn: 0, local: entry.local }}>
        <div>
          <b>{rulesLine(game.rules)}</b>
          <span class="small soft">{game.people.map(nameOf).join(", ")}</span>
        </div>
        <div>
          <b>{resultOf(game)}</b>
          <span class="small soft">
            {when}
            {game.practice ? ` · ${t("practice")}` : ""}
            {entry.local ? ` · ${t("on this device")}` : ""}
            {game.assisted ? ` · ${t("assisted")}` : ""}
          </span>
        </div>
      </GoLink>
    </li>
  );
}

function useSums(connection: Connection): Statistics[] {
  const [sums, setSums] = useState<Statistics[]>([]);
  const { state } = useStore(connection.state);
  useEffect(() => {
    if (connection.kind === "local" || state === "open")
      void connection.send({ do: "statistics" }).then(
        (reply) => reply.ok && setSums(reply.person ?? []),
        () => undefined,
      );
  }, [state === "open"]);
  return sums;
}

function sumWords(sum: Statistics): string {
  const words = [tf("{games} played, {wins} won", { games: sum.games, wins: sum.wins })];
  if (sum.best !== undefined) words.push(sum.best === 0 ? t("best: won") : tf("best: {cards} left", { cards: sum.best }));
  if (sum.mean_left !== undefined) words.push(tf("{cards} cards left on average", { cards: oneDigit(sum.mean_left) }));
  if (sum.practice) words.push(tn("%d practice game", "%d practice games", sum.practice));
  return words.join(" · ");
}

/** Games won one after the other, the newest first. */
function streakOf(entries: readonly Entry[]): number {
  const counted = entries.filter(({ game }) => game.finished);
  const lost = counted.findIndex(({ game }) => !game.people.some(({ you, won }) => you && won));
  return lost < 0 ? counted.length : lost;
}

function Sums({ entries }: { entries: readonly Entry[] }): JSX.Element | null {
  const sums = addStatistics([...useSums(server), ...useSums(local)]);
  const streak = streakOf(entries);
  if (sums.length === 0) return null;
  return (
    <section class="sheet">
      <h2>{t("Your results")}</h2>
      {streak > 1 ? <p>{tn("%d game won in a row", "%d games won in a row", streak)}</p> : null}
      <ul class="list">
        {sums.map((sum) => (
          <li class="row spread" key={sum.rules}>
            <span>{rulesLine(sum.rules)}</span>
            <span class="small soft">{sumWords(sum)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A saved game, and the people in it who may go on. */
interface Saved {
  record: string;
  people: OpenSeat[];
}

/** The game goes on at a table of this device; oneself has a seat, bots have those of other people. */
async function goOn({ record, people }: Saved, own: number): Promise<void> {
  const seats = Array.from({ length: Math.max(...people.map(({ seat }) => seat)) + 1 }, (_, seat) => (seat === own ? "me" : ""));
  const { client, reply } = await local.enter({ do: "create", from: { record }, seats });
  if (client) go({ screen: "table", code: client.code, key: "", local: true });
  else toast(reply.ok ? "" : reply.message);
}

/** What the rules in the browser have room for. */
const LARGEST_RECORD = 900_000;

/** A file: a game that was saved goes on, here or by asking who one is; any other record comes to the games of this device. */
async function openRecord(file: File | undefined, ask: (saved: Saved) => void): Promise<void> {
  if (!file) return;
  if (file.size > LARGEST_RECORD) return toast(t("This file is too large for the page. The program stos can show it."));
  const record = await file.text();
  const reply = await local.send({ do: "import", record }).catch(() => null);
  if (!reply?.ok) return toast(reply ? reply.message : t("This is not a record of a game."));
  if ("game" in reply) return go({ screen: "replay", game: reply.game, turn: 0, local: true });
  const people = reply.goes_on;
  if (people.length > 1) return ask({ record, people });
  await goOn({ record, people }, people[0]?.seat ?? 0);
}

function WhoAreYou({ saved, onClose }: { saved: Saved; onClose: () => void }): JSX.Element {
  return (
    <Dialog title={t("Which player are you?")} onClose={onClose}>
      <p>{t("Bots play for the others.")}</p>
      <div class="row">
        {saved.people.map(({ seat, name }) => (
          <AsyncButton class="button" key={seat} act={() => goOn(saved, seat)}>
            {name || tf("Seat {number}", { number: seat + 1 })}
          </AsyncButton>
        ))}
      </div>
    </Dialog>
  );
}

function OpenRecord(): JSX.Element {
  const [saved, setSaved] = useState<Saved | null>(null);
  return (
    <>
      <label class="button">
        <Icon name="open" />
        {t("Open a file")}
        <input
          class="only-heard"
          type="file"
          accept=".stos,text/plain"
          onChange={(event) => {
            void openRecord(event.currentTarget.files?.[0], setSaved);
            event.currentTarget.value = ""; // the same file can be chosen again
          }}
        />
      </label>
      {saved ? <WhoAreYou saved={saved} onClose={() => setSaved(null)} /> : null}
    </>
  );
}

export function GamesScreen(): JSX.Element {
  const online = usePast(server);
  const here = usePast(local);
  const entries = merged([online.past ?? NOTHING, here.past ?? NOTHING]);
  const looking = online.past === null || here.past === null;
  const away = useAway();
  const more = [online, here].filter(({ past }) => past?.more);
  return (
    <Page title={t("My games")}>
      <div class="row spread">
        <h1>{t("My games")}</h1>
        <OpenRecord />
      </div>
      <Unfinished />
      {entries.length === 0 ? (
        <div class="empty-state" data-testid="empty-state">
          <Icon name="past" />
          <p>
            {looking
              ? t("Looking for your games…")
              : away
              ? t("No connection to the server. Your games there appear as soon as it is back.")
              : t("You have not finished a game yet. Finished games appear here, with a replay and what would have been better.")}
          </p>
          <GoLink class="button main" data-testid="primary" to={{ screen: "start" }}>
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
      {more.length > 0 ? (
        <AsyncButton class="button" act={() => Promise.all(more.map(({ older }) => older()))}>
          {t("Older games")}
        </AsyncButton>
      ) : null}
      <Sums entries={entries} />
    </Page>
  );
}
