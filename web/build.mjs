/*
 * build.mjs - makes the files of the page: bundled, named by their hash, compressed, and listed in a C file.
 *
 *   node build.mjs --out FOLDER --wasm FILE --tables FILE... --po FOLDER --puzzles FILE [--c FILE | --site [--server URL]]
 *   node build.mjs --replay FILE --wasm FILE --po FOLDER       the script of <stos-replay> alone
 *
 * FOLDER gets every file as the server sends it (and .gz, .br beside it) and page.json, the list of them. The C file
 * holds the same as `page_files` of src/server/http/page.h; it takes the bytes in with .incbin, so it stays short. The same
 * input gives the same output.
 *
 * With --site FOLDER gets the files for a plain file server instead: they name each other from where they lie, so they work
 * below any path, and the page says in itself what the server would say in headers. URL is the server for tables with others.
 */
import { build } from "esbuild";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { iconPng, iconSvg } from "./tools/icons.mjs";
import { makeCatalog, readPo } from "./tools/po.mjs";
import { chunkPlugin, planChunks } from "./tools/chunks.mjs";
import { fileOf, hashOf, placeFile, writeC } from "./tools/embed.mjs";
import { factsOf } from "./tools/facts.mjs";
import { makeFonts } from "./tools/fonts.mjs";
import { findCTexts, findDataTexts, findTexts, sourceFiles } from "./tools/texts.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const source = join(web, "src");
const { values: options } = parseArgs({
  options: { out: { type: "string" }, wasm: { type: "string" }, tables: { type: "string", multiple: true }, po: { type: "string" }, puzzles: { type: "string" }, c: { type: "string" }, site: { type: "boolean" }, replay: { type: "string" }, server: { type: "string", default: "" } },
});
const site = options.site ? { site: { server: options.server.replace(/\/$/, "") } } : {};

const MAIN = "app/main.ts";
/** The parts of the page that a first game needs; every other one is fetched when it is opened. */
const FIRST = new RegExp(`^src/(${MAIN}|screens/table\\.tsx|screens/start_rows\\.tsx|games/(?!any/)\\w+/table\\.tsx|model/load_rules\\.ts)$`);

/** The texts of the rules, of the games and of the table that reach the page. */
const GAMES = "../src/game";
const SHOWS = readdirSync(join(web, GAMES), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => `${GAMES}/${name}/show.c`);
const RULES_TEXTS = ["../src/game/error.c", "../src/table/table_words.c"];

/** What the rules library says about its games. */
const facts = factsOf(options.wasm);

/** The files so far. */
const files = [];

function add(path, content, immutable) {
  files.push(fileOf(path, content, immutable));
  return path;
}

/** A file that carries its hash in its name; returns its path. */
function addHashed(name, extension, content) {
  const bytes = Buffer.from(content);
  return add(`/${name}-${hashOf(bytes)}.${extension}`, bytes, true);
}

/** The names of files as the page asks for them: on a plain file server from where it lies. */
function located(value) {
  if (!options.site) return value;
  if (typeof value === "string") return value.replace(/^\/(.?)/, (_, first) => first || "./");
  if (Array.isArray(value)) return value.map(located);
  if (value !== null && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, located(part)]));
  return value;
}

/** What programs are told about the other files, and on a plain file server where they are. */
function onSite(defines) {
  return Object.fromEntries(Object.entries(defines).map(([name, value]) => [name, { ...located(value), ...site }]));
}

/** Bundles one program; `defines` are what it is told about the other files, `more` what is special about it. */
async function bundle(entry, format, defines, more = {}) {
  const result = await build({
    entryPoints: [join(source, entry)],
    absWorkingDir: web,
    bundle: true,
    minify: true,
    write: false,
    format,
    target: ["es2022", "chrome111", "firefox121", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8",
    outdir: "/",
    logLevel: "warning",
    loader: { ".svg": "dataurl" },
    define: Object.fromEntries(Object.entries({ ...facts, ...onSite(defines) }).map(([name, value]) => [name, JSON.stringify(value)])),
    ...more,
  });
  return result;
}

/** A program in one file, for a worker. */
async function bundleWorker(entry, defines) {
  return (await bundle(entry, "iife", defines)).outputFiles[0].contents;
}

/** The outputs of a bundle that a first game needs, by what imports what at once. */
function firstOutputs({ outputs }) {
  const wanted = Object.keys(outputs).filter((path) => FIRST.test(outputs[path].entryPoint ?? ""));
  const found = new Set();
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    wanted.push(...importsOf(outputs[path]));
  }
  return found;
}

function importsOf(output) {
  return output.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
}

/** The page itself, split as tools/chunks.mjs plans it. */
async function bundleApp(defines, more = {}) {
  const whole = await bundle(MAIN, "esm", defines, { splitting: true, metafile: true });
  const plan = planChunks(whole.metafile, `src/${MAIN}`, FIRST);
  const plugins = [chunkPlugin(plan, web, (path) => readFileSync(path, "utf8"))];
  return bundle(MAIN, "esm", defines, { splitting: true, metafile: true, plugins, ...more });
}

/**
 * The page itself in several files: what starts, each screen, each game's table, and what they share. They name each other, so
 * esbuild puts the hashes into their names. `ahead` is what the first script imports at once.
 */
async function addApp(defines) {
  const names = { entryNames: "app-[hash]", chunkNames: "[name]-[hash]" };
  const { outputFiles, metafile } = await bundleApp(defines, names);
  const name = (output) => `/${basename(output)}`;
  for (const [path, output] of Object.entries(metafile.outputs)) {
    const file = fileOf(name(path), outputFiles.find((one) => basename(one.path) === basename(path)).contents, true);
    files.push({ ...file, entry: output.entryPoint, imports: importsOf(output).map(name) });
  }
  const first = firstOutputs(metafile);
  const [script, start] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === `src/${MAIN}`);
  const late = Object.keys(metafile.outputs).filter((path) => path.endsWith(".js") && !first.has(path));
  return { script: name(script), style: name(start.cssBundle), ahead: importsOf(start).map(name), late: late.map(name) };
}

/** The source files of what is loaded when it is opened, and of nothing else. */
async function lateFiles() {
  const { metafile } = await bundleApp({});
  const first = firstOutputs(metafile);
  const late = Object.entries(metafile.outputs).filter(([path]) => !first.has(path) && path.endsWith(".js"));
  return new Set(late.flatMap(([, { inputs }]) => Object.keys(inputs).map((path) => join(web, path))));
}

/** The page for hosts: a program of its own, which nobody else loads. */
const ADMIN = "admin";

function adminFiles() {
  return new Set(readdirSync(join(source, ADMIN)).map((name) => join(source, ADMIN, name)));
}

/** The source files that are not part of it: their texts it does not need. */
async function filesOfOthers() {
  const { metafile } = await bundle(`${ADMIN}/main.tsx`, "esm", { FILES: {} }, { metafile: true });
  const own = new Set(Object.keys(metafile.inputs).map((path) => join(web, path)));
  return new Set([...sourceFiles(source)].filter((path) => !own.has(path)));
}

/** The texts of every language in files: those of what is loaded late are late, too, and hosts have their own. */
async function addCatalogs() {
  const hosts = adminFiles();
  const first = new Set([...findTexts(source, new Set([...(await lateFiles()), ...hosts])).keys(), ...RULES_TEXTS.flatMap((path) => findCTexts(join(web, path)))]);
  const taught = findDataTexts(join(web, "../data/teaching.json"));
  const told = [`${GAMES}/show.c`, ...SHOWS].flatMap((path) => findCTexts(join(web, path)));
  const late = new Set([...findTexts(source, hosts).keys(), ...taught, ...told].filter((text) => !first.has(text)));
  const forHosts = new Set(findTexts(source, await filesOfOthers()).keys());
  const catalogs = {};
  const lateCatalogs = {};
  const adminCatalogs = {};
  for (const name of readdirSync(options.po).filter((file) => file.endsWith(".po")).sort()) {
    const language = basename(name, ".po");
    const texts = readPo(readFileSync(join(options.po, name), "utf8"));
    catalogs[language] = addHashed(language, "json", JSON.stringify(makeCatalog(texts, first)));
    lateCatalogs[language] = addHashed(`more-${language}`, "json", JSON.stringify(makeCatalog(texts, late)));
    if (!options.site) adminCatalogs[language] = addHashed(`${ADMIN}-${language}`, "json", JSON.stringify(makeCatalog(texts, forHosts)));
  }
  return { catalogs, lateCatalogs, adminCatalogs };
}

async function addAdmin(catalogs, icon) {
  const { outputFiles } = await bundle(`${ADMIN}/main.tsx`, "esm", { FILES: { catalogs, lateCatalogs: {} } });
  const file = (extension) => outputFiles.find(({ path }) => path.endsWith(`.${extension}`)).contents;
  addHtml(ADMIN, { script: addHashed(ADMIN, "js", file("js")), style: addHashed(ADMIN, "css", file("css")), icon }, `${ADMIN}/`);
}

/** A page with its names of files filled in. */
function addHtml(name, parts, folder = "") {
  const text = readFileSync(join(source, folder, `${name}.html`), "utf8");
  const whole = text.replace(/\{(\w+)\}/g, (match, part) => parts[part] ?? match);
  add(`/${name}.html`, options.site ? siteHtml(whole) : whole, false);
}

const DESCRIPTION = "THE GAME, FACE TO FACE and LIE: online with friends or offline with bots.";

/** Without a server that sends headers the page names its policy itself, all but what browsers take from headers only. */
function siteHtml(text) {
  const header = readFileSync(join(web, "../src/server/http/page.h"), "utf8").match(/PAGE_SECURITY_POLICY((?:\s*\\?\s*"[^"]*")+)/)[1];
  const policy = [...header.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join("").replace(/; frame-ancestors [^;]*/, "");
  const { server } = site.site;
  const mayAsk = server ? policy.replace("connect-src 'self'", `connect-src 'self' ${server} ${server.replace(/^http/, "ws")}`) : policy;
  return text
    .replace('<meta charset="utf-8">', `$&\n    <meta http-equiv="content-security-policy" content="${mayAsk}">\n    <meta name="referrer" content="no-referrer">`)
    .replace("<!-- preview -->", `<meta name="description" content="${DESCRIPTION}">`)
    .replace(/(href|src)="\//g, '$1="./');
}

/** What the bots learned, and the words of the talk guard, by their names. */
function addTables() {
  const tables = {};
  for (const path of options.tables) {
    const name = basename(path, ".bin");
    const bytes = readFileSync(path);
    if (bytes.length > 0) tables[name] = addHashed(name === "guard" ? name : `bots-${name}`, "bin", bytes);
  }
  return tables;
}

/** The numerals and titles of the first screen, and what is fetched when that is there: as the page's programs ask for them. */
async function addFonts() {
  const fonts = await makeFonts();
  return fonts.map(({ name, bytes, ...face }) => ({ ...face, path: addHashed(`font-${name}`, "woff2", bytes) }));
}

async function addPrograms(fonts) {
  const wasm = addHashed("stos", "wasm", readFileSync(options.wasm));
  const tables = addTables();
  const { catalogs, lateCatalogs, adminCatalogs } = await addCatalogs();
  const botWorker = addHashed("bot-worker", "js", await bundleWorker("local/bot-worker.ts", { FILES: { wasm, tables } }));
  const tableWorker = addHashed("table-worker", "js", await bundleWorker("local/table-worker.ts", { FILES: { wasm, botWorker, catalogs, words: tables.guard } }));
  const style = addHashed("more", "css", (await bundle("styles/more.css", "esm", {})).outputFiles[0].contents);
  const puzzles = addHashed("puzzles", "txt", readFileSync(options.puzzles));
  const turnIcon = addHashed("icon-turn", "svg", iconSvg(true));
  const app = await addApp({ FILES: { wasm, words: tables.guard, tableWorker, turnIcon, catalogs, lateCatalogs, puzzles, style, fonts } });
  return { ...app, adminCatalogs, screens: [...fonts.filter(({ first }) => !first).map(({ path }) => path), ...app.late, style, puzzles, ...Object.values(catalogs), ...Object.values(lateCatalogs)], rest: Object.values(tables) };
}

// ---------------------------------------------------------------- <stos-replay>, for pages that know nothing of this one

const EMBED = "embed/stos_replay.tsx";

/** The look of the page for inside of an element: what it says of the whole page is said of the element, and the rest of a page is not there. */
async function embedStyle() {
  const texts = await Promise.all(["styles/main.css", "styles/more.css", "embed/embed.css"].map((entry) => bundle(entry, "esm", {})));
  return texts
    .map(({ outputFiles }) => outputFiles[0].text)
    .join("\n")
    .replace(/:root((?:\[[^\]]*\]|:not\([^)]*\))+)/g, ":host($1)")
    .replaceAll(":root", ":host")
    .replace(/(^|[{}, ])(html|body)(?=[,{: ])/gm, "$1.whole-page");
}

async function embedCatalogs(inputs) {
  const own = new Set(Object.keys(inputs).map((path) => join(web, path)));
  const others = new Set([...sourceFiles(source)].filter((path) => !own.has(path)));
  const wanted = new Set([...findTexts(source, others).keys(), ...RULES_TEXTS.flatMap((path) => findCTexts(join(web, path)))]);
  const names = readdirSync(options.po).filter((file) => file.endsWith(".po")).sort();
  return Object.fromEntries(names.map((name) => [basename(name, ".po"), makeCatalog(readPo(readFileSync(join(options.po, name), "utf8")), wanted)]));
}

/** One script with everything in it: the module is that of the package, which has no tables. */
async function bundleReplay() {
  const told = (embed) => Object.fromEntries(Object.entries({ ...facts, FILES: site, EMBED: embed }).map(([name, value]) => [name, JSON.stringify(value)]));
  const { metafile } = await bundle(EMBED, "iife", {}, { metafile: true, define: told({}) });
  const wasm = readFileSync(join(dirname(options.wasm), "package/stos.wasm")).toString("base64");
  const embed = { wasm, style: await embedStyle(), catalogs: await embedCatalogs(metafile.inputs) };
  const { outputFiles } = await bundle(EMBED, "iife", {}, { define: told(embed) });
  return outputFiles.find(({ path }) => path.endsWith(".js")).contents;
}

function addIcons() {
  const icons = [192, 512].map((size) => ({ src: addHashed(`icon-${size}`, "png", iconPng(size)), sizes: `${size}x${size}`, type: "image/png" }));
  const icon = addHashed("icon", "svg", iconSvg());
  const maskable = addHashed("icon-full-512", "png", iconPng(512, true));
  const touchIcon = addHashed("icon-full-180", "png", iconPng(180, true));
  icons.push({ src: icon, sizes: "any", type: "image/svg+xml" }, { src: maskable, sizes: "512x512", type: "image/png", purpose: "maskable" });
  return { icon, touchIcon, icons };
}

function addManifest(icons) {
  const manifest = {
    name: "stos",
    short_name: "stos",
    description: DESCRIPTION,
    ...(options.site ? {} : { id: "/" }),
    start_url: located("/"),
    scope: located("/"),
    display: "standalone",
    background_color: "#15261f",
    theme_color: "#15261f",
    icons,
  };
  add("/manifest.webmanifest", JSON.stringify({ ...manifest, icons: located(icons) }), false);
}

async function addServiceWorker(screens, rest) {
  const immutable = files.filter((file) => file.immutable).map((file) => file.path);
  const later = [...screens, ...rest];
  const first = ["/", ...immutable.filter((path) => !later.includes(path) && !path.endsWith(".png") && !path.startsWith(`/${ADMIN}-`)), "/manifest.webmanifest"];
  const version = hashOf(files.map((file) => file.hash).join());
  add("/service-worker.js", await bundleWorker("app/service-worker.ts", { PAGE: { version, first, screens, rest } }), false);
}

function writeSite() {
  mkdirSync(options.out, { recursive: true });
  for (const { path, bytes } of files) writeFileSync(join(options.out, path), bytes);
}

function writeFiles() {
  rmSync(options.out, { recursive: true, force: true });
  for (const file of files) placeFile(file, resolve(options.out));
  const list = files.map(({ path, mime, hash, immutable, bytes, forms, entry, imports }) => ({
    path,
    mime,
    hash,
    immutable,
    bytes: bytes.length,
    gzip: forms.gz?.length ?? null,
    brotli: forms.br?.length ?? null,
    entry,
    imports,
  }));
  writeFileSync(join(options.out, "page.json"), `${JSON.stringify(list, null, 1)}\n`);
  if (options.c) writeC(options.c, "page_files", files);
}

async function addPage() {
  const fonts = await addFonts();
  const { script, style, ahead, screens, rest, adminCatalogs } = await addPrograms(fonts);
  const { icon, touchIcon, icons } = addIcons();
  const preloads = fonts.filter(({ first }) => first).map(({ path }) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`);
  const hints = [...preloads, ...ahead.map((path) => `<link rel="modulepreload" href="${path}">`)].join("\n    ");
  addHtml("index", { script, style, hints, icon, touchIcon });
  addManifest(icons);
  if (!options.site) await addAdmin(adminCatalogs, icon);
  await addServiceWorker(screens, rest);
  if (options.site) add("/stos-replay.js", await bundleReplay(), false); // a name that does not change
  if (options.site) writeSite();
  else writeFiles();
}

if (options.replay) writeFileSync(options.replay, await bundleReplay());
else await addPage();
