/*
 * i18n.ts - translations of the page. English is in the code; the other languages come from po/.
 *
 *   t("Play now")                          a text
 *   tn("%d card", "%d cards", n)           a text that counts; %d is the number
 *   tf("{name} plays", { name })           a text with parts to fill in
 *   tnf("{n} of {name}", "…", n, { name }) both
 *
 * tools/update-po finds these calls, so their texts are always string literals in the call, never concatenated or kept in
 * variables. Plural forms are chosen by Intl.PluralRules, which agrees with the catalogs' plural formulas.
 */

export const LANGUAGES = { en: "English", pl: "Polski", cs: "Čeština", uk: "Українська" } as const;
export type Language = keyof typeof LANGUAGES;

/** A catalog: the text, or its forms in the order of the language's plural rules. */
export type Catalog = Record<string, string | string[]>;

/** The forms of each language in the order of its catalog. */
const FORMS: Record<Language, Intl.LDMLPluralRule[]> = {
  en: ["one", "other"],
  pl: ["one", "few", "many"],
  cs: ["one", "few", "other"],
  uk: ["one", "few", "many"],
};

let language: Language = "en";
let catalog: Catalog = {};
let rules = new Intl.PluralRules("en");
const listeners = new Set<() => void>();

export function t(text: string): string {
  const found = catalog[text];
  return typeof found === "string" ? found : text;
}

export function tn(one: string, many: string, n: number): string {
  return pluralForm(one, many, n).replace("%d", String(n));
}

export function tf(text: string, parts: Record<string, string | number>): string {
  return fill(t(text), parts);
}

export function tnf(one: string, many: string, n: number, parts: Record<string, string | number>): string {
  return fill(pluralForm(one, many, n), { n, ...parts });
}

/** The sentence for a number, with nothing filled in: for texts that come from elsewhere. */
export function pluralForm(one: string, many: string, n: number): string {
  const forms = catalog[one];
  if (typeof forms === "string") return forms;
  if (!Array.isArray(forms)) return n === 1 ? one : many;
  return forms[FORMS[language].indexOf(rules.select(n))] ?? forms[forms.length - 1] ?? many;
}

function fill(text: string, parts: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}

// ---------------------------------------------------------------- choosing a language

export function currentLanguage(): Language {
  return language;
}

/** Calls back whenever the language changes; returns how to stop that. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The best of our languages for what a browser prefers: the first that we have. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0] ?? "";
    if (base in LANGUAGES) return base as Language;
  }
  return "en";
}

export function useCatalog(next: Language, texts: Catalog): void {
  language = next;
  catalog = texts;
  rules = new Intl.PluralRules(next);
  for (const listener of listeners) listener();
}

type CatalogFiles = Partial<Record<Language, string>>;
declare const FILES: { catalogs: CatalogFiles; lateCatalogs: CatalogFiles };
const KEPT_LANGUAGE = "stos.language";
/** The texts of the screens that come late are wanted, too. */
let wantsLate = false;
/** Counts the choices of a language: the last one holds, however slowly the others are answered. */
let choices = 0;

async function fetchTexts(file: string | undefined): Promise<Catalog> {
  return file ? ((await (await fetch(file)).json()) as Catalog) : {};
}

/** All texts of a language that are wanted, also those that are wanted only while the others are on their way. */
async function fetchCatalog(wanted: Language): Promise<Catalog> {
  const hasLate = wantsLate;
  const files = [FILES.catalogs[wanted], ...(hasLate ? [FILES.lateCatalogs[wanted]] : [])];
  const texts = Object.assign({}, ...(await Promise.all(files.map(fetchTexts)))) as Catalog;
  return hasLate || !wantsLate ? texts : { ...texts, ...(await fetchTexts(FILES.lateCatalogs[wanted])) };
}

/** The texts of the screens that come late, in this language and in those that are chosen from now on. */
export async function loadLateTexts(): Promise<void> {
  wantsLate = true;
  const wanted = language;
  const texts = await fetchTexts(FILES.lateCatalogs[wanted]);
  if (language === wanted) catalog = { ...catalog, ...texts };
}

/** Fetches the catalog of a language and uses it; stays with the old one where that fails. */
export async function setLanguage(next: Language): Promise<void> {
  const choice = ++choices;
  try {
    const texts = await fetchCatalog(next);
    if (choice !== choices) return;
    useCatalog(next, texts);
    document.documentElement.lang = next;
    localStorage.setItem(KEPT_LANGUAGE, next);
  } catch {
    // without a network and a kept copy there is only the language that is there
  }
}

/** Browsers that forbid to keep anything throw here. */
function keptLanguage(): string | null {
  try {
    return localStorage.getItem(KEPT_LANGUAGE);
  } catch {
    return null;
  }
}

/** The language chosen before, or the browser's. */
export function startLanguage(): Promise<void> {
  const kept = keptLanguage();
  return setLanguage(chooseLanguage(kept ? [kept, ...navigator.languages] : navigator.languages));
}
