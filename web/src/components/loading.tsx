// loading.tsx - what stands where an answer of the server will be: it is on its way, or there is no connection.
import type { ComponentChildren, JSX } from "preact";
import { t } from "../i18n";
import { server } from "../model/connections";
import { useStore } from "../model/store";
import { Icon } from "./icons";

/** Whether the server cannot be asked now: it was tried, and there is no answer. */
export function useAway(): boolean {
  const { state } = useStore(server.state);
  return state === "lost" || state === "closed";
}

/** Screens ask again when the connection is back. */
export function Loading(props: { text?: string; local?: boolean; children?: ComponentChildren }): JSX.Element {
  const away = useAway() && !props.local;
  const text = away ? t("No connection to the server. This appears as soon as it is back.") : props.text;
  return (
    <div class="empty-state" data-testid="empty-state" role="status">
      {away ? <Icon name="lost" /> : <span class="spinner" data-testid="spinner" />}
      {text ? <p>{text}</p> : null}
      {props.children}
    </div>
  );
}

/** Why a button that leads to a table on the server is grey. */
export function NeedsServer(): JSX.Element {
  return <p class="small">{t("A table on the server needs a connection to it. On the start page you can play with bots.")}</p>;
}
