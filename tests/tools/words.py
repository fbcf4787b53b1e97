"""`make screens`: what is wrong with the texts of each language, and the sheets of all screens.

make screens ARGS=it    # one language, and its sheet, which the pages show of some languages alone
"""

import json
import string
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import companion
from companion.face.glyphs.letters import face
from companion.words.texts import DEFAULT, FOLDER, LANGUAGES, Texts, plural_category, read
from tests.rig.views import VERSION
from tests.tools.pictures import PICTURES, save, screens
from tests.tools.rooms import without_room

GROUPS = ("glass", "voice", "page", "window", "wiring")
_BLANKS = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
_BUTTONS = {
    "control_clue": "key_clue",
    "control_discard": "key_discard",
    "control_play": "key_choose",
}
"""How sentences call a button, and its label."""
_LEAST = ("none", "one")
"""The forms that may leave out the number: it is in their words."""


def problems(language: str, content: str) -> list[str]:
    """Return what is wrong with a file of a language, and which of its texts do not fit."""
    found = flaws(language, content)
    if not found:
        groups = json.loads(content)
        texts = Texts(language, groups["glass"] | groups["voice"])
        found = without_room(language, texts)
    return found


def flaws(language: str, content: str | None = None) -> list[str]:
    """Return what is wrong with a file, apart from the room that its texts need.

    content: instead of the file's.
    """
    doubled: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        doubled.extend(key for key in dict.fromkeys(keys) if keys.count(key) > 1)
        return dict(pairs)

    if len(language) != len(DEFAULT):
        return ["its name must be a code of two letters, as cs.json"]
    file = FOLDER / f"{language}.json"
    try:
        groups = json.loads(content or file.read_text("utf-8-sig"), object_pairs_hook=once)
    except UnicodeDecodeError as error:
        return [f"it cannot be read: save it as UTF-8, which its byte {error.start} is not"]
    except (OSError, ValueError, RecursionError) as error:
        return [f"it cannot be read: {error}"]
    found = [f"{key}: it stands there twice" for key in doubled]
    found += _of_file(language, groups)
    return found or [*_of_buttons(groups["glass"])]


def _of_file(language: str, groups: object) -> Iterator[str]:
    english = read(DEFAULT)
    if not isinstance(groups, dict) or not all(isinstance(own, dict) for own in groups.values()):
        yield "it is no object of groups of texts"
        return
    for group in sorted(groups.keys() - set(GROUPS)):
        yield f"{group}: there is no such group"
    for group in GROUPS:
        if group not in groups:
            yield f"{group}: it is missing"
            continue
        for problem in _of_group(language, english[group], groups[group]):
            yield f"{group}.{problem}"
    glass = groups.get("glass", {})
    if language != DEFAULT and glass.get("own_name") == english["glass"]["own_name"]:
        yield f"glass.own_name: “{glass['own_name']}” is another language"
    yield from _drawn(glass)


def _of_buttons(glass: Mapping[str, Any]) -> Iterator[str]:
    for name, label in _BUTTONS.items():
        if glass[name] not in forms(glass[label]).values():
            yield f"glass.{name}: “{glass[name]}” is not what its button bears, by glass.{label}"


def _of_group(language: str, english: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[str]:
    for key in own:
        if key not in english:
            yield f"{key}: there is no such text"
    for key, text in english.items():
        if key not in own:
            yield f"{key}: it is missing"
            continue
        of_card = {"card"} if key.startswith("suit_") else set()
        for problem in _of_text(language, forms(text), forms(own[key]), of_card):
            yield f"{key}: {problem}"


def forms(text: object) -> dict[str, Any]:
    """Return the forms of a text by name; what is spoken has names of two parts."""
    if not isinstance(text, dict):
        return {"other": text}
    found = dict(text)
    spoken = found.pop("spoken", None)
    if spoken is not None:
        found |= {f"spoken {name}": form for name, form in forms(spoken).items()}
    return found


def plural_categories(language: str) -> tuple[str, ...]:
    """Return the forms that a language has where a number chooses, as its first hundred do."""
    return tuple(dict.fromkeys(plural_category(language, number) for number in range(1, 101)))


def _of_text(
    language: str, english: dict[str, Any], own: dict[str, Any], besides: set[str]
) -> Iterator[str]:
    """Yield what is wrong with a text, which English has in these forms, and others `besides`."""
    needed = plural_categories(language)
    known = {"none", "other", *needed, *besides}
    plain = {name: form for name, form in own.items() if " " not in name}
    counted = ("one" in english, bool({"one", "few", "many"} & plain.keys()))
    wanted = {*(needed if any(counted) else ("other",)), *({"none"} & english.keys())}
    for name in wanted - plain.keys():
        yield f"its form “{name}” is missing"
    for name in {name.removeprefix("spoken ") for name in own} - known:
        those = ", ".join(needed)
        yield f"“{name}” is no form of {language}, which has {those} in texts.py"
    whole = english["other"]
    spoken = english.get("spoken other", whole)
    for name, form in own.items():
        if not isinstance(form, str) or not form.strip():
            yield f"its form “{name}” is no text" if len(own) > 1 else "it is no text, or empty"
            continue
        aloud = name.startswith("spoken ")
        yield from _facts(spoken if aloud else whole, name.removeprefix("spoken "), form)
    bare = _fields(str(own.get("one", whole))) != _fields(whole)
    if bare and "none" not in own:
        yield "its form “one” may be said of 0 too: say the number, or give it a form “none”"


def _facts(english: str, name: str, form: str) -> Iterator[str]:
    wanted, given = _fields(english), _fields(form)
    if given is None:
        yield f"“{form}” has a brace without the other"
        return
    lacking = ", ".join(f"{{{fact}}}" for fact in sorted((wanted or set()) - given))
    unknown = ", ".join(f"{{{fact}}}" for fact in sorted(given - (wanted or set())))
    if unknown:
        instead = f": write {lacking}" if lacking else ""
        yield f"“{form}” has {unknown}, which nothing fills in{instead}"
    elif lacking.count("{") > (name in _LEAST):
        yield f"“{form}” lacks {lacking}"


def _fields(text: str) -> set[str] | None:
    """Return what stands in braces; None where one is missing."""
    try:
        return {
            name + (f"!{how}" if how else "") + (f":{spec}" if spec else "")
            for _, name, spec, how in string.Formatter().parse(text)
            if name is not None
        }
    except ValueError:
        return None


def _drawn(glass: Mapping[str, Any]) -> Iterator[str]:
    chars = set.intersection(*(set(face(name).chars) for name in ("tiny", "small", "medium")))
    for key, text in glass.items():
        drawn = {name: form for name, form in forms(text).items() if " " not in name}
        lacking = set("".join(map(str, drawn.values()))) - chars - set(_BLANKS)
        for char in sorted(lacking):
            seen = f"“{char}”" if char.isprintable() else ascii(char)
            named = unicodedata.name(char, "a control character")
            yield f"glass.{key}: the display cannot draw {seen} ({named})"


def main(languages: list[str]) -> int:
    """Check languages, and draw the sheets of those whose file is whole. Return the exit status."""
    companion.__version__ = VERSION  # type: ignore[misc]
    status = 0
    for language in languages:
        found = flaws(language)
        if not found:
            sheet = f"screens.{language}.png"
            shown = languages == [language] or (PICTURES / sheet).exists()
            if language != DEFAULT and shown:  # the golden sheets are English
                save(screens(language), sheet)
            found = without_room(language)
        for problem in found:
            print(f"{language}.json: {problem}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(LANGUAGES)))
