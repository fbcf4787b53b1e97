"""The start of the next game: the box and its rules, who plays and begins, what to deal; and the
editions, one a screen.
"""

from typing import Final

from companion.face import seats, shown
from companion.face.editions import EDITIONS, changed_rules_of, edition_name
from companion.face.glyphs.letters import FaceName, fits, text_width
from companion.face.screens.layout import UPPER, WIDTH
from companion.face.screens.page import Page
from companion.face.screens.parts import sentence
from companion.face.screens.typography import (
    AIR,
    MARGIN,
    PLAIN,
    TITLE,
    TITLE_ROW,
    best,
    has_room_for,
    short_text,
)
from companion.game.edition import PRESETS, Edition, presets
from companion.game.setup import Setup
from companion.panel import CLUE, DISCARD, PLAY

_FIGURES: Final = 34
"""The first row of the figures over the buttons."""
_FREE: Final = 22
_LOW_FREE: Final = 13
"""The first row below the figure beside labels at the right, and below a smaller one."""
_NAME: Final = 42
"""Columns of a name over its button."""
_MARK: Final = 14
"""Columns of the mark that points to a player, and of what is dark beside it."""
_RIGHT: Final = 86
"""The first column of who begins beside labels at the right."""
_ABOVE: Final = 17
"""The first row below an edition's name."""
_RULES: Final = 27
_FEW: Final = 2
"""So many rules have room for whole sentences."""


def start(page: Page) -> None:
    """Draw the box and its rules, and over each button what it changes, at last what to deal.

    Where the labels stand at the right, how many play leads, and who begins stands between two.
    """
    setup = page.face.draft.setup
    each = page.say("start_each", each=setup.hand_size)
    width = page.room - MARGIN
    if page.beside:
        end = page.height
        is_large = has_room_for(_box_text(page, setup, end - _FREE), width, end - _FREE, PLAIN)
        size: FaceName = "large" if is_large else "medium"
        x = MARGIN + page.text(MARGIN, 1, str(setup.players), size) + AIR
        if is_large:
            page.fit(x, 1, page.say("key_players"), page.width - x)
        page.fit(x, 12 if is_large else 3, each, page.width - x)
        _draw_starter(page, setup)
        top = _FREE if is_large else _LOW_FREE
    else:
        top, end = 1, _FIGURES - 2
        _draw_figures(page, setup)
        left, _, wide, _ = page.layout.boxes[PLAY]
        page.paragraph((left, end + 1, wide, UPPER - end), each)
    page.paragraph(
        (MARGIN, top, width, end - top), _box_text(page, setup, end - top), anchor="left"
    )


def _draw_figures(page: Page, setup: Setup) -> None:
    """Draw over their buttons how many play, and who begins."""
    middles = {key: left + width // 2 for key, (left, _, width, _) in page.layout.labels.items()}
    page.text(middles[CLUE], _FIGURES, str(setup.players), "large", "centre")
    middle = middles[DISCARD]
    draft = page.face.draft
    where = seats.direction(draft.first % setup.players, setup.players)
    if draft.names:
        page.icon(middle - 5, _FIGURES, f"point-{where}")
        text = short_text(page.called(draft.names[0], draft.first), _NAME)
        page.centre(_FIGURES + 13, text, _NAME, middle - _NAME // 2)
    else:
        page.icon(middle - 10, _FIGURES, f"seat-{where}")


def _box_text(page: Page, setup: Setup, room: int) -> str:
    """Return the box and its rules, as fully as there is room for in letters of the usual size."""
    rules = setup.edition
    edition = edition_name(page.view.language, rules, page.face.draft.preset)
    box = page.say("start_box", cards=setup.box.total)
    if presets(rules):
        box = f"{edition}, {box}"
    if detail := shown.detail_phrase(setup.detail):
        box += f", {page.words(detail)}"
    text = box
    for kind in ("rule", "brief"):
        changed = _changed_rules(page, rules, kind)
        parts = [box]
        if changed.lower() not in ("", edition.lower()):
            parts.append(sentence(changed))
        # The rules in lines of their own, else behind the box.
        for text in ("\n".join(parts), ". ".join(parts)):
            if has_room_for(text, page.room - MARGIN, room, ("small",)):
                return text
    return text


def _changed_rules(page: Page, rules: Edition, kind: str) -> str:
    """Return the rules that differ from the base game.

    kind: "rule" for whole sentences, "brief" for abbreviations.
    """
    return ", ".join(page.say(f"{kind}_{key}") for key in changed_rules_of(rules))


def _draw_starter(page: Page, setup: Setup) -> None:
    """Draw who begins between two labels at the right: the mark that points there, and the name."""
    draft = page.face.draft
    room = WIDTH - _RIGHT - _MARK
    text = short_text(page.called(draft.names[0], draft.first), room) if draft.names else ""
    x = WIDTH - _MARK - text_width(text, best(text, room))
    where = seats.direction(draft.first % setup.players, setup.players)
    page.icon(x, page.layout.deck, f"point-{where}")
    page.fit(x + _MARK, page.layout.deck + 2, text, room)


def draw_edition(page: Page) -> None:
    """Draw the edition that the list is at: its name and its cards, where in the list that is, and
    what it changes.
    """
    number = page.face.menu.cursor
    name = EDITIONS[number]
    page.targets.append(((0, 0, page.width, page.height), name))
    rules = PRESETS[name]
    title, cards, *_ = page.lines
    if not fits(title, "medium", page.room):
        title = page.say(f"edition_{name}")
    place = f"{number + 1}/{len(EDITIONS)}"
    kind = "rule" if len(changed_rules_of(rules)) <= _FEW else "brief"
    changed = sentence(_changed_rules(page, rules, kind) or page.say("rule_none"))
    if page.beside:
        top = page.title(title)
        page.text(WIDTH - 1, page.layout.deck + 2, place, "small", "right")
        rect = (MARGIN, top, page.width - MARGIN, page.height - top)
        page.paragraph(rect, f"{cards}\n{changed}", anchor="left")
        return
    page.fit(MARGIN, TITLE_ROW, title, page.room - MARGIN, TITLE)
    page.text(page.width - 1, _ABOVE, place, "small", "right")
    page.fit(MARGIN, _ABOVE, cards, page.width - 32)
    page.paragraph((MARGIN, _RULES, page.width - MARGIN, 26), changed, anchor="left")
