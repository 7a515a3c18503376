// async_button.tsx - a button that sends a request: however often it is pressed, it sends one, and it shows progress while waiting for the answer.
import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { toast } from "./dialog";

type Action = () => Promise<unknown>;

/** Whether an answer is awaited, and how to ask: one thing at a time. */
export function useAsync(): [boolean, (ask: Action) => Promise<void>] {
  const underWay = useRef(false); // a second press may come before the first one is drawn
  const [waits, setWaits] = useState(false);
  const run = async (ask: Action): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setWaits(true);
    await ask().catch(() => toast(t("The server is not responding.")));
    underWay.current = false;
    setWaits(false);
  };
  return [waits, run];
}

/** The same for a form: whether an answer is awaited, and what sends the form. */
export function useSubmit(ask: Action): [boolean, (event: Event) => void] {
  const [waits, run] = useAsync();
  const submit = (event: Event): void => {
    event.preventDefault();
    void run(ask);
  };
  return [waits, submit];
}

export interface AsyncButtonProps {
  class: string;
  "data-testid"?: string;
  /** Without it the button sends its form, which asks by itself and says in `waits` that it does. */
  act?: Action;
  waits?: boolean;
  disabled?: boolean;
  /** There is nothing to ask for any more. */
  done?: boolean;
  pressed?: boolean;
  label?: string;
  shortcut?: string;
  children: ComponentChildren;
}

/** While it waits it is not disabled but says so, and keeps the focus of the keyboard. */
export function AsyncButton(props: AsyncButtonProps): JSX.Element {
  const { act } = props;
  const [asking, run] = useAsync();
  const waits = asking || props.waits === true;
  return (
    <button
      class={waits ? `${props.class} waits` : props.class}
      data-testid={props["data-testid"]}
      aria-busy={waits}
      type={act ? "button" : "submit"}
      disabled={props.disabled}
      aria-disabled={waits || props.done === true}
      aria-pressed={props.pressed}
      aria-label={props.label}
      aria-keyshortcuts={props.shortcut}
      onClick={act ? () => waits || props.done || void run(act) : undefined}
    >
      {props.children}
    </button>
  );
}
