/*
 * hash.test.ts - the SHA-256 of the rules library in the page is the one of everybody else.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { hex, sha256, unhex } from "../src/local/hash";
import { loadBuilt } from "./support";

test("equal to node's for every length around the blocks", async () => {
  const wasm = await loadBuilt();
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    assert.equal(sha256(wasm, bytes), createHash("sha256").update(bytes).digest("hex"), `length ${length}`);
  }
  assert.equal(sha256(wasm, "łódź"), createHash("sha256").update("łódź").digest("hex"));
});

test("hexadecimal there and back", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  assert.deepEqual(unhex(hex(bytes)), bytes);
});
