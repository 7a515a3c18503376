// more.tsx - FACE TO FACE: its row in games/more.ts.
import { openTurn, usePiles } from "../piles/open_view";
import type { JSX } from "preact";
import { Card } from "../../components/card";
import { Options } from "../../components/choices";
import { seatName } from "../../components/texts";
import { t } from "../../i18n";
import { withOption } from "../../model/rules_text";
import type { FacetofaceView, Seat } from "../../net/protocol";
import type { OpenPuzzle, Standing } from "../../wasm/puzzle";
import type { GameMore, Preset, ReplayProps, RulesProps } from "../game";
import { pileKeys } from "../piles/keys";
import type { Pile } from "../piles/piles";
import { CardRow, OpenHands, StillPiles } from "../piles/replay";
import { whyPilesEnded } from "../piles/why_ended";

function AllRules({ rules, set }: RulesProps): JSX.Element {
  return (
    <Options
      legend={t("The last card")}
      value={rules.options["last"] ?? "strict"}
      options={[
        { value: "strict", title: t("Strict"), help: t("Start a turn with a single card and you lose. Count your pairs!") },
        { value: "lenient", title: t("Lenient"), help: t("The last single card may be placed alone.") },
      ]}
      onChange={(last) => set(withOption(rules, "last", last))}
    />
  );
}

const PRESETS: Preset[] = [
  {
    name: "strict",
    options: { last: "strict" },
    title: () => t("Strict"),
    help: () => t("A single last card loses"),
    Art: () => (
      <>
        <Card value={12} quiet />
        <Card value={34} quiet />
      </>
    ),
  },
  {
    name: "lenient",
    options: { last: "lenient" },
    title: () => t("Lenient"),
    help: () => t("A single last card may go alone"),
    Art: () => <Card value={34} quiet />,
  },
];

/** The piles of a seat, by the name of whoever has it. */
function sidePiles(piles: Pile[], seat: number, seats: Seat[]): Pile[] {
  return piles.filter((pile) => pile.other === (seat === 1)).map((pile) => ({ ...pile, owner: seatName(seats, seat) }));
}

function Replay({ view, seats }: ReplayProps<FacetofaceView>): JSX.Element {
  const piles = usePiles(view);
  return (
    <>
      <div class="replay-sides">
        {[0, 1].map((seat) => (
          <div class="replay-side" key={seat}>
            <b class="small">{seatName(seats, seat)}</b>
            <StillPiles piles={sidePiles(piles, seat, seats)} />
          </div>
        ))}
      </div>
      <OpenHands view={view} seats={seats} />
    </>
  );
}

function OpenCards({ puzzle: { seat }, standing }: { puzzle: OpenPuzzle; standing: Standing }): JSX.Element {
  const { draw, hands } = standing.state as { draw: number[][]; hands: number[][] };
  return (
    <>
      <CardRow title={t("You draw, in this order:")} cards={draw[seat] ?? []} />
      <CardRow title={t("Your opponent holds:")} cards={hands[1 - seat] ?? []} />
      <CardRow title={t("and draws:")} cards={draw[1 - seat] ?? []} />
    </>
  );
}

export const facetofaceMore: GameMore<FacetofaceView> = {
  presets: PRESETS,
  AllRules,
  Replay,
  keys: pileKeys,
  whyEnded: whyPilesEnded,
  handsLeft: ({ hands }) => hands as number[][],
  puzzle: {
    question: () => t("Win, whatever your opponent does. All cards are open."),
    failed: () => t("That turn gives the win away. Try another one."),
    OpenCards,
  },
  withTurn: openTurn,
  triesAgain: true,
};
