"""What a touch of the picture means: what is seen there, and nothing else."""

import pytest

from companion.face.command import Reaction
from companion.face.dialogue import presses
from companion.face.dialogue.choices import DONE, items_by_press, question_columns
from companion.face.dialogue.presses import Target, at_hand
from companion.face.gestures.gestures import Chord, Gesture, Tap, Touch
from companion.face.screens import HEIGHT, WIDTH, draw, touch
from companion.face.screens.layout import LABELS, UPPER
from companion.face.screens.touch import gesture_at, label_at
from companion.face.state import Choice, Menu, MenuName, Notice, Phrase, Purpose, ScreenName
from companion.face.view import View
from tests.rig.samples import EVERY_CASE
from tests.rig.views import GRAND, MIDDLE, game, show, views

POINTS = [
    (x, y)
    for x in range(1, WIDTH, 6 if EVERY_CASE else 12)
    for y in (4, 16, 30, 40, UPPER, HEIGHT - 2)
]
PLAY = Choice(Purpose.PLAY)


def meant(view: View, point: tuple[int, int]) -> str:
    """What a touch at a point is: buttons joined by `+`, or what was touched."""
    match gesture_at(view, point, 0.0):
        case Tap(control):
            return control
        case Chord(controls):
            return "+".join(sorted(controls))
        case Touch(target):
            return target
    raise AssertionError("a touch holds nothing")


@pytest.mark.parametrize("row", [24, 40, 52])
def test_at_the_table_a_firework_is_its_column(row):
    table = show(game(MIDDLE))
    assert [meant(table, (25 * n + 12, row)) for n in range(5)] == list("WRBYG")
    assert meant(table, (12, 8)) == "", "the counters mean nothing"
    seven = show(game(GRAND, "grand", 5))
    assert [meant(seven, (18 * n + 9, row)) for n in range(7)] == list("WRBYGMK")


def test_a_table_that_is_turned_round_is_touched_where_it_is_seen():
    table = show(game(MIDDLE))._replace(flipped=True)
    assert [meant(table, (WIDTH - 1 - 25 * n - 12, UPPER - 1 - 40)) for n in range(5)] == list(
        "WRBYG"
    )
    assert meant(table, (4, HEIGHT - 3)) == "clue"


def test_where_no_colours_are_entered_nothing_of_the_table_is_touched():
    table = show(game("clue", detail="tokens"))
    assert {meant(table, (x, 40)) for x in range(0, WIDTH, 9)} == {""}


@pytest.mark.parametrize(
    ("sitting", "buttons"),
    [
        (game(MIDDLE), ("clue", "clue+discard", "discard", "", "play")),
        (game(GRAND, "grand", 5), ("clue", "clue+discard", "discard", "discard+play", "play")),
    ],
)
@pytest.mark.parametrize("row", [0, 30, UPPER, HEIGHT - 1])
def test_a_firework_that_is_chosen_is_its_whole_column_with_its_dots(sitting, buttons, row):
    view = show(sitting, scene=PLAY)
    wide = WIDTH // len(view.sitting.state.fireworks)
    assert tuple(meant(view, (wide * n + wide // 2, row)) for n in range(5)) == buttons


def test_a_picture_that_is_turned_round_has_its_columns_the_other_way():
    view = show(game(MIDDLE), scene=PLAY)._replace(flipped=True)
    assert meant(view, (3, 20)) == "play"
    assert meant(view, (WIDTH - 8, 20)) == "clue"


def test_ranks_are_chosen_like_fireworks():
    view = show(game("clue discard", detail="cards"), scene=Choice(Purpose.NAME, ("B",)))
    assert meant(view, (35, 30)) == "clue+discard"


def test_under_a_notice_only_what_is_still_seen_is_touched():
    view = show(game(MIDDLE), scene=PLAY, notice=Notice(Phrase("awake"), None))
    assert meant(view, (3, 22)) == "clue", "it stands in place of the question"
    long = Phrase("games_mended_kept", {"file": "games.damaged-1.txt"})
    view = show(game(MIDDLE), scene=PLAY, notice=Notice(long, None))
    assert meant(view, (3, 22)) == ""
    assert meant(view, (3, LABELS + 3)) == "clue"
    table = show(game(MIDDLE), notice=Notice(Phrase("awake"), None))
    assert meant(table, (37, 40)) == ""
    assert meant(table, (3, LABELS + 3)) == "clue"


def test_the_labels_are_their_buttons():
    table = show(game(MIDDLE))
    assert [label_at(table, (x, 60)) for x in (2, 64, 125)] == ["clue", "discard", "play"]
    assert label_at(table, (64, LABELS - 8)) == ""
    assert [meant(table, (x, 60)) for x in (2, 64, 125)] == ["clue", "discard", "play"]


VIEWS = dict(views())


def pressed(view: View, gesture: Gesture) -> Reaction:
    face = view.face._replace(touched=1000.0)
    return presses.press(
        face, at_hand(face, Target(view.sitting)), gesture, 1000.0, 1000.0, exempt=True
    )


def test_what_stands_on_the_picture_can_be_touched_and_is_never_without_meaning(monkeypatch):
    for name, view in VIEWS.items():
        page = draw(view._replace(pressed=frozenset()))
        monkeypatch.setattr(touch, "draw", lambda _, page=page: page)  # for all points once
        if page.is_covered or view.flipped:
            continue
        if question_columns(view.face, view.sitting):
            assert {meant(view, point) for point in POINTS} - {""} == {
                "+".join(sorted(buttons.split("+"))) for buttons in page.items
            }, f"{name}: every column can be touched"
        for (left, top, width, height), target in page.targets:
            point = (left + width // 2, top + height // 2)
            gesture = gesture_at(view, point, 1000.0)
            assert gesture == Touch(target, 1000.0), f"{name}: a point means one thing"
            notice = pressed(view, gesture).face.notice
            assert notice is None or notice.phrase.key not in ("no_meaning", "empty_cell"), name


def test_a_line_of_a_list_is_selected():
    view = show(game(MIDDLE), scene=ScreenName.MENU)
    (_, top, _, height), second = draw(view).targets[1]
    assert second == "1"
    opened = pressed(view, gesture_at(view, (30, top + height // 2), 1000.0)).face
    assert (opened.menu.name, opened.screen) != (MenuName.MAIN, ScreenName.MENU)


def test_a_counter_that_is_being_set_ends_its_change_by_a_touch():
    view = show(game(MIDDLE), scene=ScreenName.MENU, menu=Menu(MenuName.CORRECT, cursor=1))
    editing = pressed(view, Touch("1", 1000.0)).face
    assert editing.menu.editing
    assert not pressed(view._replace(face=editing), Touch("1", 1001.0)).face.menu.editing
    other = pressed(view._replace(face=editing), Touch("2", 1001.0)).face
    assert (other.menu.editing, other.menu.cursor) == (True, 2)


ASKING = {
    name: view
    for name, view in views().items()
    if view.face.choice and not any((view.held, view.face.notice, view.flipped))
}


@pytest.mark.parametrize("name", ASKING)
def test_each_answer_that_stands_on_the_display_can_be_touched(name):
    view = ASKING[name]
    page = draw(view)
    middles = [((x + wide // 2, y + high // 2), item) for (x, y, wide, high), item in page.targets]
    assert [meant(view, point) for point, _ in middles] == [item for _, item in middles]
    cells = items_by_press(view.face, view.sitting).values()
    said = {DONE, "as_before", "go_on", "cut"}  # on the labels alone
    answers = {item for cell in cells for item in cell if not page.columns}
    assert answers - said <= {item for _, item in middles}
