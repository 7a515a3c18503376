// walk.tsx - a record step by step: who played, what each step was, and the slider that walks through them.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import type { Position } from "../model/replay";
import type { Seat } from "../net/protocol";
import type { Replay } from "../wasm/engine";
import { Icon } from "./icons";
import { eventSentence } from "./log";
import { isModalOpen } from "./modals";
import { seatName } from "./texts";

/** Names of a record: bots end in " (bot)". `you` is one's own seat where that is known. */
export function seatsOf(replay: Replay, you: number): Seat[] {
  return Array.from({ length: replay.seats }, (_, index) => {
    const name = replay.names[index] ?? "";
    const bot = index === you ? null : /^(.*) \(bot\)$/.exec(name);
    if (bot) return { kind: "bot" as const, bot: bot[1] ?? "", name: null };
    return { kind: "person" as const, name: name || tf("Seat {number}", { number: index + 1 }), ...(index === you ? { you: true } : {}) };
  });
}

/** How long each step is shown when it plays by itself. */
export const STEP_MS = 900;

/** Walking through the steps: slider, buttons, keys (pressed anywhere on `keys`), and playing by itself. */
export function useWalk(length: number, first: number, keys: EventTarget = window) {
  const [at, setAt] = useState(first);
  const [playing, setPlaying] = useState(false);
  const move = (next: number): void => setAt(Math.min(length - 1, Math.max(0, next)));
  const step = (by: number): void => setAt((now) => Math.min(length - 1, Math.max(0, now + by)));
  useEffect(() => {
    if (!playing) return;
    if (at >= length - 1) return setPlaying(false);
    const timer = setTimeout(() => step(1), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, at]);
  useLayoutEffect(() => {
    const acts: Record<string, () => void> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => move(0),
      End: () => move(length - 1),
    };
    const onKey = (happened: Event): void => {
      const event = happened as KeyboardEvent;
      const busy = (event.target as HTMLElement).closest("input:not([type=range]), textarea, select");
      const act = acts[event.key];
      if (!act || busy || isModalOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    keys.addEventListener("keydown", onKey);
    return () => keys.removeEventListener("keydown", onKey);
  }, [length, keys]);
  return { at, move, playing, setPlaying };
}

export function Slider({ walk, length, text }: { walk: ReturnType<typeof useWalk>; length: number; text: string }): JSX.Element {
  const button = (icon: "first" | "back" | "next" | "last", label: string, to: number): JSX.Element => (
    <button class="button bare round" type="button" aria-label={label} onClick={() => walk.move(to)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="slider" data-testid="slider">
      {button("first", t("To the beginning"), 0)}
      {button("back", t("Back"), walk.at - 1)}
      <button
        class="button bare round"
        type="button"
        aria-label={walk.playing ? t("Stop") : t("Autoplay")}
        onClick={() => walk.setPlaying(!walk.playing)}
      >
        <Icon name={walk.playing ? "pause" : "play"} />
      </button>
      <input
        type="range"
        min={0}
        max={length - 1}
        value={walk.at}
        aria-label={t("Step of the game")}
        aria-valuetext={text}
        onInput={(event) => walk.move(Number(event.currentTarget.value))}
      />
      {button("next", t("Forward"), walk.at + 1)}
      {button("last", t("To the end"), length - 1)}
    </div>
  );
}

export function stepText(position: Position, seats: Seat[]): string {
  const { step } = position;
  if (!step) return t("The cards are dealt.");
  if (step.move.startsWith("show")) return tf("{name}: the ends are chosen.", { name: seatName(seats, step.seat) });
  return eventSentence({ n: 0, at: 0, what: "move", seat: step.seat, move: step.move }, seats, -1);
}
