/*
 * dom.ts - a document for tests of components that need no browser. To be imported before what is tested.
 */
import { Window } from "happy-dom";

const window = new Window({ url: "http://localhost/" });
const own = new Set(Object.getOwnPropertyNames(globalThis));
for (const name of Object.getOwnPropertyNames(window)) {
  if (own.has(name) || name.startsWith("_")) continue;
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
}
Object.assign(globalThis, { window, document: window.document });
for (const name of ["Event", "KeyboardEvent", "CustomEvent", "EventTarget", "navigator"])
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
