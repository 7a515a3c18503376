// bidding.tsx - choosing a bid: a face, then how many; where the count decides, how many and then a face. Only what may be bid can be
// chosen, and beside the choice stands how likely it is, where the table allows that.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t, tf } from "../../i18n";
import { bidOf, FACES, leadOf, type Order } from "./bids";
import { bidText, type Bid } from "../../model/moves";
import { Die } from "../../components/die";
import { faceName } from "../../components/texts";

export interface BiddingProps {
  order: Order;
  /** Cards in the round: nobody may bid more. */
  cards: number;
  legal: readonly Bid[];
  /** What was chosen first: a face, or where the count decides a count. */
  lead: number;
  chosen: string | null;
  /** How likely a bid holds, where the table plays with the odds helper. */
  chances: ReadonlyMap<string, number>;
  onLead: (lead: number) => void;
  onChoose: (text: string) => void;
}

function percentOf(share: number): number {
  return Math.round(share * 100);
}

function counts(cards: number): number[] {
  return Array.from({ length: cards }, (_, index) => index + 1);
}

function Lead({ props, lead }: { props: BiddingProps; lead: number }): JSX.Element {
  const { order, legal } = props;
  return (
    <button
      type="button"
      class={order === "face" ? "face-pick" : "count-pick"}
      data-lead={lead}
      disabled={!legal.some((bid) => leadOf(bid, order) === lead)}
      aria-pressed={props.lead === lead}
      aria-label={String(lead)}
      onClick={() => props.onLead(lead)}
    >
      {order === "face" ? <Die face={lead} bright /> : lead}
    </button>
  );
}

function Choice({ props, bid }: { props: BiddingProps; bid: Bid }): JSX.Element {
  const text = bidText(bid);
  const legal = props.legal.some((one) => bidText(one) === text);
  const odds = legal ? (props.chances.get(text) ?? null) : null;
  const words = faceName(bid.face, bid.count);
  const isChosen = props.chosen === text;
  return (
    <button
      type="button"
      class={props.order === "face" ? "count-pick" : "face-pick"}
      data-bid={text}
      disabled={!legal}
      aria-pressed={isChosen}
      aria-label={odds === null ? words : `${words}, ${tf("{percent} % likely", { percent: percentOf(odds) })}`}
      onClick={() => props.onChoose(text)}
    >
      {props.order === "face" ? bid.count : <Die face={bid.face} bright />}
      {isChosen && odds !== null ? <small aria-hidden="true">{percentOf(odds)} %</small> : null}
    </button>
  );
}

/** What is chosen is in sight, also where the row is longer than the window. */
function useInSight(mark: string) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = row.current;
    const wanted = box?.querySelector<HTMLElement>("[aria-pressed=true]") ?? box?.querySelector<HTMLElement>(":enabled");
    if (box && wanted) box.scrollLeft = wanted.offsetLeft - box.offsetLeft - (box.clientWidth - wanted.offsetWidth) / 2;
  }, [mark]);
  return row;
}

export function Bidding(props: BiddingProps): JSX.Element {
  const { order, cards, lead, chosen } = props;
  const [leads, rests] = order === "face" ? [FACES, counts(cards)] : [counts(cards), FACES];
  const leadRow = useInSight(`${lead}`);
  const restRow = useInSight(`${lead} ${chosen}`);
  const [face, count] = [t("Face"), t("How many")];
  return (
    <div class="bidding" data-testid="ladder-box">
      <div class="picks" role="group" aria-label={order === "face" ? face : count} ref={leadRow}>
        {leads.map((one) => (
          <Lead key={one} props={props} lead={one} />
        ))}
      </div>
      <div class="picks" role="group" aria-label={order === "face" ? count : face} ref={restRow}>
        {rests.map((one) => (
          <Choice key={one} props={props} bid={bidOf(lead, one, order)} />
        ))}
      </div>
    </div>
  );
}
