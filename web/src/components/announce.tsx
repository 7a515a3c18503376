// announce.tsx - announcements for screen readers: one polite live region for the whole page.
import type { JSX } from "preact";
import { Store, useStore } from "../model/store";

interface Spoken {
  /** Counts up, so that a line stays the same element when older ones go: else it would be read again. */
  n: number;
  text: string;
}

const spoken = new Store<Spoken[]>([]);
const MOST = 6;
let count = 0;

export function announce(text: string): void {
  if (text) spoken.set([...spoken.value, { n: ++count, text }].slice(-MOST));
}

export function Announcer(): JSX.Element {
  const lines = useStore(spoken);
  return (
    <div class="only-heard" role="log" aria-live="polite" aria-relevant="additions">
      {lines.map(({ n, text }) => (
        <p key={n}>{text}</p>
      ))}
    </div>
  );
}
