// card.tsx - one number card: its number in the ink of its value, once in the corner and once large, and at the foot the sheaf, which
// tells the value by its shape. Also the small card of the log, and backs.
import type { JSX } from "preact";
import { inkOf } from "./ink";
import { Icon } from "./icons";

export interface CardProps {
  value: number;
  fire?: boolean | undefined;
  burning?: boolean | undefined;
  /** 1, 100 or 60: what a pile starts from; no card. */
  base?: boolean | undefined;
  flip?: string | undefined;
  /** Where it comes from when it is new. */
  from?: string | undefined;
  /** It was thrown, and lies at an angle of its own. */
  thrown?: boolean | undefined;
  /** Only to be seen: its number is no text of the page. */
  quiet?: boolean | undefined;
  class?: string | undefined;
}

/** In a box of 100 x 100: how far apart the lines of the sheaf are, and where the lowest one lies. */
const LINE_STEP = 10;
const LOWEST_LINE = 94;

/** A line for each ten, from the foot up, and the last as long as the units. */
export function sheafPath(value: number): string {
  const tens = Math.floor(value / 10);
  const lines = Array.from({ length: tens }, (_, index) => `M0 ${LOWEST_LINE - index * LINE_STEP}h100`);
  const units = value % 10;
  return [...lines, units > 0 ? `M0 ${LOWEST_LINE - tens * LINE_STEP}h${units * 10}` : ""].join("");
}

function Sheaf({ value }: { value: number }): JSX.Element {
  return (
    <svg class="sheaf" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path d={sheafPath(value)} />
    </svg>
  );
}

/** The same card always lies the same way. */
function restAngle(value: number): string {
  return `${(((value * 37) % 13) - 6) / 3}deg`;
}

export function Card(props: CardProps): JSX.Element {
  const { value, base, quiet } = props;
  const burns = props.burning || (props.fire && !base);
  const classes = ["card", base ? "base" : "", burns ? "burning" : "", value > 99 ? "long" : "", props.class ?? ""];
  return (
    <span
      class={classes.filter(Boolean).join(" ")}
      data-testid="card"
      data-burning={props.burning === true}
      style={props.thrown && !base ? { ...inkOf(value), rotate: restAngle(value) } : inkOf(value)}
      data-index={value}
      data-flip={props.flip}
      data-from={props.from}
    >
      <b class="numeral" data-text={quiet ? value : undefined}>
        {quiet ? null : value}
      </b>
      {base ? null : <Sheaf value={value} />}
      {burns ? (
        <span class="fire-mark">
          <Icon name="fire" />
        </span>
      ) : null}
    </span>
  );
}

export function MiniCard({ value }: { value: number }): JSX.Element {
  return (
    <span class="mini-card" data-testid="mini-card" style={inkOf(value)}>
      {value}
    </span>
  );
}

/** A small sign such as +6; to be seen only, the name of what it hangs on says it in words. */
export function Tag({ text, win, class: more }: { text: string; win: boolean; class: string }): JSX.Element {
  return <span class={win ? `tag win ${more}` : `tag ${more}`} data-testid={more.split(" ")[0]} data-win={win} data-text={text} aria-hidden="true" />;
}

export function CardBacks({ count }: { count: number }): JSX.Element {
  return (
    <span class="seat-cards" aria-hidden="true">
      {Array.from({ length: Math.min(count, 10) }, (_, index) => (
        <span class="back" key={index} />
      ))}
    </span>
  );
}
