"""The room of each text in pixels: every screen is drawn, and its texts are watched."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple
from unittest.mock import patch

from companion.face import screens, words
from companion.face.dialogue import labels, menus
from companion.face.glyphs import FaceName, face, text_width, wrap
from companion.face.screens.layout import layout_of
from companion.face.screens.page import Page
from companion.face.screens.typography import LABEL, PITCHES, PLAIN
from companion.face.state import Notice, Phrase, ScreenName
from companion.face.view import View
from companion.game.cards import SUITS
from companion.panel import Labels
from companion.words.texts import Texts
from tests.rig.said import notices, steps
from tests.rig.views import translated, views

_NOTICE = "notice-on-"
"""How the names of the screens begin over which every text is said once."""
_ON_LABELS = ("item_", "key_", "label_")
"""How the keys of labels begin."""
CELLS = {control: width for control, (_, _, width, _) in layout_of(Labels()).labels.items()}
"""How wide the label of each button may be."""
SHORT = 13
"""How wide a short label may be: three stand side by side."""


class Place(NamedTuple):
    """A text where it is drawn: the pixels and lines that it takes in the smallest letters, and its
    room.

    `said` is all that is drawn there, `own` what the text gives to it.
    """

    key: str
    screen: str
    said: str
    own: str
    width: int
    lines: int
    room: int
    most_lines: int

    @property
    def fits(self) -> bool:
        """Whether all of the text is seen."""
        return self.width <= self.room and self.lines <= self.most_lines


@contextmanager
def instead(language: str, texts: Texts | None) -> Iterator[None]:
    """Give a language other texts for a while; None for its own."""
    known = words.texts

    def found(asked: str) -> Texts:
        return texts if texts is not None and asked == language else known(asked)

    with patch.object(words, "texts", found):
        yield


class Watch:
    """What is put into words and drawn while it watches."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.screen = ""
        self._said: list[tuple[str, str]] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Let the pages say what they draw."""
        say, fit, paragraph, sentences = words.say, Page.fit, Page.paragraph, Page.sentences
        label, label_beside = Page.label, Page.label_beside

        def saying(language: str, phrase: Phrase, spoken: bool = False) -> str:
            string = say(language, phrase, spoken)
            self._said.append((phrase.key, string))
            return string

        def fitting(page, x, y, string, width, names=PLAIN, *rest, **more):
            self._line(string, width, names[-1])
            return fit(page, x, y, string, width, names, *rest, **more)

        def labelling(page, control, cell, taken, string, *rest, **more):
            below_code = page.view.face.screen == ScreenName.PHONE
            self._line(string, cell[1] - taken if below_code else CELLS[control], LABEL[-1])
            with patch.object(Page, "fit", fit):
                return label(page, control, cell, taken, string, *rest, **more)

        def labelling_beside(page, control, string):
            self._line(string, CELLS[control], LABEL[-1])
            with patch.object(Page, "fit", fit):
                return label_beside(page, control, string)

        def setting(page, rect, string, names=PLAIN, *rest, **more):
            self._paragraph(string, rect[2], rect[3], names[-1])
            return paragraph(page, rect, string, names, *rest, **more)

        def listing(page, rect, said):
            for suit, phrase in said:
                self._paragraph(page.words(phrase), rect[2] - 10 * bool(suit), rect[3], PLAIN[-1])
            return sentences(page, rect, said)

        with (
            patch.object(words, "say", saying),
            patch.object(Page, "fit", fitting),
            patch.object(Page, "label", labelling),
            patch.object(Page, "label_beside", labelling_beside),
            patch.object(Page, "paragraph", setting),
            patch.object(Page, "sentences", listing),
        ):
            yield

    def draw(self, screen: str, view: View) -> None:
        """Draw a view, and keep where its texts stand."""
        self.screen = screen
        self._said = []
        before = len(self.places)
        page = screens.draw(view)
        known = {place.said for place in self.places[before:]}
        for string in {*page.texts, *page.cut} - known:
            width = text_width(string, "tiny")
            for key, own in self._keys(string):
                if own.casefold() == string.casefold():
                    seen_whole = string not in page.cut
                    self.places.append(
                        Place(key, screen, string, own, width, 1, width, int(seen_whole))
                    )

        told = {place.said for place in self.places[before:] if not place.fits}
        for string in set(page.cut) - told:
            parts = set(string.casefold().split())
            shared = (key for key, said in self._said if parts & set(said.casefold().split()))
            self.places.append(Place(next(shared, ""), screen, string, string, 0, 1, 0, 0))

    def _keys(self, string: str) -> Iterator[tuple[str, str]]:
        """Yield the keys that a drawn text is made of, each with what it says there."""
        whole = string.casefold()
        found: dict[str, str] = {}
        for key, said in reversed(self._said):
            part = said.casefold()
            is_part = len(part) > 1 and part in whole
            if key.startswith(_ON_LABELS):
                is_part = False
            if part == whole or is_part:
                found.setdefault(key, said)
        if not found:  # the rest of a text whose figure is drawn apart
            found = {key: string for key, said in self._said if whole in said.casefold()}
        yield from found.items()

    def _line(self, string: str, room: int, name: FaceName) -> None:
        width = text_width(string, name)
        for key, own in self._keys(string):
            self.places.append(Place(key, self.screen, string, own, width, 1, room, 1))

    def _paragraph(self, string: str, room: int, high: int, name: FaceName) -> None:
        letters = face(name)
        most = 1 + (high - letters.cap - letters.below) // PITCHES[name][-1]
        widest = max(text_width(word, name) for word in string.replace("\n", " ").split(" "))
        lines = len(wrap(string, name, room))
        for key, own in self._keys(string):
            self.places.append(Place(key, self.screen, string, own, widest, lines, room, most))


def measured(language: str, texts: Texts | None = None) -> list[Place]:
    """Return every text of a language wherever a screen draws it.

    `texts` instead of the language's own.
    """
    return _measured(language, texts) if texts is not None else _known(language)


@cache
def _known(language: str) -> list[Place]:
    """Return every text of a language as it is, drawn once."""
    return _measured(language, None)


def _measured(language: str, texts: Texts | None) -> list[Place]:
    watch = Watch()
    with instead(language, texts), watch.watching():
        for name, view in views().items():
            watch.draw(name, translated(view, language))
        for name, view in _more(language):
            watch.draw(name, translated(view, language))
        for phrase in _held(language):
            with patch.object(labels, "on_release", lambda *_, phrase=phrase: phrase):
                watch.draw("held", translated(views()["held-undo"], language))
        watch.places += _on_labels(language)
    return watch.places


def too_wide(places: list[Place]) -> list[str]:
    """Return a sentence for each text that does not fit, about the place where it lacks
    the most.
    """
    worst: dict[str, Place] = {}
    for place in places:
        if not place.fits and _lacks(place) > _lacks(
            worst.get(place.key, place._replace(room=9999, lines=0))
        ):
            worst[place.key] = place
    return [_told(place) for _, place in sorted(worst.items())]


def _lacks(place: Place) -> int:
    return max(place.width - place.room, 40 * (place.lines - place.most_lines))


def _told(place: Place) -> str:
    there = f"{place.key}: “{place.said}” on the screen {place.screen}"
    if not place.most_lines:
        return f"{there} has no room for all of it."
    if place.width > place.room:
        word = "its longest word" if place.most_lines > 1 else "it"
        return f"{there}: {word} is {place.width} pixels wide, and there are {place.room}."
    return (
        f"{there} takes {place.lines} lines of {place.room} pixels, and there are"
        f" {place.most_lines}."
    )


def _more(language: str) -> Iterator[tuple[str, View]]:
    """Yield what no typical screen shows: every notice, and every line of the menus."""
    # A question has a notice where the table has it, so none is drawn over one.
    for on in ("table", "start-classic"):
        view = views()[on]
        for phrase in notices(language):
            yield (
                f"{_NOTICE}{on}",
                view._replace(face=view.face._replace(notice=Notice(phrase, None))),
            )
    for name in ("menu", "menu-start", "menu-rules", "menu-correct"):
        view = views()[name]
        for cursor in range(len(menus.menu_lines(view.face, view.sitting))):
            menu = view.face.menu._replace(cursor=cursor)
            yield name, view._replace(face=view.face._replace(menu=menu))


def _held(language: str) -> list[Phrase]:
    """Return what letting go can do."""
    texts = words.texts(language)
    plain = [
        Phrase(key) for key, text in texts.items() if key.startswith("hold_") and "{" not in text
    ]
    return [*plain, *(Phrase("hold_undo", {"what": step}) for step in steps())]


def _on_labels(language: str) -> Iterator[Place]:
    """Yield every label in the narrowest cell."""
    narrow = min(CELLS.values())
    for key, text in words.texts(language).items():
        if key.startswith(("key_", "item_")) and "{" not in text:
            yield Place(key, "labels", text, text, text_width(text, "tiny"), 1, narrow, 1)
    for suit in SUITS:
        label = words.suit_label(language, suit)
        yield Place(f"label_{suit}", "labels", label, label, text_width(label, "tiny"), 1, SHORT, 1)
