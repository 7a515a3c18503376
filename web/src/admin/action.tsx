// action.tsx - a button for a moderation action, and the dialog that asks for its duration and reason.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { AsyncButton, useSubmit } from "../components/async_button";
import type { HostAction } from "../net/protocol";
import { ask, say } from "./api";

interface DeedProps {
  act: HostAction;
  target: string;
  /** Whom or what it concerns, in words; else the target. */
  name?: string;
  /** A ban that holds at this table only. */
  table?: string;
  done: () => void;
}

const DAY = 24;
/** Servers do what was written down within a second; the list is read again then. */
const DONE_BY_MS = 1500;

function nameOf(act: HostAction): string {
  const names = { close: t("Close"), mute: t("Mute"), unmute: t("Unmute"), ban: t("Ban"), unban: t("Lift the ban"), done: t("Mark as done") };
  return names[act];
}

function durations(): [number, string][] {
  return [
    [1, t("An hour")],
    [DAY, t("A day")],
    [7 * DAY, t("A week")],
    [30 * DAY, t("A month")],
    [0, t("For good")],
  ];
}

function DeedDialog({ act, target, name = target, table, done, close }: DeedProps & { close: () => void }): JSX.Element {
  const [hours, setHours] = useState(DAY);
  const [reason, setReason] = useState("");
  const box = useRef<HTMLDialogElement>(null);
  const lasts = act === "ban" || act === "mute";
  useEffect(() => box.current?.showModal(), []);
  const send = async (): Promise<void> => {
    const reply = await ask({ act, target, reason, ...(lasts ? { hours } : {}), ...(table ? { table } : {}) });
    close();
    if (reply) say(t("Done."));
    if (!reply) return;
    done();
    setTimeout(done, DONE_BY_MS);
  };
  const [waits, submit] = useSubmit(send);
  return (
    <dialog ref={box} onClose={close} aria-label={nameOf(act)}>
      <form class="stack" onSubmit={submit}>
        <h2>{nameOf(act)}</h2>
        <p>
          <b>{name}</b> {name === target && !table ? null : <code>{table ? `${target}@${table}` : target}</code>}
        </p>
        {lasts ? (
          <label class="field">
            <span>{t("For how long")}</span>
            <select class="select" name="hours" value={String(hours)} onChange={(event) => setHours(Number(event.currentTarget.value))}>
              {durations().map(([value, name]) => (
                <option value={String(value)} key={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <label class="field">
          <span>{t("Reason, for the log")}</span>
          <input class="input" name="reason" maxLength={200} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
        <div class="row">
          <AsyncButton class="button main" data-testid="primary" waits={waits}>
            {nameOf(act)}
          </AsyncButton>
          <button class="button" type="button" onClick={close}>
            {t("Cancel")}
          </button>
        </div>
      </form>
    </dialog>
  );
}

export function DeedButton(props: DeedProps): JSX.Element {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button
        class="button"
        type="button"
        disabled={props.target === ""}
        aria-label={tf("{act}: {target}", { act: nameOf(props.act), target: props.name || props.target })}
        onClick={() => setAsked(true)}
      >
        {nameOf(props.act)}
      </button>
      {asked ? <DeedDialog {...props} close={() => setAsked(false)} /> : null}
    </>
  );
}
