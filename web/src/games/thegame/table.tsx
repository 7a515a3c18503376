// table.tsx - the table of THE GAME: seats, four piles, memory, hand, duties. Draws its props and reports actions; it
// does not touch the network, so the tutorial and the replay use it too.
import { pilesOf, cardsThat } from "../piles/piles";
import { dutyOf, factOf } from "../piles/duty";
import { stuckNote, cameFrom, DrawPile } from "../piles/tray";
import { EndOfTable, WatchTray, trayProps, waitNote } from "../tray";
import type { TableProps } from "../game";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { t, tn } from "../../i18n";
import { countOf } from "../../model/cards";
import { pileHeights } from "../../model/log";
import { settings } from "../../model/settings";
import { useStore } from "../../model/store";
import type { ThegameView } from "../../net/protocol";
import { DutyBox } from "../piles/duty_box";
import { Hand } from "../piles/hand";
import { HintMenu } from "../piles/hints";
import { useSelection } from "../piles/use_selection";
import { MemoryStrip } from "../piles/memory_strip";
import { useFlights } from "../../components/motion";
import { PileView } from "../piles/pile";
import { Ribbon } from "../../components/ribbon";
import { OwnSeat, Seats, type SeatsProps } from "../../components/seats";
import { laidOn, useTurnDraft, type TurnDraft } from "../piles/use_turn_draft";
import { useAdvice } from "../../components/use_advice";
import { isOver } from "../../model/table_state";
import { VoteBox, voteWord } from "../../components/vote";

const LETTERS = ["A", "S", "D", "F"];

interface OpenHint {
  pile: string | null;
  anchor: Element;
}

interface TrayParts extends TableProps<ThegameView> {
  selection: ReturnType<typeof useSelection>;
  turn: TurnDraft<ThegameView>;
  people: SeatsProps;
  onSay: ((anchor: Element) => void) | null;
}

function Tray(props: TrayParts): JSX.Element {
  const { shown, view, show, actions, selection } = props;
  const { table } = shown;
  const own = view.hands[table.you];
  const moves = selection.moves;
  const duty = dutyOf(show, moves);
  const active = view.to_act.includes(table.you) && view.phase === "play" && !isOver(shown) && !shown.busy;
  const piles = pilesOf(show);
  const { marks } = useStore(settings);
  const advice = useAdvice(shown, actions);
  if (table.you < 0) return <WatchTray />;
  return (
    <footer {...trayProps(shown, active)}>
      <OwnSeat {...props.people} you={table.you} />
      <Hand
        cards={Array.isArray(own) ? own : []}
        size={factOf(show, "hand_size")}
        held={selection.held}
        fires={cardsThat("fire", show)}
        active={active}
        tricks={marks && active ? cardsThat("trick", show) : new Set()}
        marks={selection.marksFor(piles)}
        onPick={selection.pickCard}
        onOver={selection.setOver}
        onDrop={selection.place}
      />
      {advice.words}
      <div class="tray-says">
        {props.onSay ? <SayButton onSay={props.onSay} /> : null}
        {advice.button}
      </div>
      {view.phase === "start" ? (
        <VoteBox shown={shown} view={view} actions={actions} />
      ) : (
        <DutyBox
          duty={duty}
          active={active}
          draft={props.turn.draft}
          note={active ? (stuckNote(props.turn.draft, own) ?? drawNote(duty.willDraw)) : waitNote(view, table.seats)}
          onEnd={() => actions.move("end")}
          onSend={props.turn.send}
          onTakeBack={props.turn.takeBack}
        />
      )}
    </footer>
  );
}

function SayButton({ onSay }: { onSay: (anchor: Element) => void }): JSX.Element {
  return (
    <button class="button" type="button" data-testid="say-button" title={t("Say something about your cards")} onClick={(event) => onSay(event.currentTarget)}>
      {t("Say…")}
    </button>
  );
}

function drawNote(count: number): string | undefined {
  return count > 0 ? tn("you draw %d", "you draw %d", count) : undefined;
}

export function TheGameTable(props: TableProps<ThegameView>): JSX.Element {
  const turn = useTurnDraft(props);
  const { shown, view, show, actions } = turn;
  const { table } = shown;
  const root = useRef<HTMLDivElement>(null);
  const [hint, setHint] = useState<OpenHint | null>(null);
  const piles = pilesOf(show);
  const selection = useSelection({
    table,
    busy: shown.busy,
    piles,
    onMove: actions.move,
    onTakeBack: turn.takeBack ?? (() => undefined),
    closes: turn.draft?.closes === true && !shown.busy,
  });
  useFlights(root);
  const mayHint = table.you >= 0 && table.talk !== "silence" && table.seats.length > 1;
  const own = view.hands[table.you];
  const heights = pileHeights(shown.log, table.you);
  const people: SeatsProps = {
    seats: table.seats,
    view,
    hints: table.hints,
    thinking: shown.thinking,
    clockEnd: shown.clockEnd,
    word: (index) => voteWord(view, table.seats, index),
  };
  if (isOver(shown)) return <EndOfTable end={props.end} />;
  return (
    <div class="contents" ref={root}>
      <main class="felt" id="main">
        <Seats {...people} />
        <Ribbon shown={shown} />
        <div class="piles" data-testid="piles" role="group" aria-label={t("Piles")}>
          {piles.map((pile, index) => [
            index === 2 ? <DrawPile key="draw" count={countOf(view.draw)} /> : null,
            <PileView
              key={pile.id}
              pile={pile}
              held={selection.held}
              legal={selection.legal.has(pile.id)}
              over={selection.over === pile.id}
              chosen={selection.pile === pile.id}
              height={heights.get(pile.id)}
              laid={laidOn(turn.draft, pile.id)}
              from={cameFrom(shown, pile.id)}
              hints={table.hints}
              seats={table.seats}
              shortcut={LETTERS[index]}
              onPick={() => selection.pickPile(pile.id)}
              onHint={mayHint ? (anchor) => setHint({ pile: pile.id, anchor }) : undefined}
            />,
          ])}
        </div>
        {table.memory ? <MemoryStrip highest={show.high} gone={show.gone ?? []} own={Array.isArray(own) ? own : []} held={selection.held} /> : null}
      </main>
      <Tray
        shown={shown}
        view={view}
        show={show}
        actions={actions}
        selection={selection}
        turn={turn}
        people={people}
        onSay={mayHint ? (anchor) => setHint({ pile: null, anchor }) : null}
      />
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
