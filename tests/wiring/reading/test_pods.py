"""What a build says of its pods: all of it is used, and every mistake is told."""

import pytest

from companion.errors import WiringError
from tests.wiring.reading.mistakes import mistakes
from wiring.reading.build import Build, parse_build
from wiring.spec import NONE

MOCK = 'board = "mock"\n'
BUTTONS = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
GOOD = MOCK + BUTTONS
FAR = '[[pods]]\nname = "far"\nport = "/dev/serial/by-id/usb-1"\n'
STRIP = """
[pods.strip]
pixels = 20
brightness = 0.3
[pods.strip.lights]
clue = "0-7"
firework.R = "12-8"
[pods.strip.colours]
clue = "#102030"
"""


def build(text: str) -> Build:
    return parse_build(text, "mine", "mine.toml")


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(WiringError) as caught:
        build(text)
    return caught.value.problems


def test_there_may_be_several_and_one_of_lights_alone() -> None:
    near = (
        FAR.replace("far", "near")
        .replace("usb-1", "usb-2")
        .replace('"near"', '"near"\ncontrols = []')
    )
    made = build(GOOD + FAR + 'controls = ["W", "undo", "power"]\n' + near + STRIP)
    assert [pod.controls for pod in made.pods] == [("W", "undo", "power"), ()]


def test_pods_with_the_three_buttons_need_no_others_and_no_board() -> None:
    made = build(
        'board = "none"\n'
        + FAR
        + 'controls = ["clue", "play"]\n'
        + FAR.replace("far", "b").replace("1", "2")
    )
    assert made.buttons == {}
    assert (made.board.kind, made.board.lines, made.is_emulated) == (NONE, 0, False)


TEXTS = {"BUTTONS": BUTTONS, "FAR": FAR, "GOOD": GOOD, "MOCK": MOCK, "STRIP": STRIP}


@pytest.mark.parametrize(("text", "told"), mistakes("pod_mistakes.txt", TEXTS))
def test_every_mistake_is_told_with_its_place(text: str, told: list[str]) -> None:
    assert [each for each in told if each not in problems(text)] == []


def test_what_is_too_bright_for_the_lead_may_have_a_supply() -> None:
    strip = "strip = { pixels = 60, brightness = 1, supply_milliamps = 4000, lights.deck = '0-59' }"
    assert build(GOOD + FAR + strip).pods[0].strip
