// die.tsx - faces of dice and the two-ended cards of LIE: the chosen end up and bright, the other below and dim. Every face
// has a colour of its own, and never the colour alone: the pips tell it as well.
import type { JSX } from "preact";
import type { TwoEnds } from "../net/protocol";

const LOW = 6.5;
const MIDDLE = 12;
const HIGH = 17.5;
const PIPS: Record<number, [number, number][]> = {
  1: [[MIDDLE, MIDDLE]],
  2: [
    [LOW, LOW],
    [HIGH, HIGH],
  ],
  3: [
    [LOW, LOW],
    [MIDDLE, MIDDLE],
    [HIGH, HIGH],
  ],
  4: [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  5: [
    [LOW, LOW],
    [HIGH, LOW],
    [MIDDLE, MIDDLE],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  6: [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, MIDDLE],
    [HIGH, MIDDLE],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
};

export function Die({ face, bright }: { face: number; bright?: boolean | undefined }): JSX.Element {
  return (
    <svg class={bright ? "die bright" : "die"} data-face={face} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect x="1.500" y="1.500" width="21" height="21" rx="5" />
      {(PIPS[face] ?? []).map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="2.100" />
      ))}
    </svg>
  );
}

export function otherEnd(card: TwoEnds, face: number): number {
  return card[0] === face ? card[1] : card[0];
}

/** The card as it lies: `face` is the end that counts. */
export function TwoEnded(props: { card: TwoEnds; face: number; match?: boolean }): JSX.Element {
  return (
    <span class={props.match ? "two-ended match" : "two-ended"}>
      <span class="end up">
        <Die face={props.face} bright />
      </span>
      <span class="end down">
        <Die face={otherEnd(props.card, props.face)} />
      </span>
    </span>
  );
}
