// refusal.ts - the module's refusals in the reader's language: templates are translated elsewhere, the module fills them in.
import type { WasmModule } from "./module";

/** The form of a sentence for a number, in the reader's language, with nothing filled in. */
export type Translate = (one: string, many: string, n: number) => string;

export const english: Translate = (one, many, n) => (n === 1 ? one : many);

/** What the message of an error was made of. */
export interface Sentence {
  message: string;
  one?: string;
  many?: string;
  n?: number;
}

/** Of the module's last refusal. */
export function sentenceOf(wasm: WasmModule, { message, one, many, n }: Sentence, translate: Translate): string {
  if (one === undefined || many === undefined || n === undefined) return translate(message, message, 1);
  return wasm.text("wasm_error_in", translate(one, many, n));
}
