// duty_box.tsx - what the turn still owes, beside the button that ends it. The button is enabled when the duties are met.
import type { JSX } from "preact";
import { t, tf, tn } from "../../i18n";
import type { Duty } from "./duty";
import type { Draft } from "./draft";
import { shortcut } from "../../model/settings";
import { AsyncButton } from "../../components/async_button";
import { Icon } from "../../components/icons";

export interface DutyProps {
  duty: Duty;
  active: boolean;
  /** Cards that are laid out, and whether the last of them ends the turn by itself. */
  draft: Draft | null;
  /** A word about the drawing, where the game has a rule for it. */
  note?: string | undefined;
  onEnd: () => void;
  onSend: () => void;
  onTakeBack: (() => Promise<unknown>) | null;
  /** The button that asks for advice. */
  advice: JSX.Element | null;
}

function Steps({ done, all }: { done: number; all: number }): JSX.Element {
  return (
    <span class="steps" aria-hidden="true">
      {Array.from({ length: Math.max(all, done) }, (_, index) => (
        <i key={index} class={index < done ? "done" : ""} />
      ))}
    </span>
  );
}

/** One's own duties first; while somebody else plays, first who that is. */
function DutyLine({ duty, active, note, draft }: Pick<DutyProps, "duty" | "active" | "note" | "draft">): JSX.Element {
  const lacking = duty.placed < duty.minimum;
  return (
    <div class="duty-line" role="status">
      {note && !active ? <span class="owed">{note}</span> : null}
      <Steps done={duty.placed} all={duty.minimum} />
      <span class={lacking && active ? "owed" : ""}>
        {lacking
          ? tf("{placed} of {minimum} placed", { placed: duty.placed, minimum: duty.minimum })
          : tn("%d placed", "%d placed", duty.placed)}
      </span>
      {duty.fires > 0 ? (
        <span class="fire">
          <Icon name="fire" /> {tn("cover the fire", "cover %d fires", duty.fires)}
        </span>
      ) : null}
      {note && active ? <span>{note}</span> : null}
      {draft ? <span class="laid-note">{t("only you see this")}</span> : null}
    </div>
  );
}

/** One button for the turn: it ends it, sends what is laid out, or both. */
function TurnButton(props: DutyProps): JSX.Element {
  const laid = props.draft?.laid.length ?? 0;
  const ends = props.duty.canEnd || props.draft?.closes === true;
  if (laid > 0 && !ends)
    return (
      <button class="button big" type="button" disabled={!props.active} onClick={props.onSend}>
        {tn("Play %d card", "Play %d cards", laid)}
      </button>
    );
  return (
    <button class="button main big" data-testid="primary" type="button" disabled={!props.active || !ends} onClick={props.onEnd} aria-keyshortcuts={shortcut("E")}>
      {laid > 0 ? t("Play and end turn") : t("End turn")}
    </button>
  );
}

export function DutyBox(props: DutyProps): JSX.Element {
  return (
    <div class="duty" data-testid="duty">
      <DutyLine duty={props.duty} active={props.active} note={props.note} draft={props.draft} />
      <div class="duty-buttons" data-testid="duty-buttons">
        {props.advice}
        {props.onTakeBack ? (
          <AsyncButton class="button take-back" data-testid="take-back" label={t("Take back")} act={props.onTakeBack} shortcut="Backspace">
            <Icon name="undo" />
            <span aria-hidden="true">{t("Take back")}</span>
          </AsyncButton>
        ) : null}
        <TurnButton {...props} />
      </div>
    </div>
  );
}
