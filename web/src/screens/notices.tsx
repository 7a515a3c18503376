// notices.tsx - questions and messages above a table: a pause, somebody who is missing, a vote by the others, what a bot played for
// the user.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { awaited, openQuestion, ownQuestion, playedFor, votedOut } from "../model/absence";
import type { Connection } from "../model/connections";
import type { TableClient } from "../model/table_client";
import type { TableState } from "../model/table_state";
import type { LogLine } from "../model/log";
import { useStore } from "../model/store";
import type { Matter, Seat } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { Icon, type IconName } from "../components/icons";
import { eventSentence, Placed } from "../components/log";
import { seatName } from "../components/texts";
import { showRefusal } from "./table_actions";

interface NoticeProps {
  client: TableClient;
  shown: TableState;
}

interface NoticeLine {
  icon: IconName;
  text: string;
  /** What follows the text. */
  children?: ComponentChildren;
  choices: [string, () => Promise<unknown> | void][];
  class?: string;
}

function Notice(props: NoticeLine): JSX.Element {
  return (
    <div class={props.class ? `notice-line ${props.class}` : "notice-line"} data-testid="notice" data-notice={props.class} role="status">
      <Icon name={props.icon} />
      <span class="notice-text">
        {props.text} {props.children}
      </span>
      <span class="notice-choices">
        {props.choices.map(([text, act]) => (
          <AsyncButton class="chip" data-testid="chip" key={text} act={async () => act()}>
            {text}
          </AsyncButton>
        ))}
      </span>
    </div>
  );
}

function PausedLine({ client, shown }: NoticeProps): JSX.Element | null {
  if (shown.table.phase !== "paused") return null;
  return <Notice icon="pause" text={t("The game is paused.")} choices={[[t("Go on"), () => showRefusal(client.send({ do: "go_on" }))]]} />;
}

/** Why the table is closed. */
export function closedWords({ log }: TableState): string {
  const event = log.map((line) => (line.kind === "event" ? line.event : null)).find((one) => one?.what === "close");
  const reason = event?.what === "close" ? event.reason : undefined;
  return reason ? tf("The host has closed it: {reason}", { reason }) : t("The host has closed it, or nobody was here for a long time.");
}

/** The last game is still there to be looked at. */
function ClosedLine({ shown }: NoticeProps): JSX.Element | null {
  if (shown.table.phase !== "closed") return null;
  return <Notice icon="door" text={`${t("The table is closed.")} ${closedWords(shown)}`} choices={[]} />;
}

function questionText(matter: Matter, name: string, missing: string): string {
  if (matter === "pause") return tf("{name} asks for a pause.", { name });
  if (matter === "end") return tf("{name} asks to end the game.", { name });
  if (votedOut(matter) !== null) return tf("{name} asks to vote {missing} out. A bot would play on.", { name, missing });
  return tf("{name} asks: may a bot play on for {missing}?", { name, missing });
}

function ownText(matter: Matter): string {
  if (matter === "pause") return t("You asked for a pause. The others are being asked.");
  if (matter === "end") return t("You asked to end the game. The others are being asked.");
  if (votedOut(matter) !== null) return t("You asked to vote a player out. The others are being asked.");
  return t("You let a bot play on. The others are being asked.");
}

function namesOf(seats: readonly Seat[], which: number[]): string {
  return which.map((seat) => seatName(seats, seat)).join(", ");
}

/** What the others ask, with Agree and No; and what one asked oneself. */
function QuestionLine({ client, shown }: NoticeProps): JSX.Element | null {
  const { table } = shown;
  const question = openQuestion(table);
  const own = ownQuestion(table);
  const answer = (matter: Matter, yes: boolean) => () => showRefusal(client.send({ do: "agree", matter, yes }));
  if (question) {
    const target = votedOut(question.matter);
    const about = target === null ? awaited(table) : [target];
    const text = questionText(question.matter, seatName(table.seats, question.seat), namesOf(table.seats, about));
    return (
      <Notice
        icon="help"
        class="question"
        text={text}
        choices={[
          [t("Agree"), answer(question.matter, true)],
          [t("No"), answer(question.matter, false)],
        ]}
      />
    );
  }
  return own ? <Notice icon="wait" text={ownText(own)} choices={[[t("Take it back"), answer(own, false)]]} /> : null;
}

/** A line that drops and comes back at once is no absence. */
const BLINK_MS = 4000;

/** Without a clock nobody is replaced: those who are here are asked. */
function AwayLine({ client, shown }: NoticeProps): JSX.Element | null {
  const { table } = shown;
  const missing = awaited(table);
  const names = namesOf(table.seats, missing);
  const [waiting, setWaiting] = useState(true);
  useEffect(() => {
    setWaiting(true);
    const timer = setTimeout(() => setWaiting(false), BLINK_MS);
    return () => clearTimeout(timer);
  }, [names, table.position]);
  if (missing.length === 0 || waiting || openQuestion(table) || ownQuestion(table)) return null;
  const agree = (): Promise<unknown> => showRefusal(client.send({ do: "agree", matter: "play_on" }));
  return (
    <Notice
      icon="lost"
      class="away"
      text={tf("{name} is not here. May a bot play on until they are back?", { name: names })}
      choices={[
        [t("Let a bot play"), agree],
        [t("Wait"), () => setWaiting(true)],
      ]}
    />
  );
}

/** So many of the last moves are told; the log has all of them. */
const PLAYED_CARDS = 6;
const PLAYED_SENTENCES = 2;

function sentenceOf(line: LogLine, { table }: TableState): string {
  return line.kind === "event" ? eventSentence(line.event, table.seats, table.you) : "";
}

/** Cards of piles as in the log, moves of LIE in sentences. */
function Played({ lines, shown }: { lines: LogLine[]; shown: TableState }): JSX.Element {
  const placed = lines.flatMap((line) => (line.kind === "turn" ? line.placed : []));
  const sentences = lines.map((line) => sentenceOf(line, shown)).filter(Boolean);
  const isCut = placed.length > PLAYED_CARDS || sentences.length > PLAYED_SENTENCES;
  return (
    <>
      {isCut ? "… " : ""}
      {placed.slice(-PLAYED_CARDS).map((placement) => (
        <Placed brief key={placement.card} placement={placement} />
      ))}
      {sentences.slice(-PLAYED_SENTENCES).join(" ")}
    </>
  );
}

/** The part of a turn's time in which its end is announced, and the least of it. */
const LAST_PART = 4;
const LEAST_WARNING_MS = 10_000;

/** Whoever is late at a rated table has lost, so that is said in time. */
function LateLine({ shown }: NoticeProps): JSX.Element | null {
  const { table, clockEnd } = shown;
  const [warned, setWarned] = useState(false);
  const mine = table.rated === true && table.phase === "playing" && (table.view?.to_act.includes(table.you) ?? false);
  useEffect(() => {
    setWarned(false);
    if (!mine || clockEnd === null) return;
    const warning = Math.max(LEAST_WARNING_MS, (1000 * table.turn_seconds) / LAST_PART);
    const timer = setTimeout(() => setWarned(true), Math.max(0, clockEnd - warning - Date.now()));
    return () => clearTimeout(timer);
  }, [mine, clockEnd]);
  return warned && mine ? <Notice icon="alarm" text={t("Your time is running out. If you are late, you lose this rated game.")} choices={[]} /> : null;
}

/** What was played for oneself, until one plays oneself again or has read it. */
function PlayedLine({ shown }: NoticeProps): JSX.Element | null {
  const [read, setRead] = useState(0);
  const { table } = shown;
  if (table.you < 0 || table.seats[table.you]?.stand_in === "resigned") return null;
  const played = playedFor(shown.log, table.you).filter((line) => line.n > read && (line.kind === "turn" || sentenceOf(line, shown) !== ""));
  const last = played[played.length - 1];
  if (!last) return null;
  return (
    <Notice
      icon="bot"
      class="played"
      text={t("While you were away a bot played for you:")}
      choices={[[t("Thanks"), () => setRead(last.n)]]}
    >
      <Played lines={played} shown={shown} />
      {table.rated ? <b> {t("This rated game counts as lost.")}</b> : null}
    </Notice>
  );
}

/** The browser cannot keep the game; said once, it can be put away. */
function FleetingLine({ connection }: { connection: Connection }): JSX.Element | null {
  const { fleeting } = useStore(connection.state);
  const [read, setRead] = useState(false);
  if (!fleeting || read) return null;
  return (
    <Notice
      icon="alarm"
      class="fleeting"
      text={t("This browser cannot save the game. It lasts until you close the page.")}
      choices={[[t("I see"), () => setRead(true)]]}
    />
  );
}

export function TableNotices(props: NoticeProps & { connection: Connection }): JSX.Element {
  return (
    <>
      <FleetingLine connection={props.connection} />
      <ClosedLine {...props} />
      <PausedLine {...props} />
      <QuestionLine {...props} />
      <AwayLine {...props} />
      <LateLine {...props} />
      <PlayedLine {...props} />
    </>
  );
}
