"""What a machine must have: in a clean Debian the library builds from a C compiler alone, and the game in the terminal from that and
two libraries.

Usage: test_minimal.py

The sources are those that git knows or would add. Prints the packages of each step.
"""
import pathlib
import subprocess
import tempfile

from clean_debian import CleanDebian, claim, run

TOP = pathlib.Path(__file__).resolve().parents[2]
COMPILER = ["gcc", "libc6-dev"]
TERMINAL = ["cmake", "ninja-build", "pkg-config", "libncurses-dev", "libjansson-dev"]


def copy_sources(target):
    target.mkdir()
    names = run("git", "-C", TOP, "ls-files", "-z", "--cached", "--others", "--exclude-standard").stdout
    present = "\0".join(name for name in names.split("\0") if name and (TOP / name).exists())
    packed = subprocess.run(["tar", "-C", TOP, "--null", "--files-from=-", "-c"], input=present.encode(), stdout=subprocess.PIPE, check=True)
    subprocess.run(["tar", "-C", target, "-x"], input=packed.stdout, check=True)


def install(debian, packages):
    debian.inside("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *packages)
    print("packages:", *packages, flush=True)


def build_library(debian):
    """The library and the example of docs/, by one call of the compiler."""
    done = debian.inside("sh", "-c", "cd /stos && cc -std=c17 -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc"
                         " $(find src/base src/game -name '*.c') docs/example.c -o /example && /example")
    claim("the library and its example build from a C compiler alone", "thegame(" in done.stdout, done.stdout)
    return done.stdout


def build_terminal(debian, record):
    debian.inside("cmake", "-S", "/stos", "-B", "/build", "-G", "Ninja", "-DSTOS_SERVER=OFF", "-DCMAKE_C_FLAGS=-O1")
    debian.inside("ninja", "-C", "/build", "stos")
    verified = debian.inside("/build/stos", "record", "verify", "-", input=record)
    claim("the program without a server reads the example's record", verified.returncode == 0, verified.stderr)
    played = debian.inside("/build/stos", "play", "facetoface", "--seats", "Ola,quick", "--plain", input="quit\n", good=False)
    claim("a game begins in the terminal", "Ola" in played.stdout or "your hand" in played.stdout, played.stdout + played.stderr)
    helped = debian.inside("/build/stos", "--help").stdout
    claim("it knows what needs a server, and has left it out", "\n  serve " not in helped and "\n  play " in helped, helped)
    won = debian.inside("/build/stos", "sim", "facetoface", "--bots", "steady,random", "--games", "20", "--json")
    claim("its bots play", '"games"' in won.stdout, won.stdout)


def main():
    with tempfile.TemporaryDirectory() as folder:
        debian = CleanDebian(pathlib.Path(folder) / "root")
        copy_sources(debian.root / "stos")
        install(debian, COMPILER)
        record = build_library(debian)
        install(debian, TERMINAL)
        build_terminal(debian, record)


main()
