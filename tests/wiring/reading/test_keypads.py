"""What a build or the settings say of keypads: all of it is used, and every mistake is told."""

import pytest

from companion.errors import ConfigError, WiringError
from tests.wiring.reading.mistakes import mistakes
from wiring.reading.build import Build, parse_build
from wiring.reading.keypads import KEY_CODES, key_name, with_keypads

BARE = 'board = "none"\n'
MOCK = 'board = "mock"\nbuttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n'
PAD = '[[keypads]]\ndevice = "Pad"\n'


def build(text: str) -> Build:
    return parse_build(text, "mine", "mine.toml")


@pytest.mark.parametrize(
    ("text", "sentences"), mistakes("keypad_mistakes.txt", {"BARE": BARE, "MOCK": MOCK, "PAD": PAD})
)
def test_every_mistake_is_told(text: str, sentences: list[str]) -> None:
    with pytest.raises(WiringError) as caught:
        build(text)
    assert list(caught.value.problems) == sentences


def test_a_numeric_pad_needs_no_table_and_another_has_its_own() -> None:
    (pad,) = build(BARE + PAD).keypads
    assert [pad.keys[KEY_CODES[f"KEY_KP{key}"]] for key in "123"] == ["clue", "discard", "play"]
    keys = 'keys = { KEY_B = "discard", CODE_425 = "play", KEY_PAGEUP = "clue", KEY_DOT = "clue" }'
    (pad,) = build(BARE + PAD + keys).keypads
    assert dict(pad.keys) == {48: "discard", 425: "play", 104: "clue", 52: "clue"}
    assert [key_name(code) for code in pad.keys] == ["KEY_B", "CODE_425", "KEY_PAGEUP", "KEY_DOT"]


def test_the_settings_add_keypads_and_their_keys_count() -> None:
    own = build(BARE + PAD)
    tables = [{"device": "Pad", "keys": {"KEY_A": "clue"}}, {"device": "/dev/input/event7"}]
    first, second = with_keypads(own, tables, "companion.toml").keypads
    assert (dict(first.keys), second.device) == ({30: "clue"}, "/dev/input/event7")
    with pytest.raises(ConfigError, match=r"companion.toml: keypads\[0\].device: is missing"):
        with_keypads(own, [{}], "companion.toml")
    assert with_keypads(own, (), "default") == own
