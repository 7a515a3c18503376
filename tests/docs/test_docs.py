"""Every command in README.md, docs/ and tools/train/README.md works. A failing one is named by file and line.

Usage: test_docs.py PROGRAM [PAGE...]

Each page gets a copy of the repository and runs there as root of a private world: its own network (so servers have the ports that
the page names, and the machine `server` is this one), its own /var/lib and /var/backups, its own home. `stos` is PROGRAM, and
the real ./run finds it as already built. commands.py says which commands there are, and how a page may say that one is not to be run.

What the text of a page names twice, with the same size as cut here, runs once. Sizes are cut by one rule for all pages: what an option of MOST says, or leaves to its default (DEFAULTS), becomes at most that, and so do the
nodes of a single bot (strong:nodes=500); an accuracy becomes at least that of LEAST. Words like FILE, PROGRAM and CODE stand for what the test has there. A command that serves is
started, has to answer, runs until the end of its block or the next such command, and has to stop gracefully. A command that
fills the screen gets a terminal, must draw, and is ended by Ctrl-C. What cannot be run because it only names a command (`stos sim`,
`stos solve ... --dice`) or is skipped must still name a command and options that exist.
"""
import fcntl
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import traceback

import commands
from places import Place, Trouble, serve_a_table

TOP = pathlib.Path(__file__).resolve().parents[2]
MOST = {"--games": 1, "--deals": 1, "--nodes": 5, "--iterations": 4, "--kills": 1, "--tables": 8, "--parallel": 4, "--seconds": 0.1}
LEAST = {"--until": 0.05}
DEFAULTS = {"sim": ["--games", "--nodes"], "analyze": ["--deals"], "bench": ["--seconds"], "load": ["--seconds"], "server": ["--seconds"], "guard": ["--seconds"], "batch": ["--seconds"]}
WHOLE_NUMBERS = re.compile(r"\b(\w*load|kills|proxy|nodes|restart)\b")  # of seconds
UNLESS = {"--nodes": "--ms", "--deals": "--table"}  # with these a default does not apply
PLACEHOLDER = re.compile(r"…|\.\.\.|\||\b[A-Z]+\b")
NEEDS = {"sim": "'", "solve": "'", "analyze": r"\.stos", "record": r"\.stos"}  # arguments without which a command is only named
TABLE_NAMES = {"HOST:PORT": "address", "CODE#KEY": "link", "CODE": "code", "bamoteki": "code", "5f0c19a2b3d4e5f6": "person"}


# ---- the private world


def furnish_private_world():
    """The loopback is brought up, the folders are emptied, and the machines that the pages name are this one."""
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH14x", b"lo", 0x49))  # SIOCSIFFLAGS: up, loopback, running
    for folder in ("/var/lib", "/var/backups"):
        subprocess.run(["mount", "-t", "tmpfs", "stos-docs", folder], check=True)
    hosts = pathlib.Path("/var/backups/hosts")
    hosts.write_text("127.0.0.1 localhost server db.example.org\n")
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)


def enter_private_world():
    """Starts this file again where it can do no harm, with a PostgreSQL server on the port that is usual in there."""
    stage, again = os.environ.get("STOS_DOCS_STAGE"), [sys.executable, *sys.argv]
    if stage == "inside":
        return
    if stage == "entered":
        furnish_private_world()
        os.execve(TOP / "tests/store/with-postgres", ["with-postgres", *again], {**os.environ, "STOS_DOCS_STAGE": "inside"})
    if os.geteuid() != 0:
        sys.exit("test_docs: only root can make the private world in which servers have the ports that the pages name")
    os.execvpe("unshare", ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private",
                           *again], {**os.environ, "STOS_DOCS_STAGE": "entered"})


# ---- what a command becomes


def cut(text):
    """The command with its sizes cut."""
    name = re.match(r"(?:stos|stos-measure|\./run) (\w+)", text)
    most = {option: max(1, value) if WHOLE_NUMBERS.search(text) else value for option, value in MOST.items()}
    for option in DEFAULTS.get(name[1], []) if name else []:
        if option not in text and UNLESS.get(option, option) not in text:
            text += f" {option} {most[option]}"

    def smaller(match):
        return f"{match[1]} {match[2] if float(match[2]) <= most[match[1]] else most[match[1]]}"

    text = re.sub(r"(%s) ([\d.]+)(?!\S)" % "|".join(MOST), smaller, text)
    text = re.sub(r":nodes=(\d+)", lambda match: f":nodes={min(int(match[1]), most['--nodes'])}", text)
    return re.sub(r"(--until) (\S+)", lambda match: f"{match[1]} {max(float(match[2]), LEAST[match[1]])}", text)


def named(block, command, names):
    """The words of a command with what stands for its placeholders, and what its markers add."""
    text = command.text
    for marker in block.marked("add", command):
        text += f" {marker.rest}"
    for word, value in names.items():
        text = re.sub(rf"(?<![\w:]){re.escape(word)}(?![\w#])", lambda _, value=value: value, text)
    return text


# ---- commands that are only named


class Vocabulary:
    """The commands of the program and their options, as its help tells them; asked once."""

    def __init__(self, program):
        self.program, self.helps = program, {}

    def help_of(self, program, name):
        if (program, name) not in self.helps:
            path = self.program.with_name(program) if program == "stos-measure" else self.program
            done = subprocess.run([path, name, "--help"], capture_output=True, text=True, env={"LC_ALL": "C"}, timeout=300, check=False)
            self.helps[program, name] = done.stdout if done.returncode == 0 else None
        return self.helps[program, name]

    def check(self, text):
        """Raises when the words name a command, an option or a script that is not there."""
        words = text.split()
        if words[0] in ("stos", "./run", "stos-measure") and len(words) > 1:
            known = self.help_of(words[0], words[1])
            if known is None:
                raise Trouble(f"there is no command `{words[0]} {words[1]}`")
        else:
            files = [TOP / word for word in words if re.match(r"(data|dist|docs|python|tests|tools)/", word)]
            if not all(path.is_file() for path in files):
                raise Trouble("it names a file that this repository does not have")
            known = "".join(path.read_text(errors="replace") for path in files)
        missing = [option for option in re.findall(r"(?<!\S)--[a-z][a-z-]+", text) if known and option not in known]
        if missing:
            raise Trouble(f"there is no option {' '.join(missing)}")


def is_only_named(block, text):
    """In the text: a command without options or what it works on, or with a placeholder that nothing stands for."""
    name = re.match(r"(?:stos|\./run) (\w+)", text)
    is_short = not re.search(r"--|'", text) or (name and not re.search(NEEDS.get(name[1], ""), text))
    return block.kind == "text" and bool(is_short or PLACEHOLDER.search(text))


# ---- running a page


def without_times(line):
    """A line of output without what differs from run to run."""
    return " ".join(re.sub(r"[\d.]+ ms\b", "N ms", line).split())


def compare(block, printed):
    """Raises when the page says that a command prints something that it does not print."""
    lines = {without_times(line) for line in printed.splitlines()}
    missing = [line for line in block.output if without_times(line) not in lines]
    if missing:
        raise Trouble(f"does not print: {missing[0]}\nbut:\n{printed[-2000:]}")


def run_block(place, block, vocabulary):
    """Yields (line, words, trouble or None) for each command."""
    names = {"PROGRAM": str(place.program), "FILE": "game.stos"}
    for marker in block.marked("first"):
        place.run(marker.rest)
    for marker in block.marked("beside"):
        place.start(marker.rest)
    if block.marked("table"):
        table = serve_a_table(place)
        names.update({word: table[what] for word, what in TABLE_NAMES.items()})
    for command in block.commands:
        words, trouble = named(block, command, names), None
        try:
            if block.marked("skip", command) or is_only_named(block, words):
                vocabulary.check(command.text)
            elif block.kind == "text" and " serve" not in words and cut(words) in place.shown:
                pass  # a row that is measured like another one
            elif block.kind == "python":
                place.run_python(command.text)
            elif block.output:
                compare(block, place.do(words))
            else:
                words = cut(words)
                place.do(words)
                place.shown.add(words)
        except Trouble as found:
            trouble = str(found)
        yield command.line, words, trouble
    try:
        place.stop_all()
    except Trouble as found:
        yield block.line, "the servers of this block", str(found)


def run_page(place, page, vocabulary):
    """Runs a page; returns how many commands it has, and the complaints."""
    count, complaints = 0, []
    try:
        for block in commands.blocks_of((TOP / page).read_text(encoding="utf-8")):
            for line, words, trouble in run_block(place, block, vocabulary):
                count += 1
                if trouble:
                    complaints.append(f"{page}:{line}: {words}\n{trouble}")
    except commands.BadMarker as error:
        complaints.append(f"{page}:{error}")
    except Exception:
        complaints.append(f"{page}: {traceback.format_exc()}")
    finally:
        place.end()
    return count, complaints


def copy_repository(folder):
    """The files of the repository as they are now, without what was built."""
    built = {TOP / ".git", TOP / "build", TOP / "web/node_modules", TOP / "web/.installing"}

    def left_out(where, names):
        return [name for name in names if pathlib.Path(where, name) in built or name == "__pycache__" or name.startswith("stos.db")]

    shutil.copytree(TOP, folder, ignore=left_out, symlinks=True, dirs_exist_ok=True)


def main():
    enter_private_world()
    program = pathlib.Path(sys.argv[1]).resolve()
    pages = sys.argv[2:] or ["README.md", "tools/train/README.md", *sorted(str(path.relative_to(TOP)) for path in (TOP / "docs").glob("*.md"))]
    vocabulary, total, wrong = Vocabulary(program), 0, 0
    with tempfile.TemporaryDirectory(prefix="stos-docs.") as name:
        work = pathlib.Path(name)
        subprocess.run(["mount", "-t", "tmpfs", "stos-docs", name], check=True)
        (work / "copy").mkdir()
        copy_repository(work / "copy")
        for page in pages:
            count, complaints = run_page(Place(work, program), page, vocabulary)
            print(f"{page}: {count} commands, {len(complaints)} do not work", *complaints, sep="\n\n" if complaints else "", flush=True)
            total, wrong = total + count, wrong + len(complaints)
        subprocess.run(["umount", "--lazy", name], check=True)
    if not total:
        sys.exit("test_docs: no page has any command")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
