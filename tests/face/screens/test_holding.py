"""What a button says while it is down, before it is held: by finger, by language, by build."""

from functools import cache

import pytest

from companion.face import screens, words
from companion.face.dialogue import labels
from companion.face.effects import motion
from companion.face.preferences import STILL, Hands
from companion.face.screens import holding
from companion.face.screens.layout import LABELS
from companion.face.state import Phrase, ScreenName
from companion.face.view import Held, Holding
from companion.game.actions import TILES
from companion.game.cards import SUITS, Card
from companion.panel import BUTTONS
from hardware.emulator.opening import emulate_build
from tests.rig.rig import Rig
from tests.rig.views import views
from wiring.reading.build import load

FRAME = 70
"""Bytes on the display's bus that a frame takes at most."""
NOT_HELD = {
    name: view
    for name, view in views().items()
    if view.held is None and view.face.screen != ScreenName.HALTED
}


def coming(view, control):
    return view._replace(pressed=frozenset({control}), holding=Holding(control, 0.25, 0.7))


@cache
def deeds():
    """Return a view and a button for each thing that a hold does, below and at the right."""
    found = {}
    for view in NOT_HELD.values():
        for control in BUTTONS:
            if deed := labels.hold_deed(view.face, view.sitting, control):
                found.setdefault((deed.key, view.face.labels.side), (view, control, deed))
    return tuple(found.values())


def said(language, key, deed):
    return words.say(language, Phrase(key, {"what": deed})).replace("\N{NO-BREAK SPACE}", " ")


# By a finger


@pytest.fixture
def rig():
    with Rig(language="en") as rig:
        rig.tap("play")
        rig.tap("clue")
        yield rig


def announced(rig):
    texts = screens.draw(rig.core.view).texts
    return [text for text in texts if text.startswith(("Hold: ", "Let go: "))]


@pytest.mark.parametrize(
    ("control", "deed"),
    [("clue", "undo a clue"), ("discard", "what else?"), ("play", "a misfire")],
)
def test_the_words_come_after_a_quarter_of_a_second_and_change_when_it_is_a_hold(
    rig, control, deed
):
    rig.down(control)
    rig.wait(0.2)
    assert announced(rig) == []
    rig.wait(0.1)
    assert announced(rig) == [f"Hold: {deed}"]
    rig.wait(0.5)
    assert announced(rig) == [f"Let go: {deed}"]
    rig.up(control)


def test_nothing_is_announced_of_a_button_whose_hold_does_nothing():
    with Rig(language="en") as rig:
        rig.down("clue")
        rig.wait(0.5)
        assert announced(rig) == []
        rig.wait(0.3)
        assert "Holding this does nothing here" in screens.draw(rig.core.view).texts
        rig.up("clue")


def test_two_buttons_that_are_down_announce_nothing(rig):
    rig.down("clue")
    rig.down("play")
    rig.wait(0.4)
    assert rig.core.view.holding is None
    rig.up("clue")
    rig.up("play")


def test_for_slow_hands_the_bar_fills_until_their_own_hold():
    with Rig(language="en", hands=Hands.SLOW) as rig:
        rig.tap("play")
        rig.tap("clue")
        rig.down("clue")
        rig.wait(1.0)
        coming_hold = rig.core.view.holding
        assert coming_hold is not None
        assert coming_hold.until - coming_hold.since == pytest.approx(0.95)
        rig.up("clue")


# By language and build


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_each_hold_has_its_words_whole_and_those_that_let_go(language):
    for view, control, deed in deeds():
        chosen = view.face.preferences._replace(language=language)
        spoken = view._replace(face=view.face._replace(preferences=chosen))
        page = screens.draw(coming(spoken, control))
        assert not page.cut
        assert said(language, "keep_holding", deed) in page.texts
        held = screens.draw(spoken._replace(held=Held(control, too_long=False)))
        assert said(language, "let_go", deed) in held.texts


def steps():
    """Return the names of all that a hold undoes, with a card of each suit."""
    for suit in SUITS:
        yield Phrase("a_play_on", {"card_suit": suit})
        for key in ("a_card", "a_misfire_of", "a_discard_of", "a_name"):
            yield Phrase(key, {"card": Card(suit, 5)})
    for tile in TILES:
        yield Phrase("a_tile", {"tile": Phrase(f"tile_{tile}")})
    for key in ("clue", "play", "discard", "misfire", "mix", "correction", "repair", "game"):
        yield Phrase(f"a_{key}")
    yield from map(Phrase, ("a_new_game", "an_end"))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_a_hold_undoes_has_room_or_is_named_once_it_is_held(language, monkeypatch):
    view = views()["table"]
    chosen = view.face.preferences._replace(language=language)
    spoken = view._replace(face=view.face._replace(preferences=chosen))
    for step in steps():
        deed = Phrase("hold_undo", {"what": step})
        monkeypatch.setattr(labels, "hold_deed", lambda *_, deed=deed: deed)
        assert not screens.draw(coming(spoken, "clue")).cut
        held = screens.draw(spoken._replace(held=Held("clue", too_long=False)))
        assert not held.cut
        assert said(language, "let_go", deed) in held.texts


def test_the_picture_above_the_bar_is_that_without_it():
    for view, control, _ in deeds():
        if view.face.screen != ScreenName.TABLE or view.face.notice:
            continue
        bare = screens.draw(view._replace(pressed=frozenset())).image
        page = screens.draw(coming(view, control)).image
        above = (0, 0, 84, holding.TOP)
        assert bare.crop(above).tobytes() == page.crop(above).tobytes()


# As it fills


def frames(view):
    picture = screens.draw(view).image
    now = view.holding.since
    while now is not None:
        yield motion.moving_picture(picture, view, now)
        now = motion.next_frame_at(view, now)


def test_its_words_come_and_it_fills_from_the_left_until_it_is_a_hold():
    view = coming(*deeds()[0][:2])
    lit = [sum(picture.histogram()[1:]) for picture in frames(view)]
    assert len(lit) == 7
    bar = (0, LABELS, 128, 64)
    assert list(frames(view))[1].crop(bar) == screens.draw(view).image.crop(bar)
    assert lit[1:] == sorted(lit[1:])
    assert lit[-1] > lit[1] + 400


def test_without_motion_nothing_fills():
    view, control, _ = deeds()[0]
    still = view.face.preferences._replace(motion=STILL)
    view = coming(view._replace(face=view.face._replace(preferences=still)), control)
    assert len({picture.tobytes() for picture in frames(view)}) == 1
    assert motion.next_frame_at(view, 0.25) is None


@pytest.mark.parametrize("build", ["table", "oled-hat"])
def test_a_frame_is_a_few_bytes_on_the_bus(build):
    panel, device = emulate_build(load(build))
    for view, control, _ in deeds():
        down = view._replace(pressed=frozenset({control}))
        panel.screen.show(screens.draw(down).image)
        for picture in frames(coming(view, control)):
            received = device.model.bytes_received
            panel.screen.show(picture)
            assert device.model.bytes_received - received <= FRAME
