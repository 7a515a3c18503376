// dialog.tsx - a dialog that traps the focus, closes with Escape, and restores the focus; and toasts.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Store, useStore } from "../model/store";
import { focusableIn } from "./focus";
import { Icon } from "./icons";
import { useLayer } from "./layers";

export interface DialogProps {
  title: string;
  wide?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

function trapTab(event: KeyboardEvent, box: HTMLElement): void {
  const inside = focusableIn(box);
  const first = inside[0];
  const last = inside[inside.length - 1];
  const leaving = event.shiftKey ? document.activeElement === first || document.activeElement === box : document.activeElement === last;
  if (!leaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** The boxes that hold the focus, the one on top last. */
const traps: HTMLElement[] = [];
/** The layer of a veil alone, as in dialogs.css. */
const LOWEST = 50;

/**
 * Holds the focus in a box from the moment it is drawn. Keys belong to the box even when the focus was lost (the focused thing may
 * have been removed): Escape closes it, Tab leads back inside, and nothing below it hears them.
 */
export function useFocusTrap(onClose: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayer(true, onClose);
  useLayoutEffect(() => {
    const held = box.current;
    if (!held) return;
    const before = document.activeElement as HTMLElement | null;
    const onKey = (event: KeyboardEvent): void => {
      if (traps[traps.length - 1] !== held) return;
      const inside = held.contains(event.target as Node);
      if (event.key === "Escape") close.current();
      else if (event.key === "Tab" && inside) trapTab(event, held);
      else if (!inside) held.focus();
      if (event.key === "Escape" || !inside) event.stopPropagation();
    };
    traps.push(held);
    held.closest<HTMLElement>(".veil")?.style.setProperty("z-index", String(LOWEST + traps.length)); // the box that has the keys is seen
    held.focus();
    addEventListener("keydown", onKey, true);
    return () => {
      removeEventListener("keydown", onKey, true);
      traps.splice(traps.indexOf(held), 1);
      before?.focus();
    };
  }, []);
  return { box, onKeyDown: (event: KeyboardEvent): void => event.stopPropagation() };
}

export function Dialog(props: DialogProps): JSX.Element {
  const { box, onKeyDown } = useFocusTrap(props.onClose);
  return (
    <div class="veil" data-testid="veil" onPointerDown={(event) => event.target === event.currentTarget && props.onClose()}>
      <div
        class={props.wide ? "dialog wide" : "dialog"}
        role="dialog"
        aria-modal="true"
        aria-label={props.title}
        tabIndex={-1}
        ref={box}
        onKeyDown={onKeyDown}
      >
        <div class="dialog-head">
          <h1>{props.title}</h1>
          <button class="button bare round" type="button" aria-label={t("Close")} onClick={props.onClose}>
            <Icon name="close" />
          </button>
        </div>
        {props.children}
      </div>
    </div>
  );
}

// ---------------------------------------------------------------- toasts

interface ToastEntry {
  id: number;
  text: string;
}

const toasts = new Store<ToastEntry[]>([]);
let nextToast = 1;
const TOAST_MS = 5000;

/** A short word at the bottom of the page; the same word twice is one. */
export function toast(text: string): void {
  const entry = { id: nextToast++, text };
  toasts.set([...toasts.value.filter((one) => one.text !== text).slice(-2), entry]);
  setTimeout(() => toasts.set(toasts.value.filter((one) => one.id !== entry.id)), TOAST_MS);
}

export function Toasts(): JSX.Element {
  const entries = useStore(toasts);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {entries.map((entry) => (
        <div class="toast" data-testid="toast" key={entry.id}>
          {entry.text}
        </div>
      ))}
    </div>
  );
}
