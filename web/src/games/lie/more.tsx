// more.tsx - LIE: its row in games/more.ts.
import type { JSX } from "preact";
import { Options, Switch } from "../../components/choices";
import { Die, TwoEnded } from "../../components/die";
import { bidWords, seatName } from "../../components/texts";
import { t, tf } from "../../i18n";
import { readBid } from "../../model/moves";
import { withOption } from "../../model/rules_text";
import type { TwoEnds, LieView, Seat } from "../../net/protocol";
import type { GameMore, Preset, ReplayProps, RulesProps } from "../game";
import { WhoStarts } from "../who_starts";
import { whyLieEnded } from "./why_ended";

function AllRules({ rules, set }: RulesProps): JSX.Element {
  const flag = (key: string, on: string, off: string) => ({
    on: rules.options[key] === on,
    onChange: (yes: boolean) => set(withOption(rules, key, yes ? on : off)),
  });
  return (
    <>
      <Options
        legend={t("What is a higher bid?")}
        value={rules.options["order"] ?? "face"}
        options={[
          { value: "face", title: t("The face leads"), help: t("A higher face with any number, or more of the same face.") },
          { value: "count", title: t("The number leads"), help: t("A larger number of any face, or the same number of a higher face.") },
        ]}
        onChange={(order) => set(withOption(rules, "order", order))}
      />
      <div>
        <Switch {...flag("ones", "wild", "plain")} title={t("Wild ones")} help={t("A one counts as whatever face is bid.")} />
        <Switch
          {...flag("direction", "choose", "fixed")}
          title={t("Either direction")}
          help={t("Whoever starts a round chooses the direction.")}
        />
        <Switch
          {...flag("cards", "down", "up")}
          title={t("Fewer and fewer")}
          help={t("Begin with five cards and lose one with each lost round.")}
        />
        <Switch
          {...flag("end", "last", "first")}
          title={t("To the last")}
          help={t("Players who are out leave; the others play on until one is left.")}
        />
      </div>
      <WhoStarts rules={rules} set={set} />
    </>
  );
}

function PresetDice({ cards }: { cards: TwoEnds[] }): JSX.Element {
  return (
    <>
      {cards.map((card) => (
        <TwoEnded key={card.join()} card={card} face={card[0]} />
      ))}
    </>
  );
}

const PLAIN = { ones: "plain", direction: "fixed", cards: "up", end: "first" };

const PRESETS: Preset[] = [
  {
    name: "plain",
    options: PLAIN,
    title: () => t("Classic"),
    help: () => t("Start with one card each"),
    Art: () => <PresetDice cards={[[2, 5]]} />,
  },
  {
    name: "wild",
    options: { ...PLAIN, ones: "wild" },
    title: () => t("Wild ones"),
    help: () => t("A one counts as any face"),
    Art: () => <PresetDice cards={[[1, 4], [1, 6]]} />,
  },
  {
    name: "directions",
    options: { ...PLAIN, direction: "choose" },
    title: () => t("Direction of play"),
    help: () => t("The starter chooses the direction"),
    Art: () => <PresetDice cards={[[3, 6], [2, 4]]} />,
  },
  {
    name: "fewer",
    options: { ...PLAIN, cards: "down" },
    title: () => t("Fewer and fewer"),
    help: () => t("Start with five, lose one a round"),
    Art: () => <PresetDice cards={[[4, 5], [2, 6], [1, 3]]} />,
  },
  {
    name: "longer",
    options: { ...PLAIN, end: "last" },
    title: () => t("Longer game"),
    help: () => t("Play on until one is left"),
    Art: () => <PresetDice cards={[[3, 5], [4, 6]]} />,
  },
];

function OpenHands({ view, seats }: { view: LieView; seats: Seat[] }): JSX.Element {
  return (
    <div class="replay-hands">
      {view.hands.map((hand, seat) => (
        <div class="replay-hand" key={seat}>
          <span class="who">{seatName(seats, seat)}</span>
          <div class="reveal-cards">
            {(Array.isArray(hand) ? (hand as TwoEnds[]) : []).map((card, index) => {
              const shown = view.shown[seat];
              return <TwoEnded key={index} card={card} face={(Array.isArray(shown) ? shown[index] : undefined) ?? card[1]} />;
            })}
          </div>
        </div>
      ))}
    </div>
  );
}

function LastBid({ view, seats }: { view: LieView; seats: Seat[] }): JSX.Element {
  const last = view.bids[view.bids.length - 1];
  const bid = last ? readBid(last.bid) : null;
  return (
    <div class="bid-now">
      <p class="soft small">{tf("Round {round}", { round: view.round })}</p>
      {bid && last ? (
        <>
          <p class="bid-big">
            {bid.count}
            <Die face={bid.face} bright />
          </p>
          <p class="small soft">{tf("{name}: {bid}.", { name: seatName(seats, last.seat), bid: bidWords(last.bid) })}</p>
        </>
      ) : (
        <p class="soft">{t("No bid yet")}</p>
      )}
    </div>
  );
}

function Replay(props: ReplayProps<LieView>): JSX.Element {
  return (
    <>
      <LastBid {...props} />
      <OpenHands {...props} />
    </>
  );
}

function keys(): [string[], string][] {
  return [
    [["1", "…", "5"], t("flip a card")],
    [["←", "→", "↑", "↓"], t("walk on the ladder of bids")],
    [["Enter"], t("bid what is chosen, or show your cards")],
    [["C"], t("challenge the bid")],
  ];
}

export const lieMore: GameMore<LieView> = {
  presets: PRESETS,
  AllRules,
  Replay,
  keys,
  whyEnded: (view, _shown, seats) => whyLieEnded(view, seats),
  handsLeft: () => null,
  puzzle: {
    question: () => t("Challenge or raise? Which choice wins the round most often against perfect play?"),
    failed: () => t("Something else wins more often."),
    OpenCards: () => null,
  },
  withTurn: (view) => view,
  triesAgain: false,
};
