/*
 * sha256.test.ts - our own SHA-256, for pages over plain http, is the one of everybody else.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { hex, sha256, sha256Here, unhex } from "../src/local/sha256";
import "./support";

test("equal to node's for every length around the blocks", async () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    const expected = createHash("sha256").update(bytes).digest("hex");
    assert.equal(sha256Here(bytes), expected, `length ${length}`);
    assert.equal(await sha256(bytes), expected);
  }
});

test("hexadecimal there and back", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  assert.deepEqual(unhex(hex(bytes)), bytes);
});
