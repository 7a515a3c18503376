// pile.tsx - one pile in its tray: its direction in words and by an arrow, the top card, the edges of those below, and what the held card
// would do. With no card in hand a tap opens the hints about it, where there are any; else the pile is chosen first.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t, tn } from "../../i18n";
import { isTrick, jump, type Pile } from "./piles";
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
  /** Cards on it, as far as they were seen: it grows with them. */
  height?: number | undefined;
  /** Cards on it that are laid out and not sent yet. */
  laid?: number | undefined;
  /** Where the top card came from: a seat. */
  from?: string | undefined;
  hints: Hints[];
  seats: Seat[];
  /** More about the held card, in words: what one would draw. */
  note?: string | undefined;
  onPick: () => void;
  onHint?: ((anchor: Element) => void) | undefined;
  shortcut?: string | undefined;
}

/** The card on top has just brought the pile back by ten. */
function isBack(pile: Pile, below: number | null): boolean {
  return below !== null && !pile.other && jump({ ...pile, top: below }, pile.top) < 0;
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

/** Edges that a pile of so many cards shows. */
function edgesOf(height: number): number {
  return Math.min(9, Math.ceil(height / 3));
}

function Tops({ props }: { props: PileProps }): JSX.Element {
  const { pile } = props;
  const below = useCardBelow(pile.top);
  const base = pile.top === pile.first;
  return (
    <>
      {isBack(pile, below) && !base ? <span class="pile-ring" key={`ring-${pile.top}`} /> : null}
      {base ? null : <span class="pile-edges" style={{ "--edges": String(edgesOf(props.height ?? 1)) }} />}
      {below !== null && !base ? (
        <span class="pile-below">
          <Card value={below} base={below === pile.first} thrown quiet />
        </span>
      ) : null}
      <Card
        key={pile.top}
        value={pile.top}
        base={base}
        burning={pile.burning}
        thrown
        flip={base ? undefined : `card-${pile.other ? "o" : ""}${pile.top}`}
        from={props.from}
      />
    </>
  );
}

/** A jump up to so much is a small one. */
const NEAR = 12;

/** What the held card costs here: small jumps and tricks are bright. */
function Jump({ pile, held }: { pile: Pile; held: number }): JSX.Element {
  const trick = isTrick(pile, held);
  const near = !pile.other && jump(pile, held) <= NEAR;
  return <Tag class={near ? "pile-jump near" : "pile-jump"} text={jumpLabel(pile, held)} win={trick} />;
}

/** Which way it goes; where hints can be given it is the button for them. */
function Way({ pile, onHint }: Pick<PileProps, "pile" | "onHint">): JSX.Element {
  const order = pile.number > 0 ? pileOrder(pile.number) : "";
  const words = (
    <span class="pile-way" data-testid="pile-way" aria-hidden="true">
      <Icon name={pile.rising ? "up" : "down"} />
      {order ? <span>{order} </span> : null}
      <span class={order ? "way-word" : undefined}>{pileWay(pile)}</span>
    </span>
  );
  if (!onHint) return words;
  return (
    <button
      type="button"
      class="hint-button"
      data-testid="hint-button"
      aria-label={`${order} ${pileWay(pile)}: ${t("Give a hint")}`}
      onClick={(event) => onHint(event.currentTarget)}
    >
      {words}
      <Icon name="talk" />
    </button>
  );
}

export function PileView(props: PileProps): JSX.Element {
  const { pile, held, legal, laid, onHint } = props;
  const { fired, handlers } = useLongPress(onHint);
  const trick = legal && held !== null && isTrick(pile, held);
  const classes = [
    "pile",
    legal ? "legal" : "",
    held !== null && !legal ? "closed" : "",
    trick ? "trick" : "",
    props.over ? "over" : "",
    props.chosen ? "chosen" : "",
    laid ? "laid" : "",
    pile.other ? "other" : "",
  ];
  const waiting = laid ? tn("%d card laid out", "%d cards laid out", laid) : "";
  const label = [pileLabel(pile, held, legal), waiting, props.note ?? ""].filter(Boolean).join(". ");
  const press = (event: MouseEvent): void => {
    if (fired.current) return;
    if (held === null && onHint) onHint(event.currentTarget as Element);
    else props.onPick();
  };
  return (
    <div class={classes.filter(Boolean).join(" ")} data-pile={pile.id} data-laid={laid || undefined} data-trick={trick}>
      <Way pile={pile} onHint={onHint} />
      <button
        type="button"
        class="pile-button"
        data-pile-button={pile.id}
        title={roomText(pile)}
        aria-label={label}
        aria-keyshortcuts={shortcut(props.shortcut)}
        onClick={press}
        onContextMenu={(event) => onHint && event.preventDefault()}
        {...handlers}
      >
        <Tops props={props} />
        {laid && laid > 1 ? <Tag class="pile-laid" text={`${laid}`} win={false} /> : null}
        {legal && held !== null ? <Jump pile={pile} held={held} /> : null}
      </button>
      <span class="pile-foot">
        {laid && !props.hints.some((one) => one.piles && pile.id in one.piles) ? <span class="laid-words" aria-hidden="true">{t("laid out by you")}</span> : null}
        <PileHints pile={pile.id} hints={props.hints} seats={props.seats} />
      </span>
      {props.note && legal ? (
        <span class="pile-note" data-testid="pile-note">
          {props.note}
        </span>
      ) : null}
    </div>
  );
}
