"""A language of nonsense: each English text half as long again and full of accents.

`python -m tests.tools.nonsense` writes it as xx.json, after which every test measures it as it does
any language, in browsers too; delete the file then.
"""

import json
import re
from typing import Any

from companion.words.texts import DEFAULT, FOLDER, Text, read
from tests.tools.words import plural_categories

ACCENTS = dict(zip("aceinosuyzACEINOSUYZ", "áčěíňóšůýžÁČĚÍŇÓŠŮÝŽ", strict=True))
_KEPT = re.compile(r"({\w+}|\[[^\]]*\])")
"""What is filled in, and keys of a keyboard."""


def main() -> None:
    content = json.dumps(nonsense("xx"), ensure_ascii=False, indent=2)
    (FOLDER / "xx.json").write_text(content, "utf-8")


def nonsense(language: str) -> dict[str, dict[str, Any]]:
    """Return all groups of texts in nonsense, with the plural forms of a language."""
    return {
        group: {key: _of_text(language, text) for key, text in texts.items()}
        for group, texts in read(DEFAULT).items()
    }


def _of_text(language: str, text: Text) -> Any:
    if isinstance(text, str):
        return lengthened(text)
    made: dict[str, Any] = {name: _of_text(language, form) for name, form in text.items()}
    if "one" in text and "other" in text:
        needed = plural_categories(language)
        made = {name: made.get(name, made["other"]) for name in (*made, *needed)}
        made = {name: form for name, form in made.items() if name in {"none", "spoken", *needed}}
    return made


def lengthened(text: str) -> str:
    """Return a text with an accent on every letter that has one, and every second letter twice."""
    parts = _KEPT.split(text)
    return "".join(part if _KEPT.fullmatch(part) else _words(part) for part in parts)


def _words(text: str) -> str:
    made = ""
    for number, char in enumerate(text):
        accented = ACCENTS.get(char, char)
        made += accented * (1 + (char.isalpha() and number % 2))
    return made


if __name__ == "__main__":
    main()
