"""What a build says of its card readers: every mistake is told, with its key path and what is
right.
"""

import pytest

from companion.errors import WiringError
from wiring.reading.build import Build, parse_build
from wiring.spec import Reader

BUTTONS = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
MOCK = 'board = "mock"\n' + BUTTONS
REAL = 'board = "raspberry-pi"\n' + BUTTONS
PORT = "/dev/serial/by-id/usb-Silicon_Labs_CP2102-if00-port0"


def reader(name: str = "card", kind: str = "pn532", port: str = "emulated") -> str:
    return f'[[readers]]\nname = "{name}"\nkind = "{kind}"\nport = "{port}"\n'


def good(text: str) -> Build:
    return parse_build(text, "mine", "mine.toml")


def problems(text: str) -> list[str]:
    with pytest.raises(WiringError) as caught:
        parse_build(text, "mine", "mine.toml")
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("text", "readers"),
    [
        (MOCK + reader(), [Reader("card", "pn532", "emulated")]),
        (MOCK + reader(kind="rdm6300"), [Reader("card", "rdm6300", "emulated")]),
        (MOCK + reader("play"), [Reader("play", "pn532", "emulated")]),
        (MOCK + reader("discard", port=PORT), [Reader("discard", "pn532", PORT)]),
        (REAL + reader(port="/dev/../dev//ttyUSB0"), [Reader("card", "pn532", "/dev/ttyUSB0")]),
        (
            REAL + reader("play", port="/dev/serial0") + reader("discard", "rdm6300", PORT),
            [Reader("play", "pn532", "/dev/serial0"), Reader("discard", "rdm6300", PORT)],
        ),
        (
            MOCK + reader("discard") + reader("play"),
            [Reader("discard", "pn532", "emulated"), Reader("play", "pn532", "emulated")],
        ),
    ],
)
def test_readers_are_read(text: str, readers: list[Reader]) -> None:
    assert list(good(text).readers) == readers


LIKE = 'a device such as "/dev/serial/by-id/..." or "/dev/serial0"'
ONE = (
    'a "card" reader is for play and discard alike, so that there is no other one; call two of them'
    ' "play" and "discard"'
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (MOCK + "readers = 3", ["readers: must be a list in square brackets, not 3"]),
        (MOCK + "readers = [3]", ["readers[0]: must be a table of keys, not 3"]),
        (
            MOCK + "[[readers]]",
            [
                "readers[0].name: is missing; it is one of card, play, discard",
                "readers[0].kind: is missing; it is one of pn532, rdm6300, rdm630",
                f'readers[0].port: is missing; it is {LIKE}, or "emulated"',
            ],
        ),
        (
            MOCK + reader("discrad", "pn523", "ttyUSB0") + 'prot = "x"\n',
            [
                'readers[0].name: "discrad" is not known; did you mean "discard"?',
                'readers[0].kind: "pn523" is not known; did you mean "pn532"?',
                f'readers[0].port: must be {LIKE}, not "ttyUSB0"',
                'readers[0].prot: there is no such key; did you mean "port"?',
            ],
        ),
        (
            REAL + reader(),
            [f'readers[0].port: only board = "mock" has emulated readers; this must be {LIKE}'],
        ),
        (
            REAL + reader().replace('port = "emulated"', ""),
            [f"readers[0].port: is missing; it is {LIKE}"],
        ),
        (
            MOCK + '[[readers]]\nname = "card"\nkind = "pn532"\nport = 7',
            [f"readers[0].port: must be {LIKE}, not 7"],
        ),
        (MOCK + reader("play") * 2, ['readers[1].name: "play" is readers[0] already']),
        (MOCK + reader("play") + reader("card"), [f"readers[1].name: {ONE}"]),
        (MOCK + reader("card") + reader("play"), [f"readers[1].name: {ONE}"]),
        (
            MOCK
            + reader("play", port=PORT)
            + reader("discard", port=PORT.replace("by-id", "./by-id")),
            [f"readers[1].port: {PORT} is the port of readers[0] already"],
        ),
        (
            REAL + reader("play", port="/dev/serial0") + reader("discard", port="/dev/ttyAMA0"),
            ["readers[1].port: /dev/ttyAMA0 is the port of readers[0] already"],
        ),
        (
            REAL + reader(port=PORT) + f'[[pods]]\nname = "far"\nport = "{PORT}"\n',
            [f"pods[0].port: {PORT} is another part's already"],
        ),
        (
            REAL.replace("5", "14") + reader(port="/dev/ttyS0"),
            ["buttons.clue.pin: GPIO 14 is also used by readers[0]"],
        ),
        (
            REAL + "lights.fuse = [15, 16, 17]\n" + reader(port="/dev/serial0"),
            ["lights.fuse[0]: GPIO 15 is also used by readers[0]"],
        ),
    ],
)
def test_every_mistake_is_told_at_its_place(text: str, told: list[str]) -> None:
    assert problems(text) == told
