#!/usr/bin/env python3
"""tools/pictures makes every picture of the manual: each is there, of the size of its window, not blank, and shown by
index.html with words.

Usage: test_pictures.py PROGRAM
"""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.path.abspath(sys.argv[1])
CELL = (9, 19)
WINDOWS = {"page-phone.png": (390, 844), "term-replay.svg": (120, 36)}
SVG = "{http://www.w3.org/2000/svg}"


def read_png(path):
    """Size, and the bytes of the rows as they are packed: a blank picture has almost none that differ."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", f"{path.name} is no PNG"
    at, packed, size = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    return size, zlib.decompress(packed)


def check_png(path):
    size, rows = read_png(path)
    assert size == WINDOWS.get(path.name, (1280, 800)), f"{path.name} has the size {size}"
    stride = len(rows) // size[1]
    different = {rows[at * stride:(at + 1) * stride] for at in range(size[1])}
    assert len(different) > size[1] // 4, f"{path.name} is all but blank: {len(different)} different rows"
    assert path.stat().st_size < 500_000, f"{path.name} has {path.stat().st_size} bytes"


def check_svg(path):
    picture = xml.etree.ElementTree.parse(path).getroot()
    columns, rows = WINDOWS.get(path.name, (80, 24))
    assert (int(picture.get("width")) - 20, int(picture.get("height")) - 20) == (columns * CELL[0], rows * CELL[1]), path.name
    letters = "".join(text.text for text in picture.iter(f"{SVG}text"))
    assert len(letters) > 100, f"{path.name} says only {letters!r}"
    assert len({text.get("fill") for text in picture.iter(f"{SVG}text")}) >= 3, f"{path.name} has no colours"
    assert picture.find(f"{SVG}title").text, f"{path.name} says what it shows"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([ROOT / "tools/pictures", "--program", PROGRAM, folder], check=True)
        index = (folder / "index.html").read_text(encoding="utf-8")
        shown = re.findall(r'<img src="([^"]+)" alt=""><figcaption>[^<]{10,}</figcaption>', index)
        made = sorted(path.name for path in folder.iterdir() if path.suffix != ".html")
        assert sorted(shown) == made and len(made) == 15, (shown, made)
        for path in folder.glob("*.png"):
            check_png(path)
        for path in folder.glob("*.svg"):
            check_svg(path)
    print(f"{len(made)} pictures")


main()
