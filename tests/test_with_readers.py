"""Card readers at the table: games by laying cards down, through models and real drivers."""

import pytest

from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD
from hardware.emulator.models import rdm6300 as model_rdm6300
from hardware.readers import pn532_reader, rdm6300
from tests.games import real_games, three_players
from tests.rig.readers import ReaderRig, play
from tests.rig.running import Script, running
from tests.rig.waiting import until
from wiring import spec

PADS = (PLAY_PAD, DISCARD_PAD)
ONE = (CARD_READER,)

GAMES = real_games()
MISPLAYED = 21
"""A game that ends with its third misfire."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """Readers that look thirty times as often, so that a game takes a second or two."""
    monkeypatch.setattr(pn532_reader, "AGAIN_S", 0.005)
    monkeypatch.setattr(pn532_reader, "SAME_S", 0.1)
    monkeypatch.setattr(rdm6300, "SAME_S", 0.1)
    monkeypatch.setattr(model_rdm6300, "PERIOD_S", 0.003)


@pytest.mark.parametrize(
    ("kind", "readers", "detail"),
    [
        (spec.PN532, PADS, "colours"),
        (spec.RDM6300, PADS, "cards"),
        (spec.PN532, ONE, "cards"),
        (spec.RDM6300, ONE, "colours"),
    ],
)
def test_a_real_game_by_taps_alone(kind, readers, detail):
    record = GAMES[MISPLAYED]
    turns = len(record.actions)
    clues = sum(action["do"] == "clue" for action in record.actions)
    with ReaderRig(kind, *readers) as rig:
        assert play(rig, record, detail) == (
            (turns, clues) if rig.pads else (2 * turns - clues, turns)
        )


def test_three_players_press_at_most_0_4_times_a_turn_with_two_pads_and_1_7_with_one_reader():
    record = three_players()
    turns = len(record.actions)
    with ReaderRig(spec.PN532, *PADS) as rig:
        both, pressed = play(rig, record, "colours")
        assert (both, pressed <= 0.4 * turns) == (turns, True)
    with ReaderRig(spec.PN532, *ONE) as rig:
        both, pressed = play(rig, record, "cards")
        assert (both <= 1.7 * turns, pressed) == (True, turns)


def test_a_card_on_a_pad_of_a_running_companion_is_a_turn(tmp_path):
    with (
        running(tmp_path, build="emulator-pads") as companion,
        Script(companion.threads.server.path) as script,
    ):
        script.ask(do="new", players=3)
        script.ask(do="enrol", id="04a1b2c3d4e5f6", deck="ours", card="R1")
        companion.emulated.readers[PLAY_PAD].lay_tags("04a1b2c3d4e5f6")
        until(lambda: script.ask(get="state")["state"]["fireworks"]["R"] == 1)
