// table_overlays.tsx - rules, keys and settings as an overlay on the table: the user stays there, and the game goes on behind it.
import type { JSX } from "preact";
import { t } from "../i18n";
import type { TableClient } from "../model/table_client";
import type { GameName } from "../net/protocol";
import { Dialog } from "../components/dialog";
import { lazy, Spinner } from "../components/lazy";
import { gameTitle } from "../games/words";

const waiting = { waiting: Spinner };
const RulesText = lazy(() => import("./rules").then((module) => module.RulesText), waiting);
const SettingsForm = lazy(() => import("./settings").then((module) => module.SettingsForm), waiting);
const KeyList = lazy(() => import("./table_parts").then((module) => module.KeyList), waiting);
const PlayersDialog = lazy(() => import("./table_parts").then((module) => module.PlayersDialog), waiting);

export type OverlayName = "rules" | "settings" | "players" | "keys";

function titleOf(what: OverlayName, game: GameName): string {
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

export function TableOverlay({ what, game, client, onClose }: { what: OverlayName; game: GameName; client: TableClient; onClose: () => void }): JSX.Element {
  return (
    <Dialog title={titleOf(what, game)} onClose={onClose}>
      {what === "rules" ? <RulesText game={game} /> : null}
      {what === "settings" ? <SettingsForm /> : null}
      {what === "keys" ? <KeyList game={game} /> : null}
      {what === "players" ? <PlayersDialog client={client} /> : null}
    </Dialog>
  );
}
