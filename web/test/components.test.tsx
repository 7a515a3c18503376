/*
 * components.test.tsx - components that need no browser: what they say, and what they do when they are used.
 */
import "./dom";
import { fireEvent, render } from "@testing-library/preact";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JSX } from "preact";
import { Segments, Switch } from "../src/components/choices";
import { useTableKeys } from "../src/components/table_keys";
import { setSetting } from "../src/model/settings";

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
      <div role="dialog" tabIndex={-1} />
      <button type="button">End turn</button>
    </>
  );
}

test("keys of a table work from anywhere but where they are typed, in dialogs, with Control, and switched off", () => {
  const told: string[] = [];
  const { getByRole, unmount } = render(<Keys told={told} />);
  const button = getByRole("button");
  fireEvent.keyDown(button, { key: "e" });
  for (const elsewhere of [getByRole("textbox"), getByRole("dialog")]) fireEvent.keyDown(elsewhere, { key: "a" });
  fireEvent.keyDown(button, { key: "c", ctrlKey: true });
  setSetting({ keys: false });
  fireEvent.keyDown(button, { key: "s" });
  fireEvent.keyDown(button, { key: "Enter" });
  setSetting({ keys: true });
  unmount();
  fireEvent.keyDown(document.body, { key: "e" });
  assert.deepEqual(told, ["e", "Enter"]);
});
