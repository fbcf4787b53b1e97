"""Tables: each says what the device's own state says, in every edition and detail."""

import pytest

from companion.daemon.socket import questions
from companion.face import words
from companion.face.preferences import Help
from companion.face.state import Phrase
from companion.game.actions import TILES, Bonus
from companion.game.edition import PRESETS
from companion.game.record import Record
from companion.game.setup import Setup
from companion.journal.sitting import Sitting
from companion.onlooking.look import Announcement, Look, OpenQuestion
from companion.page.tables import table_json
from companion.words.texts import capital
from tests.games import real_games, three_players
from tests.rig.moments import NAMES, moments, shown, sitting
from tests.rig.samples import SOME_LANGUAGES
from tests.rig.scenes import game

CLUES = [
    {"do": "clue", "to": 2, "suit": "R", "places": [1, 4]},
    {"do": "clue", "to": 1, "suit": "B", "places": []},
    {"do": "clue", "to": 2, "rank": 3, "places": [4, 5]},
]
COMMON = ("turn", "clues", "fuses", "deck", "unplaced", "status", "score")


def marks(told: dict) -> list[str]:
    return [one["state"] for suit in told["pile"]["suits"] for one in suit["ranks"]]


@pytest.mark.parametrize("number", [0, 1, 7, 19, 20, 33, 39])
def test_each_table_of_a_real_game_says_what_the_state_of_the_device_says(number):
    for then in moments(sitting(real_games()[number])):
        state, told = questions.table_state_json(then, True, 5), shown(then, serial=5)
        assert state is not None
        assert {key: told[key] for key in COMMON} == {key: state[key] for key in COMMON}
        assert {one["suit"]: one["height"] for one in told["fireworks"]} == state["fireworks"]
        assert [one["hand"] for one in told["players"]] == state["hands"]
        assert [one["place"] for one in told["players"]] == state["place"]
        lies = {
            f"{suit['suit']}{one['rank']}": one["gone"]
            for suit in told["pile"]["suits"]
            for one in suit["ranks"]
        }
        assert {card: gone for card, gone in lies.items() if gone} == state["discards"]
        assert told["pile"]["total"] == sum(state["discards"].values()) + state["unnamed"]
        assert (told["last_round"] or {"turns_left": None})["turns_left"] == state["turns_left"]
        assert (told["end"] is not None) == (state["status"] != "playing")
        acting = [one["seat"] for one in told["players"] if one["acts"]]
        assert acting == ([state["seat"]] if state["seat"] else [])


def test_the_turns_are_told_in_words_with_the_players_the_newest_first():
    then = sitting(three_players(), NAMES)
    told = shown(then._replace(steps=then.steps[:5]))
    lines = [
        (one["turn"], one["who"], one["what"].replace("\N{NO-BREAK SPACE}", " "), one["kind"])
        for one in told["turns"]
    ]
    assert lines[-1] == (1, "Ann", "white 1", "play")
    assert lines[-2] == (2, "Ben", "a clue", "clue")
    assert [line[0] for line in lines] == [5, 4, 3, 2, 1]
    assert {line[3] for line in lines} <= {"clue", "play", "discard"}
    assert len(shown(then)["turns"]) == 12


def test_a_misfire_is_told_as_one():
    kinds = {
        one["kind"] for then in moments(sitting(three_players())) for one in shown(then)["turns"]
    }
    assert kinds == {"clue", "play", "discard", "misfire"}


def test_players_without_a_name_are_called_by_their_place():
    then = sitting(three_players(), ("Ann", "2", "Cleo"), first=1)
    assert [one["called"] for one in shown(then)["players"]] == ["Ann", "Player 3", "Cleo"]


def test_in_the_last_round_those_are_done_who_have_no_turn_left():
    whole = sitting(three_players(), NAMES)
    last = [shown(then) for then in moments(whole) if shown(then)["last_round"]]
    assert [sum(one["done"] for one in told["players"]) for told in last] == [0, 1, 2]


def last_copies(told: dict) -> list[str]:
    """The cards that are listed as a last copy."""
    lines = [line for line in told["outlook"] if line.startswith("Last copy: ")]
    listed = ", ".join(lines).removeprefix("Last copy: ").replace("\N{NO-BREAK SPACE}", " ")
    return listed.split(", ") if listed else []


@pytest.mark.parametrize("number", [0, 3, 19])
def test_the_pile_marks_the_cards_that_are_listed_as_a_last_copy(number):
    for then in moments(sitting(real_games()[number])):
        told = shown(then)
        marked = [
            f"{suit['name']} {one['rank']}"
            for suit in told["pile"]["suits"]
            for one in suit["ranks"]
            if one["state"] == "last"
        ]
        if told["end"] is None:
            assert sorted(last_copies(told)) == sorted(marked)


def test_in_the_last_round_only_what_can_still_be_played_is_a_last_copy():
    seen = set()
    for number in range(40):
        for then in moments(sitting(real_games()[number])):
            if then.state.turns_left is None:
                continue
            told = shown(then)
            if told["last_round"] is None:
                continue
            heights = {one["name"]: one["height"] for one in told["fireworks"]}
            for card in last_copies(told):
                suit, rank = card.split(" ")
                needed = int(rank) - heights[suit]
                assert needed <= told["last_round"]["turns_left"], (number, card)
                seen.add(needed)
    assert seen >= {1, 2}


@pytest.mark.parametrize("number", [3, 11])
def test_in_the_last_round_no_more_is_possible_than_the_turns_allow(number):
    whole = sitting(real_games()[number])
    last = [shown(then) for then in moments(whole) if shown(then)["last_round"]]
    assert last
    for told in last:
        most = told["score"] + told["last_round"]["turns_left"]
        figure, *_ = told["outlook"][0].split()
        assert figure == "No" or int(figure) <= most
        for one in told["fireworks"]:
            assert one["reach"] <= one["height"] + told["last_round"]["turns_left"]


def test_a_black_firework_shows_the_card_that_lies_on_top():
    plays = tuple({"do": "play", "suit": suit} for suit in "KKR")
    told = shown(sitting(Record(Setup(3, PRESETS["black-powder"]), (), plays)))
    tops = {one["suit"]: (one["height"], one["top"]) for one in told["fireworks"]}
    assert (tops["K"], tops["R"], tops["W"]) == ((2, 4), (1, 1), (0, 0))


def test_the_tiles_of_a_game_are_all_told_and_which_are_left():
    record = Record(Setup(3, PRESETS["flamboyants"], "cards"), (), ())
    tiles = shown(sitting(record), "de")["tiles"]
    assert [one["left"] for one in tiles] == [True] * len(TILES)
    whole = game("flamboyants", NAMES, 14)
    turned = [step.action.tile for step in whole.steps if isinstance(step.action, Bonus)]
    assert turned
    told = zip(TILES, shown(whole)["tiles"], strict=True)
    assert [tile for tile, one in told if not one["left"]] == sorted(turned)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_until_no_tile_may_help_it_says_so_and_calls_nothing_gone(language):
    fives = [{"do": "discard", "card": f"{suit}5"} for suit in "RWBYG"]
    turns = [turn for five in fives for turn in ({"do": "clue"}, five)]
    words_of_it = capital(words.say(language, Phrase("outlook_tile")))
    setup = Setup(3, PRESETS["flamboyants"], "cards")
    seen = [shown(then, language) for then in moments(sitting(Record(setup, (), tuple(turns))))]
    assert [words_of_it in told["outlook"] for told in seen] == [0, 0, *[1] * 8, 0]
    crossed = [sum(one["reach"] < 5 for one in told["fireworks"]) for told in seen]
    gone = [sum(mark == "gone" for mark in marks(told)) for told in seen]
    assert crossed == gone == [*[0] * 10, 5]


def test_the_help_level_decides_what_is_said_of_the_cards_that_are_left():
    then = sitting(real_games()[0])
    then = then._replace(steps=then.steps[:30])
    usual, counts, none = (
        shown(then, help=level) for level in (Help.OUTLOOK, Help.COUNTS, Help.OFF)
    )
    assert usual["outlook"][0] == "23 points possible"
    assert any(line.startswith("Gone: ") for line in usual["outlook"])
    assert counts["outlook"] == none["outlook"] == []
    assert counts["pile"] == usual["pile"] != none["pile"]
    assert {*marks(none)} <= {"open", "played"}
    assert {one["left"] for suit in none["pile"]["suits"] for one in suit["ranks"]} == {None}
    assert {one["reach"] for one in none["fireworks"]} == {5}
    assert {one["reach"] for one in usual["fireworks"]} > {5}


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_the_sentence_changes_exactly_when_the_game_does(language):
    whole = sitting(three_players(), NAMES)
    told = [shown(then, language)["sentence"] for then in moments(whole)]
    assert len(set(told)) == len(told)
    over = Announcement(Phrase("over"), True)
    later = shown(whole, language, serial=9, announcement=over, saved=False)
    assert later["sentence"] == told[-1]


def test_the_sentence_is_what_somebody_would_say():
    whole = sitting(three_players(), NAMES)
    told = shown(whole._replace(steps=whole.steps[:3]))["sentence"].replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert (
        told
        == "Cleo: red 1. Turn 4: Ann is next. 7 clue tokens, 3 fuses left, 33 cards in the deck."
    )
    assert shown(whole)["sentence"].endswith(
        "A splendid show: 24 of 25 points. The last round is over."
    )


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_the_end_has_verdict_curve_and_what_sank_the_others(language):
    end = shown(sitting(three_players(), NAMES), language)["end"]
    assert end["score"] == 24
    assert end["verdict"]
    assert end["reason"]
    assert [one["suit"] for one in end["sunk"]] == ["G"]
    assert end["curve"][0]["turn"] == 0
    assert end["curve"][-1]["points"] == 24
    assert "HANABI 24/25" in end["summary"]
    assert "Ann, Ben, Cleo" in end["summary"]


@pytest.mark.parametrize("language", SOME_LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("detail", ["colours", "cards"])
def test_every_edition_has_its_table(language, preset, detail):
    record = Record(Setup(5, PRESETS[preset], detail), (), ({"do": "clue"}, {"do": "discard"}))
    told = shown(sitting(record), language, preset=preset)
    copies = [one["left"] + one["gone"] for suit in told["pile"]["suits"] for one in suit["ranks"]]
    assert sum(copies) == record.setup.box.total
    assert len(told["fireworks"]) == len(record.setup.box.suits)
    assert (told["tiles"] is not None) == PRESETS[preset].flamboyants
    assert told["edition"]
    black = [one["ranks"] for one in told["fireworks"] if one["suit"] == "K"]
    assert black in ([], [[5, 4, 3, 2, 1]])


def test_cards_on_fireworks_without_a_name_are_counted():
    record = Record(Setup(2, detail="tokens"), (), ({"do": "play"},))
    assert shown(sitting(record))["unplaced"] == 1


def test_a_question_and_a_notice_are_said_in_the_language_asked_for():
    asked = OpenQuestion(Phrase("ask_play"), ("W", "R"), "R")
    said = Announcement(Phrase("misfired", {"fuses": 1}), False)
    told = shown(sitting(three_players()), "fr", open_question=asked, announcement=said)
    assert told["choice"]["options"] == [
        {"item": "W", "name": "Blanc", "marked": False},
        {"item": "R", "name": "Rouge", "marked": True},
    ]
    assert told["notice"] == {
        "text": "Erreur\N{NARROW NO-BREAK SPACE}! Encore 1 permise",
        "refusal": False,
    }


@pytest.mark.parametrize("item", ["1", "fits", "recycle", "grand", "fr", "done"])
def test_every_kind_of_answer_has_a_name(item):
    asked = OpenQuestion(Phrase("ask_play"), (item,), None)
    choice = shown(sitting(three_players()), open_question=asked)["choice"]
    assert choice["options"][0]["name"] not in ("", "fits", "done")


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_before_the_first_game_every_key_is_there(language):
    before, during = table_json(Look(), language), shown(sitting(three_players()), language)
    assert before.keys() == during.keys()
    assert before["status"] == "none"
    assert before["sentence"]


@pytest.mark.parametrize("phrase", [Phrase("of another version"), Phrase("misfired")])
def test_what_this_version_cannot_say_is_left_out(phrase):
    asked, said = OpenQuestion(phrase, ("W",), None), Announcement(phrase, False)
    told = shown(sitting(three_players()), open_question=asked, announcement=said)
    assert (told["choice"], told["notice"]) == (None, None)


def clued(actions: list[dict], detail: str = "colours") -> Sitting:
    """A game of two after these actions."""
    return sitting(Record(Setup(2, detail=detail), (), tuple(actions)))


def test_hands_are_shown_as_the_group_wants_them():
    then = clued(CLUES)
    assert shown(then)["hands"] is None
    touched = shown(then, clues="touched")["hands"]
    assert [card["touched"] for card in touched[1]] == [["R"], [], [], ["R", 3], [3]]
    assert {card["says"] for hand in touched for card in hand} == {
        *(f"card {place}" for place in range(1, 6)),
        "card 1, red",
        "card 4, red, 3",
        "card 5, 3",
    }
    every = shown(then, "fr", clues="all")["hands"]
    assert [card["passed"] for card in every[1]] == [[3], ["R", 3], ["R", 3], [], ["R"]]
    assert every[1][0]["says"] == "carte 1, rouge, pas 3"
    assert not any(card["unknown"] or card["false"] for hand in every for card in hand)


def test_what_was_not_told_and_what_cannot_be_are_marked():
    then = clued([*CLUES, {"do": "clue"}])
    hands = shown(then, clues="touched")["hands"]
    assert all(card["unknown"] for card in hands[0])
    assert not any(card["unknown"] for card in hands[1])  # he gave it
    blue = [*CLUES[:2], {"do": "clue", "to": 2, "suit": "B", "places": [1]}]
    then = clued(blue)
    wrong = shown(then, clues="touched")["hands"][1]
    assert [card["false"] for card in wrong] == [True, False, False, False, False]
    assert wrong[0]["says"] == "card 1, red, blue, one of these is wrong"


def test_where_places_are_told_the_hands_are_there_without_marks_too():
    then = clued(CLUES, "hands")
    assert all(card["touched"] == [] for hand in shown(then)["hands"] for card in hand)
