// layers.ts - dialogs, menus and drawers that are open over a screen: going back closes the top one before it leaves the screen.
//
// Each has an entry of its own in the history, at the same address; its state tells how many are open there. When a layer is closed
// in another way, the browser is taken back from its entry, unless the next layer or screen takes its place at once.
import { useLayoutEffect, useRef } from "preact/hooks";

interface Layer {
  address: string;
  close: () => void;
}

const layers: Layer[] = [];
/** The browser is on its way back from entries whose layers are closed; what wants a new entry waits for that. */
let leaving = false;
let waiting: (() => void)[] = [];

/** How many layers are open at this entry of the history. */
export function layersHere(): number {
  const state = history.state as { layers?: number } | null;
  return state?.layers ?? 0;
}

/** Changes the history when it is at rest. */
export function changeHistory(change: () => void): void {
  if (leaving) waiting.push(change);
  else change();
}

/** Goes back from entries whose layers are closed. */
export function leaveClosedLayers(): void {
  const closed = layersHere() - layers.length;
  if (closed <= 0 || leaving) return;
  leaving = true;
  history.go(-closed);
}

function forget(layer: Layer): void {
  const at = layers.indexOf(layer);
  if (at >= 0) layers.splice(at, 1);
  setTimeout(leaveClosedLayers); // what opens instead keeps the entry
}

/** Going back calls `close`. Returns what to call when the layer is closed, however that came about. */
export function openLayer(close: () => void): () => void {
  const layer = { address: location.href, close };
  layers.push(layer);
  changeHistory(() => {
    if (layers.includes(layer) && layersHere() < layers.length) history.pushState({ layers: layers.length }, "");
  });
  return () => forget(layer);
}

/** To be called when the browser went to another entry of the history. False: the screen may be another one. */
export function wentToLayer(): boolean {
  const cameBack = leaving;
  leaving = false;
  const changes = waiting;
  waiting = [];
  for (const change of changes) change();
  if (layersHere() > layers.length) {
    leaveClosedLayers();
    return false;
  }
  if (layersHere() === layers.length || layers[0]?.address !== location.href) return cameBack;
  while (layersHere() < layers.length) layers.pop()?.close();
  return true;
}

/** Going back closes it while it is open. */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => (isOpen ? openLayer(() => close.current()) : undefined), [isOpen]);
}
