"""The room of each text: every screen is drawn in a language, and what is cut there is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from unittest.mock import patch

from companion.face import screens, words
from companion.face.dialogue import labels, menus
from companion.face.glyphs.letters import text_width
from companion.face.screens.layout import layout_of
from companion.face.screens.page import Page
from companion.face.screens.typography import PLAIN
from companion.face.state import Notice, Phrase
from companion.face.view import View
from companion.game.cards import SUITS
from companion.panel import Labels
from companion.words.texts import Texts
from tests.rig.said import notices, steps
from tests.rig.views import translated, views

NARROWEST = min(width for _, _, width, _ in layout_of(Labels()).labels.values())
"""How wide the label of a button may be."""
SHORT = 13
"""How wide a short label may be: three stand side by side."""

Said = list[tuple[str, str]]
"""The keys of what was put into words, each with the words."""


@contextmanager
def instead(language: str, texts: Texts | None) -> Iterator[None]:
    """Give a language other texts for a while; None for its own."""
    known = words.texts

    def found(asked: str) -> Texts:
        return texts if texts is not None and asked == language else known(asked)

    with patch.object(words, "texts", found):
        yield


def without_room(language: str, texts: Texts | None = None) -> list[str]:
    """Return a sentence for each text of a language that a screen has no room for.

    `texts` instead of the language's own.
    """
    return list(_cut(language, texts) if texts is not None else _known(language))


@cache
def _known(language: str) -> tuple[str, ...]:
    """Return what the texts of a language as it is have no room for, drawn once."""
    return tuple(_cut(language, None))


def _cut(language: str, texts: Texts | None) -> Iterator[str]:
    told: dict[str, str] = {}
    said: Said = []
    with instead(language, texts), _watched(said):
        for key, text, room in _on_labels(language):
            if (width := text_width(text, "tiny")) > room:
                yield f"glass.{key}: “{text}” is {width} pixels wide, {room} are there"
                said.append((key, text))
        if said:  # a label that is far too wide takes the room of those beside it
            return
        for name, view in _views(language):
            said.clear()
            cut = screens.draw(translated(view, language)).cut
            lacking = {key: string for string in cut for key in _keys(string, said)}
            for key, string in lacking.items():
                told.setdefault(key, f"glass.{key}: “{string}” has no room on the screen {name}")
    yield from (sentence for _, sentence in sorted(told.items()))


@contextmanager
def _watched(said: Said) -> Iterator[None]:
    """Note what is put into words, and count a word as cut that is wider than its paragraph."""
    say, paragraph = words.say, Page.paragraph

    def saying(language: str, phrase: Phrase, spoken: bool = False) -> str:
        string = say(language, phrase, spoken)
        said.append((phrase.key, string))
        return string

    def setting(page, rect, string, names=PLAIN, *rest, **more):
        if any(text_width(word, names[-1]) > rect[2] for word in string.split()):
            page.cut.append(string)
        return paragraph(page, rect, string, names, *rest, **more)

    with patch.object(words, "say", saying), patch.object(Page, "paragraph", setting):
        yield


def _keys(string: str, said: Said) -> set[str]:
    """Return the keys of what a text on a screen is, of what it is made of, or is a part of."""
    whole = string.casefold()
    parts = [(key, text.casefold()) for key, text in said if len(text) > 1]
    found = {key for key, part in parts if part == whole}
    found = found or {key for key, part in parts if part in whole}
    shared = set(whole.split())
    return found or {key for key, part in parts if shared & set(part.split())} or {"a symbol"}


def _views(language: str) -> Iterator[tuple[str, View]]:
    """Yield the typical screens, and every notice, line of a menu and what letting go does."""
    yield from views().items()
    # A question has a notice where the table has it, and any other screen has more room for one.
    table = views()["table"]
    for phrase in notices(language):
        yield (
            "notice-on-table",
            table._replace(face=table.face._replace(notice=Notice(phrase, None))),
        )
    for name in ("menu", "menu-start", "menu-rules", "menu-correct"):
        view = views()[name]
        for cursor in range(len(menus.menu_lines(view.face, view.sitting))):
            menu = view.face.menu._replace(cursor=cursor)
            yield name, view._replace(face=view.face._replace(menu=menu))
    for phrase in _held(language):
        with patch.object(labels, "_on_release", lambda *_, phrase=phrase: phrase):
            yield "held", views()["held-undo"]


def _held(language: str) -> list[Phrase]:
    """Return what letting go can do."""
    texts = words.texts(language)
    plain = [
        Phrase(key) for key, text in texts.items() if key.startswith("hold_") and "{" not in text
    ]
    return [*plain, *(Phrase("hold_undo", {"what": step}) for step in steps())]


def _on_labels(language: str) -> Iterator[tuple[str, str, int]]:
    """Yield every label with its text and its room."""
    for key, text in words.texts(language).items():
        if key.startswith(("key_", "item_")) and "{" not in text:
            yield key, text, NARROWEST
    for suit in SUITS:
        yield f"label_{suit}", words.suit_label(language, suit), SHORT
