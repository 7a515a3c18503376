// dialog.tsx - a dialog that keeps the focus inside, closes with Escape, and gives the focus back; and toasts.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Store, useStore } from "../model/store";
import { Icon } from "./icons";

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex='0']";

export interface DialogProps {
  title: string;
  wide?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

function trapTab(event: KeyboardEvent, box: HTMLElement): void {
  const inside = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.offsetParent !== null);
  const first = inside[0];
  const last = inside[inside.length - 1];
  const leaving = event.shiftKey ? document.activeElement === first || document.activeElement === box : document.activeElement === last;
  if (!leaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

export function useFocusTrap(onClose: () => void) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.focus();
    return () => before?.focus?.();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape") onClose();
    else if (event.key === "Tab" && box.current) trapTab(event, box.current);
  };
  return { box, onKeyDown };
}

export function Dialog(props: DialogProps): JSX.Element {
  const { box, onKeyDown } = useFocusTrap(props.onClose);
  return (
    <div class="veil" onPointerDown={(event) => event.target === event.currentTarget && props.onClose()}>
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
        <div class="toast" key={entry.id}>
          {entry.text}
        </div>
      ))}
    </div>
  );
}
