"""The doctor with a person: each light, the picture, each button, a card on each reader."""

import sys
from collections.abc import Callable
from contextlib import closing

import pytest

from companion.commands.doctor import doctor, trial
from companion.commands.doctor.trial import Bench
from companion.errors import PanelError
from companion.panel import Edge, Panel, Unusable
from hardware.emulator.device import Emulated
from hardware.emulator.knob import Knob
from hardware.emulator.opening import emulate_build
from hardware.health.table import NOTE, OK, WRONG, CheckResult
from hardware.keypads import hearing
from hardware.keypads.finding import input_devices, named_devices
from tests.rig.keypads import CLUE, PLAY, Desk
from wiring.reading.build import Build, load, parse_build
from wiring.reading.keypads import KEY_CODES

FAST, SLOW = 0.2, 5.0
"""How long a press is waited for in seconds, and one that comes over a link."""
SMALL = parse_build(
    'board = "mock"\nbuttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n'
    "encoder = { a.pin = 7, b.pin = 8 }\n",
    "small",
    "small.toml",
)


class Hands:
    """A person who sees the emulated device and presses what is asked for."""

    def __init__(self, device: Emulated, bounce: int = 0, wrong: str = "") -> None:
        self.device = device
        self.bounce = bounce
        self.wrong = wrong
        self.heard: list[str] = []

    def say(self, text: str) -> None:
        self.heard.append(text)
        if text.startswith("Press "):
            named = text.split()[1]
            controls = self.device.build.buttons
            pressed = self.wrong or next(each for each in controls if each.upper() == named)
            for _ in range(1 + self.bounce):
                self.device.press(pressed)
                self.device.release(pressed)
        elif text.startswith("Lay "):
            reader = "discard" if self.wrong else text.split()[-2]
            self.device.readers[reader].lay_tags(f"{len(self.heard):014x}")
        elif text.startswith("Turn "):
            self.device.rotate(-4 if self.wrong else 4)


def tried(
    build: Build, press_s: float = FAST, sees: bool | None = True, **habits: object
) -> tuple[dict[str, CheckResult], Hands]:
    """What is found of all parts by a person."""
    panel, device = emulate_build(build)
    hands = Hands(device, **habits)  # type: ignore[arg-type]
    return tried_at(panel, build, hands.say, sees, press_s), hands


def tried_at(
    panel: Panel,
    build: Build,
    say: Callable[[str], object] = len,
    sees: bool | None = True,
    press_s: float = 0.0,
) -> dict[str, CheckResult]:
    bench = Bench(panel, build, say, lambda question: sees, 0.0, press_s, 0.02)
    parts = ("lights", "order", "picture", "buttons", "cards")
    with closing(bench):
        rows = [f"companion.commands.doctor.trial.{part}" for part in parts]
        found = [each for row in rows for each in doctor.run_probe(row, [bench], None)]
    return {result.name: result for result in found}


def test_a_device_that_works_is_found_to_work() -> None:
    build = load("deluxe")
    found, hands = tried(build)
    assert {result.state for result in found.values()} == {OK}
    assert sum(text.startswith("Press ") for text in hands.heard) == len(build.buttons)
    assert "picture" in found


def test_parts_on_leads_are_tried_too() -> None:
    found, _ = tried(load("emulator-pads"), SLOW)
    assert {result.state for result in found.values()} == {OK}
    assert found["cards: discard"].sentence.startswith("the discard pad read 0")


def test_pads_that_are_exchanged_are_told() -> None:
    found, _ = tried(load("emulator-pads"), SLOW, wrong="clue")
    told = "that was the discard pad, where the play pad was asked for"
    assert found["cards: play"].sentence == told


def watched(panel: Panel, look: Callable[[], object]) -> list[object]:
    """What is seen after each plan of the lights."""
    seen: list[object] = []
    assert panel.lights
    show = panel.lights.show

    def watch(plan: object) -> None:
        show(plan)  # type: ignore[arg-type]
        seen.append(look())

    panel.lights.show = watch  # type: ignore[method-assign, assignment]
    return seen


def test_each_light_shines_alone() -> None:
    build = load("emulator-keys")
    panel, device = emulate_build(build)
    seen = watched(panel, device.lit_places)
    tried_at(panel, build)
    assert [next(iter(lit)) for lit in seen if len(lit) == 1] == list(trial.light_places(build))  # type: ignore[arg-type, call-overload]
    assert all(len(lit) <= 1 for lit in seen)  # type: ignore[arg-type]


@pytest.mark.parametrize(("sees", "state"), [(True, OK), (False, WRONG), (None, NOTE)])
def test_a_strip_shows_red_green_and_blue_so_that_its_order_is_found_out(
    sees: bool | None, state: str
) -> None:
    build = load("deluxe")
    panel, device = emulate_build(build)

    def colours() -> set[object]:
        return {colour for colour, level in device.strip_pixels().values() if level}

    seen = watched(panel, colours)
    result = tried_at(panel, build, sees=sees)["strip: order of colours"]
    assert seen[-4:] == [{(255, 0, 0)}, {(0, 255, 0)}, {(0, 0, 255)}, set()]
    assert result.state == state
    assert ('order = "bgr"' in result.mend) == (state == WRONG)


@pytest.mark.parametrize(("sees", "state"), [(None, NOTE), (False, WRONG)])
@pytest.mark.parametrize("build", ["table", "bonnet", "emulator"])
def test_what_nobody_saw_is_a_note_and_what_looked_wrong_is_wrong(
    build: str, sees: bool | None, state: str
) -> None:
    found, _ = tried(load(build), sees=sees)
    assert "strip: order of colours" not in found, "they have none"
    judged = [each for name, each in found.items() if name.startswith(("lights", "picture"))]
    assert {result.state for result in judged} == {state}
    assert all(result.mend for result in judged) == (state == WRONG)


def test_a_bounce_does_no_harm_and_another_button_is_told() -> None:
    found, _ = tried(SMALL, bounce=2)
    assert found["button: play"].state == OK
    found, _ = tried(SMALL, wrong="discard")
    assert found["button: clue"].state == WRONG
    assert "discard (GPIO 6)" in found["button: clue"].sentence
    assert found["button: discard"].state == OK
    assert (found["encoder"].state, found["encoder"].mend) == (WRONG, "swap A and B")


@pytest.mark.parametrize("built", [4, 2, 1])
@pytest.mark.parametrize("sold", [4, 2, 1])
def test_a_knob_of_another_maker_is_found_out(built: int, sold: int) -> None:
    build = SMALL._replace(per_detent=built)
    panel, device = emulate_build(build)
    assert device.knob is not None
    device.knob = Knob(device.board, device.knob.pins, sold)  # type: ignore[misc]
    found = tried_at(panel, build, Hands(device).say, press_s=FAST)["encoder"]
    assert found.state == (OK if built == sold else WRONG)
    assert (f"quarters = {sold} " in found.mend) == (built != sold)


def test_a_button_that_nobody_presses_one_that_is_stuck_and_one_that_others_have() -> None:
    panel, device = emulate_build(SMALL)
    device.press("play")
    listen = panel.controls.listen

    def listen_late(post: Callable[[object], None]) -> None:
        listen(post)
        post(Unusable("discard", "GPIO 6 is in use; free it"))

    panel.controls.listen = listen_late  # type: ignore[method-assign, assignment]
    found = tried_at(panel, SMALL, press_s=0.05)
    assert "no press came" in found["button: clue"].sentence
    assert "nobody presses it" in found["button: play"].sentence
    assert found["button: discard"] == ("button: discard", WRONG, "GPIO 6 is in use", "free it")
    assert found["encoder"].state == WRONG


@pytest.mark.parametrize(
    ("times", "state"),
    [
        ([0.0, 0.2], OK),
        ([0.0, 0.001, 0.002, 0.2], OK),
        ([0.0, 0.2, 0.201, 0.202], OK),
        ([0.0, 0.05, 0.1, 0.2], WRONG),
        ([n / 100 for n in range(6)], WRONG),
        ([0.0], WRONG),
    ],
)
def test_bounces_within_the_deaf_time_do_no_harm(times: list[float], state: str) -> None:
    edges = [Edge("clue", number % 2 == 0, at) for number, at in enumerate(times)]
    assert trial.press_result("clue", edges, SMALL).state == state


def test_lights_and_a_display_that_fail_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    build = load("emulator")
    panel, _ = emulate_build(build)

    def fail(*_: object) -> None:
        raise PanelError("it is broken; mend it")

    monkeypatch.setattr(panel.lights, "show", fail)
    monkeypatch.setattr(panel.screen, "show", fail)
    found = tried_at(panel, build)
    assert {name for name in found if "button" not in name} == {"lights", "picture"}
    assert found["lights"] == ("lights", WRONG, "it is broken", "mend it")


def test_the_test_picture_reaches_every_edge() -> None:
    for size in ((128, 64), (64, 128)):
        assert trial.trial_picture(size).getbbox() == (0, 0, *size)


@pytest.fixture
def pads(tmp_path, monkeypatch) -> Desk:
    monkeypatch.setattr(hearing, "input_devices", lambda: input_devices(tmp_path))
    monkeypatch.setattr(trial, "named_devices", lambda pad: named_devices(pad, tmp_path))
    return Desk(tmp_path, monkeypatch)


def hear(text: str, heard: list[str]) -> dict[str, CheckResult]:
    build = parse_build(f'board = "mock"\ntouch = true\n{text}', "pad", "pad.toml")
    panel, _ = emulate_build(build._replace(keypads=()))
    bench = Bench(panel, build, heard.append, bool, press_s=0.3)
    return {result.name: result for result in trial.keys(bench)}


def test_a_map_is_written_by_pressing(pads: Desk) -> None:
    pad, stranger = pads.keypad("Pad"), pads.keypad("Clicker")
    pad.plug_in()
    stranger.plug_in()
    for code in (CLUE, PLAY, KEY_CODES["KEY_KPDOT"]):
        pad.press(code)
    stranger.press(KEY_CODES["KEY_PAGEUP"])
    heard: list[str] = []
    asleep = '[[keypads]]\ndevice = "Asleep"\n'
    found = hear(f'[[keypads]]\ndevice = "Pad"\n{asleep}', heard)
    assert heard[1:4] == [
        "Pad: KEY_KP1 is clue",
        "Pad: KEY_KP3 is play",
        "Pad: KEY_KPDOT is nothing yet",
    ]
    assert heard[4].startswith("Clicker: KEY_PAGEUP. No [[keypads]] names it yet")
    assert found["keys of Pad"] == ("keys of Pad", OK, "the keys of clue, play came", "")
    assert found["keys of Asleep"].state == WRONG
    assert found["keys of Clicker"].sentence == "these keys came: KEY_PAGEUP"


def test_without_a_keypad_or_evdev_nothing_is_wrong(
    pads: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (found,) = hear("", []).values()
    assert (found.state, "no input device" in found.sentence) == (NOTE, True)
    pads.keypad().plug_in()
    monkeypatch.setitem(sys.modules, "evdev", None)
    (found,) = hear("", []).values()
    assert (found.state, found.mend) == (NOTE, "sudo apt install python3-evdev")
