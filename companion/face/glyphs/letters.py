"""Faces: the bitmap letters and digits by size, and how wide a text is in them."""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from PIL import Image

from companion.game.kinds import distinct_type
from companion.glyph_sheets.sheet import read_sheet

_BITS: Final = str.maketrans(".#", "01")
FaceName = Literal["tiny", "tight", "label", "small", "medium", "slim", "narrow", "large", "huge"]

_SAME: Final = {"\N{MINUS SIGN}": "–", "\N{NON-BREAKING HYPHEN}": "-"}
_PLAIN: Final = {"ı": "i", "ẞ": "ß", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}
"""Letters that have others' forms without being made of them."""
_NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"
_THIN_SPACES: Final = "\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"


@distinct_type
class Glyph(NamedTuple):
    """A picture to paste: `mask` without the blank rows above and below it.

    `top` is the row where it begins, counted down from the sheet's reference line (for a letter the
    top of the capitals); `width` is what it takes in a line, blank columns included.
    """

    mask: Image.Image
    top: int
    width: int


def draw_glyph(rows: tuple[str, ...], above: int = 0) -> Glyph:
    """Return the glyph that these rows draw, `above` of them over the reference line."""
    width = len(rows[0])
    lit = [n for n, row in enumerate(rows) if "#" in row] or [0]
    first = lit[0]
    last = lit[-1]
    # Pillow begins each row of mode "1" with a new byte.
    stride = (width + 7) // 8
    pad = stride * 8 - width
    data = b"".join(
        (int(row.translate(_BITS), 2) << pad).to_bytes(stride, "big")
        for row in rows[first : last + 1]
    )
    return Glyph(Image.frombytes("1", (width, last - first + 1), data), first - above, width)


class Typeface:
    """One set of letters, all measures in pixels.

    `cap` is the height of capitals and digits. A glyph may reach `above` rows over the top of the
    capitals (accents) and `below` rows under the baseline; `gap` dark columns part two glyphs.
    """

    def __init__(self, name: FaceName) -> None:
        """Read the face's sheet; each glyph is made when first drawn."""
        settings, rows = read_sheet(name)
        if name in (
            "label",
            "tight",
        ):  # capitals alone; figures and signs are those of another sheet
            small = read_sheet("small")
            fewer = small.settings["below"] - settings["below"]
            capitals = rows | {char.lower(): drawn for char, drawn in rows.items()}
            rows = {char: drawn[:-fewer] for char, drawn in small.rows.items()} | capitals
        self._rows: Final = rows
        self.cap: Final = settings["cap"]
        self.above: Final = settings["above"]
        self.below: Final = settings["below"]
        self.gap: Final = settings["gap"]
        space = settings["space"]
        blank = "." * space
        self._made: Final[dict[str, Glyph]] = {
            char: draw_glyph((blank,))._replace(width=space) for char in (" ", _NO_BREAK_SPACE)
        }
        for char in _THIN_SPACES:
            self._made[char] = draw_glyph(("." * max(1, space // 2),))

    @property
    def chars(self) -> frozenset[str]:
        """Every character that the face draws, spaces apart."""
        return frozenset(self._rows)

    def glyph(self, char: str) -> Glyph:
        """Return the glyph of one character; a hollow box for a character that the face lacks."""
        glyph = self._made.get(char)
        if glyph is None:
            rows = self._rows.get(_SAME.get(char, char))
            if rows is None:  # a hollow box as tall as a capital
                wide = max(3, self.cap * 4 // 7)
                edge = "#" * wide
                sides = ["#" + "." * (wide - 2) + "#"] * (self.cap - 2)
                rows = (*["." * wide] * self.above, edge, *sides, edge)
            glyph = draw_glyph(rows, self.above)
            self._made[char] = glyph
        return glyph

    def glyphs(self, string: str) -> list[Glyph]:
        """Return the glyphs of a line of text."""
        if not string.isascii():
            string = unicodedata.normalize("NFC", string)
        return [self.glyph(char) for char in string]

    def width(self, string: str) -> int:
        """Return the columns that a line of text takes, without a gap after the last glyph."""
        glyphs = self.glyphs(string)
        return sum(glyph.width for glyph in glyphs) + self.gap * max(0, len(glyphs) - 1)


@cache
def face(name: FaceName) -> Typeface:
    """Return the face of that name, read once."""
    return Typeface(name)


@lru_cache(maxsize=256)
def line(string: str, name: FaceName) -> Glyph:
    """Return a line of text as one glyph, kept since the next picture has most lines again.

    string: not empty.
    """
    letters = face(name)
    glyphs = letters.glyphs(string)
    top = min(glyph.top for glyph in glyphs)
    bottom = max(glyph.top + glyph.mask.height for glyph in glyphs)
    mask = Image.new("1", (letters.width(string), bottom - top))
    x = 0
    for glyph in glyphs:
        mask.paste(255, (x, glyph.top - top), glyph.mask)
        x += glyph.width + letters.gap
    return Glyph(mask, top, mask.width)


@lru_cache(maxsize=512)
def text_width(string: str, name: FaceName) -> int:
    """Return the columns that a line of text takes in a face."""
    return face(name).width(string)


@lru_cache(maxsize=256)
def _drawable(string: str) -> str:
    """Return a text in letters that the faces have, without marks that they lack. Empty where there
    is no such letter.
    """
    drawn = []
    for char in unicodedata.normalize("NFC", string):
        letters = _read_letters(char)
        if letters is None:
            return ""
        drawn.append(letters)
    return "".join(drawn).strip()


def _read_letters(char: str) -> str | None:
    """Return the letters drawn for a character: "" for a mark alone, None where they lack."""
    chars = face("tiny").chars
    if char == " " or char in chars:
        return char
    if char in _PLAIN:
        return _PLAIN[char]
    # Joiners between letters, and marks without one, have no form of their own.
    if unicodedata.category(char) in ("Cf", "Mn"):
        return ""
    found = ""
    for part in unicodedata.normalize("NFKD", char):
        letter = _without_stroke(part)
        if letter in chars or letter == " ":
            found += letter
        elif unicodedata.category(part) != "Mn":
            return None
    return found or None


def shown_name(name: str, names: Iterable[str]) -> str:
    """Return a name as it is shown among others; "" where the letters lack it, or make it another.
    Two players never look alike.
    """
    # Boxes in the place of letters would make two players look alike, and so would lost marks.
    shown = _drawable(name)
    if shown == name or shown not in [_drawable(other) for other in names if other != name]:
        return shown
    return ""


def _without_stroke(char: str) -> str:
    """Return the letter that a stroke, a hook or a horn was added to."""
    try:
        # Unicode does not take these apart, but their names say which letter it was.
        return unicodedata.lookup(unicodedata.name(char, "").partition(" WITH ")[0])
    except KeyError:
        return char


def fits(string: str, name: FaceName, width: int) -> bool:
    """Return True if a line of text goes into that many columns."""
    return face(name).width(string) <= width


def wrap(string: str, name: FaceName, width: int) -> list[str]:
    """Return the text in lines of at most `width` columns; nothing of it is left out.

    Lines break at blanks (not at no-break spaces) and where the text has a line break. A word
    wider than a whole line goes on in the next one.
    """
    lines = []
    for paragraph in string.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if fits(longer, name, width):
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _broken_lines(word, name, width)
            lines += full
        lines.append(line)
    return lines


def _broken_lines(word: str, name: FaceName, width: int) -> list[str]:
    """Return a word in pieces that fit; a single character stays whole however wide it is."""
    pieces = [""]
    for char in word:
        if pieces[-1] and not fits(pieces[-1] + char, name, width):
            pieces.append("")
        pieces[-1] += char
    return pieces
