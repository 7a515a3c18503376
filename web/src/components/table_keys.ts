// table_keys.ts - the keys of a table, which work wherever the focus is.
import { useLayoutEffect, useRef } from "preact/hooks";
import { isModalOpen } from "./modals";
import { isKeyOff } from "../model/settings";

/** Keys in fields, dialogs and menus belong to those, keys with Control and the like to the browser, and letters can be switched off. */
function isForTable(event: KeyboardEvent): boolean {
  const elsewhere = event.target instanceof Element && event.target.closest("input, textarea, select, .menu") !== null;
  return !elsewhere && !isModalOpen() && !event.ctrlKey && !event.metaKey && !event.altKey && !isKeyOff(event);
}

export function useTableKeys(act: (event: KeyboardEvent) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isForTable(event)) latest.current(event);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
