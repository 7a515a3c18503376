"""commands.py - finds the commands in a page of Markdown, with their lines, and what the markers above them say about running them.

Commands are the lines of a block that is fenced as ```sh (a backslash at the end joins lines), whole blocks of ```python, and in
the text `stos ...`, `./run ...` and scripts of tests/ with arguments, between backquotes. A marker is a comment above a block, a
paragraph or a table; "PART" says which of its commands are meant, without it all are:

  <!-- check: skip "PART" REASON -->     not run, for this reason
  <!-- check: add "PART" OPTIONS -->     run with these options at the end, to make it shorter
  <!-- check: first COMMAND -->          run before it, to make what a reader already has
  <!-- check: beside COMMAND -->         a server that runs meanwhile
  <!-- check: table -->                  beside `stos serve` with a table on it, whose names stand for those of the text
"""
import dataclasses
import re

MARKER = re.compile(r'^<!-- check: (skip|add|first|beside|table)(?: "([^"]+)")?(?: (.*?))? -->$')
FENCE = re.compile(r"^```(\w*)$")
SPAN = re.compile(r"`([^`]+)`")
IN_TEXT = re.compile(r"(stos|\./run|tests/\S+|python3 tests/\S+) ")


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
    """What one set of markers holds for; kind is `sh`, `python` or `text`."""
    line: int
    kind: str
    commands: list
    markers: list

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
    if bool(rest) == (verb == "table"):
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


def blocks_of(text):
    """The blocks of a page that hold commands, in order."""
    markers, fence, first, lines = [], None, 0, []

    def finished(kind):
        nonlocal markers, lines
        block = make_block(kind, first, lines, markers) if kind in ("sh", "python", "text") else None
        markers, lines = [], []
        return [block] if block and block.commands else []

    for number, line in enumerate(text.split("\n") + [""], 1):
        opens = FENCE.match(line)
        if fence is not None and line != "```":
            lines.append(line)
        elif fence is not None:
            yield from finished(fence)
            fence = None
        elif line.startswith("<!-- check"):
            markers.append(read_marker(number, line))
        elif opens or not line.strip():
            if lines:
                yield from finished("text")
            if opens:
                fence, first = opens[1] or "none", number + 1
        else:
            first = first if lines else number
            lines.append(line)
