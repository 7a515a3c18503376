// hints.tsx - hints without numbers (TT1): their marks on piles and beside names, and the menus to give one with one tap.
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t, tf } from "../../i18n";
import type { Hints, PileHint, PileName, Seat, SelfHint } from "../../net/protocol";
import { AsyncButton } from "../../components/async_button";
import { Modal } from "../../components/dialog";
import { Avatar } from "../../components/avatar";
import { Icon, type IconName } from "../../components/icons";
import { asSentence, PILE_HINTS, pileHintShort, pileHintText, pileNameById, seatName, selfHintText } from "../../components/texts";

const HINT_ICON: Record<PileHint, [IconName, number]> = {
  leave_1: ["hand", 1],
  leave_2: ["hand", 2],
  leave_3: ["hand", 3],
  no_big_jump: ["jump", 1],
  go_ahead: ["thumb", 1],
};

const SELF_ICON: Record<SelfHint, IconName> = { can_wait: "wait", in_trouble: "alarm", wants_start: "flag", rather_not: "undo" };

/** Strongest first: what one must not overlook. */
const STRENGTH: PileHint[] = ["leave_3", "leave_2", "leave_1", "no_big_jump", "go_ahead"];

interface Given {
  seat: number;
  hint: PileHint;
}

function givenOn(pile: string, hints: Hints[]): Given[] {
  const given = hints.flatMap((one, seat): Given[] => {
    const hint = one.piles?.[pile as PileName];
    return hint ? [{ seat, hint }] : [];
  });
  return given.sort((one, other) => STRENGTH.indexOf(one.hint) - STRENGTH.indexOf(other.hint));
}

const MOST_FACES = 2;

/** The words of a hint once: in full where the pile is wide, else in short. */
function Words({ hint }: { hint: PileHint }): JSX.Element {
  return (
    <>
      <span class="in-full">{pileHintText(hint)}</span>
      <span class="in-short">{pileHintShort(hint)}</span>
    </>
  );
}

/** All hints on one pile on a tab under its tray: the strongest, and the faces of those who gave one. Who said what comes with a tap. */
export function PileHints({ pile, hints, seats }: { pile: string; hints: Hints[]; seats: Seat[] }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const given = givenOn(pile, hints);
  const strongest = given[0]?.hint;
  if (!strongest) return null;
  const said = given.map(({ seat, hint }) => tf("{name} says: {hint}", { name: seatName(seats, seat), hint: pileHintText(hint) }));
  return (
    <div class="pile-hints">
      <button
        type="button"
        class={strongest === "go_ahead" ? "pile-hint good" : "pile-hint"}
        data-testid="pile-hint"
        title={said.join("\n")}
        aria-label={said.map(asSentence).join(" ")}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onBlur={() => setOpen(false)}
      >
        <Words hint={strongest} />
        {given.slice(0, MOST_FACES).map(({ seat }) => (
          <Avatar key={seat} seats={seats} index={seat} />
        ))}
        {given.length > MOST_FACES ? <span>+{given.length - MOST_FACES}</span> : null}
      </button>
      {open ? (
        <div class="hint-who" data-testid="hint-who" role="status">
          {said.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
        </div>
      ) : null}
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
            <button type="button" class={hint === "go_ahead" ? "" : "stop"} data-hint={hint} key={hint} onClick={() => onGive(hint)}>
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
  const menu = usePlacing(props.anchor);
  const title = props.pile ? tf("Hint: {pile}", { pile: pileNameById(props.pile) }) : t("About your cards");
  return (
    <Modal class="menu-veil" title={title} onClose={props.onClose}>
      <div class="menu hint-menu" data-testid="menu" ref={menu}>
        <div class="menu-title">{title}</div>
        <Entries {...props} />
      </div>
    </Modal>
  );
}

/** Chips about oneself, for the talk panel. */
export function SelfChips(props: { given: Hints | undefined; starting: boolean; onGive: (hint: string) => Promise<unknown> }): JSX.Element {
  return (
    <div class="chips">
      {selfHints(props.starting).map((hint) => (
        <AsyncButton class="chip" data-testid="chip" key={hint} pressed={props.given?.self === hint} act={() => props.onGive(props.given?.self === hint ? "none" : hint)}>
          <Icon name={SELF_ICON[hint]} />
          {selfHintText(hint)}
        </AsyncButton>
      ))}
    </div>
  );
}
