// hints.tsx - hints without numbers (TT1): their marks on piles and beside names, and the menus to give one with one tap.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t, tf } from "../i18n";
import type { Hints, PileHint, PileName, Seat, SelfHint } from "../model/types";
import { useFocusTrap } from "./dialog";
import { Face } from "./face";
import { Icon, type IconName } from "./icons";
import { PILE_HINTS, pileHintText, pileNameById, seatName, selfHintText } from "./texts";

const HINT_ICON: Record<PileHint, [IconName, number]> = {
  leave_1: ["hand", 1],
  leave_2: ["hand", 2],
  leave_3: ["hand", 3],
  no_big_jump: ["jump", 1],
  go_ahead: ["thumb", 1],
};

const SELF_ICON: Record<SelfHint, IconName> = { can_wait: "wait", in_trouble: "alarm", wants_start: "flag", rather_not: "undo" };

export function HintMark({ hint }: { hint: PileHint }): JSX.Element {
  const [icon, times] = HINT_ICON[hint];
  return (
    <>
      <span class="only-heard">{pileHintText(hint)}</span>
      {Array.from({ length: times }, (_, index) => (
        <Icon name={icon} key={index} />
      ))}
    </>
  );
}

/** All hints on one pile, with the face of who gave them. */
export function PileHints({ pile, hints, seats }: { pile: string; hints: Hints[]; seats: Seat[] }): JSX.Element | null {
  const given = hints.map((one, seat) => ({ seat, hint: one.piles?.[pile as PileName] })).filter((one) => one.hint !== undefined);
  if (given.length === 0) return null;
  return (
    <div class="pile-hints">
      {given.map(({ seat, hint }) => (
        <span
          class={hint === "go_ahead" ? "pile-hint good" : "pile-hint"}
          key={seat}
          title={`${seatName(seats, seat)}: ${pileHintText(hint as PileHint)}`}
        >
          <Face seats={seats} index={seat} />
          <span class="only-heard">{tf("{name} says:", { name: seatName(seats, seat) })} </span>
          <HintMark hint={hint as PileHint} />
        </span>
      ))}
    </div>
  );
}

export interface HintMenuProps {
  /** The pile it is about, or null for oneself. */
  pile: string | null;
  /** Before the first move: hints about oneself are about who starts. */
  starting: boolean;
  /** Where it opens: the element that was touched. */
  anchor: Element;
  given: Hints | undefined;
  onGive: (hint: string) => void;
  onClose: () => void;
}

/** Puts the menu beside its anchor and inside the window. */
function usePlacing(anchor: Element) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!menu.current) return;
    const at = anchor.getBoundingClientRect();
    const box = menu.current.getBoundingClientRect();
    const left = Math.min(Math.max(8, at.left + at.width / 2 - box.width / 2), innerWidth - box.width - 8);
    const below = at.bottom + 8;
    const top = below + box.height <= innerHeight ? below : Math.max(8, at.top - box.height - 8);
    menu.current.style.setProperty("left", `${left}px`);
    menu.current.style.setProperty("top", `${top}px`);
  }, [anchor]);
  return menu;
}

function Entries({ pile, given, starting, onGive }: HintMenuProps): JSX.Element {
  const current = pile ? given?.piles?.[pile as PileName] : given?.self;
  return (
    <>
      {pile
        ? PILE_HINTS.map((hint) => (
            <button type="button" class={hint === "go_ahead" ? "" : "stop"} key={hint} onClick={() => onGive(hint)}>
              <HintIcons hint={hint} />
              {pileHintText(hint)}
            </button>
          ))
        : selfHints(starting).map((hint) => (
            <button type="button" key={hint} onClick={() => onGive(hint)}>
              <Icon name={SELF_ICON[hint]} />
              {selfHintText(hint)}
            </button>
          ))}
      {current ? (
        <button type="button" onClick={() => onGive("none")}>
          <Icon name="close" />
          {t("Take the hint back")}
        </button>
      ) : null}
    </>
  );
}

function selfHints(starting: boolean): SelfHint[] {
  return starting ? ["wants_start", "rather_not"] : ["can_wait", "in_trouble"];
}

function HintIcons({ hint }: { hint: PileHint }): JSX.Element {
  const [icon, times] = HINT_ICON[hint];
  return (
    <span>
      {Array.from({ length: times }, (_, index) => (
        <Icon name={icon} key={index} />
      ))}
    </span>
  );
}

export function HintMenu(props: HintMenuProps): JSX.Element {
  const { box, onKeyDown } = useFocusTrap(props.onClose);
  const menu = usePlacing(props.anchor);
  const title = props.pile ? tf("Hint: {pile}", { pile: pileNameById(props.pile) }) : t("About your cards");
  const setBoth = (element: HTMLDivElement | null): void => {
    menu.current = element;
    box.current = element;
  };
  return (
    <div class="veil menu-veil" onPointerDown={(event) => event.target === event.currentTarget && props.onClose()}>
      <div class="menu hint-menu" role="dialog" aria-modal="true" aria-label={title} tabIndex={-1} ref={setBoth} onKeyDown={onKeyDown}>
        <div class="menu-title">{title}</div>
        <Entries {...props} />
      </div>
    </div>
  );
}

/** Chips about oneself, for the talk panel. */
export function SelfChips(props: { given: Hints | undefined; starting: boolean; onGive: (hint: string) => void }): JSX.Element {
  return (
    <div class="chips">
      {selfHints(props.starting).map((hint) => (
        <button
          type="button"
          class="chip"
          key={hint}
          aria-pressed={props.given?.self === hint}
          onClick={() => props.onGive(props.given?.self === hint ? "none" : hint)}
        >
          <Icon name={SELF_ICON[hint]} />
          {selfHintText(hint)}
        </button>
      ))}
    </div>
  );
}
