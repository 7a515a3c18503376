// end_card.tsx - the end of a game: the result and the next steps (play again, the same deal, the replay). What is between them is in
// end_body.tsx.
import { games } from "../games/index";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t, tf } from "../i18n";
import type { TableState } from "../model/table_state";
import { seatsAt } from "../model/people";
import { isOfDay } from "../model/day";
import { parseRules } from "../model/rules_text";
import type { GameName, Matter, Seat, Snapshot } from "../net/protocol";
import { inkOf, HIGHEST } from "../components/ink";
import { readResult } from "../model/result";
import { Card } from "../components/card";
import { AsyncButton } from "../components/async_button";
import { comeTo } from "../components/focus";
import { Icon } from "../components/icons";
import { lazy, Spinner, whenIdle } from "../components/lazy";
import { copyLink, inviteLink, linkTo, shareWords } from "../components/share";
import { GoLink } from "../components/shell";
import { resultTitle, resultWords, seatName } from "../components/texts";
import { rulesLine } from "../games/words";
import type { TableActions } from "../model/table_actions";

/** The result in a line that can be sent to somebody. */
async function share(shown: TableState): Promise<void> {
  const { table } = shown;
  const text = `${rulesLine(table.rules)}: ${resultTitle(table.game?.result ?? "unfinished", playersThen(shown), table.you)}`;
  const url = table.key && table.key !== "local" && table.game ? linkTo(`/r/${table.game.id}`) : linkTo("/");
  await shareWords(text, url);
}

/** Those who played: whoever left since keeps their name. */
function playersThen({ table, sittings, log }: TableState): Seat[] {
  const over = log.find((line) => line.kind === "event" && line.event.what === "over");
  return seatsAt(table.seats, sittings, over?.n ?? table.last);
}

/** A moment for the winner: the whole deck fans out. */
function Triumph({ game }: { game: GameName }): JSX.Element {
  const { highest, count } = games[game].deck;
  const last = highest || HIGHEST; // dice get the same colours
  const values = Array.from({ length: count }, (_, index) => 2 + Math.round((index * (last - 2)) / (count - 1)));
  return (
    <p class="triumph" aria-hidden="true">
      {values.map((value, index) => (
        <i key={value} style={{ ...inkOf(value), "--at": (index / (count - 1) - 0.5).toFixed(3) }} />
      ))}
      {highest ? <Card value={highest} quiet /> : null}
    </p>
  );
}

function titleOf(text: string, seats: Seat[], you: number): string {
  return readResult(text).kind === "won" ? t("All 98 placed") : resultTitle(text, seats, you);
}

/** Somebody has left: whoever owns the table fills the seat, and the others wait for it. */
function EmptySeats({ shown, actions }: { shown: TableState; actions: TableActions }): JSX.Element {
  const { table } = shown;
  if (!table.seats[table.you]?.owner) return <p class="soft">{t("A seat is free. The owner of the table can fill it.")}</p>;
  return (
    <>
      {isOfDay(table) ? null : (
        <AsyncButton class="button main" data-testid="primary" act={actions.fillSeats}>
          <Icon name="bot" />
          {t("Bots for the empty seats")}
        </AsyncButton>
      )}
      <button class="button" type="button" onClick={() => void copyLink(inviteLink(table.code, table.key))}>
        <Icon name="link" />
        {t("Copy the invite link")}
      </button>
    </>
  );
}

function againWords({ series, deals = 0, dealt = 0 }: Snapshot): string {
  return series ? tf("Next deal: {number} of {deals}", { number: dealt + 1, deals }) : t("Play again");
}

/** Somebody else who asks for it; -1: nobody does. */
function askedBy({ seats, you }: Snapshot, matter: Matter): number {
  return seats.findIndex((seat, index) => index !== you && seat.agreed?.includes(matter));
}

function askerWords(name: string, matter: Matter): string {
  return matter === "same_deal" ? tf("{name} wants the same deal again.", { name }) : tf("{name} wants to play again.", { name });
}

/** Who asks for it stands on the button itself: the one that is always in sight. */
function AgainButton(props: { shown: TableState; actions: TableActions; matter: Matter; words: string; main: boolean }): JSX.Element {
  const { matter } = props;
  const { table } = props.shown;
  const waits = table.seats[table.you]?.agreed?.includes(matter) ?? false;
  const asker = waits ? -1 : askedBy(table, matter);
  return (
    <AsyncButton class={props.main ? "button main" : "button"} data-testid={props.main ? "primary" : "again"} done={waits} act={() => props.actions.agree(matter)}>
      <span>
        {waits ? t("Waiting for the others…") : props.words}
        {asker >= 0 ? <small class="asker" data-testid="asker">{askerWords(seatName(table.seats, asker), matter)}</small> : null}
      </span>
    </AsyncButton>
  );
}

function Again(props: { shown: TableState; actions: TableActions }): JSX.Element {
  const { table } = props.shown;
  const isLast = Boolean(table.series) && table.dealt === table.deals;
  const isSame = askedBy(table, "same_deal") >= 0 && askedBy(table, "rematch") < 0;
  return (
    <>
      {isLast ? null : <AgainButton {...props} matter="rematch" words={againWords(table)} main={!isSame} />}
      <AgainButton {...props} matter="same_deal" words={t("Same deal again")} main={isSame} />
    </>
  );
}

/** Play again with the same people, or back to the lobby, where seats and rules can change. */
function NextGame(props: { shown: TableState; actions: TableActions }): JSX.Element | null {
  const { seats, you } = props.shown.table;
  if (you < 0) return null;
  const full = seats.every((seat) => seat.kind === "person" || seat.kind === "bot");
  return (
    <>
      {full ? <Again {...props} /> : <EmptySeats {...props} />}
      {seats[you]?.owner ? (
        <AsyncButton class="button" act={props.actions.lobby}>
          <Icon name="gear" />
          {t("Seats and rules")}
        </AsyncButton>
      ) : null}
    </>
  );
}

/** What stands below the result is fetched while the game runs; where it cannot be had, the result alone will do. */
const EndBody = lazy(() => import("./table_parts").then((module) => module.EndBody), { waiting: Spinner });

/** The end of a game needs more than its beginning: to be called when one is under way, so that it is there when the game is over. */
export function loadForEnd(): void {
  whenIdle(EndBody.load);
}

export function SeriesLink({ table }: { table: Snapshot }): JSX.Element | null {
  const { series, rules, deals } = table;
  if (!series || !deals) return null;
  const day = isOfDay(table);
  return (
    <GoLink class="button" to={day ? { screen: "day" } : { screen: "series", series, rules, deals }}>
      {day ? t("Deal of the day") : t("Standings")}
    </GoLink>
  );
}

export function EndCard({ shown, actions }: { shown: TableState; actions: TableActions }): JSX.Element {
  const { table } = shown;
  const text = table.game?.result ?? "unfinished";
  const result = readResult(text);
  const words = resultWords(text);
  const good = result.kind === "won" || (result.kind === "winner" && result.seat === table.you);
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => comeTo(card.current), []);
  return (
    <section class="end-card" data-testid="end-card" aria-label={t("Result")} tabIndex={-1} ref={card}>
      {good ? <Triumph game={parseRules(table.rules).game} /> : null}
      <p class={good ? "end-number won" : "end-number"} data-testid="end-number">{titleOf(text, playersThen(shown), table.you)}</p>
      {words ? <p class="soft">{words}</p> : null}
      <EndBody shown={shown} actions={actions} seats={playersThen(shown)} />
      <div class="end-buttons" data-testid="end-buttons">
        <NextGame shown={shown} actions={actions} />
        <SeriesLink table={table} />
        <button class="button" type="button" onClick={actions.replay}>
          <Icon name="past" />
          {t("Replay and analysis")}
        </button>
        <button class="button" type="button" onClick={() => void share(shown)}>
          <Icon name="link" />
          {t("Share")}
        </button>
      </div>
    </section>
  );
}
