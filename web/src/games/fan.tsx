// fan.tsx - a few number cards as the picture of a game.
import type { JSX } from "preact";
import { Card } from "../components/card";

export function Fan({ cards }: { cards: number[] }): JSX.Element {
  return (
    <span class={`game-art of-${cards.length}`} aria-hidden="true">
      {cards.map((card) => (
        <Card key={card} value={card} class="fan" />
      ))}
    </span>
  );
}
