// table_overlays.tsx - rules, keys and settings as an overlay on the table: the user stays there, and the game goes on behind it.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { moreChunk } from "../app/lazy";
import type { TableClient } from "../model/table_client";
import { useStore } from "../model/store";
import type { GameName } from "../net/protocol";
import { Dialog } from "../components/dialog";
import { gameTitle } from "../components/texts";

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
  const screens = useStore(moreChunk.screens);
  useEffect(() => moreChunk.load(), []);
  const ready = screens && typeof screens === "object" ? screens : null;
  return (
    <Dialog title={titleOf(what, game)} onClose={onClose}>
      {!ready ? <span class="spinner" role="status" /> : null}
      {ready && what === "rules" ? <ready.RulesText game={game} /> : null}
      {ready && what === "settings" ? <ready.SettingsForm /> : null}
      {ready && what === "keys" ? <ready.KeyList game={game} /> : null}
      {ready && what === "players" ? <ready.PlayersDialog client={client} /> : null}
    </Dialog>
  );
}
