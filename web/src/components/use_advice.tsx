// use_advice.tsx - asking for advice when playing alone or with bots; not available in games with other people.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { lazy } from "./lazy";
import type { TableState } from "../model/table_state";
import { settings } from "../model/settings";
import { useStore } from "../model/store";
import { Icon } from "./icons";
import type { TableActions } from "../model/table_actions";
import { isOver } from "../model/table_state";

const AdviceBox = lazy(() => import("./advice").then((module) => module.AdviceBox));

export interface AdviceSpot {
  /** The button that asks, for the row of buttons; null where nobody may be asked. */
  button: JSX.Element | null;
  /** What was answered, for the tray. */
  words: JSX.Element | null;
}

export function useAdvice(shown: TableState, actions: TableActions): AdviceSpot {
  const { table } = shown;
  const [asked, setAsked] = useState(-1);
  const { chance } = useStore(settings);
  const mine = actions.mayAsk && table.view?.to_act.includes(table.you) === true && !isOver(shown);
  const tells = asked === table.position;
  const wanted = mine && (tells || chance);
  return {
    button: mine ? (
      <button class="button take-back advise" data-testid="advise" type="button" aria-label={t("Advice")} aria-disabled={tells} onClick={() => setAsked(table.position)}>
        <Icon name="help" />
        <span aria-hidden="true">{t("Advice")}</span>
      </button>
    ) : null,
    words: wanted ? (
      <div class="advice">
        <AdviceBox shown={shown} actions={actions} tells={tells} bar={chance} />
      </div>
    ) : null,
  };
}
