// table.tsx - the table of FACE TO FACE: the opponent's side mirrored at the top, the user's own below. A held card over the
// opponent's pile shows how much it would help them, and how many cards the user would draw for it.
import type { Show } from "../../wasm/show";
import { factOf, dutyOf } from "../piles/duty";
import { rulesEngine } from "../../model/rules_engine";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { t, tf, tn } from "../../i18n";
import { countOf } from "../../model/cards";
import { isOver, type TableState } from "../../model/table_state";
import { pileHeights } from "../../model/log";
import { cardsThat, jump, pilesOf, type Pile } from "../piles/piles";
import { readPlacement } from "../../model/moves";
import { settings } from "../../model/settings";
import { useStore } from "../../model/store";
import type { FacetofaceView } from "../../net/protocol";
import { DutyBox } from "../piles/duty_box";
import { Hand } from "../piles/hand";
import { useSelection } from "../piles/use_selection";
import { MemoryStrip } from "../piles/memory_strip";
import { useFlights } from "../../components/motion";
import { PileView } from "../piles/pile";
import { useReactions } from "../../components/reactions";
import { Ribbon } from "../../components/ribbon";
import { SeatCard, type SeatsProps } from "../../components/seats";
import { seatName } from "../../components/texts";
import { laidOn, useTurnDraft, type TurnDraft } from "../piles/use_turn_draft";
import { useAdvice } from "../../components/use_advice";
import { DrawPile, stuckNote } from "../piles/tray";
import { EndOfTable, trayProps, waitNote, WatchTray } from "../tray";
import type { TableProps } from "../game";

const NONE: ReadonlySet<number> = new Set();
const LETTERS: Record<string, string> = { U: "A", D: "S", oU: "D", oD: "F" };

/** The seat that a pile's top came from: names of piles in a move are those of the mover. */
function faceFrom(shown: TableState, pile: Pile, own: number): string | undefined {
  const placed = shown.latest.filter((event) => {
    const placement = event.what === "move" ? readPlacement(event.move) : null;
    if (!placement || typeof event.seat !== "number") return false;
    const owner = placement.pile.startsWith("o") ? 1 - event.seat : event.seat;
    return placement.pile.endsWith(pile.rising ? "U" : "D") && (owner === own) !== pile.other;
  });
  return placed.length > 0 ? `seat-${placed.pop()?.seat}` : undefined;
}

/** Cards that one would draw if this were the last placement of the turn. */
function drawAfter(view: FacetofaceView, move: string): number {
  const plan = rulesEngine.value?.plan(view, [move]);
  const show = plan && !("error" in plan) ? rulesEngine.value?.show(plan.view) : null;
  return show ? factOf(show, "will_draw") : 0;
}

/** What the held card would give, and what one draws for it. */
function helpNote(view: FacetofaceView, pile: Pile, held: number): string {
  const by = -jump(pile, held);
  const draw = drawAfter(view, `${held}@${pile.id}`);
  return tf("helps by {by}, you draw {draw}", { by, draw });
}

interface SideProps extends TableProps<FacetofaceView> {
  selection: ReturnType<typeof useSelection>;
  turn: TurnDraft<FacetofaceView>;
  people: SeatsProps;
  piles: Pile[];
  owner: number;
}

/** Cards that somebody has yet to place. */
function cardsLeft(view: FacetofaceView, seat: number): number {
  return countOf(view.hands[seat]) + countOf(view.draw[seat]);
}

/** What the end of the turn brings, and what it would bring after helping (FF7). */
function drawNote(view: FacetofaceView, show: Show, seat: number): string | undefined {
  const willDraw = factOf(show, "will_draw");
  if (!view.to_act.includes(seat) || view.over) return undefined;
  if (view.helped) return tn("you helped, you draw %d", "you helped, you draw %d", willDraw);
  const moves = show.hand.flatMap((card) => ("moves" in card ? card.moves : []));
  const help = moves.find(({ pile }) => show.piles[pile]?.mine === false);
  const helping = help ? drawAfter(view, help.move) : 0;
  const now = tn("you draw %d", "you draw %d", willDraw);
  return helping > willDraw ? `${now} ${tn("(%d if you help)", "(%d if you help)", helping)}` : now;
}

function Side({ shown, view, show, selection, turn, people, piles, owner }: SideProps): JSX.Element {
  const { table } = shown;
  const other = piles[0]?.other === true;
  const own = Math.max(0, table.you);
  const held = selection.held;
  const heights = pileHeights(shown.log, own);
  return (
    <div class={other ? "duel-side other" : "duel-side"}>
      <div class="duel-who">
        <SeatCard props={people} index={owner} />
        <span class="duel-left">{tn("%d card left", "%d cards left", cardsLeft(view, owner))}</span>
      </div>
      <div class="piles" data-testid="piles" role="group" aria-label={tf("Piles: {name}", { name: seatName(table.seats, owner) })}>
        {piles.map((pile) => (
          <PileView
            key={pile.id}
            pile={pile}
            held={held}
            legal={selection.legal.has(pile.id)}
            over={selection.over === pile.id}
            chosen={selection.pile === pile.id}
            height={heights.get(pile.id)}
            laid={laidOn(turn.draft, pile.id)}
            from={faceFrom(shown, pile, own)}
            hints={[]}
            seats={table.seats}
            note={pile.other && held !== null && selection.legal.has(pile.id) ? helpNote(view, pile, held) : undefined}
            shortcut={LETTERS[pile.id]}
            onPick={() => selection.pickPile(pile.id)}
          />
        ))}
      </div>
      <DrawPile count={countOf(view.draw[owner])} place={other ? "draw-other" : "draw"} note={other || table.you < 0 ? undefined : drawNote(view, show, own)} />
    </div>
  );
}

function Tray(props: TableProps<FacetofaceView> & { selection: ReturnType<typeof useSelection>; piles: Pile[]; turn: TurnDraft<FacetofaceView> }): JSX.Element {
  const { shown, view, show, actions, selection } = props;
  const { table } = shown;
  const { marks } = useStore(settings);
  const advice = useAdvice(shown, actions);
  if (table.you < 0) return <WatchTray />;
  const own = view.hands[table.you];
  const active = view.to_act.includes(table.you) && !isOver(shown) && !shown.busy;
  return (
    <footer {...trayProps(shown, active)}>
      <Hand
        cards={Array.isArray(own) ? own : []}
        size={factOf(show, "hand_size")}
        held={selection.held}
        fires={NONE}
        active={active}
        tricks={marks && active ? cardsThat("trick", show) : new Set()}
        marks={selection.marksFor(props.piles)}
        onPick={selection.pickCard}
        onOver={selection.setOver}
        onDrop={selection.place}
      />
      {advice.words}
      <div class="tray-says">{advice.button}</div>
      <DutyBox
        duty={dutyOf(show, selection.moves)}
        active={active}
        draft={props.turn.draft}
        note={active ? (stuckNote(props.turn.draft, own) ?? undefined) : waitNote(view, table.seats)}
        onEnd={() => actions.move("end")}
        onSend={props.turn.send}
        onTakeBack={props.turn.takeBack}
      />
    </footer>
  );
}

export function FaceTable(props: TableProps<FacetofaceView>): JSX.Element {
  const turn = useTurnDraft(props);
  const { shown, view, show, actions } = turn;
  const { table } = shown;
  const root = useRef<HTMLDivElement>(null);
  const own = Math.max(0, table.you);
  const piles = pilesOf(show).map((pile) =>
    table.you < 0 ? { ...pile, owner: seatName(table.seats, pile.other ? 1 - own : own) } : pile,
  );
  const selection = useSelection({
    table,
    busy: shown.busy,
    piles,
    onMove: actions.move,
    onTakeBack: turn.takeBack ?? (() => undefined),
    closes: turn.draft?.closes === true && !shown.busy,
  });
  useFlights(root);
  const mine = view.hands[own];
  const people: SeatsProps = { seats: table.seats, view, hints: [], thinking: shown.thinking, clockEnd: shown.clockEnd, word: useReactions(shown.said) };
  const side = { shown, view, show, actions, selection, turn, people };
  if (isOver(shown)) return <EndOfTable end={props.end} />;
  return (
    <div class="contents" ref={root}>
      <main class="felt" id="main">
        <Ribbon shown={shown} />
        <div class="duel" data-testid="duel">
          <Side {...side} piles={piles.filter((pile) => pile.other)} owner={1 - own} />
          <hr class="duel-line" />
          <Side {...side} piles={piles.filter((pile) => !pile.other)} owner={own} />
        </div>
        {table.memory ? (
          <MemoryStrip
            highest={show.high}
            gone={show.gone ?? []}
            own={Array.isArray(mine) ? mine : []}
            held={selection.held}
            title={table.you < 0 ? tf("{name}: cards that are gone", { name: seatName(table.seats, own) }) : t("Your cards that are gone")}
          />
        ) : null}
      </main>
      <Tray shown={shown} view={view} show={show} actions={actions} selection={selection} piles={piles} turn={turn} />
    </div>
  );
}
