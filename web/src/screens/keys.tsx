// keys.tsx - the keys of the table, shown by `?`.
import type { JSX } from "preact";
import { t } from "../i18n";
import { settings } from "../model/settings";
import type { GameName } from "../net/protocol";

function keysOf(game: GameName): [string[], string][] {
  const common: [string[], string][] = [
    [["?"], t("this list")],
    [["T"], t("say something")],
    [["Esc"], t("let go, close")],
  ];
  if (game === "lie")
    return [
      [["1", "…", "5"], t("flip a card")],
      [["←", "→", "↑", "↓"], t("walk on the ladder of bids")],
      [["Enter"], t("bid what is chosen, or show your cards")],
      [["C"], t("challenge the bid")],
      ...common,
    ];
  return [
    [["1", "…", "8"], t("pick up a card by its place in the hand")],
    [["←", "→"], t("walk over cards or piles")],
    [["↑", "↓"], t("between hand and piles")],
    [["Enter"], t("pick up the card, place it on the pile")],
    [["A", "S", "D", "F"], t("place the card on the first to the fourth pile")],
    [["E"], t("end the turn")],
    [["Backspace"], t("take the last card back")],
    ...common,
  ];
}

/** What a key types; the arrows type nothing. */
function isCharacter(key: string): boolean {
  return /^[\w?…]$/.test(key);
}

export function KeyList({ game }: { game: GameName }): JSX.Element {
  const all = keysOf(game).filter(([keys]) => settings.value.keys || !keys.every(isCharacter));
  return (
    <dl class="keys">
      {all.map(([keys, text]) => (
        <>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </>
      ))}
    </dl>
  );
}
