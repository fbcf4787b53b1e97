"""What a click on the picture presses: what stands there, and nothing else."""

import pytest

from companion.face.dialogue.choices import choosing_by_columns, items_by_press
from companion.face.screens import HEIGHT, WIDTH, draw
from companion.face.screens.layout import LABELS, UPPER
from companion.face.screens.touch import firework_buttons, item_at, label_at
from companion.face.state import Choice, Notice, Phrase, Purpose
from companion.face.view import View
from tests.rig.samples import EVERY_CASE
from tests.rig.views import GRAND, MIDDLE, game, show, views

POINTS = [
    (x, y)
    for x in range(1, WIDTH, 6 if EVERY_CASE else 12)
    for y in (4, 16, 30, 40, UPPER, HEIGHT - 2)
]
PLAY = Choice(Purpose.PLAY)


@pytest.mark.parametrize(
    ("sitting", "buttons"),
    [
        (game(MIDDLE), ("clue", "clue+discard", "discard", "", "play")),
        (game(GRAND, "grand", 5), ("clue", "clue+discard", "discard", "discard+play", "play")),
    ],
)
@pytest.mark.parametrize("row", [0, 30, UPPER, HEIGHT - 1])
def test_a_firework_is_its_whole_column_with_its_dots(sitting, buttons, row):
    view = show(sitting, scene=PLAY)
    wide = WIDTH // len(view.sitting.state.fireworks)
    assert tuple(item_at(view, (wide * n + wide // 2, row)) for n in range(5)) == buttons


def test_a_picture_that_is_turned_round_has_its_columns_the_other_way():
    view = show(game(MIDDLE), scene=PLAY)._replace(flipped=True)
    assert item_at(view, (3, 20)) == "play"
    assert item_at(view, (WIDTH - 8, 20)) == "clue"


def test_ranks_are_chosen_like_fireworks():
    view = show(game("clue discard", detail="cards"), scene=Choice(Purpose.NAME, ("B",)))
    assert item_at(view, (35, 30)) == "clue+discard"


def test_in_the_dark_row_of_a_notice_only_the_dots_are_pressed():
    view = show(game(MIDDLE), scene=PLAY, notice=Notice(Phrase("awake"), None))
    assert item_at(view, (3, 20)) == ""
    assert item_at(view, (3, LABELS + 3)) == "clue"


@pytest.mark.parametrize("suit", "WRBYG")
def test_the_lights_of_a_firework_have_its_buttons(suit):
    view = show(game(MIDDLE), scene=PLAY)
    item = {buttons: items[0] for buttons, items in items_by_press(view.face, view.sitting).items()}
    assert item.get(firework_buttons(view, suit)) == (suit if suit != "Y" else None)
    assert firework_buttons(show(game(MIDDLE)), suit) == "", "at the table it is no button"


def test_the_labels_are_their_buttons():
    table = show(game(MIDDLE))
    assert [label_at(table, (x, 60)) for x in (2, 64, 125)] == ["clue", "discard", "play"]
    assert label_at(table, (64, LABELS - 8)) == ""
    assert item_at(table, (64, 60)) == ""


VIEWS = dict(views())


@pytest.mark.parametrize("name", VIEWS)
def test_no_point_of_a_picture_presses_what_is_not_offered_there(name):
    view: View = VIEWS[name]
    page = draw(view)
    items = {point: item_at(view, point) for point in POINTS}
    meant = set(items.values()) - {""}
    assert all(page.items[buttons] for buttons in meant), "a point presses what is not offered"
    if choosing_by_columns(view.face, view.sitting):
        assert meant == set(page.items), "every column can be touched"
    elif meant:
        assert meant == {buttons for buttons, items in page.items.items() if items}, (
            "every item that is offered can be touched"
        )
    for point, item in items.items():
        assert not (item and label_at(view, point)), "a point means one thing"
