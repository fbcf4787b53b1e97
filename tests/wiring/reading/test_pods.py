"""What a build says of its pods: all of it is used, and every mistake is told."""

import pytest

from companion.errors import WiringError
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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            MOCK + "[[pods]]\n",
            [
                "pods[0].name: is missing; it is what messages call the pod",
                "pods[0].port: is missing; it is the part's name in /dev/serial/by-id",
            ],
        ),
        (GOOD + "pods = 3", ["pods: must be a list in square brackets, not 3"]),
        (GOOD + "pods = [3]", ["pods[0]: must be a table of keys, not 3"]),
        (
            MOCK + FAR + 'controls = ["clue", "play"]',
            ["buttons.discard: is missing; the clue, discard and play buttons are always needed"],
        ),
        (
            'board = "none"\n' + FAR + 'controls = ["clue", "play"]',
            [
                "buttons.discard: is missing; the clue, discard and play buttons are always needed,"
                " and without pins a pod has to have them (pods[0].controls)"
            ],
        ),
        (
            GOOD + FAR + 'controls = ["cleu", 3, "W", "W"]',
            [
                'pods[0].controls[0]: "cleu" is not known; did you mean "clue"?',
                "pods[0].controls[1]: must be a control's name, not 3",
                'pods[0].controls[3]: "W" is there twice',
            ],
        ),
        (
            GOOD + FAR + "controls = []",
            ["pods[0].controls: is empty, and there is no strip: a pod has one of them"],
        ),
        (
            GOOD + FAR.replace("/dev/serial/by-id/usb-1", "COM3"),
            ['pods[0].port: must be the name of a device, from /dev on, not "COM3"'],
        ),
        (
            GOOD + FAR.replace('"/dev/serial/by-id/usb-1"', "3"),
            ["pods[0].port: must be a text in quotes, not 3"],
        ),
        (
            'board = "none"\n' + FAR.replace("/dev/serial/by-id/usb-1", "emulated"),
            ['pods[0].port: only with board = "mock" a port is "emulated"'],
        ),
        (
            GOOD + FAR + FAR,
            [
                'pods[1].name: "far" is another pod\'s name already',
                "pods[1].port: /dev/serial/by-id/usb-1 is another part's already",
            ],
        ),
        (
            GOOD + FAR.replace("far", "a name much too long"),
            ["pods[0].name: must have 1 to 16 characters, and no space around them"],
        ),
        (GOOD + FAR + "prot = 1", ['pods[0].prot: there is no such key; did you mean "port"?']),
        (
            'board = "none"\n' + FAR + BUTTONS,
            ["pods[0].buttons: there is no such key; valid: controls, name, port, strip"],
        ),
        (
            'board = "none"\nbuttons.clue.pin = 5\n' + FAR,
            ['buttons.clue.pin: there are no pins: board = "none"; leave it out'],
        ),
        (
            'board = "none"\nchip = 0\nmodel = "4B"\n' + FAR,
            [
                'model: only board = "mock" has a model; leave it out',
                'chip: only board = "raspberry-pi" has a chip; leave it out',
            ],
        ),
        (
            GOOD + FAR + STRIP.replace("pixels = 20", ""),
            ["pods[0].strip.pixels: is missing; it is how many pixels the pod has"],
        ),
        (
            GOOD + FAR + STRIP.replace("= 20", "= 151"),
            ["pods[0].strip.pixels: must be a whole number from 1 to 150, not 151"],
        ),
        (
            GOOD + FAR + STRIP.replace("0-7", "13-20"),
            [
                "pods[0].strip.lights.clue[7]: there is no pixel 20; it must be a pixel number from"
                " 0 to 19"
            ],
        ),
        (
            GOOD + FAR + STRIP.replace("0.3", "1.5"),
            ["pods[0].strip.brightness: must be at most 1, not 1.5"],
        ),
        (
            GOOD + FAR + STRIP.replace("[pods.strip.lights]", "[pods.strip.light]"),
            [
                "pods[0].strip.lights: is missing; it says which pixels show what",
                'pods[0].strip.light: there is no such key; did you mean "lights"?',
            ],
        ),
        (
            GOOD + FAR + STRIP + 'clou = "#000000"',
            [
                'pods[0].strip.colours.clou: there is no such key; did you mean "clue"?',
            ],
        ),
        (
            GOOD + FAR + "strip = { pixels = 60, brightness = 1, lights.deck = '0-59' }",
            [
                "pods[0].strip.brightness: the pod's pixels take 3660 mA when all is lit, but its"
                " lead gives 400 mA; lower it, or give them a supply (supply_milliamps)"
            ],
        ),
    ],
)
def test_every_mistake_is_told_with_its_place(text: str, told: list[str]) -> None:
    assert [each for each in told if each not in problems(text)] == []


def test_what_is_too_bright_for_the_lead_may_have_a_supply() -> None:
    strip = "strip = { pixels = 60, brightness = 1, supply_milliamps = 4000, lights.deck = '0-59' }"
    assert build(GOOD + FAR + strip).pods[0].strip
