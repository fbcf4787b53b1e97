"""Games for Hanab Live: a reader of that format gets the same turns, and every clue is true."""

import json
import random
from string import ascii_letters, digits

import pytest

from companion.game import hanab_live
from companion.game.actions import action_json, parse_action
from companion.game.edition import PRESETS, Edition
from companion.game.hanab_live import (
    LINK,
    NOT_SEEN,
    VARIANTS,
    exported_game,
    imported_game,
    replay_link,
    score_there,
)
from companion.game.outlook import score
from companion.game.refusals import ActionRefused
from companion.game.rules import start
from companion.game.setup import Setup
from tests.game import deal, lay, refused
from tests.rig.cases import cases
from tests.rig.samples import fewer
from tests.rig.told_clues import clue, known_game, points_at, shuffled

CLASSIC = Setup(2, Edition(), "hands")


def played(setup, seed):
    """A random game as a table enters it, and its cards in the order in which they are drawn."""
    dice = random.Random(seed)
    deck = shuffled(dice, setup)
    return list(map(parse_action, known_game(dice, setup, deck))), deck


def read_back(game, setup):
    """The turns of Hanab Live's JSON as records have them, by a reader of its own."""
    suits = VARIANTS[game["options"]["variant"]].suits
    deck = [(suits[card["suitIndex"]], card["rank"]) for card in game["deck"]]
    size = setup.hand_size
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(setup.players)]
    drawn = size * setup.players
    for turn, one in enumerate(game["actions"]):
        hand = hands[turn % setup.players]
        if one["type"] in (2, 3):
            there = hands[one["target"]][::-1]
            value = one["value"] if one["type"] == 3 else suits[one["value"]]
            pointed = [
                place
                for place, number in enumerate(there, 1)
                if points_at(setup.edition, value, Like(*deck[number]))
            ]
            yield clue(one["target"] + 1, value, *pointed)
        else:
            place = hand[::-1].index(one["target"]) + 1
            hand.remove(one["target"])
            card = "".join(map(str, deck[one["target"]]))
            yield {"do": "discard" if one["type"] else "play", "card": card, "place": place}
            if drawn < len(deck):
                hand.append(drawn)
                drawn += 1


class Like:
    """A card of the other format."""

    def __init__(self, suit, rank):
        self.suit = suit
        self.rank = rank


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "preset",
    ["classic", *(f"rr-variant-{number}" for number in range(1, 5)), "black-powder"],
)
def test_a_game_with_its_places_goes_there_whole(preset, players):
    setup = Setup(players, PRESETS[preset], "hands")
    for seed in range(fewer(6, 3)):
        actions, deck = played(setup, seed)
        game = exported_game(setup, (), actions)
        assert list(read_back(game, setup)) == list(map(action_json, actions))
        assert len(game["deck"]) == setup.box.total
        back = imported_game(json.loads(json.dumps(game)))
        assert back.actions == tuple(map(action_json, actions))
        assert back.setup == setup
        suits = VARIANTS[game["options"]["variant"]].suits
        filled = [(suits[card["suitIndex"]], card["rank"]) for card in game["deck"]]
        assert sorted(filled) == sorted(deck), "the box is what it was"
        for note, card, true in zip(game["notes"][0], filled, deck, strict=True):
            assert note == NOT_SEEN or card == true


def test_cards_that_nobody_saw_are_such_that_the_clues_stay_true():
    said = [clue(2, "R", 1), clue(1, 5, 2, 3), clue(2, 5, 1)]
    game = exported_game(CLASSIC, ("Ann", "Ben"), [parse_action(one) for one in said])
    assert list(read_back(game, CLASSIC)) == said
    assert set(game["notes"][0]) == {NOT_SEEN}
    assert game["players"] == ["Ann", "Ben"]


@cases(
    "setup, turns, sentence",
    {
        "no places": (CLASSIC, [{"do": "clue"}], "turn 1 was entered without"),
        "no name": (
            CLASSIC,
            [clue(2, 1), {"do": "discard", "place": 1}],
            "turn 2 does not name its card",
        ),
        "correction": (CLASSIC, [{"do": "correct", "clues": 3}], "turn 1 has something that"),
        "mixed": (CLASSIC, [{"do": "mix", "hand": 1}], "turn 1 has something that"),
        "grand": (Setup(2, PRESETS["grand"]), [], "no variant with these cards"),
        "two errors": (Setup(2, Edition(fuses=2)), [], "not of two"),
        "contradiction": (
            CLASSIC,
            [clue(2, "R", 1), clue(1, "R"), clue(2, "B", 1)],
            "the clues cannot all be true",
        ),
    },
)
def test_what_cannot_be_told_there_says_why(setup, turns, sentence):
    with pytest.raises(ActionRefused, match=sentence):
        exported_game(setup, (), [parse_action(turn) for turn in turns])


# What is otherwise there


def told(setup, turns):
    return exported_game(setup, (), [parse_action(turn) for turn in turns])["actions"]


def test_no_more_points_ends_no_game_there():
    end = {"do": "concede", "reason": "no_more_points"}
    assert told(CLASSIC, [clue(2, 1), end]) == told(CLASSIC, [clue(2, 1)])
    assert len(told(CLASSIC, [clue(2, 1), {**end, "reason": "conceded"}])) == 2
    with pytest.raises(ActionRefused, match="without a turn"):
        told(CLASSIC, [end])


def test_a_turn_that_passed_by_itself_is_not_there(monkeypatch):
    setup = Setup(2, PRESETS["final-flourish"], "hands")
    late = start(setup)._replace(clues=1, hands=(5, 0), deck=0)
    monkeypatch.setattr(hanab_live, "start", lambda setup: late)
    with pytest.raises(ActionRefused, match="turn 2 passed by itself"):
        told(setup, [clue(2, 1)])


@pytest.mark.parametrize(
    ("last", "lasting"),
    [({"do": "play", "card": "R5", "place": 2}, 3), (clue(2, 1), 1)],
    ids=["a card that fits", "none"],
)
def test_the_last_round_ends_there_with_the_last_card_that_fits(monkeypatch, last, lasting):
    fireworks = {**dict.fromkeys("WBYG", 5), "R": 4}
    late = start(CLASSIC)._replace(clues=7, deck=1, fireworks=fireworks)
    monkeypatch.setattr(hanab_live, "start", lambda setup: late)
    said = [{"do": "discard", "card": "W1", "place": 1}, clue(1, 1), last]
    game = exported_game(CLASSIC, (), [parse_action(one) for one in said])
    assert len(game["actions"]) == lasting
    end = [] if lasting == 3 else [{"do": "concede", "reason": "no_more_points"}]
    assert [*imported_game(game).actions] == said[:lasting] + end, "it is over here too"


def test_a_game_without_a_point_to_come_ends_there():
    turns = [{"do": "misfire", "card": card, "place": 1} for card in ("R2", "R2")]
    suits = [
        {"do": "play", "card": f"{suit}{rank}", "place": 1}
        for suit in "WBYG"
        for rank in range(1, 6)
    ]
    turns += [*suits, {"do": "play", "card": "R1", "place": 1}, clue(2, 1)]
    assert len(told(CLASSIC, turns)) == len(turns) - 1


@cases(
    "choices, counters, here, there",
    {
        "an explosion with its points": ({"explosion": "score"}, {"errors": 3}, 9, 0),
        "a fourth fuse": ({"fuses": 4}, {"errors": 3}, 9, 0),
        "the same": ({}, {}, 9, 9),
        "black cards": ({"black": True}, {}, 4, 9),
    },
)
def test_what_a_game_scores_there(choices, counters, here, there):
    state = lay(deal(**choices), fireworks={"R": 5, "W": 4}, **counters)
    if not state.fuses:
        state = state._replace(status="lost", reason="fuses")
    assert (score(state), score_there(state)) == (here, there)


# Their link, read as they do


def expanded(link):
    """The players, the cards, the turns and the variant of a link."""
    signs = ascii_letters + digits
    signs = signs[:26] + digits + signs[26:52]
    told, turns, variant = link.removeprefix(LINK).split(",")
    assert told[1:3] == "15"
    deck = [
        {"suitIndex": number // 5, "rank": number % 5 + 1} for number in map(signs.index, told[3:])
    ]
    actions = []
    lowest, highest = map(int, turns[:2])
    for said, target in zip(turns[2::2], turns[3::2], strict=True):
        value, kind = divmod(signs.index(said), highest - lowest + 1)
        actions.append({"type": kind + lowest, "target": signs.index(target)})
        actions[-1] |= {"value": value - 1} if value else {}
    return int(told[0]), deck, actions, int(variant)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize(
    ("preset", "variant"), [("classic", 0), ("rr-variant-2", 2), ("black-powder", 1356)]
)
def test_the_link_of_a_replay_has_every_card_and_turn(preset, variant, players):
    setup = Setup(players, PRESETS[preset], "hands")
    game = exported_game(setup, (), played(setup, 7)[0])
    game["options"]["emptyClues"] = False
    assert expanded(replay_link(game)) == (players, game["deck"], game["actions"], variant)


@pytest.mark.parametrize(
    ("setup", "said"),
    [(CLASSIC, [clue(2, 1)]), (Setup(2, PRESETS["rr-variant-4"], "hands"), [clue(2, 1, 1)])],
    ids=["empty clue", "flourish"],
)
def test_a_link_that_would_be_another_game_is_refused(setup, said):
    game = exported_game(setup, (), [parse_action(one) for one in said])
    with pytest.raises(ActionRefused, match="take the file"):
        replay_link(game)


# A game of theirs


@pytest.fixture
def theirs():
    """A game of theirs: of two, a clue and a play."""
    suits = VARIANTS["No Variant"].suits
    deck = [
        {"suitIndex": n, "rank": rank}
        for n in range(len(suits))
        for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    ]
    actions = [{"type": 3, "target": 1, "value": 2}, {"type": 0, "target": 9, "value": 0}]
    return {"id": 12, "players": ["Ann", "Ben"], "deck": deck, "actions": actions}


def test_a_game_of_theirs_is_a_record_of_which_every_place_is_told(theirs):
    read = imported_game(theirs)
    assert (read.names, read.setup) == (("Ann", "Ben"), CLASSIC)
    assert read.actions == (clue(2, 2), {"do": "play", "card": "R5", "place": 1})


@pytest.mark.parametrize("players", [2, 3, 5])
def test_who_begins_there_is_the_first_one_and_the_deal_stays(players):
    names = ("Ann", "Ben", "Cem", "Dora", "Eve")[:players]
    setup = Setup(players, Edition(), "hands")
    game = exported_game(setup, names, played(setup, players)[0])
    before = imported_game(json.loads(json.dumps(game)))
    size = setup.hand_size
    for first in range(1, players):
        # There each seat is `first` places later, and so are its cards in the deck.
        dealt = {
            number: (number + first * size) % (players * size) for number in range(players * size)
        }
        told = json.loads(json.dumps(game))
        for action in told["actions"]:
            if action["type"] in (2, 3):
                action["target"] = (action["target"] + first) % players
            elif action["type"] < 2:
                action["target"] = dealt.get(action["target"], action["target"])
        for number, there in dealt.items():
            told["deck"][there] = game["deck"][number]
        told["players"] = [names[(seat - first) % players] for seat in range(players)]
        told["options"]["startingPlayer"] = first
        assert imported_game(told) == before


def test_a_suit_is_called_as_before_july_2020_too(theirs):
    read = imported_game(theirs)
    theirs["deck"] = [{"suit": one["suitIndex"], "rank": one["rank"]} for one in theirs["deck"]]
    assert imported_game(theirs) == read


def test_a_game_that_they_ended_is_given_up(theirs):
    theirs["actions"].append({"type": 4, "target": 0, "value": 4})
    assert imported_game(theirs).actions[-1] == {"do": "concede", "reason": "conceded"}
    theirs["actions"][-1] = {"type": 5, "target": -1, "value": 10}
    assert imported_game(theirs).actions[-1] == {"do": "concede", "reason": "conceded"}


def test_the_end_that_they_note_after_the_last_turn_is_no_turn(theirs):
    lost = [{"type": 0, "target": target} for target in (4, 9, 3)]
    theirs["actions"] = [*lost, {"type": 4, "target": 0, "value": 2}]
    assert [one["do"] for one in imported_game(theirs).actions] == ["play"] * 3


def test_a_name_that_is_too_long_is_cut(theirs):
    theirs["players"][0] = "A name of more than sixteen letters"
    assert imported_game(theirs).names == ("A name of more t", "Ben")


@pytest.mark.parametrize(("change", "sentence"), refused("games of Hanab Live"))
def test_what_is_no_game_of_theirs_is_one_sentence(theirs, change, sentence):
    with pytest.raises(ActionRefused, match=sentence):
        imported_game(theirs | json.loads(change))


def test_a_deck_of_one_card_is_no_game_of_theirs(theirs):
    theirs["deck"] = [{"suitIndex": 0, "rank": 1}] * 50
    with pytest.raises(ActionRefused, match="these 50 cards"):
        imported_game(theirs)


@pytest.mark.parametrize("change", [{"options": []}, {"actions": {}}], ids=str)
def test_what_is_empty_there_is_nothing_that_was_chosen_or_done(theirs, change):
    assert imported_game(theirs | change).setup == CLASSIC


@pytest.mark.parametrize("content", [None, 7, "a text", [], {}, [{"deck": 1}]], ids=repr)
def test_another_text_is_no_game_of_theirs(content):
    with pytest.raises(ActionRefused, match="it is no game of Hanab Live"):
        imported_game(content)
