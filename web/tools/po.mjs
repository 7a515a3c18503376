/*
 * po.mjs - reads the catalogs of translators (po/*.po) as far as the page needs them.
 *
 * Comments, contexts and obsolete entries are left out, so are fuzzy ones: a doubtful text is not shown to anybody.
 */

const ESCAPES = { n: "\n", t: "\t", r: "\r", '"': '"', "\\": "\\" };

/** The text of one quoted line. */
function unquote(line) {
  const quoted = line.match(/"((?:[^"\\]|\\.)*)"\s*$/);
  if (!quoted) throw new Error(`no text in the line: ${line}`);
  return quoted[1].replace(/\\(.)/g, (whole, c) => ESCAPES[c] ?? whole);
}

/** The entries of a .po text: `id`, `plural` or null, and `forms`. */
export function readPo(text) {
  const entries = [];
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split("\n").filter((line) => line && !line.startsWith("#"));
    if (lines.length === 0 || /^#,.*\bfuzzy\b/m.test(block)) continue;
    const entry = { id: "", plural: null, forms: [] };
    let add = () => {};
    for (const line of lines) {
      const form = line.match(/^msgstr(?:\[(\d)\])?\s/);
      if (line.startsWith("msgid_plural")) add = (part) => (entry.plural = (entry.plural ?? "") + part);
      else if (line.startsWith("msgid")) add = (part) => (entry.id += part);
      else if (form) add = (part) => (entry.forms[Number(form[1] ?? 0)] = (entry.forms[Number(form[1] ?? 0)] ?? "") + part);
      add(unquote(line));
    }
    if (entry.id) entries.push(entry);
  }
  return entries;
}

/** The catalog of the page: only the texts of `used`, and only those that are translated. */
export function makeCatalog(entries, used) {
  const catalog = {};
  for (const { id, plural, forms } of entries) {
    if (!used.has(id) || forms.length === 0 || forms.some((form) => !form)) continue;
    catalog[id] = plural === null ? forms[0] : forms;
  }
  return catalog;
}
