"""Whatever comes, in whatever order, and whenever the device stops: its promises hold."""

import pytest

from companion.daemon.socket.fields import FIELDS
from companion.face.state import ScreenName
from companion.game.edition import PRESETS
from tests.rig.model import asking
from tests.rig.model.device import living
from tests.rig.model.outside import Plan
from tests.rig.model.runs import keep_report, play, report, run
from tests.rig.real_builds import PRESSED
from tests.rig.samples import SOME_LANGUAGES, fewer, new_seeds, paired, sample

LENGTH = 100
"""Steps of a run: the nightly search takes more of them."""


RUNS = fewer(300, 15)


@pytest.mark.parametrize("seed", new_seeds(RUNS), ids=range(RUNS))
def test_what_must_hold_holds_after_any_messages_and_any_stop(seed):
    plan, finding = run(seed, LENGTH)
    if finding is not None:
        keep_report(seed, plan, finding)
        pytest.fail(report(seed, plan, finding), pytrace=False)


def test_the_requests_that_are_made_have_every_field_that_there_is():
    assert asking.RIGHT.keys() == FIELDS.keys()


# Every question is open when the device stops

COMPLETED = [("ask", "player", {"do": "action", "action": {"do": "play", "suit": "W"}})] * 5
"""A firework grows to its top."""
LOST = [("ask", "player", {"do": "action", "action": {"do": "misfire"}})] * 3


def begun(**how: object) -> tuple:
    return ("ask", "player", {"do": "new", "players": 3, **how})


def act(**action: object) -> tuple:
    return ("ask", "player", {"do": "action", "action": action})


def press(*controls: str, wait: float = 1.0) -> list[tuple]:
    return [("press", *controls), ("wait", wait)]


def hold(control: str) -> list[tuple]:
    return [("hold", control, 1.0), ("wait", 1.0)]


def more(control: str) -> list[tuple]:
    """What *more* has over a button."""
    return [*hold("discard"), *press(control)]


def on_line(label: str) -> list[tuple]:
    """The menu, with this line chosen."""
    return [*more("play"), ("select", label), ("wait", 1.0)]


TABLE = [begun(), ("wait", 1.0)]
TILE = [begun(edition={"preset": "flamboyants"}), *COMPLETED, ("wait", 1.0)]
FULL = [begun(), *COMPLETED, act(do="clue"), ("wait", 1.0)]
MISFIT = [
    *FULL,
    *more("clue"),
    *press("clue") * 4,
    *hold("discard"),
    *press("play"),
    *press("clue"),
]
"""A fifth white card that fits no more, since one was put in before it."""
AT = {
    "the first start": [],
    "the language is asked for": on_line("language"),
    "the start": press("clue"),
    "the rules": on_line("rules"),
    "an edition is chosen": [("wait", 1.0), *hold("play"), *press("discard")],
    "more is open at the start": [("wait", 1.0), *hold("discard")],
    "more is open at the table": [*TABLE, *hold("discard")],
    "the table": TABLE,
    "the table of tokens": [begun(detail="tokens"), ("wait", 1.0), *press("play")],
    "a firework is chosen": [*TABLE, ("press", "play")],
    "half of a chord": [*TABLE, ("press", "play"), ("wait", 0.5), ("down", "clue")],
    "more is open at the end": [begun(), *LOST, ("wait", 1.0), *hold("discard")],
    "a button is held": [*TABLE, ("down", "clue"), ("wait", 1.0)],
    "a discard is named": [
        begun(detail="cards"),
        act(do="clue"),
        ("wait", 1.0),
        ("press", "discard"),
    ],
    "a name is half given": [
        *(begun(detail="cards"), act(do="clue"), ("wait", 1.0)),
        *(*press("discard"), *press("clue")),
    ],
    "a card is named late": [*TABLE, act(do="clue"), act(do="discard"), *on_line("name")],
    "a tile is asked for": TILE,
    "more is open on a tile": [*TILE, *hold("discard")],
    "the menu on a tile": [*TILE, *hold("discard"), *press("play")],
    "the turns on a tile": [*TILE, *hold("discard"), *press("clue")],
    "a look page": [*TABLE, *more("discard")],
    "the cards are counted": [*TABLE, *on_line("audit")],
    "about": [*TABLE, *on_line("about")],
    "counters are set": [
        *TABLE,
        *on_line("correct"),
        *press("discard"),
        *press("play"),
        *press("clue"),
    ],
    "the phone": [
        ("wait", 1.0),
        ("ask", "view-1", {"do": "serve", "urls": ["http://a.local"]}),
        *on_line("phone"),
    ],
    "the practice": [("wait", 1.0), *on_line("practice")],
    "a lesson of the practice": [("wait", 1.0), *on_line("practice"), *press("clue")],
    "the end": [begun(), *LOST],
    "a page of the end": [begun(), *LOST, ("wait", 1.0), *press("discard") * 4],
    "the end is undone": [begun(), *LOST, ("ask", "player", {"do": "undo"})],
    "a game was undone": [begun(), *LOST, begun(), ("ask", "player", {"do": "undo"})],
    "the turns": [begun(), ("ask", "player", {"do": "undo"}), ("wait", 1.0), *more("clue")],
    "a turn is chosen among the turns": [*FULL, *more("clue"), *press("play")],
    "a turn is entered": [*FULL, *more("clue"), *hold("discard")],
    "a turn no longer fits": MISFIT,
    "the turns are left with one that does not fit": [*MISFIT, *hold("clue")],
    "the menu": [*TABLE, *more("play")],
    "a notice": [*TABLE, ("press", "discard")],
    "a step is on its way": [*TABLE, ("disk", 3.0, False), ("press", "clue")],
    "nothing is saved": [
        begun(),
        ("disk", 0.0, True),
        ("wait", 1.0),
        ("press", "clue"),
        ("wait", 3.0),
    ],
    "the last round": [
        begun(),
        act(do="correct", deck=1, missing=34),
        act(do="misfire"),
        ("wait", 1.0),
    ],
}
"""Where a device can be, and what leads there."""
NOWHERE = {ScreenName.HALTED}
"""Screens of a device that is off."""


def test_the_stops_are_at_every_screen():
    screens = set()
    first = Plan()._replace(language="")
    for plan, script in [*((Plan(), script) for script in AT.values()), (first, press("clue") * 2)]:
        with living(plan) as device:
            for step in script:
                device.take(step)
            if device.core.view is not None:
                screens.add(device.core.view.face.screen)
    assert screens == set(ScreenName) - NOWHERE


@pytest.mark.parametrize(("preset", "kind"), paired(PRESETS, ("kill", "clean")))
def test_a_start_goes_on_with_a_game_of_any_edition_at_its_first_complete_firework(preset, kind):
    after = [("stop", kind, 2.0), ("wait", 0.1), ("wait", 20.0), *press("clue")]
    finding = play(Plan(), [begun(edition={"preset": preset}), *COMPLETED, *after])
    assert finding is None, report(0, Plan(), finding)


@pytest.mark.parametrize(("at", "kind"), sample(paired(AT, ("kill", "clean", "reboot")), 3))
def test_a_start_goes_on_wherever_the_device_stopped(at, kind):
    script = AT[at]
    after = [("stop", kind, 2.0), *(("wait", seconds) for seconds in (0.1, 1.0, 20.0, 125.0))]
    finding = play(Plan(), [*script, *after, ("press", "clue"), ("wait", 1.0), ("finish", True)])
    assert finding is None, report(0, Plan(), finding)


# What the model found


DOWN = [("press", "discard"), ("wait", 0.6)]
PHONE = ("ask", "view-1", {"do": "serve", "urls": ["http://hanabi.local"]})
QUESTION = [begun(), ("wait", 1.0), ("press", "play"), ("wait", 61.0)]
"""A question that the next press only wakes."""
REPAIR = {"do": "repair", "turn": 1, "as": "insert", "action": {"do": "play", "card": "M1"}}
FOUND = {
    "a new game leaves an undone end undone": [*AT["the end is undone"], begun()],
    "a repair names a suit that the game lacks": [begun(), ("ask", "player", REPAIR)],
    "a client leaves that subscribes while a step is on its way": [
        *(begun(), ("disk", 0.5, False), act(do="clue")),
        *(("ask", "view-1", {"do": "subscribe"}), ("leave", "view-1"), ("wait", 1.0)),
    ],
    "two buttons roll over the line of the practice": [
        ("wait", 1.0),
        *(*more("play"), ("press", "play", "discard")),
    ],
    "the page ends while the last line of the menu is marked": [
        *(("wait", 1.0), PHONE, *more("play"), *DOWN * 10),
        *(("leave", "view-1"), ("press", "play")),
    ],
    "a game that was given up at once is spoken of": [
        *(begun(), ("wait", 1.0), act(do="concede", reason="conceded")),
        *(("press", "clue"), ("wait", 1.0), ("press", "clue"), ("wait", 1.0)),
    ],
    "a press of a script wakes a question under a finger": [
        *(*QUESTION, ("down", "discard"), ("wait", 0.02)),
        *(("ask", "player", {"do": "press", "control": "play"}), ("wait", 0.02)),
        *(("up", "discard"), ("wait", 0.35)),
    ],
    "a card wakes a question under two fingers": [
        *(*QUESTION, ("down", "clue"), ("wait", 0.02), ("down", "discard"), ("wait", 0.02)),
        *(("lay", ["04a2b3c9"], "card"), ("wait", 0.1)),
        *(("up", "clue"), ("up", "discard"), ("wait", 0.35)),
    ],
    "the end of a first game beside the sign of a weak supply": [
        *(
            ("supplied", True),
            begun(players=["Ann", "Ben"]),
            act(do="concede", reason="no_more_points"),
        ),
    ],
}


@pytest.mark.parametrize("script", FOUND.values(), ids=FOUND)
def test_what_was_found_once_is_mended(script):
    finding = play(Plan(), script)
    assert finding is None, report(0, Plan(), finding)


def test_a_script_holds_an_optional_control_for_too_long():
    plan = Plan(build="deluxe")
    held = ("ask", "player", {"do": "hold", "control": "undo", "seconds": 4})
    finding = play(plan, [("wait", 1.0), begun(), ("wait", 1.0), held, ("wait", 5.0)])
    assert finding is None, report(0, plan, finding)


@pytest.mark.parametrize(("build", "language"), paired(PRESSED, SOME_LANGUAGES))
def test_the_widest_name_has_room_on_the_start_screen(build, language):
    for player in range(2):
        names = ["Ann", "Ben"]
        names[player] = "W" * 16
        plan = Plan(build=build, preferences={"language": language}, players=tuple(names))
        finding = play(plan, [("ask", "player", {"do": "state"}), ("wait", 1.0)])
        assert finding is None, report(0, plan, finding)
