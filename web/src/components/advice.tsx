// advice.tsx - what a good player would do now and why, and the chance to win as a thin bar. Loaded on demand.
import { moveWords } from "./move_words";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tf, tn } from "../i18n";
import type { TableState } from "../model/table_state";
import { readPlacement } from "../model/moves";
import type { Advice, Why } from "../net/protocol";
import { MiniCard } from "./card";
import type { TableActions } from "../model/table_actions";

export interface AdviceProps {
  shown: TableState;
  actions: TableActions;
  /** What a good player would do is to be told, not only the chance. */
  tells: boolean;
  /** The chance is to be shown. */
  bar: boolean;
}

function whyText({ kind, number }: Why): string {
  switch (kind) {
    case "gift":
      return tf("it gives them {by}, and you draw up to six", { by: number });
    case "trick":
      return t("the trick takes the pile back by 10");
    case "fire":
      return t("it covers the fire");
    case "prepare":
      return tf("it prepares the trick with {card}", { card: number });
    case "smallest":
      return tf("the smallest jump you have, {jump}", { jump: `+${number}` });
    case "small":
      return tf("only {jump}, and the rest of your hand stays useful", { jump: `+${number}` });
    case "end":
      return t("more cards would cost too much now");
    case "start":
      return t("your hand has a good start");
    case "wait":
      return t("your hand can wait");
    case "ends":
      return t("these ends go well together");
    case "direction":
      return t("the next to bid has the harder place");
    case "unlikely":
      return t("so many are unlikely");
    case "holds":
      return tn("you hold %d of them yourself", "you hold %d of them yourself", number);
    case "bluff":
      return t("a bluff: you hold none of them");
  }
}

function Words({ shown, advice }: { shown: TableState; advice: Advice }): JSX.Element | null {
  const { table } = shown;
  if (!table.view) return null;
  const placement = readPlacement(advice.move);
  return (
    <p class="advice-words" data-testid="advice-words" role="status">
      {placement ? <MiniCard value={placement.card} /> : null}{" "}
      <b>{moveWords(advice.move, table.seats)}</b>: {whyText(advice.why)}
    </p>
  );
}

function Bar({ chance }: { chance: number }): JSX.Element {
  const percent = Math.round(chance * 100);
  return (
    <div class="chance-bar" data-testid="chance-bar" role="meter" aria-label={t("Chance to win")} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
      <i style={{ width: `${percent}%` }} />
      <span>{percent} %</span>
    </div>
  );
}

/** Asks anew whenever the table has changed. */
export function AdviceBox({ shown, actions, tells, bar }: AdviceProps): JSX.Element | null {
  const { position } = shown.table;
  const [found, setFound] = useState<{ position: number; advice: Advice | string } | null>(null);
  useEffect(() => {
    let current = true;
    if (!shown.busy) void actions.advise().then((advice) => current && setFound({ position, advice }));
    return () => {
      current = false;
    };
  }, [position, shown.busy]);
  const advice = found?.advice;
  if (typeof advice === "string") return tells ? <p class="advice-words soft" data-testid="advice-words" role="status">{advice}</p> : null;
  const fresh = found?.position === position;
  return (
    <>
      {bar && advice && advice.chance !== null ? <Bar chance={advice.chance} /> : null}
      {tells && (!advice || !fresh) ? (
        <p class="advice-words soft" data-testid="advice-words" role="status">
          {t("Let me think…")}
        </p>
      ) : null}
      {tells && advice && fresh ? <Words shown={shown} advice={advice} /> : null}
    </>
  );
}
