/*
 * components.test.tsx - components that need no browser: what they say, and what they do when they are used.
 */
import "./dom";
import { fireEvent, render } from "@testing-library/preact";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import type { JSX } from "preact";
import { Segments, Switch } from "../src/components/choices";
import { Dialog } from "../src/components/dialog";
import { useTableKeys } from "../src/components/table_keys";
import { AnyTable } from "../src/games/any/table";
import { rulesEngine } from "../src/model/rules_engine";
import { setSetting } from "../src/model/settings";
import type { TableActions } from "../src/model/table_actions";
import type { TableState } from "../src/model/table_state";
import type { View } from "../src/net/protocol";
import { RulesEngine } from "../src/wasm/engine";
import { english } from "../src/wasm/refusal";
import type { Show } from "../src/wasm/show";
import { loadBuilt, program } from "./support";

test("a switch tells how it stands, and asks for the opposite", () => {
  const asked: boolean[] = [];
  const { getByRole } = render(<Switch on={false} title="Sound" onChange={(on) => asked.push(on)} />);
  const control = getByRole("switch", { name: "Sound" });
  assert.equal((control as HTMLInputElement).checked, false);
  fireEvent.click(control);
  assert.deepEqual(asked, [true]);
});

test("one of several is chosen, and the chosen one is told", () => {
  const chosen: string[] = [];
  const { getByRole } = render(
    <Segments label="Players" value="2" onChange={(value) => chosen.push(value)}>
      {[["2", "two"], ["3", "three"]]}
    </Segments>,
  );
  fireEvent.click(getByRole("radio", { name: "three" }));
  assert.deepEqual(chosen, ["3"]);
});

function Keys({ told }: { told: string[] }): JSX.Element {
  useTableKeys(({ key }) => told.push(key));
  return (
    <>
      <input aria-label="Say" />
      <textarea aria-label="More" />
      <button type="button">End turn</button>
    </>
  );
}

test("keys of a table work from anywhere but where they are typed, in dialogs, with Control, and switched off", () => {
  const told: string[] = [];
  const { getByRole, getAllByRole, unmount } = render(<Keys told={told} />);
  const button = getByRole("button");
  fireEvent.keyDown(button, { key: "e" });
  for (const elsewhere of getAllByRole("textbox")) fireEvent.keyDown(elsewhere, { key: "a" });
  fireEvent.keyDown(button, { key: "c", ctrlKey: true });
  const { unmount: close } = render(
    <Dialog title="Rules" onClose={() => {}}>
      <p />
    </Dialog>,
  );
  for (const anywhere of [getByRole("dialog"), document.body]) fireEvent.keyDown(anywhere, { key: "d" });
  close();
  setSetting({ keys: false });
  fireEvent.keyDown(button, { key: "s" });
  fireEvent.keyDown(button, { key: "Enter" });
  setSetting({ keys: true });
  unmount();
  fireEvent.keyDown(document.body, { key: "e" });
  assert.deepEqual(told, ["e", "Enter"]);
});

const rules = new RulesEngine(await loadBuilt(), english);
rulesEngine.set(rules);

/** A game as the engine deals it, seen from the first seat, on a table that notes what is played. */
function tableOf(text: string, moves: [number, string][]): { view: View; show: Show; played: string[]; table: JSX.Element } {
  const requests = [{ do: "new", rules: text, seed: "1" }, ...moves.map(([seat, move]) => ({ do: "play", seat, move })), { do: "view", seat: 0 }];
  const input = `${requests.map((each) => JSON.stringify(each)).join("\n")}\n`;
  const last = execFileSync(program, ["engine"], { input, encoding: "utf8" }).trimEnd().split("\n").pop() as string;
  const { view } = JSON.parse(last) as { view: View };
  const show = rules.show(view);
  assert.ok(show);
  const played: string[] = [];
  const seats = show.cards.map((_, seat) => ({ kind: "person" as const, name: `P${seat}`, you: seat === 0, here: true }));
  const shown = { table: { you: 0, seats, view, hints: [], phase: "playing" }, thinking: [], clockEnd: null, busy: false } as unknown as TableState;
  const actions = { move: (move: string) => played.push(move) } as unknown as TableActions;
  return { view, show, played, table: <AnyTable shown={shown} view={view} show={show} actions={actions} /> };
}

for (const [game, moves] of [["thegame(players=2,start=0)", []], ["facetoface(start=0)", []], ["thegame(players=1,fire=next)", [[0, "3@U1"]]]] as [string, [number, string][]][])
  test(`a table that knows no game draws ${game} from its show, and places a card where it may go`, () => {
    const { show, played, table } = tableOf(game, moves);
    const { container, unmount } = render(table);
    assert.deepEqual([...container.querySelectorAll("[data-pile]")].map((pile) => pile.getAttribute("data-pile")), show.piles.map(({ name }) => name));
    const hand = show.hand.filter((card) => "card" in card);
    assert.deepEqual([...container.querySelectorAll("[data-testid=hand-card]")].map((card) => Number(card.getAttribute("data-card"))), hand.map(({ card }) => card));
    const card = hand.find((one) => one.moves.length > 0);
    assert.ok(card);
    const way = card.moves[0]!;
    fireEvent.click(container.querySelector(`[data-card="${card.card}"]`) as Element);
    fireEvent.click(container.querySelector(`[data-pile-button="${show.piles[way.pile]!.name}"]`) as Element);
    assert.deepEqual(played, [way.move]);
    unmount();
  });

test("a table that knows no game draws cards with two ends, and offers every other move as a button", () => {
  const { show, played, table } = tableOf("lie(players=2,start=0)", [[0, "show 3"], [1, "show 2"]]);
  const { container, getAllByRole, unmount } = render(table);
  assert.equal(container.querySelectorAll(".two-ended").length, show.hand.length);
  const buttons = getAllByRole("button");
  assert.equal(buttons.length, show.choices.length);
  fireEvent.click(buttons[0] as Element);
  assert.deepEqual(played, [show.choices[0]?.move]);
  unmount();
});
