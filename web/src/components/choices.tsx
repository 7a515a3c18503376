// choices.tsx - ways to choose: a row of segments, a list with explanations, a switch. All are native radio buttons and checkboxes
// underneath, so that keyboards and screen readers work.
import type { ComponentChildren, JSX } from "preact";

export interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  children: (readonly [T, string])[];
}

export function Segments<T extends string>(props: SegmentsProps<T>): JSX.Element {
  const name = `${props.label}-segments`;
  return (
    <div class="segments" role="radiogroup" aria-label={props.label}>
      {props.children.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={props.value === value} onChange={() => props.onChange(value)} />
          {text}
        </label>
      ))}
    </div>
  );
}

export interface Option<T extends string> {
  value: T;
  title: string;
  help?: string;
}

export function Options<T extends string>(props: {
  legend: string;
  value: T;
  options: Option<T>[];
  two?: boolean;
  onChange: (value: T) => void;
}): JSX.Element {
  const name = `${props.legend}-options`;
  return (
    <fieldset class={props.two ? "options two" : "options"}>
      <legend>{props.legend}</legend>
      {props.options.map((option) => (
        <label class="choice" data-testid="choice" key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={props.value === option.value}
            onChange={() => props.onChange(option.value)}
          />
          <span>{option.title}</span>
          <span class="small">{option.help}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Switch(props: { on: boolean; onChange: (on: boolean) => void; title: string; help?: ComponentChildren }): JSX.Element {
  return (
    <label class="switch" data-testid="switch">
      <input type="checkbox" role="switch" checked={props.on} onChange={(event) => props.onChange(event.currentTarget.checked)} />
      <span>
        {props.title}
        {props.help ? <span class="small soft switch-help">{props.help}</span> : null}
      </span>
    </label>
  );
}
