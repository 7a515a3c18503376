// rules.tsx - the rules of each game to read, with pictures made of the same cards as on the table.
import type { ComponentChildren, JSX } from "preact";
import { t, tf } from "../i18n";
import { GAMES } from "../model/rules";
import type { GameName } from "../model/types";
import { Card } from "../ui/card";
import { Die, TwoEnded } from "../ui/die";
import { Icon } from "../ui/icons";
import { GoLink, Page } from "../ui/shell";
import { gameInShort, gameTitle } from "../ui/texts";

function Picture({ children }: { children: ComponentChildren }): JSX.Element {
  return <div class="picture">{children}</div>;
}

function Shown(props: { cards: number[]; text: string; highest?: number; fire?: boolean; rising?: boolean }): JSX.Element {
  return (
    <figure>
      {props.rising === undefined ? null : (
        <span class="pile-way">
          <Icon name={props.rising ? "up" : "down"} />
          {props.rising ? t("rising") : t("falling")}
        </span>
      )}
      <span class="row">
        {props.cards.map((card) => (
          <Card
            key={card}
            value={card}
            highest={props.highest ?? 99}
            base={card === 1 || card === 100 || (props.highest === 59 && card === 60)}
            fire={props.fire}
            burning={props.fire}
          />
        ))}
      </span>
      <figcaption>{props.text}</figcaption>
    </figure>
  );
}

function TheGameRules(): JSX.Element {
  return (
    <>
      <h2>{t("What is on the table")}</h2>
      <p>
        {t(
          "There are 98 cards, numbered 2 to 99, one of each. Four piles lie in the middle: two climb from 1, two come down from 100. Only the top card of each counts.",
        )}
      </p>
      <Picture>
        <Shown cards={[1]} rising text={t("starts at 1")} />
        <Shown cards={[100]} rising={false} text={t("starts at 100")} />
      </Picture>
      <p>{t("Everybody holds cards that the others cannot see: 8 alone, 7 for two, 6 for more players.")}</p>
      <p>
        {t(
          "Everybody looks at their cards, then you agree on who starts, without naming a number. Play goes clockwise; players without cards are skipped.",
        )}
      </p>
      <h2>{t("Your turn")}</h2>
      <p>
        {t(
          "Place at least two cards, one after the other, on whichever piles you like; one card once nothing is left to draw. A rising pile takes any higher card, a falling pile any lower one. Gaps are allowed, and gaps are the problem.",
        )}
      </p>
      <p>
        <b>{t("The backwards trick.")}</b>{" "}
        {t(
          "A card that is exactly ten behind fits as well: ten lower on a rising pile, ten higher on a falling one. Do it as often as you can.",
        )}
      </p>
      <Picture>
        <Shown cards={[47, 37]} rising text={t("47, then 37: ten won back")} />
        <Shown cards={[65, 75]} rising={false} text={t("65, then 75: ten won back")} />
      </Picture>
      <p>
        {t(
          "Then you end your turn and draw as many cards as you placed, as long as there are any. Alone or with bots you may take cards back until then. With other people a card that was played is final: lay your turn out first, only you see it, and play it when you are sure.",
        )}
      </p>
      <h2>{t("How it ends")}</h2>
      <p>
        {t(
          "You win when all 98 cards lie on the piles. The game is over when a player must place another card and none fits. The cards left in all hands and in the draw pile are your result: fewer than ten is excellent.",
        )}
      </p>
      <h2>{t("What you may say")}</h2>
      <p>
        {t(
          "Anything but numbers. One tap gives a hint about a pile or about yourself; everybody reads it in their own language. In the chat a guard stops numbers, however they are disguised.",
        )}
      </p>
      <h2>{t("Harder")}</h2>
      <p>
        {t(
          "Expert: three cards a turn. Master: also one card fewer in hand. On Fire: 22, 33, 44, 55, 66 and 77 burn. A burning card on top at the end of a turn must be covered in the next turn, or even in the same turn if the table plays it that way.",
        )}
      </p>
      <Picture>
        <Shown cards={[33]} fire rising text={t("must be covered")} />
      </Picture>
    </>
  );
}

function FaceRules(): JSX.Element {
  return (
    <>
      <h2>{t("What is on the table")}</h2>
      <p>
        {t(
          "Each player has 58 cards, 2 to 59, a hand of six, and two piles: one rises from 1, one falls from 60. The first to place all 58 cards wins.",
        )}
      </p>
      <h2>{t("Your turn")}</h2>
      <p>
        {t(
          "A draw decides who starts. Place at least two cards every turn, even when your draw pile is empty. Your own piles follow the rules of THE GAME, including the backwards trick by exactly ten.",
        )}
      </p>
      <Picture>
        <Shown cards={[27, 17]} highest={59} rising text={t("your pile: 17 is ten lower")} />
      </Picture>
      <p>
        {t(
          "Once a turn you may place one card on your opponent's piles. There everything is reversed: it must make the pile better for them, by any distance. A lower card on their rising pile, a higher one on their falling pile.",
        )}
      </p>
      <Picture>
        <Shown cards={[40, 45]} highest={59} rising={false} text={t("their pile: 45 helps by five")} />
      </Picture>
      <h2>{t("Drawing")}</h2>
      <p>
        {t(
          "If you placed cards only on your own piles, you draw two. If you helped, you draw until you hold six again. The gift is the price of a full hand.",
        )}
      </p>
      <h2>{t("How it ends")}</h2>
      <p>
        {t(
          "If you cannot place two cards, you lose. Beware of the odd card: if you start a turn with a single card, you lose, unless the table plays leniently.",
        )}
      </p>
    </>
  );
}

function LieRules(): JSX.Element {
  return (
    <>
      <h2>{t("The cards")}</h2>
      <p>{t("Thirty cards, each with two different faces of a die, one at each end. Every pair of faces is there twice.")}</p>
      <Picture>
        <TwoEnded card={[1, 4]} face={4} />
        <TwoEnded card={[2, 3]} face={2} />
        <TwoEnded card={[2, 5]} face={2} />
      </Picture>
      <h2>{t("A round")}</h2>
      <p>
        {t(
          "A draw decides who starts the first round, or you agree on it. Everybody draws their cards, one in the first round, and secretly chooses which end of each card counts. You may change your mind until everybody has chosen.",
        )}
      </p>
      <p>
        {t(
          "Then you take turns bidding a number and a face: you claim that all hands together show that face at least that many times. The starter must bid; everybody after that raises the bid or challenges the one just before.",
        )}
      </p>
      <Picture>
        <span class="bid-big">
          3 <span class="times">×</span> <Die face={4} bright />
        </span>
      </Picture>
      <p>
        {t(
          "Then all hands are opened. If there are at least as many as were bid, the challenger loses the round; otherwise the bidder does. From now on the loser draws one card more, and the winner starts the next round.",
        )}
      </p>
      <h2>{t("What is a higher bid?")}</h2>
      <p>
        {t(
          "That depends on the table. Either the face leads: a higher face with any number, or more of the same face. Or the number leads: more of any face, or the same number of a higher face. The ladder shows only what is allowed.",
        )}
      </p>
      <h2>{t("How it ends")}</h2>
      <p>
        {t(
          "Five cards are the limit. When somebody would have to draw a sixth, the game ends and the fewest cards win. Players who tie play extra rounds with the cards they have: the loser of each is out, until one is left.",
        )}
      </p>
      <h2>{t("Variants")}</h2>
      <p>
        {t(
          "Wild ones: a one counts as every face, unless the round opens on ones. Either way round: when all have chosen their ends, the starter says which way it goes. Fewer and fewer: from five cards downwards, the most cards win. To the last: who is out leaves, the others play on.",
        )}
      </p>
    </>
  );
}

/** The rules of a game without anything around them. */
export function RulesText({ game }: { game: GameName }): JSX.Element {
  return <div class="rules-text">{game === "thegame" ? <TheGameRules /> : game === "lie" ? <LieRules /> : <FaceRules />}</div>;
}

export function RulesScreen({ game: name }: { game: string }): JSX.Element {
  const game: GameName = GAMES.includes(name as GameName) ? (name as GameName) : "thegame";
  return (
    <Page title={t("Rules")}>
      <nav class="tabs" aria-label={t("Game")}>
        {GAMES.map((one) => (
          <GoLink key={one} class={one === game ? "button main" : "button"} to={{ screen: "rules", game: one }}>
            {gameTitle(one)}
          </GoLink>
        ))}
      </nav>
      <article class="sheet rules-text">
        <h1>{gameTitle(game)}</h1>
        <p class="lead">{gameInShort(game)}</p>
        <div class="row">
          <GoLink class="button main" to={{ screen: "learn", game }}>
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
