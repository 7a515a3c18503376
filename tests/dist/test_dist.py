"""What is installed: every file in its place, man pages without a warning, completions that know the commands, and a library
that other projects find by pkg-config and by find_package(), under a prefix that the build did not know.

Usage: test_dist.py BUILD-FOLDER
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
TOP = pathlib.Path(__file__).resolve().parents[2]
WANTED = ["bin/stos", "include/stos.h", "include/stos_games.h", "include/stos_learn.h", "share/bash-completion/completions/stos", "share/zsh/vendor-completions/_stos",
          "share/fish/vendor_completions.d/stos.fish", "lib/systemd/system/stos.service", "lib/systemd/system/stos@.service", "lib/systemd/system/stos-backup.timer", "share/doc/stos/hosting/nginx.conf",
          "share/applications/stos.desktop",
          "share/icons/hicolor/scalable/apps/stos.svg", "share/stos/lie-rounds.bin", "share/man/man1/stos.1", "share/man/man1/stos-serve.1",
          "share/man/man3/libstos.3", "share/man/man5/stos-record.5", "share/man/man7/stos-protocol.7"]


EXAMPLE = TOP / "docs/example.c"


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, check=False, **more)


def is_ours(name):
    """Not a symbol that a sanitizer adds."""
    return not re.match(r"__(odr_)?(asan|ubsan|tsan)|_(init|fini)$", name)


def sanitizer_flags():
    """What a program must be linked with when the library was built with sanitizers."""
    found = re.search(r"^STOS_SANITIZE:STRING=(.+)$", (BUILD / "CMakeCache.txt").read_text(), re.M)
    return [f"-fsanitize={found[1]}"] if found else []


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        done = run("cmake", "--install", str(BUILD), "--prefix", str(cls.root))
        assert done.returncode == 0, done.stderr
        listed = run(str(cls.root / "bin/stos"), "--help", env={"LC_ALL": "C"}).stdout
        cls.commands = re.findall(r"^  ([a-z]+) ", listed.split("Options:")[0], re.M)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_file_is_in_its_place(self):
        self.assertEqual([name for name in WANTED if not (self.root / name).is_file()], [])
        self.assertTrue(list(self.root.glob("lib/**/libstos.so.0")) and list(self.root.glob("lib/**/pkgconfig/stos.pc")))

    def test_every_command_has_a_man_page_and_no_page_a_warning(self):
        pages = sorted(self.root.glob("share/man/man*/*"))
        self.assertEqual([name for name in self.commands if not (self.root / f"share/man/man1/stos-{name}.1").is_file()], [])
        for page in pages:
            with self.subTest(page=page.name):
                self.assertEqual(run("mandoc", "-T", "lint", "-W", "warning", str(page)).stdout, "")
                self.assertEqual(run("groff", "-t", "-man", "-ww", "-Tutf8", "-K", "utf8", "-z", str(page)).stderr, "")

    def test_the_page_of_the_library_names_functions_as_the_headers_do(self):
        """With their underscores."""
        page = run("mandoc", "-T", "utf8", self.root / "share/man/man3/libstos.3").stdout
        page = re.sub(".\b", "", page)
        named = set(re.findall(r"\bstos_\w+", (TOP / "dist/man/libstos.3.md").read_text()))
        self.assertGreater(len(named), 20)
        self.assertEqual(sorted(name for name in named if not re.search(rf"\b{name}\b", page)), [])
        declared = "".join(path.read_text() for path in self.root.glob("include/*.h"))
        self.assertEqual(sorted(name for name in named if not re.search(rf"\b{name}\b", declared)), [])

    def test_every_man_page_tells_examples_files_and_environment(self):
        for page in sorted(self.root.glob("share/man/man*/*")):
            heads = re.findall(r'^\.SH\s+"?([A-Z ]+)"?$', page.read_text(), re.M)
            self.assertEqual([name for name in ("EXAMPLES", "FILES", "ENVIRONMENT") if heads.count(name) != 1], [], page.name)

    def test_man_pages_name_only_options_and_variables_that_exist(self):
        rows = [[part.strip() for part in line.split(" | ")] for line in (TOP / "dist/man/sections.txt").read_text().splitlines()
                if line and not line.startswith("#")]
        self.assertEqual({len(row) for row in rows}, {4})
        sources = "".join(path.read_text() for folder in ("src/cli", "src/term", "src/lang") for path in (TOP / folder).rglob("*.c"))
        for pages, section, item, _ in rows:
            if section == "EXAMPLES":
                command = re.search(r"\bstos (?:help )?([a-z]+)", item)[1]
                known = run(self.root / "bin/stos", "help", command, env={"LC_ALL": "C"}).stdout
                self.assertEqual([option for option in re.findall(r"--[a-z-]+", item) if option not in known], [], item)
                self.assertNotEqual(known, "", item)
            elif section == "ENVIRONMENT" and item not in ("none", "STOS_OPTION"):
                commands = [page.removeprefix("stos-") for page in pages.split(",") if page.startswith("stos-")]
                helps = [run(self.root / "bin/stos", "help", command, env={"LC_ALL": "C"}).stdout for command in commands]
                options = {name: "--" + name.removeprefix("STOS_").lower().replace("_", "-") for name in item.split(", ")}
                missing = [name for name, option in options.items()
                           if f'"{name}"' not in sources and not (helps and all(option in text for text in helps))]
                self.assertEqual(missing, [], item)

    def test_bash_completes_commands_and_options(self):
        script = f"PATH={self.root}/bin:$PATH; source {TOP}/dist/completions/stos.bash; "
        words = "COMP_WORDS=(stos {}); COMP_CWORD={}; _stos; echo ${{COMPREPLY[@]}}"
        self.assertIn("serve", run("bash", "-c", script + words.format("ser", 1)).stdout.split())
        for line, word in [("serve --po", "--port"), ("record ver", "verify"), ("admin t", "tables"), ("sim --bots ch", "champion"),
                           ("sim --ga", "--games-csv")]:
            self.assertIn(word, run("bash", "-c", script + words.format(line, len(line.split()))).stdout.split())

    COMPLETED = [(["pl"], "play"), (["record", ""], "verify"), (["record", "show", ""], ":files"), (["serve", "--log", ""], "warning"),
                 (["--lang", "pl", "rec"], "record"), (["sim", "'lie(players=2)'", "--bots", ""], "champion")]

    def shell_environment(self):
        return {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}", "LC_ALL": "C", "LANGUAGE": ""}

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes_what_follows(self):
        script = (f"fpath=({TOP}/dist/completions); autoload -U _stos; _describe() {{ print -rl -- ${{(P)2%%:*}} }}; _files() {{ print :files }}; "
                  'words=(stos "$@"); CURRENT=$#words; _stos')
        for words, wanted in self.COMPLETED:
            offered = run("zsh", "-f", "-c", script, "zsh", *words, env=self.shell_environment()).stdout.split()
            self.assertIn(wanted, offered, words)
            self.assertTrue(words[-1] or "play" not in offered, words)

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes_what_follows(self):
        script = f"source {TOP}/dist/completions/stos.fish; complete -C $argv[1]"
        for words, wanted in self.COMPLETED:
            offered = run("fish", "--no-config", "-c", script, " ".join(["stos", *words]), env=self.shell_environment(), cwd=TOP).stdout
            self.assertIn("README.md" if wanted == ":files" else wanted, [line.split("\t")[0] for line in offered.splitlines()], words)

    def assert_plays_a_true_game(self, program):
        library = next(self.root.glob("lib/**/libstos.so.0")).parent
        played = run(program, env={**os.environ, "LD_LIBRARY_PATH": str(library)})
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertEqual(run(self.root / "bin/stos", "record", "verify", "-", input=played.stdout).returncode, 0, played.stdout)

    def test_pkg_config_finds_the_library_under_its_prefix(self):
        folder, program = next(self.root.glob("lib/**/pkgconfig")), self.root / "example"
        flags = run("pkg-config", "--cflags", "--libs", "stos", env={**os.environ, "PKG_CONFIG_PATH": str(folder)})
        self.assertEqual(flags.returncode, 0, flags.stderr)
        built = run("cc", EXAMPLE, "-o", program, *sanitizer_flags(), *flags.stdout.split())
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assert_plays_a_true_game(program)

    def test_the_libraries_show_what_the_headers_declare_and_nothing_else(self):
        declared = set()
        for header in self.root.glob("include/*.h"):
            text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
            declared |= set(re.findall(r"\b(stos_\w+)\(", text))
        shared = next(self.root.glob("lib/**/libstos.so"))
        exported = {name for name in run("nm", "-D", "--defined-only", "-f", "just-symbols", shared).stdout.split() if is_ours(name)}
        self.assertEqual({name for name in exported if not name.startswith("stos_")}, set())
        self.assertLessEqual({"stos_deal", "stos_look", "stos_record_step", "stos_batch_step", "stos_lie_rank"}, exported)
        self.assertEqual(exported - declared, set())
        static = run("readelf", "-sW", next(self.root.glob("lib/**/libstos.a"))).stdout
        visible = set(re.findall(r" GLOBAL DEFAULT +\d+ (\S+)", static))
        self.assertEqual({name for name in visible if is_ours(name) and not name.startswith("stos_")}, set())
        self.assertEqual({name for name in visible if is_ours(name)}, exported)

    def test_the_symbols_file_of_the_package_lists_what_is_exported(self):
        listed = {}
        for line in (TOP / "dist/debian/libstos0.symbols").read_text().splitlines():
            if line.startswith(" "):
                listed[library].add(line.split("@")[0].strip())
            else:
                library = line.split()[0].removesuffix(".0")
                listed[library] = set()
        for library, names in listed.items():
            exported = run("nm", "-D", "--defined-only", "-f", "just-symbols", next(self.root.glob(f"lib/**/{library}"))).stdout.split()
            self.assertEqual({name for name in exported if is_ours(name)}, names, library)

    def test_every_link_of_the_manual_leads_somewhere(self):
        folder = self.root / "share/doc/stos/html"
        pages = {page.name: page.read_text() for page in folder.glob("*.html")}
        self.assertIn("index.html", pages)
        missing = [page.name for page in (TOP / "docs").glob("*.md") if f"{page.stem}.html" not in pages]
        self.assertEqual(missing, [], "a page of docs/ that dist/make-manual does not list")
        marks = {name: set(re.findall(r'\bid="([^"]+)"', text)) for name, text in pages.items()}
        dead = []
        for name, text in pages.items():
            for link in re.findall(r'\b(?:href|src)="([^":]+)"', text):
                there, _, mark = link.partition("#")
                there = there or name
                if not (folder / there).exists() or (mark and mark not in marks[there]):
                    dead.append(f"{name}: {link}")
            self.assertNotIn("<!-- check", text)
        self.assertEqual(dead, [])

    def test_find_package_finds_the_libraries_under_their_prefix(self):
        build = self.root / "consumer"
        done = run("cmake", "-G", "Ninja", "-S", TOP / "tests/dist/consumer", "-B", build, f"-DCMAKE_PREFIX_PATH={self.root}",
                   f"-DEXAMPLE={EXAMPLE}", f"-DBOT={TOP / 'docs/examples/bot.c'}", f"-DCMAKE_EXE_LINKER_FLAGS={' '.join(sanitizer_flags())}")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run("ninja", "-C", build)
        self.assertEqual(done.returncode, 0, done.stdout)
        for kind in ("stos", "static"):
            self.assert_plays_a_true_game(build / f"example_{kind}")
        library = next(self.root.glob("lib/**/libstos-bots.so.0")).parent
        played = run(build / "example_bots", env={**os.environ, "LD_LIBRARY_PATH": str(library)})
        self.assertEqual((played.returncode, played.stderr), (0, ""), played.stdout)

    def test_what_is_not_built_is_not_half_installed(self):
        script = (BUILD / "cmake_install.cmake").read_text()
        with tempfile.TemporaryDirectory() as folder:
            unbuilt, prefix = pathlib.Path(folder, "unbuilt.cmake"), pathlib.Path(folder, "prefix")
            unbuilt.write_text(script.replace("/libstos.so", "/libmissing.so"))
            done = run("cmake", f"-DCMAKE_INSTALL_PREFIX={prefix}", "-P", unbuilt)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("is not built yet", done.stderr)
            self.assertFalse(prefix.exists())

    def test_the_bots_find_the_solved_rounds_beside_the_program(self):
        done = run(str(self.root / "bin/stos"), "play", "lie(players=2)", "--seats", "champion,steady", "--seed", "1", cwd=self.root,
                   stdin=subprocess.DEVNULL)
        self.assertNotIn("warning", done.stderr)
        rounds = self.root / "share/stos/lie-rounds.bin"
        rounds.write_bytes(rounds.read_bytes()[:-5])
        done = run(str(self.root / "bin/stos"), "play", "lie(players=2)", "--seats", "champion,steady", "--seed", "1", cwd=self.root,
                   stdin=subprocess.DEVNULL)
        self.assertIn("warning", done.stderr)


if __name__ == "__main__":
    unittest.main()
