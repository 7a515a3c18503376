// ending.tsx - the end of a game: the result, why it ended, all hands, and the next steps: again, the same deal, the replay.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf, tn } from "../i18n";
import type { Shown } from "../model/keeper";
import { seatsAt } from "../model/people";
import { parseRules, rulesText } from "../model/rules";
import type { Matter, Seat, Snapshot, Sum } from "../model/types";
import { isOfDay, whoWasStuck } from "../model/ending";
import { hue } from "../model/piles";
import { readResult } from "../model/result";
import { MiniCard } from "../ui/card";
import { toast } from "../ui/dialog";
import { Icon } from "../ui/icons";
import { GoLink } from "../ui/shell";
import { resultTitle, resultWords, rulesLine, seatName } from "../ui/texts";
import { reading } from "../later";
import { useStore } from "../model/store";
import type { TableActions } from "./actions";
import { copyLink, inviteLink } from "./lobby";

interface Facts {
  person: Sum[];
  group: Sum[];
}

/** What the result stands beside: one's own best, and the best of these people. */
function useFacts(shown: Shown, actions: TableActions): Facts | null {
  const [facts, setFacts] = useState<Facts | null>(null);
  const { game, you } = shown.table;
  useEffect(() => {
    let current = true;
    if (game?.result && you >= 0) void actions.statistics(game.id).then((found) => current && setFacts(found));
    return () => {
      current = false;
    };
  }, [game?.id, game?.result]);
  return facts;
}

function bestWords(sum: Sum): string {
  if (sum.best === undefined) return tf("{wins} of {games} won", { wins: sum.wins, games: sum.games });
  return sum.best === 0 ? t("Won!") : tn("%d card left", "%d cards left", sum.best);
}

function Beside({ shown, actions }: { shown: Shown; actions: TableActions }): JSX.Element | null {
  const facts = useFacts(shown, actions);
  const same = (sum: Sum): boolean => rulesText(parseRules(sum.rules)) === rulesText(parseRules(shown.table.rules));
  const own = facts?.person.find(same);
  const group = shown.table.seats.length > 1 ? facts?.group.find(same) : undefined;
  if (!own) return null;
  return (
    <dl class="end-facts">
      <div>
        <dt>{own.best === undefined ? t("You") : t("Your best")}</dt>
        <dd>{bestWords(own)}</dd>
      </div>
      {group?.best !== undefined ? (
        <div>
          <dt>{t("Best of these players")}</dt>
          <dd>{bestWords(group)}</dd>
        </div>
      ) : null}
      <div>
        <dt>{t("Games played")}</dt>
        <dd>{own.games}</dd>
      </div>
    </dl>
  );
}

/** The result in a line that can be sent to somebody. */
async function share(shown: Shown): Promise<void> {
  const { table } = shown;
  const text = `${rulesLine(table.rules)}: ${resultTitle(table.game?.result ?? "unfinished", playersThen(shown), table.you)}`;
  const url = table.key && table.key !== "local" && table.game ? `${location.origin}/r/${table.game.id}` : location.origin;
  try {
    if ("share" in navigator) await navigator.share({ title: "stos", text, url });
    else await (navigator as Navigator).clipboard.writeText(`${text} ${url}`);
    if (!("share" in navigator)) toast(t("The result is copied."));
  } catch {
    // not shared, which is fine
  }
}

/** Played to its end, or ended by vote. */
export function isOver(shown: Shown): boolean {
  return shown.table.view?.over === true || shown.table.phase === "over";
}

function Agreed({ shown }: { shown: Shown }): JSX.Element | null {
  const { seats, you } = shown.table;
  const asking = seats.findIndex(
    (seat, index) => index !== you && seat.agreed?.some((matter) => matter === "rematch" || matter === "same_deal"),
  );
  if (asking < 0) return null;
  const same = seats[asking]?.agreed?.includes("same_deal");
  const name = seatName(seats, asking);
  return <p>{same ? tf("{name} wants the same deal again.", { name }) : tf("{name} wants to play again.", { name })}</p>;
}

/** Those who played: whoever left since keeps their name. */
function playersThen({ table, sittings, log }: Shown): Seat[] {
  const over = log.find((line) => line.kind === "event" && line.event.what === "over");
  return seatsAt(table.seats, sittings, over?.n ?? table.last);
}

/** Why nobody could go on, in one sentence. */
function Reason({ shown }: { shown: Shown }): JSX.Element | null {
  const { view, game } = shown.table;
  const seats = playersThen(shown);
  const quitter = view?.game === "facetoface" && !view.over ? readResult(game?.result ?? "") : null;
  if (quitter?.kind === "winner") return <p class="soft">{gaveUp(seats, 1 - quitter.seat)}</p>;
  const stuck = view && view.game !== "lie" ? whoWasStuck(view, shown.log) : null;
  if (!stuck) return null;
  const name = seatName(seats, stuck.seat);
  const you = seats[stuck.seat]?.you;
  if (stuck.fire) return <p class="soft">{you ? t("You could not cover the fire.") : tf("{name} could not cover the fire.", { name })}</p>;
  return <p class="soft">{you ? stuckYou(stuck.placed) : stuckOther(name, stuck.placed)}</p>;
}

/** A duel that was not played to its end. */
function gaveUp(seats: Seat[], seat: number): string {
  return seats[seat]?.you ? t("You gave up.") : tf("{name} gave up.", { name: seatName(seats, seat) });
}

function stuckYou(placed: number): string {
  if (placed === 0) return t("You could not place any card.");
  return placed === 1 ? t("You could not place a second card.") : t("You could not place a third card.");
}

function stuckOther(name: string, placed: number): string {
  if (placed === 0) return tf("{name} could not place any card.", { name });
  return placed === 1 ? tf("{name} could not place a second card.", { name }) : tf("{name} could not place a third card.", { name });
}

const TRIUMPH = [2, 14, 26, 38, 50, 62, 74, 86, 99];

/** A moment for the winner: the colours of the whole deck pass by once. */
function Triumph(): JSX.Element {
  return (
    <p class="triumph" aria-hidden="true">
      {TRIUMPH.map((value) => (
        <span key={value} style={{ "--hue": String(hue(value)) }} />
      ))}
    </p>
  );
}

/** What everybody still held; after the game it is no secret. */
function AllHands({ shown }: { shown: Shown }): JSX.Element | null {
  const { view, open } = shown.table;
  const seats = playersThen(shown);
  if (!view || view.game === "lie" || !open) return null;
  const highest = view.game === "thegame" ? 99 : 59;
  const hands = open["hands"] as number[][];
  if (hands.every((hand) => hand.length === 0)) return null;
  return (
    <dl class="all-hands">
      {hands.map((hand, seat) => (
        <div key={seat}>
          <dt>{seatName(seats, seat)}</dt>
          <dd>
            {hand.map((card) => (
              <MiniCard key={card} value={card} highest={highest} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Somebody has left: whoever owns the table fills the seat, and the others wait for it. */
function EmptySeats({ shown, actions }: { shown: Shown; actions: TableActions }): JSX.Element {
  const { table } = shown;
  if (!table.seats[table.you]?.owner) return <p class="soft">{t("A seat is free. The owner of the table can fill it.")}</p>;
  return (
    <>
      {isOfDay(table) ? null : (
        <button class="button main" type="button" onClick={actions.fillSeats}>
          <Icon name="bot" />
          {t("Bots for the empty seats")}
        </button>
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

function Again({ shown, actions }: { shown: Shown; actions: TableActions }): JSX.Element {
  const { table } = shown;
  const mine = table.seats[table.you];
  const wants = (matter: Matter): boolean => mine?.agreed?.includes(matter) ?? false;
  return (
    <>
      {table.series && table.dealt === table.deals ? null : (
        <button class="button main" type="button" disabled={wants("rematch")} onClick={() => actions.agree("rematch")}>
          {wants("rematch") ? t("Waiting for the others…") : againWords(table)}
        </button>
      )}
      <button class="button" type="button" disabled={wants("same_deal")} onClick={() => actions.agree("same_deal")}>
        {wants("same_deal") ? t("Waiting for the others…") : t("Same deal again")}
      </button>
    </>
  );
}

/** Play again with the same people, or back to the lobby, where seats and rules can change. */
function NextGame(props: { shown: Shown; actions: TableActions }): JSX.Element | null {
  const { seats, you } = props.shown.table;
  if (you < 0) return null;
  const full = seats.every((seat) => seat.kind === "person" || seat.kind === "bot");
  return (
    <>
      {full ? <Again {...props} /> : <EmptySeats {...props} />}
      {seats[you]?.owner ? (
        <button class="button" type="button" onClick={props.actions.lobby}>
          <Icon name="gear" />
          {t("Seats and rules")}
        </button>
      ) : null}
    </>
  );
}

/** What takes a while to find out; the part of the page that shows it is fetched with it. */
function Study({ shown, actions }: { shown: Shown; actions: TableActions }): JSX.Element | null {
  const { game, rules, you } = shown.table;
  const screens = useStore(reading.screens);
  const wanted = game?.result !== undefined && game.result !== "unfinished";
  useEffect(() => {
    if (wanted) reading.load();
  }, [wanted]);
  if (!wanted || !screens || typeof screens !== "object") return null;
  const facts = { game: game.id, rules, result: game.result as string, seats: playersThen(shown), you, local: actions.mayAsk };
  return <screens.EndStudy {...facts} />;
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

export function EndCard({ shown, actions }: { shown: Shown; actions: TableActions }): JSX.Element {
  const { table } = shown;
  const text = table.game?.result ?? "unfinished";
  const result = readResult(text);
  const words = resultWords(text);
  const good = result.kind === "won" || (result.kind === "winner" && result.seat === table.you);
  return (
    <section class="end-card" role="status" aria-label={t("Result")}>
      {good ? <Triumph /> : null}
      <p class={good ? "end-number won" : "end-number"}>{resultTitle(text, playersThen(shown), table.you)}</p>
      {words ? <p class="soft">{words}</p> : null}
      <Reason shown={shown} />
      <Beside shown={shown} actions={actions} />
      <AllHands shown={shown} />
      <Study shown={shown} actions={actions} />
      <Agreed shown={shown} />
      <div class="end-buttons">
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
