// panel.tsx - the drawer with the log, the talk, and what one may say about oneself. Wide windows have room to leave it open beside the table.
import { gameOf } from "../games";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t, tn } from "../i18n";
import type { TableClient } from "../model/table_client";
import type { TableState } from "../model/table_state";
import { seatsAt } from "../model/people";
import type { Seat, Snapshot } from "../net/protocol";
import { SelfChips } from "../games/piles/hints";
import { Icon } from "../components/icons";
import { openLayer } from "../components/layers";
import { Log } from "../components/log";
import { Reactions } from "../components/reactions";
import { Said, SayLine } from "../components/talk";
import { toast } from "../components/dialog";

export interface PanelProps {
  client: TableClient;
  shown: TableState;
  open: boolean;
  onClose: () => void;
  /** The talk is in sight. */
  onHeard: () => void;
}

const BESIDE = matchMedia("(min-width: 1440px)");

/** Whether the drawer lies beside the table, not over it. */
export function isPanelBeside(): boolean {
  return BESIDE.matches;
}

/** A drawer over the table has the focus, and gives it back when it closes; going back closes it. */
function useDrawerFocus(open: boolean, onClose: () => void) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const drawer = button.current?.closest("aside");
    if (!open || isPanelBeside()) return;
    const before = document.activeElement as HTMLElement | null;
    const frame = requestAnimationFrame(() => drawer?.contains(document.activeElement) || button.current?.focus());
    const closed = openLayer(onClose);
    return () => {
      closed();
      cancelAnimationFrame(frame);
      if (drawer?.contains(document.activeElement)) before?.focus();
    };
  }, [open]);
  return button;
}

/** Bots do not listen: there is somebody to talk to where two people sit. */
function hasCompany(seats: readonly Seat[]): boolean {
  return seats.filter((seat) => seat.kind === "person").length > 1;
}

async function giveSelf(client: TableClient, self: string): Promise<void> {
  const reply = await client.send({ do: "hint", self });
  if (!reply.ok) toast(reply.message);
}

async function sayOrTell(client: TableClient, text: string): Promise<void> {
  const reply = await client.send({ do: "say", text }).catch(() => null);
  if (reply && !reply.ok) toast(reply.message);
}

async function showOlder(client: TableClient): Promise<void> {
  const reply = await client.loadOlder().catch(() => null);
  if (reply && !reply.ok) toast(reply.message);
}

function TalkPart({ client, shown }: PanelProps): JSX.Element | null {
  const { table } = shown;
  const cooperative = table.view !== null && gameOf(table.view).together;
  if (table.talk === "silence" && cooperative) return <p class="soft small">{t("This table plays in silence.")}</p>;
  const mayHint = cooperative && table.you >= 0 && table.view?.over === false && table.seats.length > 1;
  return (
    <>
      {mayHint ? (
        <SelfChips given={table.hints[table.you]} starting={table.view?.phase === "start"} onGive={(hint) => giveSelf(client, hint)} />
      ) : null}
      {!cooperative && table.view && table.talk !== "silence" && table.you >= 0 && hasCompany(table.seats) ? (
        <Reactions onSay={(text) => void sayOrTell(client, text)} />
      ) : null}
      {table.talk === "text" && table.you >= 0 && hasCompany(table.seats) ? (
        <SayLine guarded={cooperative && table.phase !== "over"} onSay={(text) => client.send({ do: "say", text })} />
      ) : null}
    </>
  );
}

/** Whoever plays knows who listens. */
function Watchers({ table }: { table: Snapshot }): JSX.Element | null {
  const watchers = table.you >= 0 ? (table.watchers ?? 0) : 0;
  return (
    <p class="soft small" role="status">
      {watchers > 0 ? tn("%d person is watching and can read the chat.", "%d people are watching and can read the chat.", watchers) : ""}
    </p>
  );
}

export function Panel(props: PanelProps): JSX.Element {
  const { shown } = props;
  const { table } = shown;
  const seatsThen = (n: number): Seat[] => seatsAt(table.seats, shown.sittings, n);
  const talks = (table.talk === "text" || shown.said.length > 0) && (hasCompany(table.seats) || shown.said.length > 0);
  const button = useDrawerFocus(props.open, props.onClose);
  useLayoutEffect(() => {
    if (props.open) props.onHeard();
  }, [props.open, shown.said]);
  useLayoutEffect(() => {
    if (!props.open || isPanelBeside()) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key === "Escape") props.onClose();
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [props.open]);
  return (
    <>
      <button
        type="button"
        class={props.open ? "drawer-veil open" : "drawer-veil"}
        aria-label={t("Close")}
        tabIndex={-1}
        onClick={props.onClose}
      />
      <aside class={props.open ? "panel open" : "panel"} data-testid="panel" data-open={props.open} aria-label={t("Log and chat")}>
        <div class="panel-part grows">
          <div class="row spread">
            <h2 class="label">{t("Log")}</h2>
            <button type="button" class="button bare round" ref={button} aria-label={t("Close")} onClick={props.onClose}>
              <Icon name="close" />
            </button>
          </div>
          <Log lines={shown.log} seatsAt={seatsThen} you={table.you} />
        </div>
        {talks ? (
          <div class="panel-part grows">
            <h2 class="label">{t("Talk")}</h2>
            <Said said={shown.said} seatsAt={seatsThen} onOlder={shown.older ? () => showOlder(props.client) : undefined} />
          </div>
        ) : null}
        <Watchers table={table} />
        <TalkPart {...props} />
      </aside>
    </>
  );
}
