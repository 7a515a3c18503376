// field.tsx - a labelled line of text in a form; `hint` says what browsers and password managers may fill in.
import type { JSX } from "preact";

export interface FieldProps {
  label: string;
  name: string;
  type?: "text" | "email" | "password";
  hint: "username" | "email" | "current-password" | "new-password" | "one-time-code" | "off";
  value: string;
  set: (value: string) => void;
}

export function Field({ label, name, type = "text", hint, value, set }: FieldProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        name={name}
        type={type}
        value={value}
        autocomplete={hint}
        autocapitalize="none"
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
}
