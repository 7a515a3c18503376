// hand.tsx - the user's own cards: picked up by tap, by dragging, or with the keyboard. Cards that win back ten are marked.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { t, tf } from "../../i18n";
import { Card, Tag } from "../../components/card";
import { notePlace } from "../../components/motion";
import type { Mark } from "./use_selection";

export interface HandProps {
  cards: number[];
  /** Cards of a full hand: the cards keep their size while the hand gets smaller. */
  size: number;
  held: number | null;
  /** Cards that burn. */
  fires: ReadonlySet<number>;
  active: boolean;
  /** Cards that can go back by ten now. */
  tricks: ReadonlySet<number>;
  /** With a pile chosen first: what each card would do there. */
  marks: ReadonlyMap<number, Mark> | null;
  onPick: (card: number) => void;
  /** The pile below the dragged card, or null. */
  onOver: (pile: string | null) => void;
  onDrop: (card: number, pile: string) => void;
}

const DRAG_FROM_PX = 7;

interface Drag {
  card: number;
  /** The button under the pointer, which has captured it: other fingers do not move this card. */
  button: HTMLElement;
  pointer: number;
  x: number;
  y: number;
  moving: boolean;
}

function pileAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const pile = element.closest<HTMLElement>("[data-pile]");
    if (pile) return pile.dataset["pile"] ?? null;
  }
  return null;
}

/** A button that was taken away has let go of its pointer. */
function isHeldDown(drag: Drag | null): boolean {
  return drag !== null && drag.button.hasPointerCapture(drag.pointer);
}

/** Dragging with any pointer. A press that does not move stays a click; the click that ends a drag is none. */
function useDrag(props: HandProps) {
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);
  const start = (event: PointerEvent, card: number): void => {
    wasDragged.current = false;
    if (!props.active || event.button !== 0 || isHeldDown(drag.current)) return;
    const button = event.currentTarget as HTMLElement;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    drag.current = { card, button, pointer, x, y, moving: false };
    button.setPointerCapture(pointer);
  };
  const move = (event: PointerEvent): void => {
    const now = drag.current;
    if (now?.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
    if (!now.moving && Math.hypot(dx, dy) < DRAG_FROM_PX) return;
    const element = now.button;
    if (!now.moving) {
      now.moving = wasDragged.current = true;
      element.classList.add("dragged");
      if (props.held !== now.card) props.onPick(now.card);
    }
    element.style.setProperty("transform", `translate(${dx}px, ${dy}px) rotate(${Math.max(-6, Math.min(6, dx / 30))}deg)`);
    props.onOver(pileAt(event.clientX, event.clientY));
  };
  const end = (event: PointerEvent): void => {
    const now = drag.current;
    if (now?.pointer !== event.pointerId) return;
    drag.current = null;
    if (!now.moving) return;
    const element = now.button;
    const pile = event.type === "pointerup" ? pileAt(event.clientX, event.clientY) : null;
    const inner = element.querySelector("[data-flip]");
    if (inner) notePlace(`card-${now.card}`, inner);
    element.classList.remove("dragged");
    element.style.removeProperty("transform");
    props.onOver(null);
    if (pile) props.onDrop(now.card, pile);
  };
  return { start, move, end, wasDragged };
}

export function Hand(props: HandProps): JSX.Element {
  const { start, move, end, wasDragged } = useDrag(props);
  const many = Math.max(props.size, props.cards.length);
  if (props.cards.length === 0)
    return (
      <div class="hand-box" data-testid="hand-box">
        <p class="hand-empty">{t("Your hand is empty.")}</p>
      </div>
    );
  return (
    <div class="hand-box" data-testid="hand-box">
      <div class={`hand of-${many}`} role="group" aria-label={t("Your hand")} style={{ "--count": String(many), "--gaps": String(Math.max(1, many - 1)) }}>
        {props.cards.map((card, index) => {
          const mark = props.marks?.get(card);
          const dim = props.marks !== null && mark === undefined;
          const trick = props.marks === null && props.tricks.has(card);
          return (
            <button
              type="button"
              key={card}
              class={dim ? "hand-card dim" : "hand-card"}
              style={{ "--at": String(index - (props.cards.length - 1) / 2) }}
              data-testid="hand-card"
              data-card={card}
              aria-pressed={props.held === card}
              aria-disabled={!props.active}
              aria-label={trick ? tf("{card}, can go back by ten", { card }) : mark ? `${card}, ${mark.text}` : String(card)}
              onClick={({ detail }) => (detail === 0 || !wasDragged.current) && props.onPick(card)} // without a pointer detail is 0
              onPointerDown={(event) => start(event, card)}
              onPointerMove={move}
              onPointerUp={end}
              onPointerCancel={end}
            >
              <Card value={card} fire={props.fires.has(card)} flip={`card-${card}`} from="draw" />
              {trick || mark ? <Tag class="hand-mark" text={mark?.text ?? "−10"} win={mark?.win ?? true} /> : null}
            </button>
          );
        })}
      </div>
    </div>
  );
}
