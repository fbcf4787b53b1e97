"""`make messages`: catalogues for translators, and the table that a native speaker checks.

make messages ARGS="--write de de.po"   # all texts, with what German has of them
make messages ARGS="--read de.po"       # check it, and make the words' modules of it
make messages ARGS="--table de"         # renew companion/face/words/checking.de.md
"""

import argparse
import re
import sys
from pathlib import Path

import polib

import companion
from companion import LANGUAGES
from tests.tools import catalogue
from tests.tools.rooms import measured, seen

ROOT = Path(companion.__file__).parent
_ELSEWHERE = {"window": "in the window", "parts": "on the drilling template"}
"""Where texts are seen that are neither on the device's display nor in a browser."""
_ROW = re.compile(r"\| `([^`]+)` \| (.*?) \| (.*?) \| .*? \|")


def main(words: list[str] | None = None, root: Path = ROOT) -> int:
    """Write, read or tabulate; returns the exit status: 1 where a catalogue cannot be used."""
    parser = argparse.ArgumentParser(
        prog="make messages", description="Catalogues for translators."
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--write", nargs=2, metavar=("LANGUAGE", "FILE"), help="write the catalogue of a language"
    )
    what.add_argument(
        "--read", metavar="FILE", help="make the words of a language of its catalogue"
    )
    what.add_argument(
        "--table", choices=LANGUAGES, help="renew the table that a native speaker checks"
    )
    asked = parser.parse_args(words)
    if asked.write:
        return write(*asked.write)
    return read(asked.read, root) if asked.read else tabulate(asked.table, root)


def write(language: str, file: str) -> int:
    """Write the catalogue of a language, be it new or not."""
    if not re.fullmatch("[a-z]{2}", language):
        return _refused(
            f"{language} is no language: name it by its code of two letters, such as de"
        )
    catalogue.catalogue(language).save(file)
    return 0


def read(file: str, root: Path) -> int:
    """Make the words' modules of a catalogue.

    Where something is wrong, tell it and change nothing.
    """
    if not Path(file).is_file():
        return _refused(f"there is no file {file}")
    try:
        found = polib.pofile(file)
    except (OSError, UnicodeDecodeError, ValueError) as error:
        return _refused(f"{file} cannot be read as a catalogue: {error}")
    if not re.fullmatch("[a-z]{2}", found.metadata.get("Language", "")):
        return _refused(f"{file} names no language: its header lacks a line such as Language: de")
    problems = catalogue.wrong(found)
    for sentence in problems:
        print(sentence, file=sys.stderr)
    if problems:
        return 1
    for path, source in catalogue.modules(found, root).items():
        path.write_text(source, "utf-8")
        print(f"{path.relative_to(root.parent)} is made of {file}")
    return 0


def tabulate(language: str, root: Path) -> int:
    """Renew a language's table: what it says, what that means, where it is seen."""
    path = root / catalogue.WORDS / f"checking.{language}.md"
    known = backs(path.read_text("utf-8")) if path.exists() else {}
    path.write_text(table(language, known), "utf-8")
    return 0


def backs(page: str) -> dict[tuple[str, str], str]:
    """Return the back-translations of a table, by key and text."""
    return {(key, text): back for key, text, back in _ROW.findall(page)}


def table(language: str, known: dict[tuple[str, str], str]) -> str:
    """Return the table of a language, its back-translations from those that are known."""
    screens: dict[str, str] = {}
    for place in seen(measured(language)):
        screens.setdefault(place.key, place.screen)
    lines = [
        f"# {catalogue.named(language)}, sentence by sentence",
        "",
        'How to check it: [the words](README.md). `make messages ARGS="--table '
        f'{language}"` renews this table; an empty third cell wants the text in plain English.',
        "",
        "| key | text | what it says, put back into English | where |",
        "|---|---|---|---|",
    ]
    for key, text in catalogue.written(language).items():
        if catalogue.has_words(text):
            where = screens.get(key, "")
            if key.startswith(catalogue.ON_PAGES):
                where = _ELSEWHERE.get(key.partition("/")[0], "in a browser")
            where = where or ("spoken" if key.startswith(catalogue.SPOKEN) else "in other texts")
            lines.append(f"| `{key}` | {text} | {known.get((key, text), '')} | {where} |")
    return "\n".join(lines) + "\n"


def _refused(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
