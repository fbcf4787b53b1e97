"""What is told of a game, whoever tells it: its detail, its states, its pages, its latest turns."""

import pytest

from companion.errors import CompanionError
from companion.face import screens, shown, words
from companion.face.game_pages import end_pages, open_page
from companion.face.on_table import on_table
from companion.face.spoken import LatestTurn, latest_actions
from companion.face.state import Phrase, ScreenName
from companion.game.actions import Clue, Concede, Discard
from companion.game.setup import COLOURS, DETAILS
from companion.journal.events import Did
from companion.journal.sitting import EMPTY, follow
from tests.rig.views import (
    ALL,
    MIDDLE,
    empty_deck,
    ended,
    finished,
    game,
    look,
    show,
    then,
    translated,
)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_detail_but_the_usual_one_is_said_at_the_start(language):
    said = {detail: shown.detail_phrase(detail) for detail in DETAILS}
    assert said.pop(COLOURS) is None
    texts = [words.say(language, phrase) for phrase in said.values()]
    assert len(set(texts)) == len(DETAILS) - 1


def test_a_game_has_its_states():
    opening = game("")
    sitting = follow(follow(opening, Did(Clue())), Did(Clue()))
    found = on_table(sitting)
    assert (found.opening.clues, found.before.clues, found.state.clues) == (8, 7, 6)
    assert found.setup == sitting.setup
    assert on_table(opening).before is opening.opening


def test_without_a_game_it_says_so():
    with pytest.raises(CompanionError) as refused:
        on_table(EMPTY)
    assert refused.value.text_key == "no_game"


def names(sitting):
    return tuple(page.name for page in end_pages(sitting))


def test_what_sank_the_others_has_a_page_where_something_did():
    always = ("result", "story", "board", "curve", "code", "pile", "actions")
    conceded = Concede("conceded")
    assert names(game(ALL)) == always
    assert names(then(game("W"), conceded)) == (*always[:3], "sunk", *always[3:])
    assert names(then(game("+ +", detail="tokens"), conceded)) == always


def test_beyond_the_last_page_the_last_one_stays_open():
    sitting = finished(empty_deck(game(MIDDLE)))
    face = show(sitting, scene=ScreenName.END).face
    opened = [open_page(face._replace(page=number), sitting).name for number in (0, 5, 7, 8)]
    assert opened == ["result", "code", "actions", "actions"]


def test_the_newest_turn_is_first():
    sitting = game("clue clue discard")
    turns = latest_actions(sitting, 2)
    assert [turn.action for turn in turns] == [Discard(), Clue()]
    assert [turn.before for turn in turns] == [sitting.steps[1].state, sitting.steps[0].state]
    assert [turn.seat for turn in turns] == [2, 1]


def test_all_turns_of_a_short_game_are_there_from_the_table_as_it_began_on():
    (turn,) = latest_actions(game("clue"), 9)
    assert (turn.before.clues, turn.before.turn, turn.seat) == (8, 1, 0)


def test_nothing_is_told_of_a_game_without_turns():
    assert latest_actions(game(""), 9) == []


def test_what_is_nobodys_turn_has_no_seat():
    sitting = follow(game("clue"), Did(Concede("conceded")))
    assert latest_actions(sitting, 1) == [
        LatestTurn(Concede("conceded"), sitting.steps[0].state, None)
    ]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_outlook_and_the_curve_say_that_a_tile_may_bring_more(language):
    said = {}
    for preset in ("classic", "flamboyants"):
        sunk = game("clue discard:R5", preset, detail="cards")
        over = then(sunk, Concede("conceded"))
        pages = look(sunk, "outlook"), ended(over, page=4)
        drawn = [screens.draw(translated(view, language)).texts for view in pages]
        said[preset] = [" ".join(texts) for texts in drawn]
    for told, key in enumerate(("outlook_tile", "curve_title_tile")):
        tile = words.say(language, Phrase(key))
        assert [tile in said[preset][told] for preset in said] == [False, True]
