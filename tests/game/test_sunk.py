"""What sank each firework: the first of its cards that was gone, or that was not found."""

from companion.game.actions import parse_action
from companion.game.cards import HIGHEST
from companion.game.rules import apply
from companion.game.sunk import sunk_fireworks
from tests.game import action, correct, deal, played
from tests.games import real_games
from tests.rig.cases import cases


def told(opening, states):
    """What sank each suit, in words."""
    return {
        found.card.suit: f"{found.card} {found.turn}" for found in sunk_fireworks(opening, states)
    }


def test_a_card_nobody_found_is_the_one_that_the_firework_waited_for():
    opening = deal()
    assert told(opening, played(opening, "play R1", "play R2", "concede no_more_points")) == {
        "W": "W1 None",
        "R": "R3 None",
        "B": "B1 None",
        "Y": "Y1 None",
        "G": "G1 None",
    }


def test_a_game_without_a_turn_lacks_every_first_card():
    assert told(deal("black-powder"), [])["K"] == "K5 None"


@cases(
    "turns, expected",
    {
        "the only copy": ("clue|discard R5", "R5 2"),
        "the second copy": ("clue|clue|clue|discard R3|discard R4|discard R3", "R3 6"),
        "misfires count": ("misfire R4|misfire R4", "R4 2"),
        "the first one that was gone": ("clue|clue|discard R5|misfire R2|misfire R2", "R5 3"),
        "a copy of what lies there is no loss": ("clue|discard R1|play R1|play R2", "R3 None"),
    },
)
def test_the_first_card_that_was_gone_sank_it(turns, expected):
    opening = deal()
    assert told(opening, played(opening, *turns.split("|")))["R"] == expected


def test_black_goes_down_from_five():
    opening = deal("black-powder")
    assert told(opening, played(opening, "play K5", "clue", "discard K1"))["K"] == "K1 3"


def test_a_card_that_a_tile_fetched_back_was_not_lost():
    opening = deal("flamboyants")
    turns = [f"play W{rank}" for rank in (1, 2, 3, 4)]
    gone = played(opening, "clue", "discard R5", *turns, "play W5")
    assert told(opening, gone)["R"] == "R5 2"
    back = [*gone, apply(gone[-1], action("bonus recycle R5"))]
    assert told(opening, back)["R"] == "R1 None"
    again = [*back, apply(back[-1], action("clue"))]
    again.append(apply(again[-1], action("discard R5")))
    assert told(opening, again)["R"] == f"R5 {again[-2].turn}"


def test_a_name_given_late_counts_from_then_on():
    opening = deal(detail="colours")
    assert told(opening, played(opening, "clue", "discard", "clue", "name R5"))["R"] == "R5 4"


def test_a_correction_counts_from_then_on():
    opening = deal()
    states = played(opening, "clue")
    states.append(correct(states[-1], discards={"R5": 1}, deck=34))
    assert told(opening, states)["R"] == "R5 2"


def test_a_complete_firework_was_sunk_by_nothing():
    opening = deal()
    assert "R" not in told(opening, played(opening, *(f"play R{rank}" for rank in range(1, 6))))


def test_nothing_is_told_where_nobody_named_fireworks():
    opening = deal(detail="tokens")
    assert sunk_fireworks(opening, played(opening, "play", "play", "clue")) == ()


def test_real_games_were_sunk_by_what_could_not_be_played_any_more():
    for record in real_games()[::8]:
        opening = deal(players=record.setup.players)
        states = []
        for raw in record.actions:
            states.append(apply((opening, *states)[-1], parse_action(raw)))
        last = states[-1]
        short = {suit for suit, height in last.fireworks.items() if height < HIGHEST}
        found = sunk_fireworks(opening, states)
        assert {one.card.suit for one in found} == short
        for card, turn in found:
            copies = opening.setup.box.copies[card]
            if turn is None:
                assert last.discards.get(card, 0) < copies
            else:
                before, after = (opening, *states)[turn - 1], (opening, *states)[turn]
                assert before.discards.get(card, 0) < copies <= after.discards.get(card, 0)
