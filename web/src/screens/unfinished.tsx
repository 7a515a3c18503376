// unfinished.tsx - games that are not over, here and on the server: which game, who plays, whose turn, how long ago. Tables of this
// visit are known already; others are looked at from outside, so that nobody seems to be back who only reads a list.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage, t, tf } from "../i18n";
import { local, noteTurns, server, type Connection } from "../model/connections";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import type { TableSummary } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { Dialog, toast } from "../components/dialog";
import { Icon, type IconName } from "../components/icons";
import { saveFile } from "../components/save";
import { GoLink } from "../components/shell";
import { parseRules } from "../model/rules_text";
import { Avatar } from "../components/avatar";
import { gameTitle, rulesLine, tableLine } from "../games/words";
import { seatName } from "../components/texts";

interface Entry {
  summary: TableSummary;
  local: boolean;
}

const QUIET_MS = 600;

async function lookAt(connection: Connection, code: string): Promise<TableSummary | null> {
  const reply = await connection.sendTo(code, { do: "look" }).catch(() => null);
  const summary = reply?.ok ? reply.look : null;
  return summary && (summary.phase === "playing" || summary.phase === "paused") ? summary : null;
}

/** The games of a connection, null before they are known; looked at again when its link is back and when one of them goes on. */
function useSummaries(connection: Connection): TableSummary[] | null {
  const { state, hello } = useStore(connection.state);
  const [summaries, setSummaries] = useState<TableSummary[] | null>(null);
  useEffect(() => {
    let current = true;
    const look = async (): Promise<void> => {
      const found = state === "open" ? await Promise.all(connection.running().map((code) => lookAt(connection, code))) : [];
      if (current && state === "open") setSummaries(found.filter((one) => one !== null));
      else if (current && (state === "lost" || state === "closed")) setSummaries((old) => old ?? []);
    };
    void look();
    const stops = connection.running().map((code) => connection.client(code)?.state.watch(() => void look()));
    return () => {
      current = false;
      for (const stop of stops) stop?.();
    };
  }, [state, hello]);
  return summaries;
}

/** Whether it waits for the reader. */
function isYours({ summary }: Entry): boolean {
  return !summary.left && summary.to_act.some((seat) => summary.seats[seat]?.you);
}

/** Those that wait for oneself first, then the newest. */
function inOrder(one: Entry, other: Entry): number {
  return Number(isYours(other)) - Number(isYours(one)) || other.summary.changed - one.summary.changed;
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

export function longAgo(at: number): string {
  const passed = Math.max(0, Date.now() - at);
  const [unit, ms] = UNITS.find(([, length]) => passed >= length) ?? ["second", 1000];
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" });
  return unit === "second" ? words.format(0, unit) : words.format(-Math.floor(passed / ms), unit);
}

/** How long somebody still has for their turn: 5 h, 12 min. */
function timeLeft(due: number): string {
  const [unit, ms] = UNITS.find(([, length]) => due - Date.now() >= length) ?? (["minute", 60_000] as const);
  const count = Math.max(0, Math.floor((due - Date.now()) / ms));
  return tf("{time} left", { time: new Intl.NumberFormat(currentLanguage(), { style: "unit", unit, unitDisplay: "short" }).format(count) });
}

function turnWords(entry: Entry): string {
  const { summary } = entry;
  if (summary.left) return t("A bot plays for you");
  if (summary.phase === "paused") return t("Paused");
  if (isYours(entry)) return t("Your turn");
  const seat = summary.to_act[0];
  return seat === undefined ? "" : tf("{name}'s turn", { name: seatName(summary.seats, seat) });
}

/** Who else plays, and where; that one is alone the rules say already. */
function circumstances({ summary, local: here }: Entry): string {
  const names = summary.seats.map((seat, index) => (seat.you ? "" : seatName(summary.seats, index))).filter(Boolean);
  return [names.length > 0 ? tf("with {names}", { names: names.join(", ") }) : "", here ? t("on this device") : ""].filter(Boolean).join(" · ");
}

/** As a file that `stos play --resume` and the other pages of this person can open. */
async function saveGame({ summary }: Entry): Promise<void> {
  const reply = await local.sendTo(summary.code, { do: "record" }).catch(() => null);
  if (reply?.ok) saveFile(`${summary.rules.replace(/\(.*/, "")}-${summary.code}.stos`, reply.record);
  else toast(reply ? reply.message : t("This browser could not save it, so nothing was done."));
}

const MOST_DISMISSED = 20;

/** Leaves the table, unless one has left it before, and lists its game no more. */
async function dismiss({ summary: { code, left }, local: here }: Entry): Promise<void> {
  const connection = here ? local : server;
  const reply = left ? null : await connection.sendTo(code, { do: "leave" });
  if (reply && !reply.ok) return toast(reply.message);
  if (!here) setSetting({ dismissed: [...settings.value.dismissed, code].slice(-MOST_DISMISSED) });
  connection.forget(code, !here);
}

function dismissText({ summary, local: here }: Entry): string {
  if (here) return t("The game ends here and is not saved.");
  return summary.left ? t("The game goes on without you.") : t("A bot plays on for you.");
}

function DismissDialog({ entry, onClose }: { entry: Entry; onClose: () => void }): JSX.Element {
  return (
    <Dialog title={tf("Leave {game}?", { game: rulesLine(entry.summary.rules) })} onClose={onClose}>
      <p>{dismissText(entry)}</p>
      <div class="row">
        <AsyncButton class="button main" data-testid="primary" act={() => dismiss(entry).then(onClose)}>
          {t("Leave the game")}
        </AsyncButton>
        <button class="button" type="button" onClick={onClose}>
          {t("Keep it")}
        </button>
      </div>
    </Dialog>
  );
}

function IconButton({ icon, label, act }: { icon: IconName; label: string; act: () => void }): JSX.Element {
  return (
    <button class="button bare round" type="button" aria-label={label} title={label} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

/** The others at the table, at most three. */
function Faces({ summary: { seats } }: Entry): JSX.Element {
  const others = seats.map((seat, index) => (seat.you ? -1 : index)).filter((index) => index >= 0);
  return (
    <span class="faces">
      {others.slice(0, MOST_FACES).map((index) => (
        <Avatar key={index} seats={seats} index={index} />
      ))}
    </span>
  );
}

const MOST_FACES = 3;

function Row({ entry, brief }: { entry: Entry; brief: boolean }): JSX.Element {
  const { summary } = entry;
  const [asks, setAsks] = useState(false);
  const when = summary.due ? timeLeft(summary.due) : longAgo(summary.changed);
  return (
    <li class="waits-row">
      <GoLink class={isYours(entry) ? "list-row yours" : "list-row"} data-testid="list-row" to={{ screen: "table", code: summary.code, key: "", local: entry.local }}>
        <Faces {...entry} />
        <div>
          <b>{brief ? gameTitle(parseRules(summary.rules).game) : tableLine(summary)}</b> <span>{circumstances(entry)}</span>
          <span class="waits-when">
            <b>{turnWords(entry)}</b> · {when}
          </span>
        </div>
      </GoLink>
      {entry.local && !brief ? <IconButton icon="save" label={t("Save to a file")} act={() => void saveGame(entry)} /> : null}
      <IconButton icon="close" label={tf("Leave {game}", { game: rulesLine(summary.rules) })} act={() => setAsks(true)} />
      {asks ? <DismissDialog entry={entry} onClose={() => setAsks(false)} /> : null}
    </li>
  );
}

const MOST_BRIEF = 2;

interface UnfinishedProps {
  /** Only the first ones, in little room, so that a new game stays in reach; My games has them all. */
  brief?: boolean;
  /** What stands there where no game waits. */
  none?: JSX.Element | null;
}

export function Unfinished({ brief = false, none = null }: UnfinishedProps): JSX.Element | null {
  useEffect(() => {
    const timer = setTimeout(() => local.wasUsed() && local.open(), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  const { dismissed } = useStore(settings);
  const known = useSummaries(server);
  const online = known?.filter(({ code }) => !dismissed.includes(code));
  useEffect(() => {
    const waits = (known ?? []).filter((summary) => isYours({ summary, local: false }) && summary.seats.some((seat) => seat.kind === "person" && !seat.you));
    if (known) noteTurns(waits.map(({ code }) => code));
  }, [known]);
  const here = useSummaries(local);
  const entries = [
    ...(online ?? []).map((summary) => ({ summary, local: false })),
    ...(here ?? []).map((summary) => ({ summary, local: true })),
  ];
  const coming = (online ? 0 : server.waiting()) + (here ? 0 : local.waiting());
  const all = entries.length + coming;
  const most = brief ? MOST_BRIEF : all;
  if (all === 0) return none;
  return (
    <section class={brief ? "start-part unfinished brief" : "stack unfinished"} data-testid="unfinished" aria-label={t("Keep playing")}>
      <div class="row spread">
        <h2>{t("Keep playing")}</h2>
        {all > 1 && brief ? <GoLink to={{ screen: "games" }}>{tf("All {count}", { count: all })}</GoLink> : null}
      </div>
      <ul class="list">
        {entries
          .sort(inOrder)
          .slice(0, most)
          .map((entry) => (
            <Row key={entry.summary.code} entry={entry} brief={brief} />
          ))}
        {Array.from({ length: Math.max(0, Math.min(coming, most - entries.length)) }, (_, index) => (
          <li key={index} class="coming-row" aria-hidden="true">
            <span class="small">{"\u00a0"}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
