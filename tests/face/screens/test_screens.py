"""Every screen, as a picture: UPDATE_GOLDEN=1 writes the pictures anew (look at them then)."""

import itertools
import random
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from PIL import Image

from companion.face import screens, words
from companion.face.dialogue import repairs
from companion.face.dialogue.choices import CUT
from companion.face.dialogue.labels import key_phrases
from companion.face.game_pages import look_pages
from companion.face.glyphs.letters import face, text_width
from companion.face.screens.layout import LABELS
from companion.face.state import Choice, Face, Notice, Phrase, Purpose, ScreenName
from companion.face.view import View
from companion.game.actions import Action, Bonus, Clue, Correct, Discard, Misfire, Name, Play
from companion.game.cards import CARDS, RANKS, SUITS
from companion.game.edition import PRESETS
from companion.game.refusals import ActionRefused
from companion.game.setup import DETAILS
from companion.game.state import State
from companion.journal.events import Did
from companion.journal.repair import Change, ChangeKind
from companion.journal.sitting import Sitting, follow
from companion.panel import BUTTONS, Labels
from tests.face.screens.watched import Seen, watched
from tests.rig.goldens import picture_differences
from tests.rig.said import steps
from tests.rig.samples import SOME_LANGUAGES, paired, sample
from tests.rig.views import BONNET, FRESH, OLED_HAT, game, show, translated, views

GOLDEN = Path(__file__).parent / "golden"
VIEWS = views()
LANGUAGES = pytest.mark.parametrize("language", SOME_LANGUAGES)
LONG_S = 0.01
FEW = 12
"""Pictures that are too few for a sheet of their own."""
EVERYWHERE = (Labels(), BONNET, OLED_HAT)


@cache
def seen(language: str) -> dict[str, Seen]:
    """All views, each drawn once and watched meanwhile.

    An accent may share two pixels with what is above it: a descender, or the bar of a line.
    """
    return watched({name: translated(view, language) for name, view in VIEWS.items()}, touching=2)


def cut(view: View, language: str) -> list[str]:
    """What has no room, with labels below and beside, and the sign of what is wrong."""
    view = translated(view, language)
    found: list[str] = []
    for labels_there in EVERYWHERE:
        there = view._replace(saved=False, face=view.face._replace(labels=labels_there))
        found += screens.draw(there).cut
    return found


def turned(these: Sequence[str], by: int) -> list[str]:
    """These from another one on, so that what is paired with them meets each."""
    return [*these[by % len(these) :], *these[: by % len(these)]]


def where(found: dict[str, Any]) -> dict[str, Any]:
    """The views of which something was found."""
    return {name: what for name, what in found.items() if what}


def golden_sheets() -> dict[Path, dict[str, Image.Image]]:
    """The English pictures by sheet: of views whose names begin alike, or begin like few others."""
    alike = Counter(name.partition("-")[0] for name in VIEWS)
    found: dict[Path, dict[str, Image.Image]] = {}
    for name, view in seen(words.DEFAULT).items():
        begins = name.partition("-")[0]
        file = GOLDEN / f"{begins if alike[begins] > FEW else 'others'}.png"
        found.setdefault(file, {})[name] = view.page.image
    return found


def test_the_pictures_are_the_golden_ones(tmp_path):
    """The texts of other languages are measured, below."""
    differences = []
    for file, pictures in golden_sheets().items():
        differences += picture_differences(file, pictures, tmp_path)
    assert not differences, "\n".join(differences)


def test_no_golden_sheet_is_left_over():
    assert set(GOLDEN.iterdir()) == set(golden_sheets()), "delete the sheets of views that are gone"


def faults(view: View, drawn: Seen, language: str) -> list[str]:
    """What is wrong with a picture: say it shorter, call it otherwise, or give it more room."""
    keys = drawn.page.keys
    row = sorted(rect for key, rect in keys.items() if key in BUTTONS and rect[1] >= LABELS - 1)
    touching = [left for left, after in itertools.pairwise(row) if left[0] + left[2] > after[0]]
    phrases = key_phrases(view.face, view.sitting).values()
    said = [
        words.say(language, phrase) for phrase in phrases if phrase and phrase.key != "key_open"
    ]
    return [
        *(f"{text} is cut off" for text in drawn.page.cut),
        *(f"{text} is drawn over something" for text in drawn.hidden),
        *(f"{word} is wider than its line" for word in drawn.broken),
        *(f"the label at {rect} touches the next one" for rect in touching),
        *(f"{label} stands on two buttons" for label in said if said.count(label) > 1),
    ]


@LANGUAGES
def test_everything_has_room_and_each_label_its_own_word(language):
    found = {name: faults(VIEWS[name], drawn, language) for name, drawn in seen(language).items()}
    assert not where(found)


def test_one_view_after_another_is_drawn_as_each_of_them_alone():
    drawer = screens.Drawer()
    for view in sample(VIEWS.values(), 2):
        for pressed in ([], ["clue"], ["clue", "play"], ["discard", "W", "power"], []):
            fingers = view._replace(pressed=frozenset(pressed))
            assert drawer.picture(fingers).tobytes() == screens.draw(fingers).image.tobytes()


def test_a_page_is_not_drawn_anew_for_a_button_that_goes_down(monkeypatch):
    view = VIEWS["table"]
    drawer = screens.Drawer()
    released = drawer.picture(view)
    monkeypatch.setattr(screens, "draw", None)
    assert drawer.picture(view._replace(pressed=frozenset({"clue"}))) != released
    assert drawer.picture(view) == released


def test_no_picture_takes_long_to_draw():
    slow = {name: took for name, view in VIEWS.items() if (took := quickest(view)) >= LONG_S}
    assert not slow, "these take so many seconds"


def quickest(view: View) -> float:
    """How long the processor takes to draw a view, when its caches are warm."""
    times: list[float] = []
    while not times or (min(times) >= LONG_S and len(times) < 30):
        start = time.thread_time()
        screens.draw(view)
        times.append(time.thread_time() - start)
    return min(times)


# Every text in every place


@LANGUAGES
def test_every_step_fits_where_steps_are_listed(language, monkeypatch):
    named = VIEWS["look-actions-names"].sitting
    widest = sorted(steps(), key=lambda step: text_width(words.say(language, step), "small"))
    for phrase in sample(reversed(widest), 16):
        for module in ("companion.face.dialogue.repairs", "companion.face.screens.look"):
            monkeypatch.setattr(f"{module}.spoken_action", lambda *_, phrase=phrase: phrase)
        for there in (
            FRESH._replace(scene=ScreenName.LOOK, page=2),
            repairs.open_turns(FRESH, named),
        ):
            assert cut(View(named, there), language) == [], (there.screen, phrase)
        for name in ("turn", "turns-undone", "leaving"):
            assert cut(VIEWS[name], language) == [], (name, phrase)


WIDE, OTHER = CARDS["M5"], CARDS["Y4"]
NAMED: list[tuple[Change, ...]] = [
    (Change("fits", Play(WIDE)), Change("fits", Play(OTHER))),
    (Change("misfires", Play(WIDE)), Change("misfires", Play(OTHER))),
    (Change("stays", Misfire(WIDE)), Change("stays", Misfire(OTHER))),
    (Change("without places", Misfire(WIDE)), Change("without places", Misfire(OTHER))),
    (
        Change("left out", Name(WIDE)),
        Change("left out", Name(OTHER)),
        Change("left out", Correct({})),
    ),
]
"""What may count otherwise after a repair, of each kind."""
ALL: tuple[Change, ...] = (*sum(NAMED[:-1], ()) * 2, *NAMED[-1] * 20)
"""As much as may count otherwise: a game has at most four misfires."""


def test_all_that_counts_otherwise_is_tried():
    kinds = set(get_args(ChangeKind))
    assert {changes[0].kind for changes in NAMED} == kinds, "add the kind to NAMED"
    assert kinds == set(repairs._OTHERWISE), "give the kind its phrase in _OTHERWISE"


@LANGUAGES
@pytest.mark.parametrize("many", [1, 2, 3, len(ALL)])
def test_what_counts_otherwise_after_a_repair_fits(language, many):
    view, table = VIEWS["leaving"], VIEWS["table"]
    visit = view.face.visit
    assert visit is not None
    facts = {"turn": 68, "what": Phrase("a_misfire_of", {"card": WIDE})}
    heads = [
        Phrase(f"repaired_{kind}", facts) for kind in ("forgotten", "another", "never", "tile")
    ]
    some = (
        [ALL] if many == len(ALL) else sample(itertools.combinations(sum(NAMED, ()), many), many**3)
    )
    for changes in some:
        first = visit.outcomes[0]._replace(changes=changes)
        face = view.face._replace(visit=visit._replace(outcomes=(first, *visit.outcomes[1:])))
        assert cut(view._replace(face=face), language) == [], changes
        _, command = repairs.decide_repair(face, face.visit, CUT)
        told = command.phrase
        own = told.facts["what"]
        for head in [own] if own == Phrase("repaired") else [own, *heads]:
            said = Notice(told._replace(facts={**told.facts, "what": head}), None)
            assert cut(table._replace(face=table.face._replace(notice=said)), language) == [], (
                changes
            )


# Whole games


def some_action(state: State, dice: random.Random) -> Action:
    """Anything that may happen now."""
    suit = dice.choice(state.setup.box.suits)
    named = CARDS[f"{suit}{dice.choice(RANKS)}"] if state.setup.detail == "cards" else None
    plain = (
        Play(completed=dice.random() < 0.3) if state.setup.detail == "tokens" else Play(suit=suit)
    )
    return dice.choice((Clue(), Discard(named), plain, plain, plain, plain, Misfire(named)))


def some_bonus(state: State) -> Action:
    """The tile that is turned, with a card of the pile where it needs one."""
    tile = state.tiles[0]
    if tile != "recycle" or not state.pile:
        return Bonus(tile)
    return Bonus(tile, unnamed=True) if state.unnamed else Bonus(tile, next(iter(state.discards)))


def turns(sitting: Sitting, dice: random.Random) -> list[Sitting]:
    """A game to its end, one sitting a turn; errors are forgiven, so that it goes on for long."""
    found = [sitting]
    while sitting.playing:
        state = sitting.state
        assert state is not None
        if state.bonus_pending:
            one = some_bonus(state)
        elif state.errors == state.setup.edition.fuses - 1 and dice.random() < 0.9:
            one = Correct({"errors": 0})
        else:
            one = some_action(state, dice)
        try:
            sitting = follow(sitting, Did(one))
        except ActionRefused:
            continue
        found.append(sitting)
    return found


@pytest.mark.parametrize(("preset", "language"), paired(PRESETS, words.LANGUAGES))
def test_nothing_is_cut_off_in_whole_games(language, preset):
    dice = random.Random(preset + language)
    for detail in DETAILS:
        if detail == "tokens" and PRESETS[preset].flamboyants:
            continue
        begun = game("", preset, dice.choice((2, 3, 4, 5)), detail, names=dice.random() < 0.5)
        for sitting in sample(turns(begun, dice)[::3], 8):
            for there in faces(sitting):
                found = cut(View(sitting, there), language)
                assert found == [], (there.screen, there.page, sitting.actions)


def faces(sitting: Sitting) -> list[Face]:
    rested = show(sitting).face
    found = [rested, rested._replace(scene=ScreenName.AUDIT)]
    marked = rested.preferences._replace(clues="all")
    found += [
        rested._replace(scene=ScreenName.LOOK, page=page, preferences=marked)
        for page in range(len(look_pages(marked, sitting)))
    ]
    found.append(repairs.open_turns(rested, sitting))
    if rested.screen == "table":
        found.append(rested._replace(scene=Choice(Purpose.PLAY)))
    return found


# What a script reads


def test_the_main_figures_are_at_least_twenty_pixels_high():
    assert [face(name).cap for name in ("large", "narrow", "huge")] == [20, 20, 32]


def test_the_texts_are_those_on_the_screen_without_what_a_panel_covers():
    start = screens.draw(VIEWS["start-classic"]).texts
    assert start[:3] == ["2", "5 cards each", "Classic Hanabi, 50 cards"]
    assert screens.draw(VIEWS["held-undo"]).texts == [
        "Let go: undo white 1",
        "Clue",
        "Discard",
        "Play",
    ]
    misfire = screens.draw(VIEWS["notice-misfire"]).texts
    assert {"Misfire! 2 fuses left", "24"} <= {*misfire}
    assert "5" not in misfire


@LANGUAGES
@pytest.mark.parametrize("purpose", ["name", "name late"])
@pytest.mark.parametrize("suit", SUITS)
def test_every_question_for_a_rank_fits_also_beside_the_sign_of_what_is_wrong(
    language, purpose, suit
):
    seven = game("clue discard", "grand", 5)
    face = show(seven).face._replace(scene=Choice(purpose, (suit,)))
    assert cut(View(seven, face), language) == []
