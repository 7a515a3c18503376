"""Proves the library's part of CONTRIBUTING's "Adding a game": does its steps for a fourth game, CLIMB, in a copy of the
library, and plays that game. Each edit below is one that the checklist asks for; when the library needs another one, this
fails and the checklist has to name it, too.

Usage: test_toy.py CC
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[2]
CC = sys.argv[1]
FLAGS = ["-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror", "-g", "-fsanitize=address,undefined",
         "-fno-sanitize-recover=all"]
LIBRARIES = ["-lcmocka", "-lsodium", "-lm"]

TYPES = """
/* climb. */
enum { STOS_CLIMB_CARDS = 12 };
enum { STOS_CLIMB_START }; /* options */
enum { STOS_CLIMB_START_LOT = -1 };

struct stos_climb_table {
    uint64_t gone;
    int8_t option[1];
    uint8_t phase;
    uint8_t turn;
    int8_t winner; /* seat or -1 */
};

struct stos_climb {
    struct stos_climb_table table;
    uint64_t hand[2];
    uint8_t drawn;
    uint8_t draw[STOS_CLIMB_CARDS];
};

struct stos_climb_view {
    struct stos_climb_table table;
    uint64_t hand;
    int8_t seat;
    uint8_t hand_count[2];
    uint8_t draw_count;
};
"""

# (step of the checklist, file, what stands there once, what stands there then)
EDITS = [
    (2, "include/stos_games.h", "struct stos_facetoface_table {", TYPES + "\nstruct stos_facetoface_table {"),
    (2, "include/stos.h", "STOS_LIE, STOS_GAMES", "STOS_LIE, STOS_CLIMB, STOS_GAMES"),
    (2, "include/stos.h", "struct stos_lie lie;", "struct stos_lie lie;\n        struct stos_climb climb;"),
    (2, "include/stos.h", "struct stos_lie_view lie;", "struct stos_lie_view lie;\n        struct stos_climb_view climb;"),
    (5, "include/stos.h", "    /* lie */\n", "    STOS_CLIMB_TOO_LOW,\n    /* lie */\n"),
    (5, "src/game/error.c", "    [STOS_HELPED_ALREADY]",
     '    [STOS_CLIMB_TOO_LOW] = {"illegal_move", "CL2", N_("{n} is too low"), NULL},\n    [STOS_HELPED_ALREADY]'),
    (5, "src/game/game.h", "extern const stos_game game_thegame",
     "extern const stos_game game_climb;\nextern const struct game_show climb_show;\nextern const struct game_texts climb_texts;\nextern const struct game_numbers climb_numbers;\n"
     "extern const stos_game game_thegame"),
    (5, "src/game/games.c", "[STOS_LIE] = &game_lie,", "[STOS_LIE] = &game_lie,\n    [STOS_CLIMB] = &game_climb,"),
]


def edit(root, step, name, old, new):
    path = root / name
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"step {step}: {name} no longer has exactly one '{old}'")
    path.write_text(text.replace(old, new))


def add_game(root):
    for folder in ("include", "src/base", "src/game"):
        shutil.copytree(TOP / folder, root / folder)
    for change in EDITS:
        edit(root, *change)
    shutil.copytree(HERE / "climb", root / "src/game/climb")


def main():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        add_game(root)
        sources = [*root.glob("src/base/*.c"), *root.glob("src/game/**/*.c"), HERE / "test_climb.c"]
        subprocess.run([CC, *FLAGS, f"-I{root}/include", f"-I{root}/src", *sources, "-o", root / "test_climb",
                        *LIBRARIES], check=True, timeout=300)
        return subprocess.run([root / "test_climb"], check=False, timeout=300).returncode


if __name__ == "__main__":
    sys.exit(main())
