// announce.tsx - what a screen reader is told: one polite live region for the whole page.
import type { JSX } from "preact";
import { Store, useStore } from "../model/store";

const spoken = new Store<string[]>([]);
const MOST = 6;

export function announce(text: string): void {
  if (text) spoken.set([...spoken.value, text].slice(-MOST));
}

export function Announcer(): JSX.Element {
  const lines = useStore(spoken);
  return (
    <div class="only-heard" role="log" aria-live="polite" aria-relevant="additions">
      {lines.map((line, index) => (
        <p key={`${index}-${line}`}>{line}</p>
      ))}
    </div>
  );
}
