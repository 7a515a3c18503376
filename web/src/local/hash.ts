// hash.ts - SHA-256 by the rules library, and bytes as hexadecimal digits.
import type { WasmModule } from "../wasm/module";

/** Of bytes, or of a text in UTF-8. */
export function sha256(wasm: WasmModule, content: Uint8Array | string): string {
  return wasm.text("wasm_sha256", content);
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
