// card.tsx - one number card, drawn by CSS: its colour is its value. And the small card of the log.
import type { JSX } from "preact";
import { hue, isFire } from "../games/piles/piles";
import { Icon } from "./icons";

export interface CardProps {
  value: number;
  highest?: number | undefined;
  fire?: boolean | undefined;
  burning?: boolean | undefined;
  /** 1, 100 or 60: what a pile starts from; no card. */
  base?: boolean | undefined;
  flip?: string | undefined;
  /** Where it comes from when it is new. */
  from?: string | undefined;
  /** Only to be seen: its number is no text of the page. */
  quiet?: boolean | undefined;
  class?: string | undefined;
}

export function Card(props: CardProps): JSX.Element {
  const classes = ["card", props.base ? "base" : "", props.burning ? "burning" : "", props.value > 99 ? "long" : "", props.class ?? ""]
    .filter(Boolean)
    .join(" ");
  return (
    <span
      class={classes}
      data-testid="card"
      data-burning={props.burning === true}
      style={{ "--hue": String(hue(props.value, props.highest)) }}
      data-flip={props.flip}
      data-from={props.from}
      data-text={props.quiet ? props.value : undefined}
    >
      {props.quiet ? null : props.value}
      {props.fire && isFire(props.value) ? (
        <span class="fire-mark">
          <Icon name="fire" />
        </span>
      ) : null}
    </span>
  );
}

export function MiniCard({ value, highest }: { value: number; highest?: number | undefined }): JSX.Element {
  return (
    <span class="mini-card" data-testid="mini-card" style={{ "--hue": String(hue(value, highest)) }}>
      {value}
    </span>
  );
}

/** A small sign such as +6; to be seen only, the name of what it hangs on says it in words. */
export function Tag({ text, win, class: more }: { text: string; win: boolean; class: string }): JSX.Element {
  return <span class={win ? `tag win ${more}` : `tag ${more}`} data-testid={more} data-win={win} data-text={text} aria-hidden="true" />;
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
