// rules.tsx - the rules of each game to read, with pictures made of the same cards as on the table.
import { games } from "../games";
import { gameNamed, GAMES } from "../model/facts";
import type { ComponentChildren, JSX } from "preact";
import { t, tf } from "../i18n";
import { rulesOf, taught, type RulesPart } from "../games/lessons";
import type { RouteOf } from "../model/route";
import type { GameName } from "../net/protocol";
import { Card } from "../components/card";
import { Die, TwoEnded } from "../components/die";
import { Icon } from "../components/icons";
import { GoLink, Page } from "../components/shell";
import { gameTitle } from "../games/words";

function Picture({ children }: { children: ComponentChildren }): JSX.Element {
  return <div class="picture">{children}</div>;
}

function Shown(props: { cards: number[]; text: string; fire?: boolean; rising?: boolean }): JSX.Element {
  return (
    <figure>
      {props.rising === undefined ? null : (
        <span class="pile-way" data-testid="pile-way">
          <Icon name={props.rising ? "up" : "down"} />
          {props.rising ? t("rising") : t("falling")}
        </span>
      )}
      <span class="row">
        {props.cards.map((card) => (
          <Card
            key={card}
            value={card}
            base={card === 1 || card === 100}
            fire={props.fire}
            burning={props.fire}
          />
        ))}
      </span>
      <figcaption>{props.text}</figcaption>
    </figure>
  );
}

function Dice({ card: [low = 1, high = 2, up = 1] }: { card: number[] }): JSX.Element {
  return <TwoEnded card={[low, high]} face={up} />;
}

function Part({ part }: { part: RulesPart }): JSX.Element {
  if (part.head) return <h2>{taught(part.head)}</h2>;
  if (part.text)
    return (
      <p>
        {part.lead ? <b>{taught(part.lead)} </b> : null}
        {taught(part.text)}
      </p>
    );
  return (
    <Picture>
      {part.piles?.map((pile) => (
        <Shown key={pile.text} cards={pile.cards} rising={pile.rising} fire={pile.fire === true} text={taught(pile.text)} />
      ))}
      {part.dice?.map((card) => (
        <Dice key={card.join()} card={card} />
      ))}
      {part.bid ? (
        <span class="bid-big">
          {part.bid[0]} <span class="times">×</span> <Die face={part.bid[1] ?? 1} bright />
        </span>
      ) : null}
    </Picture>
  );
}

/** The rules of a game without anything around them. */
export function RulesText({ game }: { game: GameName }): JSX.Element {
  return (
    <div class="rules-text" data-testid="rules-text">
      {rulesOf(game).map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

export function RulesScreen({ route: { game: name } }: { route: RouteOf<"rules"> }): JSX.Element {
  const game: GameName = gameNamed(name);
  return (
    <Page title={t("Rules")}>
      <nav class="tabs" aria-label={t("Game")}>
        {GAMES.map((one) => (
          <GoLink key={one} class={one === game ? "button main" : "button"} current={one === game} to={{ screen: "rules", game: one }}>
            {gameTitle(one)}
          </GoLink>
        ))}
      </nav>
      <article class="sheet rules-text" data-testid="rules-text">
        <h1>{gameTitle(game)}</h1>
        <p class="lead">{games[game].inShort()}</p>
        <div class="row">
          <GoLink class="button main" data-testid="primary" to={{ screen: "learn", game }}>
            <Icon name="play" />
            {tf("Learn {game} in two minutes", { game: gameTitle(game) })}
          </GoLink>
        </div>
        <RulesText game={game} />
        <p class="small soft">
          {t(
            "The games belong to their owners: THE GAME and FACE TO FACE to NSV and Steffen Benndorf, LIE to Perplext and Chris Handy. This page is not affiliated with them. If you like a game, buy the cards.",
          )}
        </p>
      </article>
    </Page>
  );
}
