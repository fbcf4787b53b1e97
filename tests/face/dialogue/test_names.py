"""Names: chosen from those used before with three buttons, from the settings, from a script."""

import pytest

from companion.face.command import Prefer
from companion.face.dialogue import menus, names
from companion.face.state import Draft, face_at_start
from companion.game.setup import Setup
from companion.journal.sitting import EMPTY
from tests.rig.menu_lines import select
from tests.rig.rig import Rig
from tests.rig.views import game

THREE = Setup(3)


def of(*seated, first=0, others=()):
    return Draft(Setup(len(seated)), seated, first, others)


# Pure


def test_names_stay_at_their_places_whoever_begins():
    ada_begins = of("Ada", "Bo", "Cy")
    bo_begins = names.with_names(ada_begins._replace(first=1), names.by_place(ada_begins))
    assert bo_begins.names == ("Bo", "Cy", "Ada")
    assert names.by_place(bo_begins) == names.by_place(ada_begins) == ("Ada", "Bo", "Cy", "", "")


def test_a_place_without_a_name_is_called_by_its_number():
    draft = names.sit(Draft(THREE), 1, "Bo")
    assert (draft.names, names.by_place(draft)) == (("1", "Bo", "3"), ("", "Bo", "", "", ""))


def test_the_last_name_that_goes_takes_the_numbers_along():
    assert names.sit(names.sit(Draft(THREE), 1, "Bo"), 1, "").names == ()


def test_whoever_sat_there_changes_places():
    draft = names.sit(of("Ada", "Bo", "Cy"), 0, "Cy")
    assert names.by_place(draft)[:3] == ("Cy", "Bo", "Ada")


def test_those_who_sit_out_keep_their_places():
    around = names.by_place(of("Ada", "Bo", "Cy", "Di"))
    fewer = names.with_names(Draft(Setup(2)), around)
    assert (fewer.names, fewer.others) == (("Ada", "Bo"), ("Cy", "Di", ""))
    four = names.with_names(Draft(Setup(4)), names.by_place(fewer))
    assert four.names == ("Ada", "Bo", "Cy", "Di")


def test_who_may_sit_somewhere_is_offered_the_likeliest_first():
    draft = of("Ada", "Bo", "Cy")
    kept = ("Di", "Cy", "Bo", "Ada", "Eve")
    assert names.names_for(kept, draft, 0) == ("Ada", "Di", "Eve", "Bo", "Cy", "")
    assert names.names_for(kept, draft, 1) == ("Bo", "Di", "Eve", "Cy", "")
    assert names.names_for(kept, draft, 2) == ("Cy", "Di", "Eve", "")
    assert names.names_for(kept, Draft(THREE), 0) == (*kept, "")


def test_names_used_last_are_remembered_first():
    assert names.latest_first(("Ada", "Bo"), ("Cy", "2", "Bo")) == ("Cy", "Bo", "Ada")
    many = tuple(f"n{number}" for number in range(40))
    assert names.latest_first(many, ("Ada",)) == ("Ada", *many[: names.MOST - 1])


# From the settings

FACE = face_at_start(EMPTY)


def test_names_in_the_settings_sit_down_at_the_first_start_with_them():
    face, command = names.face_with_names(FACE, EMPTY, ("Ada", "Bo"), ("Cy",), {})
    assert face.draft.names == ("Ada", "Bo")
    assert face.known == ("Cy", "Ada", "Bo")
    assert command == Prefer(names.SETTING, '["Ada", "Bo"]')


def test_from_then_on_the_group_goes_by_what_it_chose_itself():
    face, command = names.face_with_names(
        FACE, EMPTY, ("Ada", "Bo"), (), {names.SETTING: '["Ada", "Bo"]'}
    )
    assert (face.draft.names, command) == ((), None)


def test_settings_that_change_count_again():
    face, command = names.face_with_names(
        FACE, EMPTY, ("Ada", "Cy", "Di"), (), {names.SETTING: '["Ada", "Bo"]'}
    )
    assert (face.draft.names, face.draft.setup.players) == (("Ada", "Cy", "Di"), 3)
    assert command == Prefer(names.SETTING, '["Ada", "Cy", "Di"]')


def test_settings_wait_for_the_end_of_the_game_on_the_table():
    sitting = game("clue")
    face, command = names.face_with_names(face_at_start(sitting), sitting, ("Ada", "Bo"), (), {})
    assert (face.draft.names, command) == ((), None)


def test_without_names_in_the_settings_nothing_is_kept():
    assert names.face_with_names(FACE, EMPTY, (), ("Cy",), {}) == (
        FACE._replace(known=("Cy",)),
        None,
    )


# By the buttons


@pytest.fixture
def rig():
    with Rig(language="en") as rig:
        rig.ask(do="new", players=["Ada", "Bo", "Cy"])
        rig.wait(1)
        rig.hold("clue")
        assert rig.screen == "start"
        yield rig


def texts(rig):
    return rig.ask(get="screen")["screen"]["texts"]


def go_to(rig, line):
    """Put the cursor of the menu on a line, from wherever it is."""
    for _ in range(20):
        view = rig.core.view
        if menus.menu_lines(view.face, view.sitting)[view.face.menu.cursor].label.key == line:
            return
        rig.tap("discard")
    raise AssertionError(f"{line} is not in the menu")


def ask_for_names(rig):
    rig.more("menu")
    go_to(rig, "menu_names")
    rig.tap("play")


def begun(rig):
    rig.tap("play")
    assert rig.screen == "table"
    return rig.core.sitting.began


def test_three_presses_say_that_everybody_sits_where_they_sat(rig):
    ask_for_names(rig)
    asked = []
    while rig.screen == "menu":
        asked.append(texts(rig)[:2])
        rig.tap("play")
    assert asked == [
        ["Who is player 1?", "Ada"],
        ["Who is player 2?", "Bo"],
        ["Who is player 3?", "Cy"],
    ]
    assert begun(rig).names == ("Ada", "Bo", "Cy")


def test_another_name_is_one_press_down(rig):
    ask_for_names(rig)
    for control in ("discard", "play", "play", "play"):
        rig.tap(control)
    assert begun(rig).names == ("Bo", "Ada", "Cy")


def test_holding_clue_asks_for_the_place_before(rig):
    ask_for_names(rig)
    rig.tap("play")
    assert texts(rig)[0] == "Who is player 2?"
    rig.hold("clue")
    assert texts(rig)[0] == "Who is player 1?"


def test_one_player_more_may_have_no_name(rig):
    rig.tap("clue")
    ask_for_names(rig)
    for _ in range(3):
        rig.tap("play")
    assert "no name" in texts(rig)
    rig.tap("play")
    assert begun(rig).names == ("Ada", "Bo", "Cy", "4")


def test_a_device_that_knows_no_name_asks_for_none():
    with Rig(language="en") as rig:
        rig.more("menu")
        view = rig.core.view
        assert "menu_names" not in [
            line.label.key for line in menus.menu_lines(view.face, view.sitting)
        ]


def test_names_are_known_again_after_a_restart(tmp_path):
    with Rig(tmp_path, language="en") as first:
        first.ask(do="new", players=["Ada", "Bo"])
        first.ask(do="action", action={"do": "concede", "reason": "conceded"})
    with Rig(tmp_path, language="en") as second:
        assert second.core.view.face.known == ("Ada", "Bo")
        assert "Ada" in texts(second), "the next game has the players of the last one"


def test_names_come_from_a_script():
    with Rig(language="en") as rig:
        rig.ask(do="new", players=["Ada", "Zoé"])
        assert rig.ask(get="state")["state"]["names"] == ["Ada", "Zoé"]
        assert "Ada" in texts(rig)


ANY = ("W" * 16, "Ω" * 16, "李雷", "😀", "Ann 2", "7", "{players}")


@pytest.mark.parametrize("name", ANY)
def test_a_name_of_any_letters_has_room(name):
    with Rig(language="en") as rig:
        assert rig.ask(do="new", players=[name, "Bo"])["ok"]
        rig.ask(do="action", action={"do": "concede", "reason": "conceded"})
        rig.wait(1)
        for _ in range(5):
            rig.tap("discard")
        rig.tap("play")
        ask_for_names(rig)
        rig.check()


def test_a_name_that_is_removed_is_offered_no_more_also_after_a_restart(tmp_path):
    with Rig(tmp_path, language="en") as rig:
        rig.ask(do="new", players=["Ada", "Zoé"])
        rig.ask(do="action", action={"do": "concede", "reason": "conceded"})
        rig.wait(1)
        rig.tap("play")
        select(rig, "names", "forget")
        assert rig.core.view.face.known == ("Ada", "Zoé")
        rig.tap("discard")
        rig.tap("play")
        assert rig.core.view.face.known == ("Ada",)
        rig.check()
        rig.tap("play")
        assert (rig.core.view.face.known, rig.core.view.face.menu.name) == ((), "main")
    with Rig(tmp_path, language="en") as rig:
        assert rig.core.view.face.known == ()


def test_a_list_shows_a_name_that_the_glass_lacks_as_its_place(rig):
    rig.ask(do="new", players=["Ann", "Владимир"])
    rig.wait(1)
    rig.hold("clue")
    ask_for_names(rig)
    rig.tap("play")
    assert {"Ada", "Player 2"} <= set(texts(rig))
    assert not any("…" in text for text in texts(rig))
