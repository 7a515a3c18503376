// load_rules.ts - the rules of this page, and the words of the talk guard: fetched once, when they are first needed.
import { pluralForm } from "../i18n";
import { loadOnce } from "../net/retry";
import { RulesEngine } from "../wasm/engine";
import { fetchTables, loadModule } from "../wasm/module";

declare const FILES: { wasm: string; words: string };

const loadModuleOnce = loadOnce(() => loadModule(FILES.wasm));
export const loadEngine = loadOnce(async () => new RulesEngine(await loadModuleOnce(), pluralForm));
/** Before they are there the guard lets nearly everything pass. */
export const loadWords = loadOnce(async () => fetchTables(await loadModuleOnce(), FILES.words));
