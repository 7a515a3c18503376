#!/usr/bin/env python3
"""The style checks find what they are for: each rule is broken once in a small tree and must be reported, with its line."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def report(check, files):
    """What a check says about a tree of these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, HERE / check, folder], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines()


class Includes(unittest.TestCase):
    HEADERS = {f"src/{folder}/{folder}.h": "" for folder in ["base", "game", "bot", "table", "lang", "store", "cli", "solve"]}

    def includes(self, file, name):
        return report("check-includes", {**self.HEADERS, "include/stos.h": "", file: f"/* c */\n#include {name}\n"})

    def test_arrows_are_allowed(self):
        for file, name in [("src/game/a.c", '"base/base.h"'), ("src/bot/a.c", '"game/game.h"'), ("src/solve/a.c", '"bot/bot.h"'),
                           ("src/cli/a.c", '"store/store.h"'), ("src/base/a.c", '"stos.h"'), ("src/game/a.c", '"game.h"'), ("src/cli/a.c", "<stdio.h>"),
                           ("src/bot/thegame/a.c", '"bot/bot.h"')]:
            self.assertEqual(self.includes(file, name), (0, []), f"{file} {name}")

    def test_everything_else_is_reported_with_its_line(self):
        for file, name in [("src/base/a.c", '"game/game.h"'), ("src/game/a.c", '"bot/bot.h"'), ("src/table/a.c", '"cli/cli.h"'),
                           ("src/lang/a.c", '"bot/bot.h"'), ("src/store/a.c", '"game/game.h"'), ("src/game/a.c", "<stdio.h>"),
                           ("src/bot/a.c", '"nowhere.h"'), ("src/table/guard/a.c", '"cli/cli.h"')]:
            code, lines = self.includes(file, name)
            self.assertEqual((code, len(lines)), (1, 1), f"{file} {name}")
            self.assertTrue(lines[0].startswith(file + ":2: "), lines[0])

    def test_folders_that_include_each_other_are_reported(self):
        files = {"include/stos.h": "", "src/term/one/a.h": '/* c */\n#include "term/two/b.h"\n', "src/term/two/b.h": "/* c */\n",
                 "src/term/two/b.c": '/* c */\n#include "b.h"\n'}
        self.assertEqual(report("check-includes", files), (0, []))
        files["src/term/two/b.c"] += '#include "term/one/a.h"\n'
        self.assertEqual(report("check-includes", files), (1, ["src/term/one: includes term/two in a circle", "src/term/two: includes term/one in a circle"]))


class Games(unittest.TestCase):
    def counts(self, files):
        code, lines = report("check-games", files)
        self.assertEqual(code, 0)
        return [int(line.split()[1]) for line in lines]

    def test_files_that_name_a_game_outside_its_folder_are_counted(self):
        files = {"src/game/lie/a.c": "int lie_a;\n", "src/a.c": "/* THE GAME */ // lie_a\n", "src/b.c": 'const char *b = "THE GAME";\n',
                 "src/c.c": "int c = STOS_LIE + STOS_FACETOFACE;\n", "src/d.h": '#include "bot/lie/net.h"\n', "web/src/a.ts": "const belief = 1;\n"}
        self.assertEqual(self.counts(files), [1, 1, 2])


class PageSource(unittest.TestCase):
    """What a file of web/src may import and say; each case adds one file to a page in order."""

    GOOD = {"net/a.ts": "export const a = 1;\n", "model/b.ts": 'import { a } from "../net/a";\nexport const b = a;\n',
            "games/lie/c.ts": 'import { b } from "../../model/b";\nexport const c = ["lie", b];\n', "wasm/types.ts": 'export type Name = "lie";\n'}

    def problems(self, path, text):
        files = {f"web/src/{name}": lines for name, lines in {**self.GOOD, path: text}.items()}
        return report("check-page", files)

    def test_a_page_in_order_has_no_problems(self):
        for path, text in [("screens/d.tsx", 'import { b } from "../model/b";\n'), ("net/d.ts", 'import type { b } from "../model/b";\n'),
                           ("model/d.ts", "// any lie is told by thegame\n"), ("screens/d.ts", 'import data from "../../../data/x.json";\n')]:
            self.assertEqual(self.problems(path, text), (0, []), path)

    def test_everything_else_is_reported_with_its_line(self):
        for text in ['import { b } from "../model/b";', "const a: any = 1;", "const a = 1 as unknown as string;", 'const a = reply["a"] as string;', "// @ts-ignore", 'const a = "thegame";']:
            code, lines = self.problems("net/d.ts", f"// d.ts\n{text}\n")
            self.assertEqual((code, [line.split(": ")[0] for line in lines]), (1, ["net/d.ts:2"]), text)

    def test_files_that_import_each_other_are_reported(self):
        code, lines = self.problems("net/a.ts", 'import { b } from "../model/b";\n')
        self.assertEqual(code, 1)
        self.assertTrue(any("imports itself" in line for line in lines), lines)


class Server(unittest.TestCase):
    """What a folder of src/server may use; each case changes one thing about a server that follows the order."""

    GOOD = {"core/a.h": "int a_get(void);\n", "core/a.c": '#include "a.h"\nint a_get(void)\n{\n}\n',
            "tables/b.h": "void b_do(void);\n", "tables/b.c": '#include "b.h"\n#include "server/core/a.h"\nvoid b_do(void)\n{\n    a_get();\n}\n',
            "top.c": '#include "server/tables/b.h"\nint main(void)\n{\n    b_do();\n}\n'}

    def problems(self, **changed):
        files = {**self.GOOD, **{name.replace("_", "/", 1).replace("_", "."): text for name, text in changed.items()}}
        code, lines = report("check-server", {f"src/server/{name}": text for name, text in files.items()})
        self.assertEqual(code, 1 if any(": " in line for line in lines) else 0)
        return [line for line in lines if ": " in line]

    def test_a_server_in_order_has_no_problems(self):
        self.assertEqual(self.problems(), [])

    def test_an_include_upward_is_reported_with_its_line(self):
        found = self.problems(core_c_h='#include "server/tables/b.h"\n')
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0].startswith("src/server/core/c.h:1: "), found)

    def test_a_call_upward_is_reported_even_without_an_include(self):
        found = self.problems(core_c_c="void b_do(void);\nvoid c_do(void)\n{\n    b_do();\n}\n")
        self.assertEqual([line.split(": ")[0] for line in found], ["src/server/core/c.c:1"])

    def test_a_pointer_that_could_carry_a_call_upward_is_reported(self):
        found = self.problems(core_c_h="struct c {\n    void (*moved)(int table);\n};\n")
        self.assertEqual([line.split(": ")[0] for line in found], ["src/server/core/c.h:2"])

    def test_a_function_declared_in_the_header_of_another_file_is_reported(self):
        found = self.problems(tables_c_h="void b_do(void);\n")
        self.assertEqual([line.split(": ")[0] for line in found], ["src/server/tables/c.h:1"])

    def test_a_folder_that_is_in_no_order_is_reported(self):
        self.assertEqual(len(self.problems(elsewhere_c_c="int c;\n")), 1)


class Words(unittest.TestCase):
    GLOSSARY = "| what | English | Polish | Czech | Ukrainian | never |\n| bid | bid | zakład | sázka | ставка | pl: licyt; en: doubt |\n"

    def found(self, english, polish, glossary=GLOSSARY):
        files = {f"po/{name}.po": f'msgid "{english}"\nmsgstr ""\n"{polish}"\n' for name in ["pl", "cs", "uk"]}
        code, lines = report("check-words", {"docs/glossary.md": glossary, **files})
        self.assertEqual(code, 1 if lines else 0)
        return [line.split(": ")[0] for line in lines]

    def test_a_word_that_was_decided_against_is_reported_with_its_line(self):
        self.assertEqual(self.found("Bid", "Obstaw"), [])
        self.assertEqual(self.found("Bid", "Zalicytuj"), [])  # only beginnings of words count
        self.assertEqual(self.found("Bid", "Teraz Licytuj"), ["po/pl.po:2"])
        self.assertEqual(self.found("I doubt it", "x"), ["po/pl.po:1"])

    def test_a_glossary_that_refuses_nothing_is_a_fault(self):
        self.assertEqual(self.found("Bid", "Obstaw", "# Glossary\n"), ["docs/glossary.md refuses no word at all"])


class Code(unittest.TestCase):
    def found(self, text, file="src/cli/a.c"):
        code, lines = report("check-code", {file: text})
        self.assertEqual(code, 1 if lines else 0)
        return [int(line.split(":")[1]) for line in lines]

    def test_good_code_is_quiet(self):
        good = '/* a.c - good. */\nstatic const int x = 1;\nstatic const char *const words[] = {"strcpy(", "malloc("};\n' \
               "static int f(void)\n{\n    static const int y[] = {1}; /* free(x) */\n    return x + y[0] + (int)sizeof words;\n}\n"
        self.assertEqual(self.found(good, "src/game/a.c"), [])

    def test_form(self):
        self.assertEqual(self.found("int x;\n"), [1])
        self.assertEqual(self.found("/* c */\nint x; \n"), [2])
        self.assertEqual(self.found("/* c */\n\tint x;\n"), [2])
        self.assertEqual(self.found("/* c */\n/* " + "x" * 100 + " */\n"), [2])
        self.assertEqual(self.found("/* c */\n/* clang-format off */\n/* " + "x" * 100 + " */\n"), [])
        self.assertEqual(self.found("/* c */\n/* TO" + "DO: more */\n"), [2])
        self.assertEqual(self.found("/* c */\n" + "\n" * 800), [800])

    def test_long_functions(self):
        self.assertEqual(self.found("/* c */\nvoid f(void)\n{\n" + "    ;\n" * 68 + "}\n"), [])
        self.assertEqual(self.found("/* c */\nvoid f(void)\n{\n" + "    ;\n" * 69 + "}\n"), [3])

    def test_dangerous_functions(self):
        for name in ["strcpy", "sprintf", "gets", "strtok", "atoi", "alloca", "rand", "system", "mktemp"]:
            self.assertEqual(self.found(f"/* c */\nint x = {name}(1);\n"), [2], name)
        self.assertEqual(self.found("/* c */\nint x = stos_rand(1) + y.rand(2) + snprintf(3);\n"), [])

    def test_library_keeps_to_itself(self):
        for line in ["void *p = malloc(1);", "int x = printf(y);", "static int counter;", "static const char *last;", "int counter = 3;",
                     "    static char buffer[3];", "static struct thing cache = {0};"]:
            self.assertIn(2, self.found(f"/* c */\n{line}\n", "src/base/a.c"), line)
        self.assertEqual(self.found("/* c */\nstatic int counter;\n"), [])


if __name__ == "__main__":
    unittest.main()
