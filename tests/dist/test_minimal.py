"""What a machine must have: in a clean Debian the library builds from a C compiler alone, and the game in the terminal from what
`./run play` installs, which is no server's.

Usage: test_minimal.py

The sources are those that git knows or would add. Prints the packages of each step.
"""
import os
import pathlib
import subprocess
import tempfile

from clean_debian import CleanDebian, claim, run

TOP = pathlib.Path(__file__).resolve().parents[2]
COMPILER = ["gcc", "libc6-dev"]
# The part of ./run that installs, with what it would build.
INSTALL = 'top=$0; source "$top/tools/setup.sh"; setup_build() { printf "%s\\n" "${switches[@]}"; }; setup_release "$@"'
TELL = 'top=$0; source "$1/tools/setup.sh"; setup_install() { echo "$*"; }; setup_build() { :; }; setup_release "${@:2}"'


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


def try_kinds():
    """What ./run installs for what it is asked; what was built before is not given up."""
    with tempfile.TemporaryDirectory() as folder:
        def kinds(*words):
            return run("bash", "-c", TELL, folder, TOP, *words, env={"PATH": os.environ["PATH"]}).stdout.split()

        claim("./run play needs no server", kinds("play") == ["play"])
        claim("./run serve needs no second one", kinds("--lang", "pl", "serve", "--store", "stos.db") == ["play", "serve"])
        for words in (("serve", "--store", "postgresql://db/stos"), ("worker", "nats://host"), ("sim", "lie", "--cluster=nats://host")):
            claim(f"./run {' '.join(words)} needs several", kinds(*words) == ["play", "serve", "several"])
        cache = pathlib.Path(folder) / "build/release/CMakeCache.txt"
        cache.parent.mkdir(parents=True)
        cache.write_text("STOS_SERVER:BOOL=ON\nSTOS_CLUSTER:BOOL=OFF\n")
        claim("./run play keeps the server", kinds("play") == ["play", "serve"])


def install_for_play(debian):
    """Returns the switches of the build."""
    printed = debian.inside("bash", "-c", INSTALL, "/stos", "play").stdout.split()
    there = set(debian.inside("dpkg-query", "--show", "--showformat", "${Package}\\n").stdout.split())
    rows = [line.split()[:2] for line in (TOP / "tools/packages").read_text().splitlines() if line and not line.startswith("#")]
    print("packages:", *[name for name, kind in rows if kind == "play"], flush=True)
    claim("./run play installs what playing needs", {name for name, kind in rows if kind == "play"} <= there)
    claim("and nothing of a server", not {name for name, kind in rows if kind in ("serve", "several")} & there, str(sorted(there)))
    claim("it builds no server", "STOS_SERVER=OFF" in printed, str(printed))
    return printed


def build_terminal(debian, record, switches):
    debian.inside("cmake", "-S", "/stos", "-B", "/build", "-G", "Ninja", "-DCMAKE_C_FLAGS=-O1", *(f"-D{switch}" for switch in switches))
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
    try_kinds()
    with tempfile.TemporaryDirectory() as folder:
        debian = CleanDebian(pathlib.Path(folder) / "root")
        copy_sources(debian.root / "stos")
        install(debian, COMPILER)
        record = build_library(debian)
        build_terminal(debian, record, install_for_play(debian))


main()
