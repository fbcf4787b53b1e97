"""Texts: everything that is said to people, a file of JSON for each language.

A file has groups of texts by where they are read. A text is a string. Where a number chooses its
form it is an object, with a form for each of CLDR's categories that the language has, and `none`
for the number 0. What the voice says otherwise is in its field `spoken`. A colour is said of a
firework; as it is said of a card is in its field `card`.
"""

import json
import logging
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from companion import LANGUAGES as LANGUAGES
from companion.errors import CompanionError

DEFAULT: Final = "en"
FOLDER: Final = Path(__file__).parent
_NONE_AS_ONE: Final = ("fr", "pt")
"""The languages in which 0 is in the singular."""
log: Final = logging.getLogger("companion.words")

Forms = Mapping[str, str]
"""The forms of a text by category."""
Text = str | Mapping[str, str | Forms]
"""A text as it stands in the file."""
Groups = Mapping[str, Mapping[str, Text]]
"""All texts of a language by key, in groups by where they are read."""
Facts = Mapping[str, object]
"""What is filled in, by its name between braces."""


class Texts(Mapping[str, str]):
    """The texts of some groups in a language by key, each in its usual form."""

    def __init__(self, language: str, by_key: Mapping[str, Text]) -> None:
        """by_key: the texts as the file has them."""
        self.language: Final = language
        self.by_key: Final = by_key

    def __getitem__(self, key: str) -> str:
        return self.form(key, {})

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_key)

    def __len__(self) -> int:
        return len(self.by_key)

    def fill_in(self, key: str, facts: Facts) -> str:
        """Return a text with its facts."""
        return self.form(key, facts).format(**facts)

    def form(self, key: str, facts: Facts, *, spoken: bool = False, of_card: bool = False) -> str:
        """Return a text in the form that the only number among its facts asks for.

        spoken: as the voice says it; of_card: as a colour is said of a card.
        """
        text = self.by_key[key]
        if isinstance(text, str):
            return text
        aloud = text.get("spoken", {}) if spoken else {}
        if isinstance(aloud, str):
            aloud = {"other": aloud}
        names = self._form_names(facts)
        for name in ("card", *names) if of_card else names:
            form = aloud.get(name) or text.get(name)
            if isinstance(form, str):
                return form
        raise KeyError(key)

    def _form_names(self, facts: Facts) -> Iterator[str]:
        """Yield the forms to look for, the best one first."""
        numbers = [fact for fact in facts.values() if isinstance(fact, int)]
        if len(numbers) == 1:
            if not numbers[0]:
                yield "none"
            yield plural_category(self.language, abs(numbers[0]))
        yield from ("other", "many")


def plural_category(language: str, number: int) -> str:
    """Return the category of a whole number in a language, as CLDR has it."""
    if number == 1:
        return "one"
    if number == 0 and language in _NONE_AS_ONE:
        return "one"
    if language != "pl":
        return "other"
    return "few" if number % 10 in {2, 3, 4} and number % 100 not in {12, 13, 14} else "many"


@cache
def texts(language: str, *groups: str) -> Texts:
    """Return the texts of some groups, in English where a language cannot be read or is "".

    Where a key stands in several groups, the first one has it.
    """
    if not language:  # none was chosen yet
        return texts(DEFAULT, *groups)
    try:
        content = read(language)
    except CompanionError as error:
        if language == DEFAULT:
            raise
        log.warning("words: %s", error)
        return texts(DEFAULT, *groups)
    found: dict[str, Text] = {}
    for group in reversed(groups):
        found |= content[group]
    return Texts(language, found)


AllTexts = Mapping[str, Texts]
"""Texts by language."""


class _EachLanguage(AllTexts):
    """Some groups of texts by language, each read once it is asked for."""

    def __init__(self, groups: tuple[str, ...]) -> None:
        self._groups = groups

    def __getitem__(self, language: str) -> Texts:
        if language not in LANGUAGES:
            raise KeyError(language)
        return texts(language, *self._groups)

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


def all_texts(*groups: str) -> AllTexts:
    """Return the texts of some groups by language."""
    return _EachLanguage(groups)


@cache
def read(language: str) -> Groups:
    """Return the groups of texts of a language, in English what its file lacks.

    Raises:
        CompanionError: there is no such file, or it is malformed.
    """
    file = FOLDER / f"{language}.json"
    try:
        # Some editors write a byte order mark.
        content = file.read_bytes().decode("utf-8").removeprefix("\N{BYTE ORDER MARK}")
        groups: Groups = json.loads(_typeset_french(content) if language == "fr" else content)
    except (OSError, ValueError, RecursionError) as error:
        raise CompanionError(
            f"the texts in {file} cannot be read ({error}); install the companion again"
        ) from None
    return groups if language == DEFAULT else _with_english(language, groups)


def _with_english(language: str, groups: Groups) -> Groups:
    english = read(DEFAULT)
    own = {group: groups.get(group, {}) for group in english}
    # The first picture ever waits for all languages, so sets of keys are compared, not each key.
    lacking = [f"{group}.{key}" for group in english for key in english[group].keys() - own[group]]
    if not lacking:
        return own
    said = ", ".join(sorted(lacking))
    log.warning("words: %s.json lacks, and says in English: %s", language, said)
    return {group: {**english[group], **own[group]} for group in english}


def _typeset_french(content: str) -> str:
    """Return a file with blanks that do not break at French signs."""
    for sign in "!?;»":
        content = content.replace(f" {sign}", f"\N{NARROW NO-BREAK SPACE}{sign}")
    content = content.replace("« ", "«\N{NARROW NO-BREAK SPACE}")
    content = content.replace('" :', '":')  # a key of the file
    return content.replace(" :", "\N{NO-BREAK SPACE}:")


def capital(text: str) -> str:
    """Return a text with a capital at the start."""
    return text[:1].upper() + text[1:]
