"""A phone that plays, beside the fingers at the device."""

import random

import pytest

from companion.daemon.door import Door
from companion.game.view import state_json
from companion.journal.backup import all_pieces
from tests.games import real_games, turns
from tests.rig.backups import restored
from tests.rig.rig import Rig
from tests.rig.samples import sample

PAGE = {"do": "serve", "urls": ["http://192.168.178.20:8080"]}


def code_of(rig: Rig) -> str:
    """Return the evening's code of a device beside which a page is found."""
    rig.ask(Door.VIEW, **PAGE)
    return rig.ask(do="invite")["token"]


@pytest.mark.parametrize("number", sample(range(40), 20))
def test_a_real_game_is_the_same_whichever_hand_takes_each_turn(rig, number):
    record = real_games()[number]
    hands = random.Random(number)
    token = code_of(rig)
    rig.ask(do="new", players=record.setup.players, edition={}, detail="colours")
    for do, suit, expected in turns(record):
        action = {"do": do, **({"suit": suit} if suit else {})}
        hand = hands.choice(("finger", "script", "phone", "other phone"))
        if hand == "finger":
            rig.wait(1.3)
            rig.enter(do, suit)
        elif hand == "script":
            assert rig.ask(do="action", action=action)["ok"]
        else:
            seen = rig.ask(get="state")["state"]["mark"]
            body = {"action": action, "place": hands.randint(1, 5), "seen": seen, "token": token}
            assert rig.ask(Door.VIEW, do="action", **body)["ok"]
        state = rig.ask(get="state")["state"]
        assert {key: state[key] for key in state_json(expected)} == state_json(expected)


def test_no_backup_brings_a_code_to_another_device(rig, tmp_path):
    token = code_of(rig)
    backup = "".join(all_pieces(lambda **place: rig.ask(get="backup", **place)))
    assert "guests" in backup
    with Rig(tmp_path) as other:
        other.ask(do="new")
        restored(other.store, backup)
    with Rig(tmp_path) as other:
        other.ask(Door.VIEW, **PAGE)
        assert not other.ask(Door.VIEW, do="enter", token=token)["ok"]
