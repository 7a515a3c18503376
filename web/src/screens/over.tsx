// over.tsx - rules and settings over the table: one stays where one is, and the game goes on behind.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { reading } from "../later";
import { useStore } from "../model/store";
import type { GameName } from "../model/types";
import { Dialog } from "../ui/dialog";
import { gameTitle } from "../ui/texts";

export type OverWhat = "rules" | "settings";

export function OverTable({ what, game, onClose }: { what: OverWhat; game: GameName; onClose: () => void }): JSX.Element {
  const screens = useStore(reading.screens);
  useEffect(() => reading.load(), []);
  const ready = screens && typeof screens === "object" ? screens : null;
  return (
    <Dialog title={what === "rules" ? gameTitle(game) : t("Settings")} onClose={onClose}>
      {!ready ? <span class="spinner" role="status" /> : what === "rules" ? <ready.RulesText game={game} /> : <ready.SettingsForm />}
    </Dialog>
  );
}
