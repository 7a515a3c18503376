// more.tsx - THE GAME: its row in games/more.ts.
import { openTurn, usePiles } from "../piles/open_view";
import type { JSX } from "preact";
import { Card } from "../../components/card";
import { Options } from "../../components/choices";
import { t } from "../../i18n";
import { countOf } from "../../model/cards";
import { withOption } from "../../model/rules_text";
import type { ThegameView } from "../../net/protocol";
import type { GameMore, Preset, ReplayProps, RulesProps } from "../game";
import { pileKeys } from "../piles/keys";
import { CardRow, OpenHands, StillPiles } from "../piles/replay";
import { DrawPile } from "../piles/tray";
import { whyPilesEnded } from "../piles/why_ended";
import { WhoStarts } from "../who_starts";
import { levelName, levelOf, levelOptions, LEVELS, withLevel, type Level } from "./levels";

function levelHelp(level: Level): string {
  if (level === "standard") return t("Place at least two cards a turn. The right level to begin with.");
  if (level === "expert") return t("Place at least three cards a turn while the draw pile lasts.");
  return t("Three cards a turn, and everybody holds one card fewer. Rarely won.");
}

function AllRules({ rules, set }: RulesProps): JSX.Element {
  return (
    <>
      <Options
        legend={t("Level")}
        value={levelOf(rules)}
        options={LEVELS.map((level) => ({ value: level, title: levelName(level), help: levelHelp(level) }))}
        onChange={(level) => set(withLevel(rules, level))}
      />
      <Options
        legend={t("On fire")}
        value={rules.options["fire"] ?? "off"}
        options={[
          { value: "off", title: t("No fire"), help: t("All cards are ordinary cards.") },
          { value: "next", title: t("Fire, next turn"), help: t("22, 33, 44, 55, 66 and 77 burn: the next player must cover them.") },
          { value: "now", title: t("Fire, same turn"), help: t("Stricter: if you place a burning card, you must cover it in the same turn.") },
        ]}
        onChange={(fire) => set(withOption(rules, "fire", fire))}
      />
      <WhoStarts rules={rules} set={set} />
    </>
  );
}

function PresetCards({ cards, fire }: { cards: number[]; fire?: boolean }): JSX.Element {
  return (
    <>
      {cards.map((value) => (
        <Card key={value} value={value} fire={fire} quiet />
      ))}
    </>
  );
}

const PRESETS: Preset[] = [
  {
    name: "standard",
    options: { ...levelOptions("standard"), fire: "off" },
    title: () => t("Standard"),
    help: () => t("Two cards a turn"),
    Art: () => <PresetCards cards={[19, 47, 88]} />,
  },
  {
    name: "expert",
    options: { ...levelOptions("expert"), fire: "off" },
    title: () => t("Expert"),
    help: () => t("Three cards a turn"),
    Art: () => <PresetCards cards={[12, 52, 71]} />,
  },
  {
    name: "master",
    options: { ...levelOptions("master"), fire: "off" },
    title: () => t("Master"),
    help: () => t("Three cards, one fewer in hand"),
    Art: () => <PresetCards cards={[8, 39]} />,
  },
  {
    name: "fire",
    options: { ...levelOptions("standard"), fire: "next" },
    title: () => t("On Fire"),
    help: () => t("Cover the burning cards in time"),
    Art: () => <PresetCards cards={[22, 44, 66]} fire />,
  },
];

function Replay({ view, seats }: ReplayProps<ThegameView>): JSX.Element {
  return (
    <>
      <StillPiles piles={usePiles(view)} />
      <DrawPile count={countOf(view.draw)} />
      <OpenHands view={view} seats={seats} />
    </>
  );
}

export const thegameMore: GameMore<ThegameView> = {
  presets: PRESETS,
  AllRules,
  Replay,
  keys: pileKeys,
  whyEnded: whyPilesEnded,
  handsLeft: ({ hands }) => hands as number[][],
  puzzle: {
    question: () => t("Place every card. The cards to be drawn are open."),
    failed: () => t("That turn gives the win away. Try another one."),
    OpenCards: ({ standing }) => <CardRow title={t("You draw, in this order:")} cards={(standing.state as { draw: number[] }).draw} />,
  },
  withTurn: openTurn,
  triesAgain: true,
};
