// table.tsx - the table of THE GAME: seats, four piles, memory, hand, duties. Draws its props and reports actions; it
// does not touch the network, so the tutorial and the replay use it too.
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { t, tf, tn } from "../../i18n";
import { countOf, handSize, theGameDuty } from "../piles/duty";
import { lastTurn } from "../../model/log";
import { readPlacement, theGamePiles, trickCards } from "../piles/piles";
import type { TableState } from "../../model/table_client";
import { settings } from "../../model/settings";
import { useStore } from "../../model/store";
import type { Draft } from "../piles/draft";
import type { CardsOrCount, Seat, ThegameView } from "../../net/protocol";
import { DutyBox } from "../piles/duty_box";
import { Hand } from "../piles/hand";
import { HintMenu } from "../piles/hints";
import { useSelection } from "../piles/use_selection";
import { MemoryStrip } from "../piles/memory_strip";
import { useFlights } from "../../components/motion";
import { PileView } from "../piles/pile";
import { Seats } from "../../components/seats";
import { seatName } from "../../components/texts";
import { laidOn, useTurnDraft, type TurnDraft } from "../piles/use_turn_draft";
import type { TableActions } from "../../screens/table_actions";
import { useAdvice } from "../../screens/use_advice";
import { EndCard, isOver } from "../../screens/end_card";
import { VoteBox, voteWord } from "../../screens/vote";

export interface TableProps<V> {
  shown: TableState;
  view: V;
  actions: TableActions;
}

const LETTERS = ["A", "S", "D", "F"];

interface OpenHint {
  pile: string | null;
  anchor: Element;
}

/** Which seat the top card of a pile came from, for its flight. */
export function cameFrom(shown: TableState, pile: string): string | undefined {
  const { latest } = shown;
  if (latest?.what !== "move" || readPlacement(latest.move)?.pile !== pile) return undefined;
  return `seat-${latest.seat}`;
}

function Tray(props: TableProps<ThegameView> & { selection: ReturnType<typeof useSelection>; turn: TurnDraft<ThegameView> }): JSX.Element {
  const { shown, view, actions, selection } = props;
  const { table } = shown;
  const own = view.hands[table.you];
  const moves = selection.moves;
  const duty = theGameDuty(view, table.you, moves);
  const active = view.to_act.includes(table.you) && view.phase === "play" && !isOver(shown) && !shown.busy;
  const piles = theGamePiles(view);
  const fire = !/fire=off/.test(view.rules);
  const { marks } = useStore(settings);
  const advice = useAdvice(shown, actions);
  if (table.you < 0) return <WatchTray />;
  return (
    <footer {...trayProps(shown, active)}>
      <Hand
        cards={Array.isArray(own) ? own : []}
        size={handSize(view)}
        highest={99}
        held={selection.held}
        fire={fire}
        active={active}
        tricks={marks && active ? trickCards(piles, moves) : new Set()}
        marks={selection.marksFor(piles)}
        onPick={selection.pickCard}
        onOver={selection.setOver}
        onDrop={selection.place}
      />
      {advice.words}
      {view.phase === "start" ? (
        <VoteBox shown={shown} view={view} actions={actions} />
      ) : isOver(shown) ? null : (
        <DutyBox
          duty={duty}
          active={active}
          draft={props.turn.draft}
          note={active ? (stuckNote(props.turn.draft, own) ?? drawNote(duty.willDraw)) : waitNote(view, table.seats)}
          onEnd={() => actions.move("end")}
          onSend={props.turn.send}
          onTakeBack={props.turn.takeBack}
          advice={advice.button}
        />
      )}
    </footer>
  );
}

interface TrayProps {
  class: string;
  "data-testid": string;
  "data-mine": boolean;
  "aria-busy": boolean;
}

/** One may act, or what one did is on its way; a puzzle that is over is not. */
export function trayProps({ busy, table }: TableState, active: boolean): TrayProps {
  const waits = busy && table.phase === "playing";
  return { class: `tray${active ? " mine" : ""}${waits ? " waits" : ""}`, "data-testid": "tray", "data-mine": active, "aria-busy": waits };
}

/** TG10, FF9: the card that is laid out last leaves cards behind that fit nowhere. */
export function stuckNote(draft: Draft | null, hand: CardsOrCount<number> | undefined): string | null {
  return draft?.closes && countOf(hand) > 0 ? t("after this card nothing fits any more, and the game is over") : null;
}

function drawNote(count: number): string | undefined {
  return count > 0 ? tn("you draw %d", "you draw %d", count) : undefined;
}

export function waitNote(view: { to_act: number[] }, seats: Seat[]): string | undefined {
  const seat = view.to_act[0];
  return seat === undefined || seats[seat]?.you ? undefined : tf("{name}'s turn", { name: seatName(seats, seat) });
}

export function WatchTray(): JSX.Element {
  return (
    <footer class="tray" data-testid="tray">
      <p class="soft">{t("You are watching. The hands stay hidden until the game is over.")}</p>
    </footer>
  );
}

export function TheGameTable(props: TableProps<ThegameView>): JSX.Element {
  const turn = useTurnDraft(props.shown, props.view, props.actions);
  const { shown, view, actions } = turn;
  const { table } = shown;
  const root = useRef<HTMLDivElement>(null);
  const [hint, setHint] = useState<OpenHint | null>(null);
  const piles = theGamePiles(view);
  const selection = useSelection({
    table,
    busy: shown.busy,
    piles,
    onMove: actions.move,
    onTakeBack: turn.takeBack ?? (() => undefined),
    closes: turn.draft?.closes === true && !shown.busy,
  });
  useFlights(root);
  const mayHint = table.you >= 0 && !isOver(shown) && table.talk !== "silence" && table.seats.length > 1;
  const own = view.hands[table.you];
  return (
    <div class="contents" ref={root}>
      <main class="felt" id="main">
        <Seats
          brief
          seats={table.seats}
          view={view}
          hints={table.hints}
          thinking={shown.thinking}
          clockEnd={shown.clockEnd}
          word={(index) => voteWord(view, table.seats, index)}
          last={lastTurn(shown.log, table.you)}
          {...(mayHint ? { onYou: () => setHint({ pile: null, anchor: root.current?.querySelector("button.seat") as Element }) } : {})}
        />
        {isOver(shown) ? <EndCard shown={shown} actions={actions} /> : null}
        <div class="piles" data-testid="piles" role="group" aria-label={t("Piles")}>
          {piles.map((pile, index) => (
            <PileView
              key={pile.id}
              pile={pile}
              highest={99}
              held={selection.held}
              legal={selection.legal.has(pile.id)}
              over={selection.over === pile.id}
              chosen={selection.pile === pile.id}
              laid={laidOn(turn.draft, pile.id)}
              from={cameFrom(shown, pile.id)}
              fire={!/fire=off/.test(view.rules)}
              hints={isOver(shown) ? [] : table.hints}
              seats={table.seats}
              shortcut={LETTERS[index]}
              onPick={() => selection.pickPile(pile.id)}
              onHint={mayHint ? (anchor) => setHint({ pile: pile.id, anchor }) : undefined}
            />
          ))}
        </div>
        {isOver(shown) ? null : (
          <div class="draw-and-memory">
            <DrawPile count={countOf(view.draw)} />
            {table.memory ? <MemoryStrip highest={99} gone={view.gone} own={Array.isArray(own) ? own : []} held={selection.held} /> : null}
          </div>
        )}
      </main>
      <Tray shown={shown} view={view} actions={actions} selection={selection} turn={turn} />
      {hint ? (
        <HintMenu
          pile={hint.pile}
          starting={view.phase === "start"}
          anchor={hint.anchor}
          given={table.hints[table.you]}
          onClose={() => setHint(null)}
          onGive={(given) => {
            setHint(null);
            actions.hint(hint.pile, given);
          }}
        />
      ) : null}
    </div>
  );
}

export function DrawPile({ count }: { count: number }): JSX.Element {
  return (
    <p class="draw-pile">
      <span class="draw-stack" data-place="draw" aria-hidden="true" />
      {count > 0 ? tn("%d card to draw", "%d cards to draw", count) : t("nothing left to draw")}
    </p>
  );
}
