// table.tsx - the table of LIE: flip the ends of your cards, bid on the ladder, challenge, and watch the hands being revealed.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t, tf, tn } from "../../i18n";
import { ladder, neighbour, type Order } from "./bids";
import { readBid, type Bid } from "../../model/moves";
import { chance, type Knowledge } from "./odds";
import { parseRules } from "../../model/rules_text";
import { isKeyOff, shortcut } from "../../model/settings";
import type { TwoEnds, LieView } from "../../net/protocol";
import { announce } from "../../components/announce";
import { Die, otherEnd } from "../../components/die";
import { Icon } from "../../components/icons";
import { lazy, whenIdle, type Absent } from "../../components/lazy";
import { Ladder } from "./ladder";
import type { RevealProps } from "./reveal";
import { useReactions } from "../../components/reactions";
import { Seats } from "../../components/seats";
import { bidWords, faceName, seatName } from "../../components/texts";
import { useAdvice } from "../../components/use_advice";
import { isOver } from "../../model/table_client";
import { trayProps, waitNote, WatchTray } from "../tray";
import type { TableProps } from "../game";
import { VoteBox, voteWord } from "../../components/vote";

interface Ends {
  cards: TwoEnds[];
  faces: number[];
  flip: (index: number) => void;
  /** One has chosen these very ends, for now or for good. */
  stands: boolean;
  /** All have chosen: nothing can be changed any more (LI3). */
  locked: boolean;
}

/** The ends that one has turned up; they start with the higher one and begin anew with each deal. */
function useEnds(view: LieView, you: number): Ends {
  const own = view.hands[you];
  const cards = Array.isArray(own) ? own : [];
  const shown = view.shown[you];
  const locked = view.phase !== "start" && view.phase !== "show";
  const deal = `${view.round}-${JSON.stringify(cards)}`;
  const [kept, keep] = useState<{ deal: string; faces: number[] }>({ deal: "", faces: [] });
  const lying = Array.isArray(shown) ? shown : cards.map((card) => card[1]);
  const faces = !locked && kept.deal === deal ? kept.faces : lying;
  const flip = (index: number): void => {
    if (locked) return;
    keep({ deal, faces: faces.map((face, at) => (at === index ? otherEnd(cards[at] as TwoEnds, face) : face)) });
  };
  return { cards, faces, flip, stands: Array.isArray(shown) && faces.join() === shown.join(), locked };
}

function endsWords(face: number, other: number): string {
  return tf("{face} counts, {other} does not", { face, other });
}

function CardButton(props: { card: TwoEnds; face: number; fixed: boolean; index: number; onFlip: () => void }): JSX.Element {
  const other = otherEnd(props.card, props.face);
  const label = props.fixed
    ? endsWords(props.face, other)
    : tf("{face} counts, {other} does not. Flip the card", { face: props.face, other });
  return (
    <button
      type="button"
      class="two-ended" data-testid="two-ended"
      data-lie-card={props.index}
      aria-disabled={props.fixed}
      aria-label={label}
      onClick={props.onFlip}
    >
      <span class="end up">
        <Die face={props.face} bright />
      </span>
      <span class="end down">
        <Die face={other} />
      </span>
    </button>
  );
}

/** Which way round the bidding goes; between two people it makes no difference. */
function Direction({ view }: { view: LieView }): JSX.Element | null {
  if (view.direction === null || view.in.length < 3) return null;
  return (
    <span class={`direction ${view.direction}`}>
      {" · "}
      <Icon name="turnback" /> {view.direction === "cw" ? t("clockwise") : t("counter-clockwise")}
    </span>
  );
}

function BidNow({ view, seats }: { view: LieView; seats: TableProps<LieView>["shown"]["table"]["seats"] }): JSX.Element {
  const last = view.bids[view.bids.length - 1];
  const cards = view.counts.reduce((sum, count) => sum + count, 0);
  const bid = last ? readBid(last.bid) : null;
  return (
    <div class="bid-now">
      <p class="soft small">
        {tf("Round {round}", { round: view.round })} · {tn("%d card in play", "%d cards in play", cards)}
        {view.ones_wild ? ` · ${t("ones are wild")}` : ""}
        {view.tiebreak ? ` · ${t("extra round")}` : ""}
        <Direction view={view} />
      </p>
      {last && bid ? (
        <p class="bid-big" aria-hidden="true">
          {bid.count}
          <span class="times">×</span>
          <Die face={bid.face} bright />
        </p>
      ) : (
        <p class="bid-big soft">
          {view.phase === "start" ? t("Who starts?") : view.phase === "show" ? t("Turn your cards") : t("No bid yet")}
        </p>
      )}
      <p class="small soft">
        {last
          ? tf("{name}: {bid}.", { name: seatName(seats, last.seat), bid: bidWords(last.bid) })
          : view.phase === "show"
            ? t("Which ends will count? Nobody sees your choice.")
            : "\u00a0"}
      </p>
    </div>
  );
}

function OddsLine({ bid, known, mine }: { bid: Bid; known: Knowledge; mine: number }): JSX.Element {
  const percent = Math.round(chance(bid, known) * 100);
  return <p class="odds">{tf("{bid}: {percent} % likely, you show {mine}", { bid: faceName(bid.face, bid.count), percent, mine })}</p>;
}

interface TrayProps extends TableProps<LieView> {
  ends: ReturnType<typeof useEnds>;
  chosen: string | null;
  known: Knowledge | null;
}

function ShowBox({ ends, actions, shown, view, advice }: TrayProps & { advice: JSX.Element | null }): JSX.Element | null {
  const out = (view.counts[shown.table.you] ?? 0) === 0;
  const ended = shown.table.moves?.length === 0 && !shown.busy; // the last step of the lesson: nobody is waited for
  const waits = ends.stands && !out && !ended;
  useLayoutEffect(() => {
    if (waits) announce(t("Your choice is made. Waiting for the others…"));
  }, [waits]);
  if (out) return <p class="soft">{t("You are out of this round.")}</p>;
  if (ended) return null;
  if (ends.stands)
    return (
      <p class="soft">
        {t("Your choice is made. Waiting for the others…")} {t("You can still flip them until then.")}
      </p>
    );
  return (
    <div class="duty" data-testid="duty">
      <p class="duty-line">{t("Tap a card to flip it. The bright end counts.")}</p>
      <div class="duty-buttons" data-testid="duty-buttons">
        {advice}
        <button class="button main big" data-testid="primary" type="button" disabled={shown.busy} onClick={() => actions.move(`show ${ends.faces.join(" ")}`)}>
          {t("These ends count")}
        </button>
      </div>
    </div>
  );
}

function DirectionBox({ actions }: TrayProps): JSX.Element {
  return (
    <div class="duty" data-testid="duty">
      <p class="duty-line">{t("Which direction?")}</p>
      <div class="duty-buttons" data-testid="duty-buttons">
        <button class="button" type="button" onClick={() => actions.move("dir cw")}>
          {t("Clockwise")}
        </button>
        <button class="button" type="button" onClick={() => actions.move("dir ccw")}>
          {t("Counter-clockwise")}
        </button>
      </div>
    </div>
  );
}

/** The bid on the button: figures and a die to see, words to hear. */
function BidWords({ bid }: { bid: Bid }): JSX.Element {
  return (
    <>
      <span class="only-heard">{tf("Bid: {bid}", { bid: faceName(bid.face, bid.count) })}</span>
      <span class="bid-words" aria-hidden="true">
        {t("Bid")} {bid.count} × <Die face={bid.face} bright />
      </span>
    </>
  );
}

function BidBox({ shown, view, actions, chosen, known, advice }: TrayProps & { advice: JSX.Element | null }): JSX.Element {
  const moves = shown.busy ? [] : (shown.table.moves ?? []);
  const bid = chosen ? readBid(chosen) : null;
  const last = view.bids[view.bids.length - 1];
  const subject = bid ?? (last ? readBid(last.bid) : null);
  const mine = known && subject ? known.shown.filter((face) => face === subject.face || (known.onesWild && face === 1)).length : 0;
  return (
    <div class="duty bidding" data-testid="duty" data-bidding>
      <div class="duty-line">{shown.table.odds && known && subject ? <OddsLine bid={subject} known={known} mine={mine} /> : null}</div>
      <div class="duty-buttons" data-testid="duty-buttons">
        {advice}
        {moves.includes("call") && last ? (
          <button class="button challenge" data-testid="challenge" type="button" aria-keyshortcuts={shortcut("C")} onClick={() => actions.move("call")}>
            {t("Challenge")}
          </button>
        ) : null}
        <button
          class="button main big" data-testid="primary"
          type="button"
          disabled={!chosen || !moves.includes(chosen)}
          onClick={() => chosen && actions.move(chosen)}
        >
          {bid ? <BidWords bid={bid} /> : t("Choose a bid")}
        </button>
      </div>
    </div>
  );
}

function LieTray(props: TrayProps): JSX.Element {
  const { shown, view, ends } = props;
  const { table } = shown;
  const advice = useAdvice(shown, props.actions);
  if (table.you < 0) return <WatchTray />;
  const active = view.to_act.includes(table.you) && !isOver(shown);
  return (
    <footer {...trayProps(shown, active)}>
      <div class="hand-box" data-testid="hand-box">
        <div class="lie-hand" data-testid="lie-hand" role="group" aria-label={t("Your hand")} style={{ "--count": String(Math.max(3, ends.cards.length)) }}>
          {ends.cards.map((card, index) => (
            <CardButton
              key={index}
              card={card}
              face={ends.faces[index] ?? card[1]}
              fixed={ends.locked}
              index={index}
              onFlip={() => ends.flip(index)}
            />
          ))}
        </div>
      </div>
      {advice.words}
      {isOver(shown) ? null : view.phase === "start" ? (
        <VoteBox {...props} />
      ) : view.phase === "show" ? (
        <ShowBox {...props} advice={advice.button} />
      ) : !active ? (
        <p class="soft">{waitNote(view, table.seats)}</p>
      ) : view.phase === "direction" ? (
        <DirectionBox {...props} />
      ) : (
        <BidBox {...props} advice={advice.button} />
      )}
    </footer>
  );
}

export function LieTable(props: TableProps<LieView>): JSX.Element {
  const { shown, view, actions } = props;
  const { table } = shown;
  const ends = useEnds(view, table.you);
  const reaction = useReactions(shown.said);
  const [chosen, setChosen] = useState<string | null>(null);
  const order: Order = parseRules(view.rules).options["order"] === "count" ? "count" : "face";
  const cards = view.counts.reduce((sum, count) => sum + count, 0);
  const last = view.bids[view.bids.length - 1];
  const moves = shown.busy ? [] : (table.moves ?? []);
  const rungs = ladder(cards, order, last ? readBid(last.bid) : null, new Set(moves));
  const known: Knowledge | null = ends.locked
    ? { own: ends.cards, shown: ends.faces, hidden: cards - ends.cards.length, onesWild: view.ones_wild }
    : null;
  const pick = chosen !== null && moves.includes(chosen) ? chosen : null;
  const waits = moves.length === 0;
  useEffect(() => whenIdle(Reveal.load), []);
  useLayoutEffect(() => setChosen(null), [waits]); // every bid is chosen anew
  useLieKeys({
    ...props,
    chosen: pick,
    setChosen,
    step: (across, down) => neighbour(rungs, pick ?? moves.find((move) => readBid(move)) ?? "", across, down),
    ends,
  });
  return (
    <div class="contents lie-table">
      <main class="felt" id="main">
        <Seats
          seats={table.seats}
          view={view}
          hints={[]}
          thinking={shown.thinking}
          clockEnd={shown.clockEnd}
          word={(index) => reaction(index) ?? voteWord(view, table.seats, index) ?? seatWord(view, index)}
        />
        {isOver(shown) ? props.end : <BidNow view={view} seats={table.seats} />}
        {view.phase === "bid" ? (
          <Ladder
            rungs={rungs}
            chosen={pick}
            odds={table.odds && known ? (step) => chance(step.bid, known) : null}
            onChoose={setChosen}
          />
        ) : null}
      </main>
      <LieTray {...props} ends={ends} chosen={pick} known={known} />
      {shown.reveal ? <Reveal challenge={shown.reveal} seats={table.seats} onClose={actions.closeReveal} /> : null}
    </div>
  );
}

/** The hands of a challenge; where the part of the page that shows them cannot be had, the game goes on without. */
const Reveal = lazy(() => import("./reveal").then((module) => module.Reveal), { waiting: NoReveal });

function NoReveal({ absent, props }: { absent: Absent; props: RevealProps }): null {
  useEffect(() => {
    if (absent !== "loading") props.onClose();
  }, [absent]);
  return null;
}

function seatWord(view: LieView, index: number): JSX.Element | null {
  if (view.phase === "show") return view.shown[index] !== null && (view.counts[index] ?? 0) > 0 ? <Icon name="check" /> : null;
  const bids = view.bids.filter((bid) => bid.seat === index);
  const bid = readBid(bids[bids.length - 1]?.bid ?? "");
  if (!bid || view.over) return null;
  return (
    <>
      {bid.count} × <Die face={bid.face} bright />
    </>
  );
}

interface LieKeys extends TableProps<LieView> {
  chosen: string | null;
  setChosen: (text: string) => void;
  step: (across: number, down: number) => string;
  ends: Ends;
}

/** A card that has the focus tells its new name by itself. */
function flipByKey(ends: Ends, index: number): void {
  const [card, face] = [ends.cards[index], ends.faces[index]];
  if (!card || face === undefined) return;
  ends.flip(index);
  if (!document.activeElement?.matches(`[data-lie-card="${index}"]`)) announce(endsWords(otherEnd(card, face), face));
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function useLieKeys(keys: LieKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, [role=dialog], .menu") || event.ctrlKey || event.metaKey || event.altKey || isKeyOff(event)) return;
      const { view, actions, chosen, shown, ends } = latest.current;
      const moves = shown.busy ? [] : (shown.table.moves ?? []);
      const step = STEPS[event.key];
      const digit = Number(event.key);
      if (view.phase === "show" && digit >= 1 && digit <= ends.faces.length) flipByKey(ends, digit - 1);
      else if (event.key === "Enter" && target.closest(`a, summary, .scroll, button:not([data-bid="${chosen}"])`)) return; // it has a meaning of its own
      else if (view.phase === "show" && event.key === "Enter" && moves.length > 0 && !ends.stands)
        actions.move(`show ${ends.faces.join(" ")}`);
      else if (step && view.phase === "bid" && moves.length > 0) {
        event.preventDefault();
        const next = chosen === null ? (moves.find((move) => readBid(move)) ?? "") : latest.current.step(...step);
        latest.current.setChosen(next);
        document.querySelector<HTMLElement>(`[data-bid="${next}"]`)?.focus({ preventScroll: true }); // Enter bids what has the focus
      } else if (event.key.toLowerCase() === "c" && moves.includes("call")) actions.move("call");
      else if (event.key === "Enter" && chosen && moves.includes(chosen)) {
        event.preventDefault();
        actions.move(chosen);
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
