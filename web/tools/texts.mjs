/*
 * texts.mjs - finds the texts for people in the page's code: calls of t, tn, tf and tnf, by TypeScript's own parser.
 *
 *   node texts.mjs FOLDER [FILE]   prints them as a .pot, for tools/update-po; FILE: data with words in it
 *
 * A text must be written out in its call. One that is not (a variable, a template with parts) cannot be translated,
 * so it is an error here, with file and line.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Where the texts stand among the arguments. */
const CALLS = { t: 1, tf: 1, tn: 2, tnf: 2 };

export function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourceFiles(path);
      return /\.tsx?$/.test(entry.name) ? [path] : [];
    })
    .sort();
}

/** The texts of one file: `{ id, plural }` each. */
function textsOf(path) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const name = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : "";
    if (Object.hasOwn(CALLS, name) && !path.endsWith("i18n.ts")) {
      const texts = node.arguments.slice(0, CALLS[name]).map((argument) => (ts.isStringLiteralLike(argument) ? argument.text : null));
      if (texts.length < CALLS[name] || texts.includes(null)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        throw new Error(`${path}:${line + 1}: the text of ${name}() must be written out`);
      }
      found.push({ id: texts[0], plural: texts[1] ?? null });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** All texts of a folder by their id, but for those of some files; a plural wins over none. */
export function findTexts(folder, except = new Set()) {
  const texts = new Map();
  for (const path of sourceFiles(folder).filter((file) => !except.has(file)))
    for (const { id, plural } of textsOf(path)) texts.set(id, plural ?? texts.get(id) ?? null);
  return texts;
}

/** The texts marked N_() and NP_() in a C file: those that the page shows although the rules wrote them. */
export function findCTexts(path) {
  const string = String.raw`"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*`;
  const marked = new RegExp(`\\bNP?_\\(\\s*(${string})`, "g");
  return [...readFileSync(path, "utf8").matchAll(marked)].map(([, literal]) =>
    (literal.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((part) => JSON.parse(part)).join(""),
  );
}

/** The words of a file of data, such as data/teaching.json. */
export function findDataTexts(path) {
  const texts = [];
  JSON.parse(readFileSync(path, "utf8"), (key, value) => {
    if (["head", "lead", "nudge", "text"].includes(key) && typeof value === "string") texts.push(value);
    return value;
  });
  return texts;
}

function quote(text) {
  return `"${text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\t/g, "\\t")}"`;
}

function printTemplate(texts) {
  console.log('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n');
  for (const [id, plural] of texts) {
    const format = id.includes("%d") ? "#, c-format\n" : "";
    const forms = plural === null ? 'msgstr ""' : `msgid_plural ${quote(plural)}\nmsgstr[0] ""\nmsgstr[1] ""`;
    console.log(`${format}msgid ${quote(id)}\n${forms}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...data] = process.argv.slice(2);
  printTemplate(new Map([...data.flatMap(findDataTexts).map((text) => [text, null]), ...findTexts(folder)]));
}
