/*
 * frames.mjs - holds what a server has sent to the types of the page: every frame becomes a value of its type, and TypeScript says
 * whether it is one, down to members that the type does not have.
 *
 *   node frames.mjs FILE...   a line of JSON for each frame: what was asked ("" for nothing), whether about a table, the frame;
 *                             tests/server/lib/documented.py writes them to the folder STOS_FRAMES
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const checked = join(web, "src", "net", "frames.checked.ts");
const HEAD = 'import type { Answer, Incoming, TableAnswer } from "./protocol";\n';

/** What a value is like: frames that are alike are checked once. */
function shapeOf(value) {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join()}]`;
  if (value === null || typeof value !== "object") return typeof value;
  return `{${Object.entries(value).map(([name, member]) => `${name}:${["what", "game", "phase"].includes(name) ? member : shapeOf(member)}`).sort().join()}}`;
}

function typeOf({ verb, about }) {
  if (verb === "") return "Incoming";
  return about && verb !== "host" ? `TableAnswer<${JSON.stringify(verb)}>` : `Answer<${JSON.stringify(verb)}>`;
}

function readFrames(files) {
  const alike = new Map();
  for (const line of files.flatMap((file) => readFileSync(file, "utf8").split("\n").filter(Boolean))) {
    const [verb, about, frame] = JSON.parse(line);
    const type = typeOf({ verb, about });
    alike.set(`${type} ${shapeOf(frame)}`, { type, frame });
  }
  return [...alike.values()];
}

/** What TypeScript says about a text as if it stood in that file. */
function complaints(file, text) {
  const { config } = ts.readConfigFile(join(web, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, web);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => (path === file ? text : readFile(path));
  host.fileExists = (path) => path === file || fileExists(path);
  const program = ts.createProgram([file], options, host);
  return program.getSemanticDiagnostics(program.getSourceFile(file));
}

const frames = readFrames(process.argv.slice(2));
if (frames.length === 0) throw new Error("there are no frames");
const lines = frames.map(({ type, frame }, n) => `export const frame${n}: ${type} = ${JSON.stringify(frame)};`);
const found = complaints(checked, `${HEAD.replace("", "")}${lines.join("\n")}\n`);
for (const { start, messageText } of found) {
  const line = lines[`${HEAD}${lines.join("\n")}`.slice(0, start).split("\n").length - 2] ?? "";
  console.log(`${ts.flattenDiagnosticMessageText(messageText, "\n  ")}\n  ${line.slice(0, 600)}`);
}
console.log(`${frames.length} frames, ${found.length} that the types of the page do not know`);
process.exitCode = found.length > 0 ? 1 : 0;
