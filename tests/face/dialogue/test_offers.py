"""Offers: what is offered is taken, what is refused is refused with that reason, in every game."""

import random

import pytest

from companion.face.editions import EDITIONS
from companion.face.phrase_json import parse_phrase
from companion.face.words import LANGUAGES, say
from companion.game.edition import PRESETS
from companion.game.setup import DETAILS
from tests.games import real_games, turns
from tests.rig.rig import Rig
from tests.rig.samples import paired, sample

TURNS = {"clue": {"do": "clue"}, "discard": {"do": "discard"}, "misfire": {"do": "misfire"}}
GAMES = [
    (preset, "cards" if detail == "tokens" and PRESETS[preset].flamboyants else detail, tiles)
    for preset, detail in paired(EDITIONS, DETAILS)
    for tiles in (("device", "table") if PRESETS[preset].flamboyants else ("device",))
]


SAID = []
"""The reasons that were said in every language."""


def turn(name):
    return TURNS.get(name, {"do": "play", "suit": name})


def offered(rig):
    return rig.ask(get="offers")["offers"]


def check_refused(rig, offers):
    """Every turn that is refused is refused with the reason that was told, and changes nothing."""
    before = rig.core.sitting
    for name, phrase in offers["refused"].items():
        answer = rig.ask(do="action", action=turn(name))
        assert not answer["ok"], name
        assert answer["phrase"] == phrase
        if phrase not in SAID:
            SAID.append(phrase)
            assert all(say(language, parse_phrase(phrase)) for language in LANGUAGES)
    assert rig.core.sitting is before


def choices(rig, offers):
    """Every request that the offers allow: turns without a question, and whole answers."""
    tokens = rig.state.setup.detail == "tokens"
    if not rig.state.bonus_pending and not rig.state.over:
        names = [*TURNS] if tokens else [*TURNS, *rig.state.fireworks]
        for name in names:
            if name not in offers["refused"]:
                yield {"do": "action", "action": turn(name)}
    for purpose, answers in offers["answers"].items():
        for path in answers:
            yield {"do": "answer", "purpose": purpose, "path": path}


@pytest.mark.parametrize(("preset", "detail", "tiles"), GAMES)
def test_what_is_offered_is_taken_and_what_is_refused_says_why(preset, detail, tiles):
    dice = random.Random(f"{preset} {detail} {tiles}")
    with Rig(blind=True, tiles=tiles) as rig:
        rig.ask(do="new", players=dice.randint(2, 5), edition={"preset": preset}, detail=detail)
        while True:
            offers = offered(rig)
            assert offers["turn"] == rig.state.turn
            check_refused(rig, offers)
            possible = list(choices(rig, offers))
            if not possible:
                break
            plays = [one for one in possible if one.get("purpose") in ("play", "outcome", "tile")]
            request = dice.choice(plays if plays and dice.random() < 0.6 else possible)
            before = rig.core.sitting
            answer = rig.ask(**request, seen=rig.core.sitting.mark)
            assert answer["ok"], (request, answer)
            assert rig.core.sitting is not before, request
            if request.get("purpose") != "name" and dice.random() < 0.1:
                assert rig.ask(do="undo")["ok"]
                assert rig.core.sitting.state == before.state
                assert rig.ask(do="redo")["ok"]
        assert rig.state.over
        rig.check_store()


def test_the_offers_of_an_earlier_turn_are_those_of_its_table():
    """A turn is entered there: with what fits there, its table, and the tile that it turns."""
    with Rig(blind=True) as rig:
        rig.ask(do="new", players=3, edition={"preset": "flamboyants"}, detail="colours")
        # The last one is a clue: it fits whatever the tile gives, which the device shuffled.
        for name in ("clue", "R", "R", "R", "R", "clue", "clue"):
            assert rig.ask(do="action", action=turn(name))["ok"]
        then = rig.ask(get="offers", turn=4)["offers"]
        assert (then["turn"], then["next"]["R"]) == (4, "R3")
        assert [one["do"] for one in then["record"]["actions"]] == ["clue", "play", "play"]
        assert "undo" not in then
        here = {"turn": 6, "as": "replace", "action": {"do": "play", "suit": "R"}}
        after = rig.ask(get="offers", **here)["offers"]
        assert after["tile"]["tile"] == rig.core.sitting.began.tiles[0]
        assert len(after["tile"]["bonuses"]) == len(after["answers"]["tile"]) > 0
        for bonus in after["tile"]["bonuses"]:
            assert rig.ask(do="repair", bonus=bonus, **here)["ok"], bonus
            assert rig.ask(do="undo")["ok"]
        assert not rig.ask(get="offers", turn=99)["ok"]


def test_a_repair_after_which_turns_do_not_fit_says_how_many_are_cut():
    with Rig(blind=True) as rig:
        rig.ask(do="new", players=3)
        for name in ("clue", "discard", "R", "B"):
            rig.ask(do="action", action=turn(name))
        answer = rig.ask(do="repair", turn=1, **{"as": "replace"}, action=turn("W"))
        phrase = parse_phrase(answer["phrase"])
        assert (phrase.key, phrase.facts["turn"], phrase.facts["turns"]) == ("leaving_many", 2, 3)
        for language in LANGUAGES:
            assert "3" in say(language, phrase)


def test_undo_and_redo_say_what_they_take_back():
    with Rig(blind=True) as rig:
        rig.ask(do="new")
        assert (offered(rig)["undo"], offered(rig)["redo"]) == (None, None)
        rig.ask(do="action", action=turn("R"))
        assert say("en", parse_phrase(offered(rig)["undo"])) == "red\N{NO-BREAK SPACE}1"
        rig.ask(do="undo")
        assert say("en", parse_phrase(offered(rig)["redo"])) == "red\N{NO-BREAK SPACE}1"
        rig.ask(do="redo")
        rig.ask(do="repair", turn=1, **{"as": "insert"}, action=turn("clue"))
        assert offered(rig)["undo"]["key"] == "a_repair"


def test_the_turns_are_told_in_order_each_with_what_it_was():
    with Rig(blind=True) as rig:
        assert rig.ask(get="turns")["turns"] is None
        rig.ask(do="new", players=["Ann", "Ben"], detail="cards")
        for name in ("clue", "discard", "R"):
            rig.ask(do="action", action=turn(name))
        rig.ask(do="action", action={"do": "name", "card": "B2"})
        told = rig.ask(get="turns")["turns"]
        assert [(one["turn"], one["seat"]) for one in told] == [(1, 1), (2, 2), (3, 1), (4, None)]
        assert [say("en", parse_phrase(one["what"])) for one in told[:2]] == ["a clue", "a discard"]
        assert told[2]["actions"] == [{"do": "play", "suit": "R"}]


def test_who_begins_and_names_by_place():
    with Rig(blind=True) as rig:
        assert rig.ask(do="new", players=["Ann", "2", "Cleo"], first=3)["ok"]
        state = rig.ask(get="state")["state"]
        assert (state["names"], state["place"]) == (["Cleo", "Ann", "2"], [3, 1, 2])
        assert not rig.ask(do="new", players=2, first=3)["ok"]


def test_counters_are_corrected_as_the_menu_does():
    with Rig(blind=True) as rig:
        rig.ask(do="new", players=3)
        rig.ask(do="action", action=turn("clue"))
        counters = rig.ask(get="counters")["counters"]
        assert counters["sum"] == counters["total"] == 50
        staged = [["deck", "", 0], ["missing", "", 35]]
        counters = rig.ask(get="counters", counters=staged)["counters"]
        assert counters["sum"] == 50
        assert "turns_left" in [one["name"] for one in counters["each"]]
        for one in counters["each"]:
            assert one["lowest"] <= one["value"] <= one["highest"]
            assert say("fr", parse_phrase(one["label"]))
        assert rig.ask(do="correct", counters=staged)["ok"]
        assert (rig.state.deck, rig.state.missing) == (0, 35)
        assert not rig.ask(do="correct", counters=[["deck", "", 1]])["ok"]
        assert not rig.ask(get="counters", counters=[["tiles", "clue", 1]])["ok"]


@pytest.mark.parametrize("record", sample(real_games()[:3], 3), ids=lambda _: "")
def test_real_games_are_played_by_whole_answers(record):
    """The state after every turn is the record's; each play is an answer that was offered."""
    with Rig(blind=True) as rig:
        rig.ask(do="new", players=2)
        for do, suit, state in turns(record):
            if suit:
                assert [suit] in offered(rig)["answers"]["play"]
                rig.ask(do="answer", purpose="play", path=[suit])
            else:
                rig.ask(do="action", action={"do": do})
            assert rig.state == state
