"""The page's companion: whole commands, the scene that it shows, and what is on disk."""

import json
from itertools import product

import pytest

from companion.face.editions import EDITIONS
from companion.face.preferences import SILENT, VOLUMES
from companion.game.edition import PRESETS, box
from companion.game.setup import Setup
from companion.game.view import state_json
from companion.page import scenes
from companion.page.words import TEXTS
from tests.games import real_games, turns
from tests.rig.samples import SOME_LANGUAGES, sample
from tests.rig.tablets import Finger


@pytest.fixture
def finger(tmp_path) -> Finger:
    finger = Finger(tmp_path)
    finger.ask(do="new", players=2)
    return finger


@pytest.mark.parametrize("number", sample([7, 0, 21], 3))
def test_a_real_game_takes_one_tap_a_turn_and_has_the_states_of_the_rules(number, finger):
    for do, suit, state in turns(real_games()[number]):
        finger.tap(do, suit)
        assert state_json(finger.state) == state_json(state)
        scene = finger.scene
        assert scene["table"]["turn"] == state.turn
        assert scene["table"]["clues"] == state.clues


def test_a_turn_is_on_disk_before_it_is_shown(finger):
    finger.holding = True
    finger.tap("clue")
    assert finger.scene["table"]["clues"] == 8
    finger.holding = False
    finger.keep()
    assert finger.scene["table"]["clues"] == 7


def test_a_browser_without_room_is_told_of_and_played_on(finger):
    finger.problem = "the quota is used up"
    finger.tap("clue")
    assert finger.state.clues == 7
    assert not finger.scene["table"]["saved"]
    finger.problem = ""
    finger.tap("clue")
    assert finger.scene["table"]["saved"]


@pytest.mark.parametrize("lacks", ["frame", "lights"])
def test_what_a_page_lacks_is_refused_in_a_sentence(finger, lacks):
    assert finger.ask(get=lacks)["error"].startswith("this companion has no ")


def test_another_page_goes_on_at_the_same_turn(tmp_path, finger):
    finger.tap("clue")
    other = Finger(tmp_path)
    assert other.state == finger.state


def test_sounds_and_short_words_reach_the_page(finger):
    finger.tap("play", "R")
    assert "grow_1" in finger.time.played
    assert finger.ask(do="prefer", key="voice", value="short")["ok"]
    finger.tap("clue")
    assert finger.time.said


@pytest.mark.parametrize(("step", "volume"), [*VOLUMES.items(), (SILENT, VOLUMES["2"])])
def test_words_are_as_loud_as_sounds_or_as_usual_where_those_are_off(finger, step, volume):
    finger.ask(do="prefer", key="voice", value="short")
    finger.ask(do="prefer", key="sound", value=step)
    finger.tap("clue")
    assert finger.time.volumes[finger.time.said[-1]] == volume


def test_a_voice_that_reads_a_display_aloud_is_short_here(tmp_path, finger):
    finger.ask(do="prefer", key="voice", value="full")
    other = Finger(tmp_path)
    assert other.tablet.core.dialogue.face.preferences.voice == "short"


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_what_crosses_to_the_page_is_in_words(finger, language):
    """Why a turn is refused, what undo takes back, each turn and each counter."""
    finger.ask(do="prefer", key="language", value=language)
    finger.ask(do="new", players=["Ann", "Ben"], edition={"preset": "flamboyants"}, detail="cards")
    finger.ask(do="action", action={"do": "clue"})
    finger.ask(do="action", action={"do": "play", "suit": "R"})
    finger.ask(do="action", action={"do": "discard"})
    scene = finger.scene
    assert scene["language"] == language
    assert isinstance(scene["offers"]["refused"]["discard"], str)
    assert isinstance(scene["offers"]["undo"], str)
    told = [finger.ask(get="turns"), finger.ask(get="counters"), scene]
    refused = finger.ask(do="repair", turn=1, **{"as": "replace"}, action={"do": "discard"})
    assert refused["key"] == "all_clue_tokens"
    assert isinstance(refused["phrase"], str)
    assert '"facts"' not in json.dumps(told)


def test_an_earlier_turn_is_told_at_its_own_table(finger):
    finger.ask(do="new", players=3)
    for suit in "RRB":
        finger.ask(do="action", action={"do": "play", "suit": suit})
    then = finger.ask(get="offers", turn=2, **{"as": "replace"})
    heights = {one["suit"]: one["height"] for one in then["table"]["fireworks"]}
    assert heights == {"W": 0, "R": 1, "B": 0, "Y": 0, "G": 0}
    assert then["offers"]["next"]["R"] == "R2"
    assert finger.ask(get="offers", turn=99)["ok"] is False


def test_a_game_by_rules_of_one_s_own_begins_again_by_them(finger):
    own = {"black": True, "fuses": 2}
    finger.ask(do="new", players=["Ann", "Ben"], edition=own)
    following = finger.scene["draft"]
    assert (following["preset"], following["players"]) == ("", 2)
    finger.ask(do="new", players=2, edition=following["edition"])
    edition = finger.ask(get="state")["state"]["edition"]
    assert {key: edition[key] for key in own} == own


def test_every_edition_has_its_rules_and_its_box_in_the_words_one_of_one_s_own_too():
    """The page computes no rule: cards and hands of each choice come with the words."""
    words = scenes.page_words(TEXTS["en"])
    rules = {one["key"]: [value for value, _ in one["values"]] for one in words["rules"]}
    boxes = {(one["multicolour"], one["black"]): one for one in words["boxes"]}
    assert set(boxes) == set(product(rules["multicolour"], rules["black"]))
    for edition in PRESETS.values():
        found = boxes[edition.multicolour, edition.black]
        assert (found["cards"], tuple(found["suits"])) == (box(edition).total, box(edition).suits)
        assert found["hands"][3] == Setup(3, edition).hand_size
    editions = words["editions"]
    assert {one["preset"] for one in editions} == set(EDITIONS)
    assert editions[0]["rules"] == ["five colours, no extras"]
    assert "each 5 reveals a bonus tile" in editions[-1]["rules"]


def test_a_name_that_is_removed_is_offered_no_more(finger):
    finger.ask(do="new", players=["Ann", "Ben"])
    assert set(finger.scene["known"]) == {"Ann", "Ben"}
    assert finger.ask(do="remove", name="ann")["ok"]
    assert finger.scene["known"] == ["Ben"]


def test_past_games_are_those_of_the_page(finger):
    (begun,) = finger.read("/games")["games"]
    assert (begun["players"], begun["status"]) == (2, "playing")
    finger.ask(do="new", players=["Ann", "Ben"])
    finger.ask(do="action", action={"do": "play", "suit": "R"})
    finger.ask(do="action", action={"do": "clue"})
    listed, _ = finger.read("/games")["games"]
    assert (listed["players"], listed["score"], listed["status"]) == (["Ann", "Ben"], 1, "playing")
    told = finger.read(f"/games/{listed['game']}")
    assert [one["turn"] for one in told["tables"]] == [1, 2, 3]
    assert finger.read("/standings") == {"groups": [], "players": []}
    assert "there is no game 99" in finger.read("/games/99")["error"]


def test_the_page_is_told_when_the_turn_began_whose_clock_it_shows(finger):
    assert "past" not in finger.scene
    assert finger.ask(do="prefer", key="clock", value="120")["ok"]
    finger.tap("clue")
    finger.time.seconds += 20
    assert finger.scene["table"]["clock"] == 120
    assert 20 <= finger.scene["past"] < 22
