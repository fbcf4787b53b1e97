"""Glyph sheets are complete and unambiguous, and the canvas puts them where it says."""

import itertools
import string
import subprocess
import sys
from collections import Counter
from importlib import resources

import pytest

from companion.face.glyphs.canvas import Canvas, symbol
from companion.face.glyphs.letters import FaceName, Glyph, face, fits, text_width, wrap
from companion.game.actions import TILES
from companion.glyph_sheets.sheet import read_sheet

TEXT_FACES: tuple[FaceName, ...] = ("tiny", "tight", "label", "small", "medium")
CAPITALS = ("tight", "label")
"""Faces whose small letters are their capitals."""
FIGURE_FACES: tuple[FaceName, ...] = ("slim", "narrow", "large", "huge")
FACES = (*TEXT_FACES, *FIGURE_FACES)
SYMBOL_SIZES = (7, 11, 15, 21)
ICONS = tuple(read_sheet("icons").rows)
ASCII = "".join(map(chr, range(33, 127)))
ALPHABETS = {
    "Czech": "áčďéěíňóřšťúůýž",
    "Dutch": "áéëïíóöúüĳ",
    "French": "àâæäçéèêëîïôœöùûüÿ",
    "German": "äöü",
    "Italian": "àèéìîòóù",
    "Polish": "ąćęłńóśźż",
    "Portuguese": "àáâãçéêíóôõúü",
    "Spanish": "áéíñóúü",
}
"""The small letters that each language has beyond those of English; each has a capital."""
MARKS = {"French": "«»’…–—", "German": "ß„“", "Spanish": "¿¡ªº"}
SIGNS = "·×→←↑↓▲▼✓✗•°€"
SUITS = "WRBYGMK"
LOOK_ALIKES = {
    "tiny": {frozenset("`‘")},
    "tight": {frozenset("I|")},
    "label": {frozenset("0O"), frozenset("I|")},
}
ALIKE = "0O 1l 1I lI 5S 8B 2Z éè éê èê êë aà uv ęe łl ńň śš źž źż čć ůú Łl ŹŻ ĚÊ"
"""Characters that are easily taken for each other."""
SHEETS = (*FACES, *(f"symbols{size}" for size in SYMBOL_SIZES), "icons")
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

Pixels = frozenset[tuple[int, int]]


def pixels(glyph: Glyph) -> Pixels:
    """The lit pixels of a glyph, rows counted from the reference line."""
    columns, rows = glyph.mask.size
    return frozenset(
        (x, y + glyph.top)
        for x in range(columns)
        for y in range(rows)
        if glyph.mask.getpixel((x, y))
    )


def turned(shape: Pixels, size: int) -> Pixels:
    """The shape a quarter turn clockwise in its square."""
    return frozenset((size - 1 - y, x) for x, y in shape)


def drawn(canvas: Canvas) -> list[str]:
    """The picture as a sheet would draw it."""
    return [
        "".join("#" if canvas.image.getpixel((x, y)) else "." for x in range(canvas.image.width))
        for y in range(canvas.image.height)
    ]


@pytest.mark.parametrize("name", TEXT_FACES)
def test_a_text_face_has_the_characters_of_ascii_and_the_signs(name: FaceName) -> None:
    assert not set(ASCII + SIGNS) - face(name).chars


@pytest.mark.parametrize("language", ALPHABETS)
@pytest.mark.parametrize("name", TEXT_FACES)
def test_a_text_face_has_every_letter_of_a_language(name: FaceName, language: str) -> None:
    letters = ALPHABETS[language]
    assert not set(letters + letters.upper() + MARKS.get(language, "")) - face(name).chars


@pytest.mark.parametrize("name", FIGURE_FACES)
def test_a_figure_face_has_digits_and_signs(name: FaceName) -> None:
    assert set("0123456789-–+?/") <= face(name).chars


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_draws_each_glyph_once_and_in_rows_of_one_width(name: str) -> None:
    text = resources.files("companion.glyph_sheets").joinpath(f"{name}.txt").read_text("utf-8")
    named = Counter(
        itertools.chain(*(block.split("\n")[0].split() for block in text.split("\n\n")[1:]))
    )
    assert [glyph for glyph, times in named.items() if times > 1] == []
    for glyph, rows in read_sheet(name).rows.items():
        assert len({len(row) for row in rows}) == 1, glyph
        assert set("".join(rows)) == set(".#") or set("".join(rows)) == {"#"}, glyph


@pytest.mark.parametrize("name", FACES)
def test_glyphs_keep_to_the_rows_of_their_face(name: FaceName) -> None:
    letters = face(name)
    for char, rows in read_sheet(name).rows.items():
        assert len(rows) == letters.above + letters.cap + letters.below, char
    for char in string.digits:
        glyph = letters.glyph(char)
        assert (glyph.top, glyph.mask.height) == (0, letters.cap), char


@pytest.mark.parametrize("name", FACES)
def test_no_two_characters_look_the_same(name: FaceName) -> None:
    letters = face(name)
    known = LOOK_ALIKES.get(name, set())
    chars = sorted(letters.chars)
    if name in CAPITALS:
        chars = [char for char in chars if char.upper() == char or char.upper() not in chars]
    looks = [(char, pixels(letters.glyph(char))) for char in chars]
    same = [
        a + b
        for (a, one), (b, other) in itertools.combinations(looks, 2)
        if one == other and frozenset(a + b) not in known
    ]
    assert same == []


@pytest.mark.parametrize("name", CAPITALS)
@pytest.mark.parametrize("language", ALPHABETS)
def test_labels_are_capitals_whatever_their_words_are_and_nothing_hangs_below(
    name: FaceName, language: str
) -> None:
    letters = face(name)
    for char in ALPHABETS[language] + string.ascii_lowercase:
        drawn = letters.glyph(char)
        assert pixels(drawn) == pixels(letters.glyph(char.upper())), char
        assert drawn.top + drawn.mask.height <= letters.cap == 7, char


@pytest.mark.parametrize("name", ["small", "medium"])
@pytest.mark.parametrize("pair", ALIKE.split())
def test_characters_that_are_easily_confused_differ_by_two_pixels_or_more(
    name: FaceName, pair: str
) -> None:
    first, second = (pixels(face(name).glyph(char)) for char in pair)
    assert len(first ^ second) >= 2


@pytest.mark.parametrize("name", FACES)
def test_digits_are_equally_wide_so_that_a_counter_does_not_jump(name: FaceName) -> None:
    assert len({face(name).glyph(char).width for char in string.digits}) == 1


@pytest.mark.parametrize("name", FACES)
def test_a_character_that_a_face_lacks_is_a_hollow_box(name: FaceName) -> None:
    letters = face(name)
    box = pixels(letters.glyph("火"))
    assert min(y for _, y in box) == 0
    assert max(y for _, y in box) == letters.cap - 1
    assert all(box != pixels(letters.glyph(char)) for char in letters.chars - {"0", "O", "D"})
    assert box == pixels(letters.glyph("\n"))


def test_spaces_that_do_not_break_are_as_wide_as_french_wants_them() -> None:
    assert text_width("a\N{NO-BREAK SPACE}b", "small") == text_width("a b", "small")
    assert text_width("ab", "small") < text_width("a\N{NARROW NO-BREAK SPACE}b", "small")
    assert text_width("a\N{NARROW NO-BREAK SPACE}b", "small") < text_width("a b", "small")


def test_an_accent_written_apart_joins_its_letter() -> None:
    assert text_width("Le\N{COMBINING ACUTE ACCENT}a", "small") == text_width("Léa", "small")


@pytest.mark.parametrize("size", SYMBOL_SIZES)
def test_symbols_differ_from_every_side_of_the_table(size: int) -> None:
    for one, other in itertools.combinations(SUITS, 2):
        first, second = pixels(symbol(one, size)), pixels(symbol(other, size))
        for _ in range(4):
            assert len(first ^ second) >= size * size // 4, (one, other)
            second = turned(second, size)


def test_there_is_an_icon_for_every_counter_seat_and_trouble() -> None:
    assert {
        "clue", "clue-used", "pip", "pip-used", "fuse", "fuse-burnt", "fuse-small",
        "fuse-small-burnt", "deck", "discard", "card", "hourglass", "lock", "cross", "cross-small",
        "undo", "redo", "warning", "unsaved", "weak", "battery", "bonus", "hand", "check", "star",
        "blast", "check-small", "star-small", "blast-small",
        "play", "power", "ways", "turn", "discard-tiny", "play-tiny",
        "cross-tiny", "fuse-tiny", "deck-tiny", "hourglass-tiny", "clue-tiny", "hand-tiny",
        *(f"tile-{tile}" for tile in TILES),
        *(f"seat-{direction}" for direction in DIRECTIONS),
        *(f"point-{direction}" for direction in DIRECTIONS),
        *(f"seen-{direction}" for direction in DIRECTIONS),
    } == set(ICONS)  # fmt: skip


def test_text_and_symbols_are_drawn_as_they_always_were() -> None:
    canvas = Canvas(37, 13)
    assert canvas.text(0, 3, "Éjà 0g", "small") == 25
    canvas.symbol(25, 1, "Y", 11)
    assert drawn(canvas) == [
        ".....................................",
        "..##..........................#......",
        ".#.......#................#...#...#..",
        "......#...#......##........#.....#...",
        "####............#..#.........###.....",
        "#.....#..##.....#..#..###...#####....",
        "###...#....#....#..#.#..###.#####.##.",
        "#.....#..###....#..#.#..#...#####....",
        "#.....#.#..#....#..#.#..#....###.....",
        "####..#..###.....##...###..#.....#...",
        "......#.................#.#...#...#..",
        ".....#................##......#......",
        ".....................................",
    ]


def test_what_reaches_past_an_edge_is_listed_and_nothing_raises() -> None:
    canvas = Canvas(20, 10)
    canvas.text(0, 3, "Oui", "small")
    assert canvas.cut == []
    canvas.text(0, 0, "É", "small")  # its accent has room: the line stands lower
    canvas.text(0, 3, "beaucoup", "small")
    canvas.symbol(-3, 0, "R", 7)
    canvas.icon(15, -2, "clue")
    canvas.text(300, 300, "far", "medium")
    assert canvas.cut == ["beaucoup", "symbol R", "icon clue", "far"]


def test_fits_counts_to_the_pixel() -> None:
    width = text_width("Défausser", "small")
    assert fits("Défausser", "small", width)
    assert not fits("Défausser", "small", width - 1)


@pytest.mark.parametrize("name", TEXT_FACES)
@pytest.mark.parametrize("width", [1, 20, 45, 128])
def test_wrapping_leaves_nothing_out(name: FaceName, width: int) -> None:
    text = "Dernier tour : chacun joue encore une fois.\nAnticonstitutionnellement, donc."
    lines = wrap(text, name, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
    assert all(fits(line, name, width) for line in lines if len(line) > 1)


def test_lines_break_at_blanks_and_line_breaks_only() -> None:
    assert wrap("one two three", "small", text_width("one two", "small")) == ["one two", "three"]
    assert wrap("one\n\ntwo", "small", 128) == ["one", "", "two"]
    assert wrap(
        "tour\N{NO-BREAK SPACE}: 3", "small", text_width("tour\N{NO-BREAK SPACE}:", "small")
    ) == [
        "tour\N{NO-BREAK SPACE}:",
        "3",
    ]
    assert wrap("", "small", 50) == [""]


def test_no_font_engine_takes_part() -> None:
    program = (
        "import sys; from companion.face.glyphs.canvas import Canvas;"
        "Canvas().text(0, 9, 'é', 'small');"
        "sys.exit('PIL._imagingft' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
