// duty.tsx - what the turn still owes, beside the button that ends it. The button wakes up when the duties are met.
import type { JSX } from "preact";
import { t, tf, tn } from "../i18n";
import type { Duty } from "../model/duty";
import { Icon } from "./icons";

export interface DutyProps {
  duty: Duty;
  active: boolean;
  canTakeBack: boolean;
  /** A word about the drawing, where the game has a rule for it. */
  note?: string | undefined;
  onEnd: () => void;
  onTakeBack: () => void;
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
function DutyLine({ duty, active, note }: Pick<DutyProps, "duty" | "active" | "note">): JSX.Element {
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
    </div>
  );
}

export function DutyBox(props: DutyProps): JSX.Element {
  return (
    <div class="duty">
      <DutyLine duty={props.duty} active={props.active} note={props.note} />
      <div class="duty-buttons">
        {props.canTakeBack ? (
          <button
            class="button take-back"
            type="button"
            aria-label={t("Take back")}
            onClick={props.onTakeBack}
            aria-keyshortcuts="Backspace"
          >
            <Icon name="undo" />
            <span aria-hidden="true">{t("Take back")}</span>
          </button>
        ) : null}
        <button
          class="button main big"
          type="button"
          disabled={!props.active || !props.duty.canEnd}
          onClick={props.onEnd}
          aria-keyshortcuts="E"
        >
          {t("End turn")}
        </button>
      </div>
    </div>
  );
}
