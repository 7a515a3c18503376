// end_body.tsx - what is below the result of a game: why it ended, all hands, comparisons, the curve with its turning point.
// Space for what takes a while to compute is reserved from the start, so that the layout does not shift.
import { games } from "../games";
import { moreOf, more } from "../games/more";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf, tn } from "../i18n";
import type { TableState } from "../model/table_state";
import { ownRating, ratingWords, type OwnRating } from "../model/rating";
import { readResult } from "../model/result";
import { parseRules, rulesText } from "../model/rules_text";
import type { Seat, Statistics } from "../net/protocol";
import { Card } from "../components/card";
import { seatName } from "../components/texts";
import type { TableActions } from "../model/table_actions";
import { EndStudy, InstallHint, Rival } from "./end_study";

interface EndProps {
  shown: TableState;
  actions: TableActions;
  /** Those who played. */
  seats: Seat[];
}

// ---------------------------------------------------------------- why it ended

/** A duel that was not played to its end. */
function gaveUp(seats: Seat[], seat: number): string {
  return seats[seat]?.you ? t("You gave up.") : tf("{name} gave up.", { name: seatName(seats, seat) });
}

/** Why the game ended, in one sentence; empty where the result says it all, as after a vote. */
function reasonOf(shown: TableState, seats: Seat[]): string {
  const { table } = shown;
  const { view } = table;
  const result = readResult(table.game?.result ?? "");
  if (!view) return "";
  if (!view.over && result.kind === "winner") return gaveUp(seats, 1 - result.seat);
  return moreOf(view).whyEnded(view, shown, seats);
}

// ---------------------------------------------------------------- what it stands beside

interface Sums {
  person: Statistics[];
  group: Statistics[];
}

/** One's own results and those of these people; null until they are known. */
function useSums(shown: TableState, actions: TableActions): Sums | null {
  const [sums, setSums] = useState<Sums | null>(null);
  const { game, you } = shown.table;
  useEffect(() => {
    let current = true;
    if (game?.result && you >= 0) void actions.statistics(game.id).then((found) => current && setSums(found ?? { person: [], group: [] }));
    return () => {
      current = false;
    };
  }, [game?.id, game?.result]);
  return sums;
}

function bestWords(sum: Statistics): string {
  if (sum.best === undefined) return tf("{wins} of {games} won", { wins: sum.wins, games: sum.games });
  if (sum.best === 0) return tn("won once", "won %d times", sum.wins);
  return tn("%d card left", "%d cards left", sum.best);
}

function Fact({ name, value }: { name: string; value: string | number }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** What is asked about, and until it is answered the places of what is usually known. */
function Own({ shown, actions, seats }: EndProps): JSX.Element | null {
  const sums = useSums(shown, actions);
  const { rules, you } = shown.table;
  const same = (sum: Statistics): boolean => rulesText(parseRules(sum.rules)) === rulesText(parseRules(rules));
  const waiting: Statistics | undefined = sums || you < 0 ? undefined : { rules, games: 0, wins: 0, ...(games[parseRules(rules).game].together ? { best: 0 } : {}) };
  const own = sums?.person.find(same) ?? waiting;
  const group = seats.length > 1 ? (sums?.group.find(same) ?? waiting) : undefined;
  if (!own) return null;
  return (
    <>
      <Fact name={own.best === undefined ? t("You") : t("Your best")} value={waiting ? "…" : bestWords(own)} />
      {group?.best !== undefined ? <Fact name={t("Best of these players")} value={waiting ? "…" : bestWords(group)} /> : null}
      <Fact name={t("Games played")} value={waiting ? "…" : own.games} />
    </>
  );
}

/** One's rating after a rated game. */
function RatingFact({ shown }: EndProps): JSX.Element | null {
  const { rated, you, game, rules } = shown.table;
  const id = rated && you >= 0 && game?.result ? game.id : null;
  const [now, setNow] = useState<OwnRating | null>(null);
  useEffect(() => {
    let current = true;
    if (id) void ownRating(parseRules(rules).game).then((found) => current && setNow(found));
    return () => {
      current = false;
    };
  }, [id]);
  return id ? <Fact name={t("Your rating")} value={now ? ratingWords(id, now) : "…"} /> : null;
}

function Facts({ judged, ...props }: EndProps & { judged: boolean }): JSX.Element {
  const { rules, game } = props.shown.table;
  const which = parseRules(rules).game;
  return (
    <dl class="end-facts" data-testid="end-facts">
      <RatingFact {...props} />
      <Own {...props} />
      {judged && game && more[which].triesAgain ? (
        <Rival game={game.id} isDuel={!games[which].together} seats={props.seats} local={props.actions.mayAsk} />
      ) : null}
    </dl>
  );
}

/** What everybody still held; after the game it is no secret. */
function AllHands({ shown, seats }: EndProps): JSX.Element | null {
  const { view, open } = shown.table;
  const hands = view && open ? moreOf(view).handsLeft(open) : null;
  if (!hands || hands.every((hand) => hand.length === 0)) return null;
  return (
    <dl class="all-hands" data-testid="all-hands">
      {hands.map((hand, seat) => (
        <div key={seat}>
          <dt class={hands.length === 1 ? "only-heard" : undefined}>{seatName(seats, seat)}</dt>
          <dd>
            {hand.length === 0 ? <span class="soft small">{t("no cards left")}</span> : null}
            {hand.map((card) => (
              <Card key={card} value={card} thrown />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function EndBody(props: EndProps): JSX.Element {
  const { shown, actions, seats } = props;
  const { game, rules, you } = shown.table;
  const reason = reasonOf(shown, seats);
  const result = game?.result ?? "unfinished";
  const judged = result !== "unfinished";
  return (
    <>
      {reason ? <p class="end-reason">{reason}</p> : null}
      <AllHands {...props} />
      <div class={judged ? "end-body judged" : "end-body"} data-testid="end-body">
        {judged && game ? <EndStudy game={game.id} rules={rules} result={result} seats={seats} you={you} local={actions.mayAsk} /> : null}
        <Facts {...props} judged={judged} />
      </div>
      {judged ? <InstallHint /> : null}
    </>
  );
}
