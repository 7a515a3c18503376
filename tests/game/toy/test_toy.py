"""Proves CONTRIBUTING's "Adding a game": a fourth game, CLIMB, comes into the library and into the program by its folder, the header
with its layout, and one row. No other line knows it; bots, line mode, the full screen and the package of npm play it, from what its show.c says.

Usage: test_toy.py CC              the library with it, and test_climb.c
       test_toy.py --program CC    the program without a server, in line mode and on the full screen
       test_toy.py --package CC    the package of npm
"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[2]
FLAGS = ["-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror", "-g", "-fsanitize=address,undefined",
         "-fno-sanitize-recover=all"]
LIBRARIES = ["-lcmocka", "-lsodium", "-lm"]
LAYOUTS = "include/stos_games.h"
ROWS = (("#define STOS_EACH_GAME(GAME)", '#include "stos_climb.h"\n#define STOS_EACH_GAME(GAME)'), ("GAME(lie, LIE)", "GAME(lie, LIE) GAME(climb, CLIMB)"))

REFUSED = """{"do":"new","rules":"climb(start=0)","deck":[3,9,10,13,2,11,12,4,5,6,7,8]}
{"do":"play","seat":0,"move":"9@U"}
{"do":"play","seat":1,"move":"11@U"}
{"do":"play","seat":0,"move":"3@U"}
"""


def add_game(root):
    shutil.copytree(HERE / "climb", root / "src/game/climb")
    shutil.copy(HERE / "stos_climb.h", root / "include")
    text = (root / LAYOUTS).read_text()
    for old, new in ROWS:
        if text.count(old) != 1:
            sys.exit(f"{LAYOUTS} no longer has exactly one '{old}'")
        text = text.replace(old, new)
    (root / LAYOUTS).write_text(text)


def test_library(root, compiler):
    for folder in ("include", "src/base", "src/game"):
        shutil.copytree(TOP / folder, root / folder)
    add_game(root)
    sources = [*root.glob("src/base/*.c"), *root.glob("src/game/**/*.c"), HERE / "test_climb.c"]
    subprocess.run([compiler, *FLAGS, f"-I{root}/include", f"-I{root}/src", *sources, "-o", root / "test_climb", *LIBRARIES], check=True, timeout=300)
    return subprocess.run([root / "test_climb"], check=False, timeout=300).returncode


# ---------------------------------------------------------------- the program

def build_with_game(root, compiler, target, *folders):
    """The program without a server; with the page's folders what the page and the package are made of."""
    for folder in ("include", "src", "tools", "cmake", "po", "data", "docs", "dist", *folders):
        shutil.copytree(TOP / folder, root / folder, symlinks=True)
    for name in ("CMakeLists.txt", "README.md", "LICENSE", "NOTICE.md"):
        shutil.copy(TOP / name, root)
    add_game(root)
    build = root / "build"
    subprocess.run(["cmake", "-S", root, "-B", build, "-G", "Ninja", f"-DCMAKE_C_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Debug",
                    "-DCMAKE_C_FLAGS_DEBUG=-O0", f"-DSTOS_SERVER={'ON' if folders else 'OFF'}"], check=True, timeout=300, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "--quiet", "-C", build, target], check=True, timeout=1500)
    return build


def run(program, *arguments, stdin=""):
    done = subprocess.run([program, *arguments], input=stdin, capture_output=True, text=True, timeout=120, check=False,
                          env={**os.environ, "LC_ALL": "C", "LANGUAGE": "en"})
    return done.returncode, done.stdout, done.stderr


def claim(what, holds, shown=""):
    print(f"{'ok' if holds else 'FAILED'}  {what}", flush=True)
    if not holds:
        sys.exit(f"{what}:\n{shown}")


def try_bots_and_records(program, root):
    code, _, error = run(program, "sim", "climb", "--bots", "random", "--games", "20", "--seed", "5", "--records", str(root / "records"))
    claim("bots play it", code == 0, error)
    record = sorted((root / "records").glob("*.stos"))[0]
    claim("its records are verified", run(program, "record", "verify", record)[0] == 0)
    told = run(program, "record", "show", record)[1]
    claim("and told", "  1. random (bot)" in told and "@U (+" in told and "Winner: random (bot)" in told, told)


def try_lines(program):
    _, shown, error = run(program, "play", "climb(start=0)", "--seats", "Ola,random", "--seed", "3", "--plain", stdin="moves\nhint\nquit\n")
    for part in ("CLIMB   climbing, draw pile 4", "^ 1", "0 of 1 placed", "Place a card that is higher than the pile, such as `7@U`.", "A good player would play:"):
        claim(f"line mode shows '{part}'", part in shown, shown + error)
    refused = run(program, "engine", stdin=REFUSED)[1]
    claim("a refusal names its clause", "3 is too low (CL2)." in refused, refused)


def try_full_screen(program):
    sys.path.insert(0, str(TOP / "tests/term"))
    from terminal import Terminal  # noqa: PLC0415  (tmux is needed here only)
    with Terminal(f"{shlex.quote(str(program))} play climb --seats Ola,random --seed 3") as terminal:
        screen = terminal.wait("climbing, draw pile")
        claim("the full screen has its title, pile and duty", all(part in screen for part in ("CLIMB", "rising U", "left to 13", "0 of 1 placed")), screen)
        for _ in range(12):
            terminal.keys("Enter", "e")  # laid out, then sent
            screen = terminal.wait(lambda shown: "Winner:" in shown or "your turn" in shown)
            if "Winner:" in screen:
                break
        claim("a game is played to its end by two keys", "Winner:" in screen, screen)


def test_program(root, compiler):
    program = build_with_game(root, compiler, "stos") / "stos"
    try_bots_and_records(program, root)
    try_lines(program)
    try_full_screen(program)
    return 0


# ---------------------------------------------------------------- the package of npm

PLAYED = """import { loadStos, sentenceText, english } from "./stos.js";
const stos = await loadStos();
const game = stos.deal("climb(start=0)", { deck: [3, 9, 10, 13, 2, 11, 12, 4, 5, 6, 7, 8] });
const moves = [];
const say = (...words) => console.log(...words);
say(stos.games().map(({ name }) => name).join(), stos.bots("climb").join());
for (const [seat, move] of [[0, "9@U"], [1, "11@U"]]) {
  game.play(seat, move);
  moves.push({ seat, move });
}
try { game.play(0, "3@U"); } catch ({ code, clause }) { say(code, clause); }
for (let seat; (seat = game.nextActor()) >= 0;) {
  const [before, move] = [game.look(seat), await stos.choose(game.look(seat), { bot: "random", seed: moves.length })];
  if (!stos.sample(before, 3).moves(seat).includes(move)) say("a sample forgets a move");
  game.play(seat, move);
  moves.push({ seat, move });
  for (const told of stos.tell(before, seat, move, game.look(seat))) sentenceText(stos.gameWords("climb"), told, String, english);
}
const record = stos.writeRecord({ rules: "climb(start=0)", deck: stos.readRecord("stos record 1\\nrules: climb(start=0)\\ndeck: 3 9 10 13 2 11 12 4 5 6 7 8\\nresult: unfinished\\n").deck, moves });
say(stos.verify(record) === game.resultText(), stos.parsePosition(game.positionText()).equals(game), stos.show(game.look()).piles.length);
"""


def test_package(root, compiler):
    build = build_with_game(root, compiler, "wasm/package/stos.wasm", "web/src", "web/tools")
    node = shutil.which("node") or shutil.which("nodejs")
    for name in ("npm.mjs", "package.json", "tsconfig.json"):
        shutil.copy(TOP / "web" / name, root / "web")
    (root / "web/node_modules").symlink_to(TOP / "web/node_modules")
    subprocess.run([node, root / "web/npm.mjs", "--out", root / "package", "--parts", build / "wasm"], check=True, timeout=300)
    (root / "package/play.mjs").write_text(PLAYED)
    played = subprocess.run([node, "play.mjs"], cwd=root / "package", capture_output=True, text=True, timeout=120, check=False)
    claim("the package lists it with its bots", "lie,climb random" in played.stdout, played.stdout + played.stderr)
    claim("a refusal has its clause", "illegal_move CL2" in played.stdout, played.stdout)
    claim("it is played to its end, written, read back and shown", "true true 1" in played.stdout and "forgets" not in played.stdout, played.stdout + played.stderr)
    return 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        test = {"--program": test_program, "--package": test_package}.get(sys.argv[1], test_library)
        return test(pathlib.Path(folder), sys.argv[-1])


if __name__ == "__main__":
    sys.exit(main())
