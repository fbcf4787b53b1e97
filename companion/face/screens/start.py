"""The start of the next game: what to deal and to shuffle, its rules, who plays and begins; and the
editions, one a screen.
"""

from typing import Final

from companion.face import seats, shown
from companion.face.editions import EDITIONS, changed_rules_of, edition_name
from companion.face.glyphs.canvas import Canvas
from companion.face.glyphs.letters import FaceName, face, fits, text_width
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import Page
from companion.face.screens.parts import sentence
from companion.face.screens.typography import (
    AIR,
    PLAIN,
    TITLE,
    TITLE_ROW,
    best,
    has_room_for,
    short_text,
)
from companion.game.edition import PRESETS, Edition, presets
from companion.game.setup import Setup
from companion.panel import CLUE, DISCARD

# Higher, the ascenders of three lines of rules touch the figure's words; two rows lower the lines
# come so close that descenders meet ascenders.
_BELOW_FIGURE: Final = 21
"""The first row below the figure."""
_WHO: Final = 44
"""The first row of how many play, and who begins."""
_MARK: Final = 14
"""Columns of the mark that points to a player, and of what is dark beside it."""
_FIRST: Final = 46
"""The first column that a long name of who begins may take, where no figure stands there."""
_RIGHT: Final = 86
"""The same, where labels stand at the right."""
_ABOVE: Final = 17
"""The first row below an edition's name."""
_RULES: Final = 27
_FEW: Final = 2
"""So many rules have room for whole sentences."""


def start(page: Page) -> None:
    """Draw what to deal first and largest; then the box, its rules, and who plays and begins.

    What a button changes stands above it, or beside the picture under its label.
    """
    setup = page.face.draft.setup
    end = page.height if page.beside else _WHO
    text = box_text(page, setup, end - _BELOW_FIGURE)
    if has_room_for(text, page.width, end - _BELOW_FIGURE, PLAIN):
        draw_deal(page, setup.hand_size)
        top = _BELOW_FIGURE
    else:  # rules of their own may need more lines
        top = page.title(page.say("start_each", each=setup.hand_size), page.width)
    page.paragraph((0, top, page.width, end - top), text)
    middles = {key: left + width // 2 for key, (left, _, width, _) in page.layout.labels.items()}
    rows = (page.layout.deck + 4, 42) if page.beside else (_WHO, _WHO)
    count = str(setup.players)
    page.text(middles[CLUE], rows[0], count, "medium", "centre")
    # Where the figure is in the middle, the name would run out of the picture.
    after = middles[CLUE] + (text_width(count, "medium") + 1) // 2 + AIR
    first = _RIGHT if page.beside else max(_FIRST, after)
    draw_starter(page, setup, (middles[DISCARD], rows[1]), first)


def draw_deal(page: Page, each: int) -> None:
    """Draw how many cards each player gets, the figure large in its words."""
    figure = str(each)
    text = page.say("start_each", each=each)
    page.remember(0, text)
    words: FaceName = "small" if page.beside else "medium"
    parts = [part.strip() for part in text.partition(figure) if part]
    names: list[FaceName] = ["large" if part == figure else words for part in parts]
    wide = sum(map(text_width, parts, names)) + AIR * (len(parts) - 1)
    x = max(0, (page.room - wide) // 2)
    for part, name in zip(parts, names, strict=True):
        x += Canvas.text(page, x, face("large").cap - face(name).cap, part, name) + AIR


def box_text(page: Page, setup: Setup, room: int) -> str:
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
        changed = changed_rules(page, rules, kind)
        parts = [box]
        if changed.lower() not in ("", edition.lower()):
            parts.append(sentence(changed))
        # The rules in lines of their own, else behind the box.
        for text in ("\n".join(parts), ". ".join(parts)):
            if has_room_for(text, page.width, room, ("small",)):
                return text
    return text


def changed_rules(page: Page, rules: Edition, kind: str) -> str:
    """Return the rules that differ from the base game.

    kind: "rule" for whole sentences, "brief" for abbreviations.
    """
    return ", ".join(page.say(f"{kind}_{key}") for key in changed_rules_of(rules))


def draw_starter(page: Page, setup: Setup, at: tuple[int, int], first: int) -> None:
    """Draw who begins, as the mark that points there, and the name, around a column.

    first: the first column that they may take.
    """
    draft = page.face.draft
    middle, y = at
    room = WIDTH - first - _MARK
    text = short_text(page.called(draft.names[0], draft.first), room) if draft.names else ""
    wide = _MARK + text_width(text, best(text, room)) if text else _MARK - 3
    x = min(max(first, middle - wide // 2), WIDTH - wide)
    where = seats.direction(draft.first % setup.players, setup.players)
    page.icon(x, y, f"point-{where}")
    page.fit(x + _MARK, y + 2, text, room)


def draw_edition(page: Page) -> None:
    """Draw the edition that the list is at: its name and its cards, where in the list that is, and
    what it changes.
    """
    number = page.face.menu.cursor
    name = EDITIONS[number]
    page.targets.append(((0, 0, page.width, page.height), name))
    rules = PRESETS[name]
    title = edition_name(page.view.language, rules)
    if not fits(title, "medium", page.room):
        title = page.say(f"edition_{name}")
    setup = Setup(page.face.draft.setup.players, rules)
    cards = page.say("start_cards_dealt", cards=setup.box.total, each=setup.hand_size)
    place = f"{number + 1}/{len(EDITIONS)}"
    kind = "rule" if len(changed_rules_of(rules)) <= _FEW else "brief"
    changed = sentence(changed_rules(page, rules, kind) or page.say("rule_none"))
    if page.beside:
        top = page.title(title)
        page.text(WIDTH - 1, page.layout.deck + 6, place, "small", "right")
        rect = (0, top, page.width, page.height - top)
        page.paragraph(rect, f"{cards}\n{changed}", anchor="left")
        return
    page.fit(0, TITLE_ROW, title, page.room, TITLE)
    page.text(page.width, _ABOVE, place, "small", "right")
    page.fit(0, _ABOVE, cards, page.width - 30)
    page.paragraph((0, _RULES, page.width, 26), changed, anchor="left")
