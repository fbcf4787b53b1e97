"""Forty real games by laying cards down: how many presses and taps a turn takes."""

import pytest

from companion.game.record import Record
from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD
from hardware.readers import pn532_reader
from tests.games import real_games
from tests.rig.daemons import FAULTS
from tests.rig.readers import ReaderRig, play
from wiring import spec

pytestmark = FAULTS

SLOW = 20
"""A short game."""


def presses(readers: tuple[str, ...], records: list[Record]) -> tuple[float, float]:
    """Presses and taps a turn, and presses of a button a turn."""
    both = pressed = turns = 0
    with ReaderRig(spec.PN532, *readers) as rig:
        for record in records:
            each, buttons = play(rig, record, "cards")
            both, pressed, turns = both + each, pressed + buttons, turns + len(record.actions)
    return both / turns, pressed / turns


def test_the_real_games_take_no_press_but_for_clues_with_two_pads_and_few_with_one_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pn532_reader, "AGAIN_S", 0.005)
    monkeypatch.setattr(pn532_reader, "SAME_S", 0.02)
    records = real_games()
    clues = sum(action["do"] == "clue" for record in records for action in record.actions)
    both, pressed = presses((PLAY_PAD, DISCARD_PAD), records)
    print(f"with two pads {both:.2f} presses and taps a turn, {pressed:.2f} presses")
    assert both == 1.0
    assert pressed == clues / sum(len(record.actions) for record in records)
    both, pressed = presses((CARD_READER,), records)
    print(f"with one reader {both:.2f} presses and taps a turn, {pressed:.2f} presses")
    assert both <= 1.7
    assert pressed == 1.0


@pytest.mark.parametrize("readers", [(PLAY_PAD, DISCARD_PAD), (CARD_READER,)])
@pytest.mark.parametrize("kind", [spec.PN532, spec.RDM6300])
def test_a_real_game_at_the_pace_of_real_readers(kind: str, readers: tuple[str, ...]) -> None:
    with ReaderRig(kind, *readers) as rig:
        play(rig, real_games()[SLOW], "cards")
