/*
 * module.ts - the rules, the table and the bots (src/wasm) as functions of texts.
 *
 * A call writes its text into the module's memory and gets one back; wasm.h says how. The only thing that the module
 * asks of us is the time.
 */

type Numbers = (...values: number[]) => number;

export class WasmModule {
  private readonly exports: Record<string, unknown>;
  readonly memory: WebAssembly.Memory;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(instance: WebAssembly.Instance) {
    this.exports = instance.exports;
    this.memory = instance.exports["memory"] as WebAssembly.Memory;
    this.number("_initialize");
  }

  /** Calls a function of numbers. */
  number(name: string, ...values: number[]): number {
    return (this.exports[name] as Numbers)(...values);
  }

  /** Calls a function whose last number is the length of its input. */
  call(name: string, input: string | Uint8Array, ...values: number[]): number {
    const bytes = typeof input === "string" ? this.encoder.encode(input) : input;
    if (bytes.length > this.number("wasm_input_size")) throw new RangeError("the text is too long");
    new Uint8Array(this.memory.buffer, this.number("wasm_input_text"), bytes.length).set(bytes);
    return this.number(name, ...values, bytes.length);
  }

  /** What a function wrote that returned this length. */
  output(length: number): string {
    return this.decoder.decode(new Uint8Array(this.memory.buffer, this.number("wasm_output_text"), length));
  }

  outputBytes(length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.number("wasm_output_text"), length).slice();
  }

  /** Text in, text out. */
  text(name: string, input: string | Uint8Array, ...values: number[]): string {
    return this.output(this.call(name, input, ...values));
  }

  /** Text in, JSON out. */
  json<T>(name: string, input: string | Uint8Array, ...values: number[]): T {
    return JSON.parse(this.text(name, input, ...values)) as T;
  }

  /** Puts back what web/tools/cut-tables.mjs took out: names, lengths and bytes in a row. */
  loadTables(packed: Uint8Array): void {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    for (let at = 0; at < packed.length; ) {
      const nameLength = view.getUint8(at);
      const length = view.getUint32(at + 1, true);
      const name = this.decoder.decode(packed.subarray(at + 5, at + 5 + nameLength));
      const bytes = packed.subarray(at + 5 + nameLength, at + 5 + nameLength + length);
      const place = this.exports[name] as WebAssembly.Global;
      join(bytes, new Uint8Array(this.memory.buffer, place.value as number, length));
      at += 5 + nameLength + length;
    }
  }
}

/** Numbers of two bytes whose low bytes come before all high bytes, and whose lowest bit is the sign, as they were before. */
function join(apart: Uint8Array, out: Uint8Array): void {
  const count = apart.length / 2;
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  for (let i = 0; i < count; i++) {
    const turned = (apart[i] as number) | ((apart[count + i] as number) << 8);
    view.setInt16(2 * i, (turned >> 1) ^ -(turned & 1), true);
  }
}

/** Fetches what was taken out of the module and puts it back. */
export async function fetchTables(module: WasmModule, address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  module.loadTables(new Uint8Array(await response.arrayBuffer()));
}

/** What the module imports: a clock in nanoseconds; nothing else of the system is there. */
function makeImports(memory: () => WebAssembly.Memory): WebAssembly.Imports {
  const absent = () => 52; // the function is not supported
  return {
    wasi_snapshot_preview1: {
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      fd_close: absent,
      fd_seek: absent,
      fd_write: absent,
    },
  };
}

export async function instantiate(code: WebAssembly.Module): Promise<WasmModule> {
  let instance: WebAssembly.Instance | undefined;
  instance = await WebAssembly.instantiate(code, makeImports(() => instance?.exports["memory"] as WebAssembly.Memory));
  return new WasmModule(instance);
}

/** From bytes that are there already. */
export async function makeModule(bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule> {
  return instantiate(await WebAssembly.compile(bytes));
}

/** Compiles while it loads, where the server and the browser allow it. */
export async function loadModule(address: string): Promise<WasmModule> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const streams = "compileStreaming" in WebAssembly && response.headers.get("content-type") === "application/wasm";
  return instantiate(await (streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())));
}
