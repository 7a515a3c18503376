"""ansi_svg.py - a terminal's screen as a picture: text with escape sequences, as `tmux capture-pane -e` gives it, becomes SVG.

Every character has a place of its own, so the picture is the same in every font of even width; the lines of boxes are drawn.
Colours are those of xterm, on a dark ground.
"""
import re
import unicodedata
from xml.sax.saxutils import escape

WIDTH, HEIGHT, SIZE, MARGIN = 9, 19, 15, 10  # of a cell, of the letters, around the screen
GROUND, INK = "#14171c", "#d7dae0"
BASIC = ["#1c1f24", "#e06c75", "#7fbf7f", "#d9b56c", "#6aa2e0", "#c58fd9", "#5fc2c2", "#d7dae0",
         "#6b717d", "#f08b92", "#9bd79b", "#f0d08a", "#8cbcf0", "#dcaaf0", "#80dada", "#ffffff"]
SEQUENCE = re.compile(r"\033\[([0-9;]*)m|\033\([AB0]|[\016\017]")
CUBE = (0, 95, 135, 175, 215, 255)
# The edges of a cell that a line goes between: left, right, up, down; and how thick it is.
LINES = {"─": ("lr", 1), "│": ("ud", 1), "┌": ("rd", 1), "┐": ("ld", 1), "└": ("ru", 1), "┘": ("lu", 1),
         "━": ("lr", 2.4), "┃": ("ud", 2.4), "┏": ("rd", 2.4), "┓": ("ld", 2.4), "┗": ("ru", 2.4), "┛": ("lu", 2.4)}
EIGHTHS = " ▁▂▃▄▅▆▇█"


def colour(number):
    """The colour of a number from 0 to 255."""
    if number < 16:
        return BASIC[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    number -= 16
    return "#" + "".join(f"{CUBE[part]:02x}" for part in (number // 36, number // 6 % 6, number % 6))


class Style:
    """How the next characters look."""

    def __init__(self):
        self.obey([0])

    def obey(self, codes):
        """Takes the numbers of one sequence."""
        codes = list(codes)
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.ink, self.ground, self.bold, self.dim, self.turned = None, None, False, False, False
            elif code in (1, 2, 7):
                setattr(self, {1: "bold", 2: "dim", 7: "turned"}[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code == 27:
                self.turned = False
            elif code in (38, 48) and codes[:1] == [5]:
                setattr(self, "ink" if code == 38 else "ground", colour(codes[1]))
                del codes[:2]
            elif 30 <= code <= 39 or 90 <= code <= 97:
                self.ink = None if code in (38, 39) else colour(code - 30 if code < 90 else code - 82)
            elif 40 <= code <= 49 or 100 <= code <= 107:
                self.ground = None if code in (48, 49) else colour(code - 40 if code < 100 else code - 92)

    def look(self):
        """Ink, ground or None, bold, opacity."""
        ink, ground = self.ink or INK, self.ground
        if self.turned:
            ink, ground = ground or GROUND, ink
        return ink, ground, self.bold, 0.6 if self.dim else 1


def cells(line, style):
    """The characters of a line with their looks, each in its columns; the style goes on into the next line."""
    found, at, column = [], 0, 0
    while at < len(line):
        sequence = SEQUENCE.match(line, at)
        if sequence:
            if sequence[1] is not None:
                style.obey(int(code or 0) for code in sequence[1].split(";"))
            at = sequence.end()
            continue
        found.append((column, line[at], style.look()))
        column += 2 if unicodedata.east_asian_width(line[at]) in "WF" else 1
        at += 1
    return found


def draw_lines(character, x, y, ink):
    """A piece of a box: from one edge of the cell over its middle to another."""
    ways, thick = LINES[character]
    middle = (x + WIDTH / 2, y + HEIGHT / 2)
    ends = {"l": (x, middle[1]), "r": (x + WIDTH, middle[1]), "u": (middle[0], y), "d": (middle[0], y + HEIGHT)}
    path = "L".join(f"{at[0]:g} {at[1]:g}" for at in (ends[ways[0]], middle, ends[ways[1]]))
    return f'<path d="M{path}" stroke="{ink}" stroke-width="{thick}"'


def draw_cell(column, row, character, look):
    ink, ground, bold, opacity = look
    x, y = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
    parts = [f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" fill="{ground}"/>'] if ground else []
    seen = f' opacity="{opacity}"' if opacity < 1 else ""
    if character in LINES:
        parts.append(f"{draw_lines(character, x, y, ink)}{seen}/>")
    elif character in EIGHTHS[1:]:
        high = HEIGHT * EIGHTHS.index(character) / 8
        parts.append(f'<rect x="{x}" y="{y + HEIGHT - high:g}" width="{WIDTH}" height="{high:g}" fill="{ink}"{seen}/>')
    elif character != " ":
        weight = ' font-weight="bold"' if bold else ""
        parts.append(f'<text x="{x + WIDTH / 2:g}" y="{y + HEIGHT - 5}" fill="{ink}"{weight}{seen}>{escape(character)}</text>')
    return "".join(parts)


def svg_of(screen, columns, rows, title):
    """The picture of a screen; `title` is for those who cannot see it."""
    width, height = 2 * MARGIN + columns * WIDTH, 2 * MARGIN + rows * HEIGHT
    style, drawn = Style(), []
    for row, line in enumerate(screen.split("\n")[:rows]):
        drawn += [draw_cell(column, row, character, look) for column, character, look in cells(line, style)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">'
            f"<title>{escape(title)}</title>"
            f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>'
            f'<g font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="{SIZE}" text-anchor="middle" fill="none">'
            + "\n".join(part for part in drawn if part) + "</g></svg>\n")
