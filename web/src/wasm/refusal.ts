// refusal.ts - the module's refusals in the reader's language: the templates are in the catalogs, the module fills them in.
import { pluralForm } from "../i18n";
import type { WasmModule } from "./module";

/** What the message of an error was made of. */
export interface Sentence {
  message: string;
  one?: string;
  many?: string;
  n?: number;
}

/** Of the module's last refusal. */
export function sentenceOf(wasm: WasmModule, { message, one, many, n }: Sentence): string {
  if (one === undefined || many === undefined || n === undefined) return pluralForm(message, message, 1);
  return wasm.text("wasm_error_in", pluralForm(one, many, n));
}
