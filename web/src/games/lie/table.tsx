// table.tsx - the table of LIE: flip the ends of your cards, bid, challenge, and watch the hands being opened on the table.
import { useTableKeys } from "../../components/table_keys";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { t, tf, tn } from "../../i18n";
import { bidsIn, firstLead, leadOf, neighbour, type Order } from "./bids";
import { bidText, readBid } from "../../model/moves";
import { rulesEngine } from "../../model/rules_engine";
import { parseRules } from "../../model/rules_text";
import { shortcut } from "../../model/settings";
import type { TwoEnds, LieView, View } from "../../net/protocol";
import { announce } from "../../components/announce";
import { Die, otherEnd } from "../../components/die";
import { Icon } from "../../components/icons";
import { lazy, whenIdle, type Absent } from "../../components/lazy";
import { Bidding } from "./bidding";
import type { RevealProps } from "./reveal";
import { useReactions } from "../../components/reactions";
import { OwnSeat, Seats, type SeatsProps } from "../../components/seats";
import { bidWords, faceName, seatName } from "../../components/texts";
import { useAdvice } from "../../components/use_advice";
import { isOver } from "../../model/table_state";
import { EndOfTable, trayProps, waitNote, WatchTray } from "../tray";
import type { TableProps } from "../game";
import { VoteBox, voteWord } from "../../components/vote";

interface Ends {
  cards: TwoEnds[];
  faces: number[];
  flip: (index: number) => void;
  /** One has chosen these very ends, for now or for good. */
  isConfirmed: boolean;
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
  return { cards, faces, flip, isConfirmed: Array.isArray(shown) && faces.join() === shown.join(), locked };
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

/** How likely each bid holds by the cards alone, by its text; of no bid where nobody is helped. */
type Chances = ReadonlyMap<string, number>;

function useChances(view: View | null): Chances {
  return useMemo(() => new Map((view && rulesEngine.value?.ladder(view))?.flatMap(({ bid, chance }) => (chance === undefined ? [] : [[bid, chance]]))), [view]);
}

/** What one says about the bid that stands, and how likely it is where the table allows that. */
function BidNow({ shown, view, chances }: { shown: TableProps<LieView>["shown"]; view: LieView; chances: Chances }): JSX.Element {
  const { seats } = shown.table;
  const last = view.bids[view.bids.length - 1];
  const cards = view.counts.reduce((sum, count) => sum + count, 0);
  const bid = last ? readBid(last.bid) : null;
  const chance = last && chances.get(last.bid);
  return (
    <div class="bid-now">
      <p class="round-line">
        {tf("Round {round}", { round: view.round })} · {tn("%d card in play", "%d cards in play", cards)}
        {view.ones_wild ? ` · ${t("ones are wild")}` : ""}
        {view.tiebreak ? ` · ${t("extra round")}` : ""}
        <Direction view={view} />
      </p>
      {last && bid ? (
        <>
          <p class="bid-who">
            {seats[last.seat]?.you ? t("You bid") : tf("{name} bids", { name: seatName(seats, last.seat) })}
            <span class="only-heard">: {bidWords(last.bid)}</span>
          </p>
          <p class="bid-big" key={last.bid} aria-hidden="true">
            {bid.count}
            <Die face={bid.face} bright />
          </p>
          {chance !== undefined && !seats[last.seat]?.you ? (
            <p class="bid-odds">
              <span class="in-full">{tf("true with {percent} % as far as you know", { percent: percentOf(chance) })}</span>
              <span class="in-short">{percentOf(chance)} %</span>
            </p>
          ) : null}
        </>
      ) : (
        <p class="bid-none">
          {view.phase === "start" ? t("Who starts?") : view.phase === "show" ? t("Which ends will count? Nobody sees your choice.") : t("No bid yet")}
        </p>
      )}
    </div>
  );
}

function percentOf(share: number): number {
  return Math.round(share * 100);
}

interface TrayProps extends TableProps<LieView> {
  people: SeatsProps;
  ends: ReturnType<typeof useEnds>;
  chosen: string | null;
  order: Order;
}

function ShowBox({ ends, actions, shown, view }: TrayProps): JSX.Element | null {
  const out = (view.counts[shown.table.you] ?? 0) === 0;
  const ended = shown.table.moves?.length === 0 && !shown.busy; // the last step of the lesson: nobody is waited for
  const waits = ends.isConfirmed && !out && !ended;
  useLayoutEffect(() => {
    if (waits) announce(t("Your choice is made. Waiting for the others…"));
  }, [waits]);
  if (out) return <p class="soft">{t("You are out of this round.")}</p>;
  if (ended) return null;
  if (ends.isConfirmed)
    return (
      <p class="soft">
        {t("Your choice is made. Waiting for the others…")} {t("You can still flip them until then.")}
      </p>
    );
  return (
    <div class="duty" data-testid="duty">
      <p class="duty-line">
        <b class="turn">{t("Your turn")}</b>
        <span>{t("Tap a card to flip it. The bright end counts.")}</span>
      </p>
      <div class="duty-buttons" data-testid="duty-buttons">
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

function BidBox({ shown, view, actions, chosen, order }: TrayProps): JSX.Element {
  const moves = shown.busy ? [] : (shown.table.moves ?? []);
  const bid = chosen ? readBid(chosen) : null;
  const last = view.bids[view.bids.length - 1];
  return (
    <div class="duty bidding-duty" data-testid="duty" data-bidding>
      <p class="duty-line">
        <b class="turn">{t("Your turn")}</b>
        <span>{order === "face" ? t("choose a face, then how many") : t("choose how many, then a face")}</span>
      </p>
      {moves.includes("call") && last ? (
        <div class="duty-call">
          <button class="button challenge" data-testid="challenge" type="button" aria-keyshortcuts={shortcut("C")} onClick={() => actions.move("call")}>
            <span class="in-full">{tf("Challenge {bid}", { bid: bidWords(last.bid) })}</span>
            <span class="in-short">{t("Challenge")}</span>
          </button>
        </div>
      ) : null}
      <div class="duty-buttons" data-testid="duty-buttons">
        <button
          class="button main big"
          data-testid="primary"
          type="button"
          disabled={!chosen || !moves.includes(chosen)}
          onClick={() => chosen && actions.move(chosen)}
        >
          {bid ? tf("Bid {bid}", { bid: faceName(bid.face, bid.count) }) : t("Choose a bid")}
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
      <OwnSeat {...props.people} you={table.you} />
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
      <div class="tray-says">{advice.button}</div>
      {view.phase === "start" ? (
        <VoteBox {...props} />
      ) : view.phase === "show" ? (
        <ShowBox {...props} />
      ) : !active ? (
        <div class="duty" data-testid="duty">
          <p class="duty-line" role="status">
            <b>{waitNote(view, table.seats)}</b>
          </p>
        </div>
      ) : view.phase === "direction" ? (
        <DirectionBox {...props} />
      ) : (
        <BidBox {...props} />
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
  const [lead, setLead] = useState<number | null>(null);
  const [again, setAgain] = useState(false);
  const order: Order = parseRules(view.rules).options["order"] === "count" ? "count" : "face";
  const cards = view.counts.reduce((sum, count) => sum + count, 0);
  const last = view.bids[view.bids.length - 1];
  const moves = shown.busy ? [] : (table.moves ?? []);
  const legal = bidsIn(moves);
  const chances = useChances(view.phase === "bid" && table.odds ? table.view : null);
  const pick = chosen !== null && moves.includes(chosen) ? readBid(chosen) : null;
  const leads = legal.map((bid) => leadOf(bid, order));
  const wanted = pick ? leadOf(pick, order) : lead;
  const now = wanted !== null && leads.includes(wanted) ? wanted : firstLead(legal, last ? readBid(last.bid) : null, order);
  const waits = moves.length === 0;
  useEffect(() => whenIdle(Reveal.load), []);
  useLayoutEffect(() => {
    setChosen(null); // every bid is chosen anew
    setLead(null);
  }, [waits]);
  useLieKeys({
    ...props,
    chosen: pick && bidText(pick),
    setChosen,
    step: (across, down) => (pick ? bidText(neighbour(legal, pick, order, across, down)) : (legal[0] && bidText(legal[0])) || ""),
    ends,
  });
  const people: SeatsProps = {
    seats: table.seats,
    view,
    hints: [],
    thinking: shown.thinking,
    clockEnd: shown.clockEnd,
    word: (index) => reaction(index) ?? voteWord(view, table.seats, index),
    line: (index) => seatLine(view, index),
  };
  const reveal = shown.reveal ?? (again ? view.last : null);
  const closeReveal = (): void => (shown.reveal ? actions.closeReveal() : setAgain(false));
  const opened = reveal ? <Reveal key={JSON.stringify(reveal)} challenge={reveal} seats={table.seats} seen={!shown.reveal} onClose={closeReveal} /> : null;
  if (isOver(shown))
    return (
      <div class="contents lie-table">
        <EndOfTable end={props.end} />
        {opened}
      </div>
    );
  return (
    <div class="contents lie-table">
      <main class="felt" id="main">
        <Seats {...people} />
        <BidNow shown={shown} view={view} chances={chances} />
        {view.phase === "bid" && legal.length > 0 ? (
          <Bidding
            order={order}
            cards={cards}
            legal={legal}
            lead={now}
            chosen={pick && bidText(pick)}
            chances={chances}
            onLead={(which) => {
              setLead(which);
              setChosen(null);
            }}
            onChoose={setChosen}
          />
        ) : null}
        {view.last && view.bids.length === 0 ? (
          <button class="chip last-round" data-testid="last-round" type="button" onClick={() => setAgain(true)}>
            {t("The last challenge")}
          </button>
        ) : null}
      </main>
      <LieTray {...props} people={people} ends={ends} chosen={pick && bidText(pick)} order={order} />
      {opened}
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

/** Below a name: that the ends are chosen, and what was bid last. */
function seatLine(view: LieView, index: number): JSX.Element | null {
  if (view.phase === "show") return view.shown[index] !== null && (view.counts[index] ?? 0) > 0 ? <Icon name="check" /> : null;
  const bids = view.bids.filter((bid) => bid.seat === index);
  const bid = readBid(bids[bids.length - 1]?.bid ?? "");
  if (!bid) return null;
  return (
    <>
      <span class="in-full">{faceName(bid.face, bid.count)}</span>
      <span class="in-short">
        {bid.count}×{bid.face}
      </span>
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

/** Enter on something that it presses anyway. */
function pressesItself({ key, target }: KeyboardEvent, chosen: string | null): boolean {
  return key === "Enter" && target instanceof Element && target.closest(`a, summary, .scroll, button:not([data-bid="${chosen}"])`) !== null;
}

function useLieKeys({ view, actions, chosen, setChosen, step, shown, ends }: LieKeys): void {
  useTableKeys((event) => {
    const { key } = event;
    const moves = shown.busy ? [] : (shown.table.moves ?? []);
    const way = STEPS[key];
    const digit = Number(key);
    if (view.phase === "show" && digit >= 1 && digit <= ends.faces.length) flipByKey(ends, digit - 1);
    else if (pressesItself(event, chosen)) return;
    else if (view.phase === "show" && key === "Enter" && moves.length > 0 && !ends.isConfirmed) actions.move(`show ${ends.faces.join(" ")}`);
    else if (way && view.phase === "bid" && moves.length > 0) {
      event.preventDefault();
      const next = step(...way);
      setChosen(next);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-bid="${next}"]`)?.focus({ preventScroll: true })); // Enter bids what has the focus
    } else if (key.toLowerCase() === "c" && moves.includes("call")) actions.move("call");
    else if (key === "Enter" && chosen && moves.includes(chosen)) {
      event.preventDefault();
      actions.move(chosen);
    }
  });
}
