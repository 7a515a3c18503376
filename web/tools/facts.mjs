/*
 * facts.mjs - what the rules library says about its games: names, options with their defaults, bots, and the levels of the day's deal.
 * The page has it from its build, since it shows games before the library is there.
 */
import { readFileSync } from "node:fs";

/** A module of src/wasm that is asked for JSON; it needs nothing of the system. */
function open(path) {
  const absent = () => 52;
  const system = { clock_time_get: absent, fd_close: absent, fd_seek: absent, fd_write: absent };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), { wasi_snapshot_preview1: system });
  exports._initialize();
  const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
  const read = (length) => JSON.parse(new TextDecoder().decode(bytes(exports.wasm_output_text(), length)));
  const ask = (name, text) => {
    const input = new TextEncoder().encode(text);
    bytes(exports.wasm_input_text(), input.length).set(input);
    return read(exports[name](input.length));
  };
  return { exports, read, ask };
}

/** The options of a game as they are where nobody says otherwise, and how few and how many may play it. */
function rulesOf(ask, name) {
  const options = ask("wasm_rules_options", name);
  const seats = options.find((option) => option.name === "players")?.values.map(Number) ?? [ask("wasm_rules_read", name).seats];
  return { defaults: Object.fromEntries(options.map((option) => [option.name, option.value])), players: [seats[0], seats.at(-1)] };
}

/** What src/model/facts.ts declares, as values for esbuild's `define`. */
export function factsOf(wasm) {
  const { exports, read, ask } = open(wasm);
  const games = read(exports.wasm_games());
  const facts = games.map(({ name, bots, usual }) => [name, { bots: bots.filter((bot) => bot !== "random"), usual, ...rulesOf(ask, name) }]);
  return { GAME_FACTS: Object.fromEntries(facts), DAY_FACTS: read(exports.wasm_day_levels()) };
}
