"""The start of the next game: how many play, who begins, and by which rules."""

from companion.face import seats, tips
from companion.face.glyphs import fits
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.face.screens.parts import sentence
from companion.face.state import Phrase
from companion.game.edition import Edition, presets


def start(page: Page) -> None:
    """What the next game will be."""
    draft = page.view.face.draft
    setup = draft.setup
    page.fit(0, 0, edition_name(page, setup.edition), page.room, ("medium", "small"))
    said = changed(page, setup.edition)
    if tips.welcome(page.view.face) and not changes(setup.edition):
        said = page.say("tip_practice")
    page.paragraph((0, 13, WIDTH, 20), said, PLAIN, "left")
    page.text(0, 34, str(setup.players), "large")
    detailed = setup.detail != "colours"
    page.fit(16, 34 if detailed else 40, page.say("start_players"), 54, PLAIN)
    if detailed:
        page.fit(16, 45, page.say(f"start_{setup.detail}"), 56, PLAIN)
    where = draft.first % setup.players
    page.icon(72, 34, f"seat-{seats.direction(where, setup.players)}")
    if draft.names:
        page.name(93, 34, draft.names[0], WIDTH - 93)
    page.fit(93, 45 if draft.names else 40, page.say("start_first"), WIDTH - 93, PLAIN)


def edition_name(page: Page, edition: Edition) -> str:
    """What the rulebooks call this edition; those that mean the same are all named."""
    same = presets(edition)
    if not same:
        return page.say("own_rules")
    if len(same) == 1:
        return page.say(f"edition_{same[0]}")
    return page.say("either", names="/".join(page.say(f"item_{name}") for name in reversed(same)))


def first_change(page: Page, edition: Edition) -> str:
    """The most important thing that the edition changes against the base game."""
    found = changes(edition)
    return page.words(found[0]) if found else page.say("rule_none")


def changed(page: Page, edition: Edition) -> str:
    """What the edition changes against the base game: as much of it as fits in two lines."""
    found = [page.words(phrase) for phrase in changes(edition)]
    if not found:
        found = [page.say("rule_none")]
    line = found[0]
    for more in found[1:]:
        if not fits(f"{line}, {more}", "small", 2 * WIDTH - 24):
            break
        line = f"{line}, {more}"
    return sentence(line)


def changes(edition: Edition) -> list[Phrase]:
    """The rules that differ from the base game, the most important one first."""
    found = []
    if edition.flourish:
        found.append("flourish")
    if edition.black:
        found.append("black")
    if edition.multicolour:
        found.append(f"multicolour_{edition.multicolour}")
    if edition.multicolour and edition.multicolour_clue == "every":
        found.append("every_colour")
    if edition.flamboyants:
        found.append("flamboyants")
    if edition.fuses == 4:
        found.append("fuses")
    if edition.explosion == "score":
        found.append("explosion")
    return [Phrase(f"rule_{rule}") for rule in found]
