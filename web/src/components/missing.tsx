// missing.tsx - while a part of the page is on its way, which is short: nothing; where it cannot be had, why, and what to do.
import type { JSX } from "preact";
import { t } from "../i18n";
import { Icon } from "./icons";
import type { Absent } from "./lazy";

export function Missing({ absent }: { absent: Absent }): JSX.Element | null {
  if (absent === "offline")
    return (
      <div class="empty-state" data-testid="empty-state" role="status">
        <Icon name="lost" />
        <p>{t("No connection to the server. This screen opens as soon as it is back.")}</p>
      </div>
    );
  if (absent === "outdated")
    return (
      <div class="notice-line" data-testid="notice" role="status">
        <Icon name="lost" />
        {t("A new version of this page is available.")}
        <button class="chip" data-testid="chip" type="button" onClick={() => location.reload()}>
          {t("Reload")}
        </button>
      </div>
    );
  return null;
}
