// over.tsx - rules, keys and settings as an overlay on the table: the user stays there, and the game goes on behind it.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { reading } from "../later";
import type { Keeper } from "../model/keeper";
import { useStore } from "../model/store";
import type { GameName } from "../model/types";
import { Dialog } from "../ui/dialog";
import { gameTitle } from "../ui/texts";

export type OverWhat = "rules" | "settings" | "players" | "keys";

function titleOf(what: OverWhat, game: GameName): string {
  switch (what) {
    case "rules":
      return gameTitle(game);
    case "settings":
      return t("Settings");
    case "players":
      return t("Players");
    case "keys":
      return t("Keys");
  }
}

export function OverTable({ what, game, keeper, onClose }: { what: OverWhat; game: GameName; keeper: Keeper; onClose: () => void }): JSX.Element {
  const screens = useStore(reading.screens);
  useEffect(() => reading.load(), []);
  const ready = screens && typeof screens === "object" ? screens : null;
  return (
    <Dialog title={titleOf(what, game)} onClose={onClose}>
      {!ready ? <span class="spinner" role="status" /> : null}
      {ready && what === "rules" ? <ready.RulesText game={game} /> : null}
      {ready && what === "settings" ? <ready.SettingsForm /> : null}
      {ready && what === "keys" ? <ready.KeyList game={game} /> : null}
      {ready && what === "players" ? <ready.PlayersDialog keeper={keeper} /> : null}
    </Dialog>
  );
}
