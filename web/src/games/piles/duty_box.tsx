// duty_box.tsx - whose turn it is and what it still owes, above the hand; and the button that ends it, enabled when the duties are met.
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
}

function placedWords({ placed, minimum }: Duty, laid: boolean): string {
  if (placed >= minimum) return laid ? tn("%d laid out", "%d laid out", placed) : tn("%d placed", "%d placed", placed);
  return laid ? tf("{placed} of {minimum} laid out", { placed, minimum }) : tf("{placed} of {minimum} placed", { placed, minimum });
}

function DutyLine({ duty, active, note, draft }: Pick<DutyProps, "duty" | "active" | "note" | "draft">): JSX.Element {
  return (
    <div class="duty-line" role="status">
      {active ? <b class="turn">{t("Your turn")}</b> : note ? <b>{note}</b> : null}
      <span>{placedWords(duty, draft !== null)}</span>
      {duty.fires > 0 ? (
        <span class="fire">
          <Icon name="fire" /> {tn("cover the fire", "cover %d fires", duty.fires)}
        </span>
      ) : null}
      {note && active ? <span>{note}</span> : null}
      {draft ? <span class="laid-note" data-testid="laid-note">{t("only you see this")}</span> : null}
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
