// keys.tsx - the keys of the table, shown by `?`.
import { more } from "../games/more";
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
  return [...more[game].keys(), ...common];
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
