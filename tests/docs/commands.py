"""commands.py - finds the commands in a page of Markdown, with their lines, and what the markers above them say about running them.

Commands are the lines of a block that is fenced as ```sh (a backslash at the end joins lines), whole blocks of ```python, and in
the text `stos ...`, `stos-measure ...`, `./run ...` and scripts of tests/ with arguments, between backquotes. A marker is a comment above a block, a
paragraph or a table; "PART" says which of its commands are meant, without it all are:

  <!-- check: skip "PART" REASON -->     not run, for this reason
  <!-- check: add "PART" OPTIONS -->     run with these options at the end, to make it shorter
  <!-- check: first COMMAND -->          run before it, to make what a reader already has
  <!-- check: beside COMMAND -->         a server that runs meanwhile
  <!-- check: table -->                  beside `stos serve` with a table on it, whose names stand for those of the text
  <!-- check: output -->                 run as it is, and it prints what the block without a language right below says
"""
import dataclasses
import re

MARKER = re.compile(r'^<!-- check: (skip|add|first|beside|table|output)(?: "([^"]+)")?(?: (.*?))? -->$')
FENCE = re.compile(r"^```(\w*)$")
SPAN = re.compile(r"`([^`]+)`")
IN_TEXT = re.compile(r"(stos|stos-measure|\./run|tests/\S+|python3 tests/\S+) ")


@dataclasses.dataclass
class Marker:
    line: int
    verb: str
    part: str
    rest: str


@dataclasses.dataclass
class Command:
    line: int
    text: str


@dataclasses.dataclass
class Block:
    """What one set of markers holds for; kind is `sh`, `python` or `text`. `output` is what the page says that it prints."""
    line: int
    kind: str
    commands: list
    markers: list
    output: list = dataclasses.field(default_factory=list)

    def marked(self, verb, command=None):
        """The markers with this verb, for this command."""
        return [marker for marker in self.markers if marker.verb == verb and (command is None or (marker.part or "") in command.text)]


class BadMarker(Exception):
    """A marker that cannot be understood, or means nothing."""


def read_marker(number, line):
    match = MARKER.match(line)
    if not match:
        raise BadMarker(f"{number}: a marker that nobody understands: {line}")
    verb, part, rest = match[1], match[2] or "", match[3] or ""
    if bool(rest) == (verb in ("table", "output")):
        raise BadMarker(f"{number}: `{verb}` says {'too much' if rest else 'not why, or not what'}: {line}")
    return Marker(number, verb, part, rest)


def without_remark(line):
    """A line of shell without the comment at its end."""
    return re.sub(r"(^|\s+)#(\s.*)?$", "", line)


def shell_commands(first, lines):
    found, number, text = [], first, ""
    for offset, line in enumerate(lines):
        if not text:
            number = first + offset
        text += line
        if text.endswith("\\"):
            text = text[:-1]
            continue
        if without_remark(text).strip():
            found.append(Command(number, without_remark(text).strip()))
        text = ""
    return found


def text_commands(first, lines):
    text = "\n".join(lines)
    return [Command(first + text.count("\n", 0, match.start()), " ".join(match[1].split()))
            for match in SPAN.finditer(text) if IN_TEXT.match(match[1])]


def make_block(kind, first, lines, markers):
    if kind == "python":
        commands = [Command(first, "\n".join(lines))]
    else:
        commands = (shell_commands if kind == "sh" else text_commands)(first, lines)
    block = Block(first, kind, commands, markers)
    for marker in markers:
        if not any(marker.part in command.text for command in commands):
            raise BadMarker(f"{marker.line}: there is no command with {marker.part!r} below")
    return block


class Reader:
    """Collects the blocks of a page, line by line."""

    def __init__(self):
        self.blocks, self.markers, self.lines, self.fence, self.first, self.waiting = [], [], [], None, 0, None

    def finish(self, kind):
        """What was collected is a block of this kind, or what the block before it prints."""
        lines, markers, self.lines, self.markers = self.lines, self.markers, [], []
        if kind == "none" and self.waiting:
            self.waiting.output, self.waiting = lines, None
            return
        self.expect_output()
        block = make_block(kind, self.first, lines, markers) if kind in ("sh", "python", "text") else None
        if block and block.commands:
            self.blocks.append(block)
            self.waiting = block if block.marked("output") else None

    def expect_output(self):
        if self.waiting:
            raise BadMarker(f"{self.waiting.marked('output')[0].line}: the output is not right below the commands")

    def read(self, number, line):
        opens = FENCE.match(line)
        if self.fence is not None and line != "```":
            self.lines.append(line)
        elif self.fence is not None:
            self.finish(self.fence)
            self.fence = None
        elif line.startswith("<!-- check"):
            self.markers.append(read_marker(number, line))
        elif opens or not line.strip():
            if self.lines:
                self.finish("text")
            if opens:
                self.fence, self.first = opens[1] or "none", number + 1
        else:
            self.first = self.first if self.lines else number
            self.lines.append(line)


def blocks_of(text):
    """The blocks of a page that hold commands, in order."""
    reader = Reader()
    for number, line in enumerate(text.split("\n") + [""], 1):
        reader.read(number, line)
    reader.expect_output()
    return reader.blocks
