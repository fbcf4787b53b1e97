"""What a build says of its card readers: every mistake with its key path and what is right."""

import pytest

from companion.errors import WiringError
from tests.wiring.reading.mistakes import mistakes
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


TEXTS = {
    "BUTTONS": BUTTONS,
    "MOCK": MOCK,
    "REAL": REAL,
    "CARD": reader(),
    "PLAY": reader("play"),
    "DISCARD": reader("discard"),
}


@pytest.mark.parametrize(("text", "told"), mistakes("reader_mistakes.txt", TEXTS))
def test_every_mistake_is_told_at_its_place(text: str, told: list[str]) -> None:
    assert problems(text) == told
