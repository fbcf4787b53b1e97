"""Which pages a game has that is over, and which one is open."""

from companion.face.game_pages import end_pages, open_page
from companion.face.state import ScreenName
from companion.game.actions import Concede
from tests.rig.views import ALL, MIDDLE, empty_deck, finished, game, show, then


def names(sitting):
    return tuple(page.name for page in end_pages(sitting))


def test_what_sank_the_others_has_a_page_where_something_did():
    always = ("result", "board", "curve", "code", "pile", "actions")
    conceded = Concede("conceded")
    assert names(game(ALL)) == always
    assert names(then(game("W"), conceded)) == ("result", "board", "sunk", *always[2:])
    assert names(then(game("+ +", detail="tokens"), conceded)) == always


def test_beyond_the_last_page_the_last_one_stays_open():
    sitting = finished(empty_deck(game(MIDDLE)))
    face = show(sitting, scene=ScreenName.END).face
    opened = [open_page(face._replace(page=number), sitting).name for number in (0, 4, 6, 7)]
    assert opened == ["result", "code", "actions", "actions"]
