// dialog.tsx - what lies over a screen until it is closed: the browser keeps focus and keys inside, closes it with Escape, and gives the
// focus back. And toasts.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Store, useStore } from "../model/store";
import { Icon } from "./icons";
import { useLayer } from "./layers";
import { openModal } from "./modals";

export interface ModalProps {
  title: string;
  /** Of the veil, which fills the window; a press on it closes. */
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Modal(props: ModalProps): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  const { onClose } = props;
  useLayer(true, onClose);
  useLayoutEffect(() => (box.current ? openModal(box.current) : undefined), []);
  /** Not of something inside it, nor told after it was taken away. */
  const isOwn = (event: Event): boolean => event.target === event.currentTarget && box.current !== null;
  const onCancel = (event: Event): void => {
    if (!isOwn(event)) return;
    event.preventDefault(); // whoever opened it takes it away
    onClose();
  };
  return (
    <dialog
      class={props.class ? `veil ${props.class}` : "veil"}
      data-testid="veil"
      aria-label={props.title}
      tabIndex={-1}
      ref={box}
      onCancel={onCancel}
      onClose={(event) => isOwn(event) && onClose()}
      onPointerDown={(event) => isOwn(event) && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {props.children}
    </dialog>
  );
}

export interface DialogProps extends Omit<ModalProps, "class"> {
  wide?: boolean;
}

export function Dialog(props: DialogProps): JSX.Element {
  return (
    <Modal title={props.title} onClose={props.onClose}>
      <div class={props.wide ? "dialog wide" : "dialog"}>
        <div class="dialog-head">
          <h1>{props.title}</h1>
          <button class="button bare round" type="button" aria-label={t("Close")} onClick={props.onClose}>
            <Icon name="close" />
          </button>
        </div>
        {props.children}
      </div>
    </Modal>
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
