// missing.tsx - while a part of the page is on its way, which is short: nothing; where it cannot be had, why, and what to do.
import type { JSX } from "preact";
import { t } from "../i18n";
import type { Chunk } from "../app/lazy";
import { useStore } from "../model/store";
import { Icon } from "./icons";

export function Missing({ part }: { part: Chunk<object> }): JSX.Element | null {
  const state = useStore(part.screens);
  if (state === "offline")
    return (
      <div class="empty-state" role="status">
        <Icon name="lost" />
        <p>{t("No connection to the server. This screen opens as soon as it is back.")}</p>
      </div>
    );
  if (state === "outdated")
    return (
      <div class="notice-line" role="status">
        <Icon name="lost" />
        {t("A new version of this page is available.")}
        <button class="chip" type="button" onClick={() => location.reload()}>
          {t("Reload")}
        </button>
      </div>
    );
  return null;
}
