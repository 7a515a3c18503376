// table.tsx - the table of THE GAME: seats, four piles, memory, hand, duties. Draws its props and reports actions; it
// does not touch the network, so the tutorial and the replay use it too.
import { stuckNote, cameFrom, DrawPile } from "../piles/tray";
import { WatchTray, trayProps, waitNote } from "../tray";
import type { TableProps } from "../game";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { t, tn } from "../../i18n";
import { countOf } from "../../model/cards";
import { handSize, theGameDuty } from "../piles/duty";
import { lastTurn } from "../../model/log";
import { theGamePiles, trickCards } from "../piles/piles";
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
import { Seats } from "../../components/seats";
import { laidOn, useTurnDraft, type TurnDraft } from "../piles/use_turn_draft";
import { useAdvice } from "../../components/use_advice";
import { isOver } from "../../model/table_client";
import { VoteBox, voteWord } from "../../components/vote";

const LETTERS = ["A", "S", "D", "F"];

interface OpenHint {
  pile: string | null;
  anchor: Element;
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

function drawNote(count: number): string | undefined {
  return count > 0 ? tn("you draw %d", "you draw %d", count) : undefined;
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
        {props.end}
        <div class="piles" data-testid="piles" role="group" aria-label={t("Piles")}>
          {piles.map((pile, index) => (
            <PileView
              key={pile.id}
              pile={pile}
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
