// ladder.tsx - the ladder of bids, the centre of the table of LIE: a rung for each count, a step for each face. Past bids are
// dim, the standing one is gold, legal ones can be chosen and show how likely they are where the table allows it.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t, tf } from "../../i18n";
import type { Rung, Step } from "./bids";
import { Die } from "../../components/die";
import { faceName } from "../../components/texts";

export interface LadderProps {
  rungs: Rung[];
  chosen: string | null;
  /** Chance of a bid between 0 and 1; null: the table plays without the odds helper. */
  odds: ((step: Step) => number) | null;
  onChoose: (text: string) => void;
}

function stepLabel(step: Step, odds: number | null): string {
  const words = faceName(step.bid.face, step.bid.count);
  const state = step.state === "current" ? `, ${t("the bid that stands")}` : "";
  return odds === null ? words + state : `${words}${state}, ${tf("{percent} % likely", { percent: Math.round(odds * 100) })}`;
}

function StepButton({ step, props }: { step: Step; props: LadderProps }): JSX.Element {
  const legal = step.state === "legal";
  const odds = props.odds && legal ? props.odds(step) : null;
  const classes = `rung-step ${step.state}${props.chosen === step.text ? " chosen" : ""}`;
  return (
    <button
      type="button"
      class={classes}
      data-bid={step.text}
      disabled={!legal}
      aria-pressed={props.chosen === step.text}
      aria-label={stepLabel(step, odds)}
      onClick={() => props.onChoose(step.text)}
    >
      <span class="rung-bid" aria-hidden="true">
        {step.bid.count}
        <Die face={step.bid.face} bright />
      </span>
      {odds !== null ? <span class="likely" style={{ "--share": String(odds) }} /> : null}
    </button>
  );
}

export function Ladder(props: LadderProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const firstLegal = props.rungs.flatMap((rung) => rung.steps).find((step) => step.state === "legal" || step.state === "current")?.text;
  useEffect(() => {
    const step = box.current?.querySelector<HTMLElement>(`[data-bid="${props.chosen ?? firstLegal ?? ""}"]`);
    if (!step || !box.current) return;
    const [frame, place] = [box.current.getBoundingClientRect(), step.getBoundingClientRect()];
    box.current.scrollTop += place.top - frame.top - frame.height / 2 + place.height / 2;
  }, [firstLegal, props.chosen]);
  const canBid = props.rungs.some((rung) => rung.steps.some((step) => step.state === "legal"));
  return (
    <div class="ladder-box" data-testid="ladder-box" ref={box} role="group" aria-label={t("Ladder of bids")} tabIndex={canBid ? -1 : 0 /* else the keyboard could not scroll it */}>
      {props.rungs.map((rung) => (
        <div class="rung" key={rung.count}>
          {rung.steps.map((step) => (
            <StepButton key={step.text} step={step} props={props} />
          ))}
        </div>
      ))}
    </div>
  );
}
