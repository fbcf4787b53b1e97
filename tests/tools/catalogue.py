"""A catalogue of all texts in one language (`.po`), and the words' modules that are made of one."""

import ast
import re
import string
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import polib

import companion
from companion.club.board import words as board_words
from companion.face import words
from companion.face.glyphs import face
from companion.web import words as page_words
from hardware.emulator.window import words as window_words
from tests.tools.meanings import of_key
from tests.tools.rooms import SPOKEN, Place, measured, rooms, seen, too_wide
from wiring import words as part_words

WORDS = Path("face", "words")
PAGES = {
    "page/": (Path("web", "words.py"), page_words),
    "board/": (Path("club", "board", "words.py"), board_words),
    "window/": (Path("..", "hardware", "emulator", "window", "words.py"), window_words),
    "parts/": (Path("..", "wiring", "words.py"), part_words),
}
"""The modules of the words of pages in browsers, of the window and of the parts, by how their
keys begin in a catalogue."""
ON_PAGES = tuple(PAGES)
_LONGEST = 100
_BLANKS = {
    "\N{NO-BREAK SPACE}": r"\N{NO-BREAK SPACE}",
    "\N{NARROW NO-BREAK SPACE}": r"\N{NARROW NO-BREAK SPACE}",
}
_SCREENS = 6
"""How many screens of a text are named."""

Texts = Mapping[str, str]


def fields(text: str) -> set[str]:
    """Return what stands in braces.

    Raises:
        ValueError: a brace is missing.
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def english() -> dict[str, str]:
    """Return all texts in English by their keys in a catalogue."""
    return dict(words.texts(words.DEFAULT)) | _on_pages(words.DEFAULT)


def _on_pages(language: str) -> dict[str, str]:
    """Return a language's texts of pages, as their modules have them."""
    return {
        f"{start}{key}": text
        for start, (_, module) in PAGES.items()
        for key, text in module._TEXTS[language].items()
    }


def written(language: str) -> dict[str, str]:
    """Return the texts of a language as its module has them, before anything is typeset.

    None for a new language.
    """
    if language not in companion.LANGUAGES:
        return {}
    module = import_module(f"companion.face.words.{language}")
    own = getattr(module, "_TEXTS", module.TEXTS)
    return dict(own) | _on_pages(language)


def catalogue(language: str) -> polib.POFile:
    """Return all texts, with what the language has of them."""
    places = seen(measured(words.DEFAULT))
    room = rooms(places)
    screens: dict[str, list[str]] = {}
    for place in places:
        names = screens.setdefault(place.key, [])
        if place.screen not in names:
            names.append(place.screen)
    found = polib.POFile(wrapwidth=100)
    found.metadata = {
        "Project-Id-Version": "hanabi-companion",
        "Language": language,
        "X-Language-In-English": named(language),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    have = written(language)
    for key, text in english().items():
        found.append(
            polib.POEntry(
                msgctxt=key,
                msgid=text,
                msgstr=have.get(key, "" if has_words(text) else text),
                comment="\n".join(_notes(key, text, room.get(key))),
                occurrences=[(name, "") for name in screens.get(key, ())[:_SCREENS]],
            )
        )
    return found


def named(language: str) -> str:
    """Return the language's name in English, as its module says it."""
    if language not in companion.LANGUAGES:
        return ""
    return (import_module(f"companion.face.words.{language}").__doc__ or "").strip().rstrip(".")


def has_words(text: str) -> bool:
    return any(char.isalpha() for char in re.sub(r"{\w+}", "", text))


def _notes(key: str, text: str, room: tuple[int, int] | None) -> Iterator[str]:
    """Yield what a text means, what stands in its braces, and its room."""
    yield of_key(key)
    if names := sorted(fields(text)):
        yield f"Keep what stands in braces: {', '.join(f'{{{name}}}' for name in names)}."
    if key.startswith("window/"):
        yield "Room: about as much as the English text takes; tests measure it."
    elif key.startswith("template/"):
        yield "Room: about twice what the English text takes; it stands on paper."
    elif key.startswith(ON_PAGES):
        yield "Room: as much as it needs; it stands on a page in a browser."
    elif key.startswith(SPOKEN):
        yield "Room: as much as it needs; it is only spoken."
    elif room is None:
        yield "Room: that of the text which it is a part of."
    else:
        pixels, lines = room
        yield f"Room: {pixels} pixels" + (
            f" in each of {lines} lines." if lines > 1 else " in one line."
        )


# Reading


def wrong(found: polib.POFile) -> list[str]:
    """Return a sentence for each text of a catalogue that cannot be used."""
    told = []
    known = english()
    said = {entry.msgctxt: entry.msgstr for entry in found if not entry.obsolete}
    told += [f"{key}: there is no such text." for key in said if key not in known]
    for key, text in known.items():
        told += _wrong(key, text, said.get(key, ""))
    return told or too_wide(_places(found.metadata["Language"], said))


def _places(language: str, said: Texts) -> list[Place]:
    """Return where the texts of a catalogue stand; a language's own ones are drawn once."""
    own = said == written(language)
    return measured(language) if own else measured(language, device(said))


def _wrong(key: str, text: str, said: str) -> Iterator[str]:
    if not said:
        yield f"{key}: “{text}” is not translated."
        return
    try:
        filled = fields(said)
    except ValueError:
        yield f"{key}: “{said}” has a brace without the other."
        return
    for name in sorted(fields(text) - filled):
        yield f"{key}: “{said}” lacks {{{name}}}."
    for name in sorted(filled - fields(text)):
        yield f"{key}: “{said}” has {{{name}}}, which nothing fills in."
    lacking = (
        set(said) - face("tiny").chars - {" ", *_BLANKS}
        if not key.startswith((*ON_PAGES, SPOKEN))
        else ()
    )
    for char in sorted(lacking):
        yield f"{key}: “{said}” has {char}, which the display cannot draw."


def device(said: Texts) -> dict[str, str]:
    """Return those of the texts of a catalogue that the device has."""
    return {key: text for key, text in said.items() if not key.startswith(ON_PAGES)}


def modules(found: polib.POFile, root: Path) -> dict[Path, str]:
    """Return the sources that a catalogue makes of the modules below the package's folder, by their
    paths.
    """
    language = found.metadata["Language"]
    said = {entry.msgctxt: entry.msgstr for entry in found}
    own = root / WORDS / f"{language}.py"
    name = found.metadata.get("X-Language-In-English") or language
    model = (root / WORDS / "en.py").read_text("utf-8")
    frame = (
        own.read_text("utf-8")
        if own.exists()
        else model.replace('"""English."""', f'"""{name}."""', 1)
    )
    made = {own: _filled(frame, _body(model, device(said)))}
    for start, (path, _) in PAGES.items():
        page = {
            key.removeprefix(start): text for key, text in said.items() if key.startswith(start)
        }
        made[root / path] = _with_page((root / path).read_text("utf-8"), language, page)
    return made


def _literal(source: str) -> ast.Dict:
    """Return the dictionary of texts that a source holds."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict):
            return node.value
    raise ValueError("no texts")


def _body(model: str, said: Texts) -> list[str]:
    """Return the lines of a dictionary of texts in the order, and with the comments, of the English
    one.
    """
    texts = _literal(model)
    lines = model.splitlines()
    body, at = [], texts.lineno
    for key, value in zip(texts.keys, texts.values, strict=True):
        assert isinstance(key, ast.Constant)
        body += [line for line in lines[at : key.lineno - 1] if line.strip() != "),"]
        body += _entry(str(key.value), said[str(key.value)], 4)
        at = value.end_lineno or value.lineno
    return body


def _filled(frame: str, body: list[str]) -> str:
    """Return a source with another body of its dictionary."""
    texts = _literal(frame)
    lines = frame.splitlines()
    end = texts.end_lineno or texts.lineno
    return "\n".join([*lines[: texts.lineno], *body, *lines[end - 1 :]]) + "\n"


def _with_page(source: str, language: str, said: Texts) -> str:
    """Return the page's words with those of a language."""
    texts = _literal(source)
    lines = source.splitlines()
    block = [
        f'    "{language}": {{',
        *(line for key, text in said.items() for line in _entry(key, text, 8)),
        "    },",
    ]
    known = {
        str(key.value): (key, value) for key, value in zip(texts.keys, texts.values, strict=True)
    }
    if language in known:
        key, value = known[language]
        first, after = key.lineno - 1, value.end_lineno
    else:
        later = [key.lineno for name, (key, _) in known.items() if name > language]
        first = after = (min(later) if later else texts.end_lineno) - 1
    return "\n".join([*lines[:first], *block, *lines[after:]]) + "\n"


def _entry(key: str, text: str, indent: int) -> list[str]:
    """Return the lines of one text; a long one in pieces."""
    start = " " * indent
    line = f'{start}"{key}": "{_quoted(text)}",'
    if len(line) <= _LONGEST:
        return [line] if '"' not in text else [f'{start}"{key}": {_single(text)},']
    pieces, piece = [], ""
    whole = len(_quoted(text)) <= _LONGEST - indent - 6
    for word in [text] if whole else re.findall(r"\S+ ?|\s", text):
        if piece and len(piece + word) > _LONGEST - indent - 10:
            pieces.append(piece)
            piece = ""
        piece += word
    return [
        f'{start}"{key}": (',
        *(f'{start}    "{_quoted(part)}"' for part in (*pieces, piece)),
        f"{start}),",
    ]


def _quoted(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    for blank, name in _BLANKS.items():
        text = text.replace(blank, name)
    return text


def _single(text: str) -> str:
    """Return a text with double quotes in it, as ruff writes it."""
    return (
        "'" + _quoted(text).replace('\\"', '"') + "'" if "'" not in text else f'"{_quoted(text)}"'
    )
