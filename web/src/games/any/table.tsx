// table.tsx - the table of any game, from its show alone: piles, cards, facts in words, and every other move as a button.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { TwoEnded } from "../../components/die";
import { Seats } from "../../components/seats";
import { moveWords } from "../../components/move_words";
import { pluralForm, t } from "../../i18n";
import { rulesEngine } from "../../model/rules_engine";
import { isOver } from "../../model/table_state";
import { factTexts, type FactPlace, type Show, type ShowCard } from "../../wasm/show";
import type { TableProps } from "../game";
import { factOf } from "../piles/duty";
import { Hand } from "../piles/hand";
import { PileView } from "../piles/pile";
import { cardsThat, pilesOf } from "../piles/piles";
import { EndOfTable, trayProps, WatchTray } from "../tray";

type NumberCard = Extract<ShowCard, { card: number }>;

function numberCards({ hand }: Show): NumberCard[] {
  return hand.filter((card): card is NumberCard => "card" in card);
}

/** The facts that stand at a place, in words. */
function Facts({ game, show, at }: { game: string; show: Show; at: FactPlace }): JSX.Element | null {
  const words = rulesEngine.value?.words(game);
  const texts = words ? factTexts(words, show, at, pluralForm) : [];
  return texts.length > 0 ? <p class="soft">{texts.join(at === "duty" ? "" : " · ")}</p> : null;
}

/** Cards with two ends, the chosen or the first one up. */
function Ends({ show }: { show: Show }): JSX.Element {
  return (
    <div class="lie-hand" role="group" aria-label={t("Your hand")}>
      {show.hand.map((card, index) => ("ends" in card ? <TwoEnded key={index} card={card.ends} face={card.ends[0]} /> : null))}
    </div>
  );
}

export function AnyTable({ shown, view, show, actions, end }: TableProps): JSX.Element {
  const [picked, setPicked] = useState<number | null>(null);
  const { table } = shown;
  const cards = numberCards(show);
  const held = cards.find(({ card }) => card === picked) ?? null;
  const active = table.you >= 0 && view.to_act.includes(table.you) && !shown.busy;
  /** The move that puts a card on a pile, if it may be put there. */
  const moveTo = (card: NumberCard | null, pile: string): string | undefined => (active ? card?.moves.find((one) => show.piles[one.pile]?.name === pile)?.move : undefined);
  const place = (card: NumberCard | null, pile: string): void => {
    const move = moveTo(card, pile);
    if (!move) return;
    setPicked(null);
    actions.move(move);
  };
  if (isOver(shown)) return <EndOfTable end={end} />;
  return (
    <div class="contents">
      <main class="felt" id="main">
        <Seats seats={table.seats} view={view} hints={[]} thinking={shown.thinking} clockEnd={shown.clockEnd} />
        <Facts game={view.game} show={show} at="status" />
        <Facts game={view.game} show={show} at="note" />
        <div class="piles" data-testid="piles" role="group" aria-label={t("Piles")}>
          {pilesOf(show).map((pile) => (
            <PileView
              key={pile.id}
              pile={pile}
              held={held?.card ?? null}
              legal={moveTo(held, pile.id) !== undefined}
              over={false}
              chosen={false}
              hints={[]}
              seats={table.seats}
              onPick={() => place(held, pile.id)}
            />
          ))}
        </div>
        <Facts game={view.game} show={show} at="bid" />
      </main>
      {table.you < 0 ? (
        <WatchTray />
      ) : (
        <footer {...trayProps(shown, active)}>
          {cards.length < show.hand.length ? (
            <Ends show={show} />
          ) : (
            <Hand
              cards={cards.map(({ card }) => card)}
              size={factOf(show, "hand_size") || cards.length}
              held={held?.card ?? null}
              fires={cardsThat("fire", show)}
              active={active}
              tricks={cardsThat("trick", show)}
              marks={null}
              onPick={(card) => setPicked(card === picked ? null : card)}
              onOver={() => undefined}
              onDrop={(card, pile) => place(cards.find((one) => one.card === card) ?? null, pile)}
            />
          )}
          <div class="duty" data-testid="duty">
            <Facts game={view.game} show={show} at="duty" />
            <div class="duty-buttons" data-testid="duty-buttons">
              {show.choices.map(({ move }) => (
                <button class="button" type="button" key={move} disabled={!active} onClick={() => actions.move(move)}>
                  {moveWords(move, table.seats)}
                </button>
              ))}
            </div>
          </div>
        </footer>
      )}
    </div>
  );
}
