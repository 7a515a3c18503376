/*
 * components.test.tsx - components that need no browser: what they say, and what they do when they are used.
 */
import "./dom";
import { fireEvent, render } from "@testing-library/preact";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Segments, Switch } from "../src/components/choices";

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
