// pile.tsx - one pile: its direction in words and by an arrow, the top card, what the held card would do, and the room left.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t, tn } from "../../i18n";
import { jump, roomShare, type Pile } from "./piles";
import { shortcut } from "../../model/settings";
import type { Hints, Seat } from "../../net/protocol";
import { Card, Tag } from "../../components/card";
import { PileHints } from "./hints";
import { Icon } from "../../components/icons";
import { jumpLabel, pileLabel, pileWay, roomText } from "./words";
import { pileOrder } from "../../components/texts";

export interface PileProps {
  pile: Pile;
  /** The card that is picked up. */
  held: number | null;
  legal: boolean;
  /** The dragged card is above this pile. */
  over: boolean;
  chosen: boolean;
  /** Cards on it that are laid out and not sent yet. */
  laid?: number | undefined;
  /** Where the top card came from: a seat. */
  from?: string | undefined;
  fire: boolean;
  hints: Hints[];
  seats: Seat[];
  /** More about the held card, in words: what one would draw. */
  note?: string | undefined;
  onPick: () => void;
  onHint?: ((anchor: Element) => void) | undefined;
  shortcut?: string | undefined;
}

/** The card that lay on top before: seen below the one that is flying in. */
function useCardBelow(top: number): number | null {
  const held = useRef<{ top: number; below: number | null }>({ top, below: null });
  if (held.current.top !== top) held.current = { top, below: held.current.top };
  return held.current.below;
}

const LONG_PRESS_MS = 480;

function useLongPress(act: ((anchor: Element) => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const fired = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  const letGo = (): void => {
    stop();
    setTimeout(() => (fired.current = false)); // after the click that belongs to this press
  };
  useEffect(() => stop, []);
  return {
    fired,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        fired.current = false;
        const anchor = event.currentTarget as Element;
        if (act) timer.current = setTimeout(() => ((fired.current = true), act(anchor)), LONG_PRESS_MS);
      },
      onPointerUp: letGo,
      onPointerLeave: letGo,
      onPointerCancel: letGo,
    },
  };
}

function Room({ pile }: { pile: Pile }): JSX.Element {
  const share = roomShare(pile);
  return (
    <span class="pile-room">
      <span class={share < 0.15 ? "bar low" : "bar"} data-testid="bar" aria-hidden="true">
        <span style={{ "--share": String(share) }} />
      </span>
      <span class="room-text">{roomText(pile)}</span>
    </span>
  );
}

function Tops({ props }: { props: PileProps }): JSX.Element {
  const { pile } = props;
  const below = useCardBelow(pile.top);
  const base = pile.top === pile.first;
  return (
    <>
      {below !== null && !base ? (
        <span class="pile-below">
          <Card value={below} base={below === pile.first} quiet />
        </span>
      ) : null}
      <Card
        key={pile.top}
        value={pile.top}
        base={base}
        fire={props.fire}
        burning={pile.burning}
        flip={base ? undefined : `card-${pile.other ? "o" : ""}${pile.top}`}
        from={props.from}
      />
    </>
  );
}

export function PileView(props: PileProps): JSX.Element {
  const { pile, held, legal } = props;
  const { fired, handlers } = useLongPress(props.onHint);
  const trick = legal && held !== null && !pile.other && jump(pile, held) < 0; // a gift to the other is no win
  const classes = [
    "pile",
    legal ? "legal" : "",
    held !== null && !legal ? "closed" : "",
    trick ? "trick" : "",
    props.over ? "over" : "",
    props.chosen ? "chosen" : "",
    props.laid ? "laid" : "",
    props.onHint ? "may-hint" : "",
  ];
  const waiting = props.laid ? tn("%d card laid out", "%d cards laid out", props.laid) : "";
  const label = [pileLabel(pile, held, legal), waiting, props.note ?? ""].filter(Boolean).join(". ");
  return (
    <div class={classes.filter(Boolean).join(" ")} data-pile={pile.id} data-laid={props.laid || undefined} data-trick={trick}>
      <span class="pile-way" data-testid="pile-way" aria-hidden="true">
        <Icon name={pile.rising ? "up" : "down"} />
        {pile.number > 0 ? <span>{pileOrder(pile.number)}</span> : null}
        <span class={pile.number > 0 ? "way-word" : undefined}>{pileWay(pile)}</span>
      </span>
      <button
        type="button"
        class="pile-button"
        data-pile-button={pile.id}
        aria-label={label}
        aria-keyshortcuts={shortcut(props.shortcut)}
        onClick={() => !fired.current && props.onPick()}
        onContextMenu={(event) => props.onHint && event.preventDefault()}
        {...handlers}
      >
        <Tops props={props} />
        <span class="pile-ring" />
        {props.laid ? <Tag class="pile-laid" text={props.laid > 1 ? `${props.laid}` : ""} win={false} /> : null}
        {legal && held !== null ? <Tag class="pile-jump" text={jumpLabel(pile, held)} win={trick} /> : null}
      </button>
      {props.onHint ? (
        <button
          type="button"
          class="hint-button" data-testid="hint-button"
          aria-label={`${t("Give a hint")}: ${pileLabel(pile, null, false)}`}
          onClick={(event) => props.onHint?.(event.currentTarget)}
        >
          <Icon name="talk" />
        </button>
      ) : null}
      {props.note && legal ? <span class="pile-room pile-note" data-testid="pile-note">{props.note}</span> : <Room pile={pile} />}
      <PileHints pile={pile.id} hints={props.hints} seats={props.seats} />
    </div>
  );
}
