"""Reading: what the bridge tells comes out as it went in, and nothing else comes out at all."""

import pytest

from companion.club import reading
from companion.club.reading import Junk, Presence
from companion.face import ending
from companion.game.edition import PRESETS
from companion.journal.sitting import EMPTY
from tests.club.board import told
from tests.games import real_games, three_players
from tests.rig.moments import NAMES, moments, sitting
from tests.rig.scenes import WIDE, game

HIDDEN = {"unplaced_complete": 0, "black_complete": False, "missing": 0}
"""What the topic does not tell, and the board does not show."""


@pytest.mark.parametrize("number", [0, 7, 20, 33, 39])
def test_each_state_of_a_real_game_is_read_as_it_was(number):
    for then in moments(sitting(real_games()[number], ())):
        read = reading.parse_position(told.state(then)).state
        seat = 0 if then.state.over else then.state.seat
        left = None if then.state.over else then.state.turns_left
        assert read == then.state._replace(seat=seat, turns_left=left, **HIDDEN)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_result_of_every_edition_means_what_the_device_says(preset):
    whole = game(preset, WIDE[:4], 3)
    read = reading.parse_result(told.result(whole), whole.game)
    assert ending.result(read.state) == ending.result(whole.state)
    assert (read.game.table, read.game.names, read.ended) == ("Table 7", WIDE[:4], told.ENDED)


def test_before_the_first_game_a_table_has_a_name_alone():
    read = reading.parse_position(told.state(EMPTY, "Bar"))
    assert (read.game.number, read.game.table, read.state, read.saved) == (0, "Bar", None, True)


def test_names_come_only_where_they_are_told():
    whole = sitting(three_players(), NAMES)
    assert reading.parse_position(told.state(whole)).game.names == NAMES
    assert reading.parse_position(told.state(whole, named=False)).game.names == ()


def test_whether_a_table_is_there():
    assert reading.parse_presence(told.there(False, 4_000_000_000)) == Presence(
        False, 4_000_000_000
    )


def test_keys_that_are_added_change_nothing():
    whole = sitting(three_players())
    assert reading.parse_position(told.state(whole, moon="full")) == reading.parse_position(
        told.state(whole)
    )


def test_a_name_can_be_shown():
    assert reading.parse_position(told.state(EMPTY, "\x1b[2J Bar\0 ")).game.table == "[2J Bar"


@pytest.mark.parametrize(
    "changed",
    [
        {"v": 0},
        {"v": 2},
        {"v": "1"},
        {"v": True},
        {"game": -1},
        {"game": None},
        {"name": 5},
        {"name": 65 * "x"},
        {"names": ["Ann"]},
        {"names": {"a": 1}},
        {"players": 6},
        {"players": [1]},
        {"edition": "classic"},
        {"edition": {"fuses": 7}},
        {"detail": "much"},
        {"fireworks": {}},
        {"fireworks": dict.fromkeys("WRBYG", 6)},
        {"fireworks": [5, 5, 5, 5, 5]},
        {"clues": 9},
        {"clues": 1e400},
        {"errors": -1},
        {"deck": "many"},
        {"hands": [1, 2]},
        {"hands": [1, 2, []]},
        {"discards": {"M1": 1}},
        {"discards": {"R1": 4}},
        {"tiles": [["clue"]]},
        {"tiles": 7 * ["clue"]},
        {"tiles": "clue"},
        {"seat": None},
        {"seat": 4},
        {"status": "over"},
        {"status": ["won"]},
        {"status": "won"},
        {"reason": {}},
        {"saved": 1},
        {"bonus_pending": "no"},
    ],
    ids=repr,
)
def test_a_state_that_cannot_be_is_junk(changed):
    with pytest.raises(Junk):
        reading.parse_position(told.state(moments(sitting(three_players()))[5], **changed))


@pytest.mark.parametrize(
    "payload",
    [
        b"x",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"{}",
        b"[" * 100_000,
        b'{"v":1}',
    ],
    ids=lambda payload: repr(payload[:9]),
)
@pytest.mark.parametrize(
    "read",
    [reading.parse_position, reading.parse_presence, lambda raw: reading.parse_result(raw, 1)],
)
def test_junk_is_junk_on_every_topic(read, payload):
    with pytest.raises(Junk):
        read(payload)


@pytest.mark.parametrize(
    "changed", [{"status": "playing", "reason": None}, {"game": 8}, {"ended": "now"}]
)
def test_a_result_of_another_game_or_of_one_that_goes_on_is_junk(changed):
    whole = sitting(three_players())
    with pytest.raises(Junk):
        reading.parse_result(told.result(whole, **changed), whole.game)
