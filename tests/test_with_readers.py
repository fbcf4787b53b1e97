"""Card readers at the table: games by laying cards down, through models and real drivers."""

import random
from itertools import cycle

import pytest

from companion.game.actions import Discard, Play
from companion.game.rules import apply
from companion.game.view import state_json
from companion.journal.stickers import known_cards
from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD
from hardware.emulator.models import rdm6300 as model_rdm6300
from hardware.readers import pn532_reader, rdm6300
from tests.games import real_games, three_players
from tests.rig.readers import ReaderRig, begin, cards_of, play
from tests.rig.samples import paired
from wiring import spec

PADS = (PLAY_PAD, DISCARD_PAD)
ONE = (CARD_READER,)

GAMES = real_games()
MISPLAYED = 21
"""A game that ends with its third misfire."""
SHORT = 30


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


@pytest.mark.parametrize(
    ("kind", "way"), paired([spec.PN532, spec.RDM6300], [(PADS, "cards"), (ONE, "colours")])
)
def test_a_game_with_slips_that_are_taken_back(kind, way):
    readers, detail = way
    chance = random.Random(f"{kind} {detail}")
    record = GAMES[SHORT]
    with ReaderRig(kind, *readers) as rig:
        expected = begin(rig, record, detail)
        kinds = cycle(SLIPS)
        for action, tag in cards_of(record, rig.core.enrolment.stickers):
            if tag:
                slip(rig, next(kinds), action, tag, expected)
                assert rig.json == state_json(expected)
            # PLAY and then the tap, or the other way round.
            rig.enter_card(
                action, tag, tap_first=isinstance(action, Discard) or chance.random() < 0.5
            )
            expected = apply(expected, action)
            assert rig.json == state_json(expected)
            rig.check()
        assert rig.screen == "end"


SLIPS = ("wrong", "undone", "unknown", "twice")


def slip(rig, kind, action, tag, before):
    """Something goes wrong in a turn, and is taken back.

    The same card may be laid down afterwards.
    """
    played = isinstance(action, Play)
    right, other = (PLAY_PAD, DISCARD_PAD) if played else (DISCARD_PAD, PLAY_PAD)
    match kind:
        case "wrong":  # on the other pad, or with the other button
            as_other = Discard(action.card) if played else Play(action.card)
            refused = isinstance(as_other, Discard) and before.clues == 8
            if rig.pads:
                rig.lay(tag, reader=other)
            else:
                rig.lay(tag)
                rig.tap("discard" if played else "play")
            assert rig.json == state_json(before if refused else apply(before, as_other))
            if refused:
                rig.wait(10)  # what was tapped is forgotten
            else:
                rig.hold("clue")
        case "undone":
            rig.enter_card(action, tag)
            rig.hold("clue")
        case "unknown":
            stranger = "f" * len(tag)
            rig.lay(stranger, reader=right if rig.pads else CARD_READER)
            assert rig.notice == "unknown_sticker"
        case "twice":  # a card that lies on the table
            lying = next(iter(known_cards(rig.core.sitting)), None)
            if lying is not None:
                rig.lay(lying, reader=other if rig.pads else CARD_READER)
                assert rig.notice in ("lies_on_firework", "lies_on_pile")
    rig.forgotten()
