// modals.ts - what lies over the screen, which is inert then, and silent. So the box of what is told beside a screen (toasts, lines for
// screen readers) goes where people are. It stays the same element: a reader hears only regions that it knows.

/** The one on top last. */
const open: HTMLDialogElement[] = [];
const voices = document.createElement("div");

export function placeVoices(): HTMLElement {
  (open[open.length - 1] ?? document.body).append(voices);
  return voices;
}

/** Whether the keys belong to something that lies over the screen, wherever the focus is. */
export function isModalOpen(): boolean {
  return open.length > 0;
}

/** Puts a dialog over all else, with the focus. Returns what takes it away. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  dialog.focus();
  open.push(dialog);
  placeVoices();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    placeVoices();
    dialog.close();
  };
}
