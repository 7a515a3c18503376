// more.tsx - a game that the page does not know: its row in games/more.ts, from what the rules library says about it.
import { seatName } from "../../components/texts";
import { pluralForm } from "../../i18n";
import { rulesEngine } from "../../model/rules_engine";
import type { Seat, View } from "../../net/protocol";
import { sentenceText } from "../../wasm/show";
import type { GameMore } from "../game";

function whyEnded(view: View, seats: Seat[]): string {
  const result = rulesEngine.value?.show(view)?.result;
  const words = rulesEngine.value?.words(view.game);
  return result && words ? sentenceText(words, result, (seat) => seatName(seats, seat), pluralForm) : "";
}

function taskOf(name: string): string {
  const task = rulesEngine.value?.words(name)?.task;
  return task ? pluralForm(task, task, 1) : "";
}

/** It is played as usual; nothing is known of its options but their names. */
export function anyMore<V extends View>(name: string): GameMore<V> {
  return {
    presets: [],
    AllRules: () => null,
    Replay: () => null,
    keys: () => [],
    whyEnded: (view, _shown, seats) => whyEnded(view, seats),
    handsLeft: () => null,
    puzzle: { question: () => taskOf(name), failed: () => "", OpenCards: () => null },
    withTurn: (view) => view,
    triesAgain: false,
  };
}
