/*
 * i18n.test.ts - texts in four languages: plural forms, parts, catalogs, and which language is chosen.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLanguage, t, tf, tn, tnf, useCatalog } from "../src/i18n";
import { makeCatalog, readPo } from "../tools/po.mjs";

test("English stands in the code", () => {
  useCatalog("en", {});
  assert.deepEqual([t("Play"), tn("%d card", "%d cards", 1), tn("%d card", "%d cards", 5), tf("Hello {name}", { name: "Ola" })], ["Play", "1 card", "5 cards", "Hello Ola"]);
});

for (const [language, forms, expected] of [
  ["pl", ["%d karta", "%d karty", "%d kart"], ["0 kart", "1 karta", "2 karty", "5 kart", "12 kart", "22 karty", "25 kart"]],
  ["cs", ["%d karta", "%d karty", "%d karet"], ["0 karet", "1 karta", "2 karty", "5 karet", "12 karet", "22 karet", "25 karet"]],
  ["uk", ["%d карта", "%d карти", "%d карт"], ["0 карт", "1 карта", "2 карти", "5 карт", "12 карт", "22 карти", "25 карт"]],
] as const)
  test(`plural forms of ${language}`, () => {
    useCatalog(language, { "%d card": [...forms] });
    assert.deepEqual([0, 1, 2, 5, 12, 22, 25].map((n) => tn("%d card", "%d cards", n)), expected);
  });

test("parts are filled in, unknown ones stay, and what is filled in is not read again", () => {
  useCatalog("en", {});
  assert.equal(tf("{a} and {b} and {c}", { a: "{b}", b: 2 }), "{b} and 2 and {c}");
  assert.equal(tnf("{n} card of {name}", "{n} cards of {name}", 3, { name: "Ola" }), "3 cards of Ola");
});

test("a text that is not translated is English", () => {
  useCatalog("pl", { Play: "Graj" });
  assert.deepEqual([t("Play"), t("Stop"), tn("%d pile", "%d piles", 2)], ["Graj", "Stop", "2 piles"]);
});

test("the first language of the browser that we have", () => {
  assert.equal(chooseLanguage(["de-DE", "uk-UA", "pl"]), "uk");
  assert.equal(chooseLanguage(["CS"]), "cs");
  assert.equal(chooseLanguage(["de", "fr"]), "en");
  assert.equal(chooseLanguage(["toString"]), "en");
});

const PO = `msgid ""
msgstr ""
"Language: pl\\n"

#, c-format
msgid "%d card"
msgid_plural "%d cards"
msgstr[0] "%d karta"
msgstr[1] "%d karty"
msgstr[2] "%d kart"

msgid ""
"two "
"\\"lines\\"\\n"
msgstr "dwie\\tlinie"

#, fuzzy
msgid "doubtful"
msgstr "wątpliwe"

msgid "not yet"
msgstr ""

msgid "of the terminal"
msgstr "terminala"

#~ msgid "gone"
#~ msgstr "nie ma"
`;

test("a catalog holds what the page uses and what is translated beyond doubt", () => {
  const used = new Set(["%d card", 'two "lines"\n', "doubtful", "not yet", "gone"]);
  assert.deepEqual(makeCatalog(readPo(PO), used), { "%d card": ["%d karta", "%d karty", "%d kart"], 'two "lines"\n': "dwie\tlinie" });
});
