/*
 * chunks.mjs - decides which source files of the page travel together.
 *
 * A bundler that splits makes a file of everything that the same screens need, and so hundreds of small ones, which pack badly.
 * Here what the first screen shares with any other is one file, and so is what the same parts of a first game share, and what several
 * late screens share: every late screen is made to need all of that.
 */
import { join } from "node:path";

const GROUP = /^group:/;

/** For each entry point of a bundle the source files that it needs at once. */
function reachOf({ inputs }, main) {
  const entries = [main, ...Object.values(inputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path))];
  return new Map([...new Set(entries)].map((entry) => [entry, closure(inputs, entry)]));
}

function closure(inputs, entry) {
  const found = new Set();
  const wanted = [entry];
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (found.has(path) || !inputs[path]) continue;
    found.add(path);
    wanted.push(...inputs[path].imports.filter(({ kind }) => kind === "import-statement").map((imported) => imported.path));
  }
  return found;
}

/**
 * `first`: the entry points of a first game. Returns what each entry point is made to need besides its own: what the same ones of a
 * first game need is one file, and every late screen needs all of these and what late screens share.
 */
export function planChunks(metafile, main, first) {
  const reach = reachOf(metafile, main);
  const entries = [...reach.keys()].filter((entry) => entry !== main);
  const late = entries.filter((entry) => !first.test(entry));
  const needing = (path, among) => among.filter((entry) => reach.get(entry).has(path));
  const groups = {};
  const users = {};
  for (const path of Object.keys(metafile.inputs).filter((input) => /\.[jt]sx?$/.test(input) && !reach.has(input))) {
    if (needing(path, entries).length < (reach.get(main).has(path) ? 1 : 2)) continue;
    const by = reach.get(main).has(path) ? entries : needing(path, entries).filter((entry) => !late.includes(entry));
    const name = by.join("+") || "late";
    (groups[name] ??= []).push(path);
    users[name] = new Set([...by, ...late]);
  }
  const needs = new Map(entries.map((entry) => [entry, Object.keys(groups).filter((name) => users[name].has(entry))]));
  return { groups, needs };
}

/** An esbuild plugin that follows a plan. */
export function chunkPlugin({ groups, needs }, web, read) {
  const byPath = new Map([...needs].map(([entry, names]) => [join(web, entry), names]));
  return {
    name: "chunks",
    setup(build) {
      build.onResolve({ filter: GROUP }, ({ path }) => ({ path, namespace: "group" }));
      build.onLoad({ filter: /.*/, namespace: "group" }, ({ path }) => ({
        contents: groups[path.replace(GROUP, "")].map((input) => `import ${JSON.stringify(join(web, input))};`).join("\n"),
        resolveDir: web,
      }));
      build.onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
        const names = byPath.get(path);
        if (!names) return undefined;
        const imports = names.map((name) => `import "group:${name}";`).join("\n");
        return { contents: `${read(path)}\n${imports}\n`, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}
