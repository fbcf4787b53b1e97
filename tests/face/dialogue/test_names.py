"""Names: chosen from those used before with three buttons, from the settings, from a script."""

import pytest

from companion.face.command import Prefer
from companion.face.dialogue import names
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
    assert names.by_place(names.sit(of("Ada", "Bo", "Cy"), 0, "Cy"))[:3] == ("Cy", "Bo", "Ada")


def test_those_who_sit_out_keep_their_places():
    fewer = names.with_names(Draft(Setup(2)), names.by_place(of("Ada", "Bo", "Cy", "Di")))
    assert (fewer.names, fewer.others) == (("Ada", "Bo"), ("Cy", "Di", ""))
    four = names.with_names(Draft(Setup(4)), names.by_place(fewer))
    assert four.names == ("Ada", "Bo", "Cy", "Di")


SIGNS = ("A", "B", "C", "D", "E")


def test_who_may_sit_somewhere_is_offered_the_likeliest_first():
    draft = of("Ada", "Bo", "Cy")
    kept = ("Di", "Cy", "Bo", "Ada", "Eve")
    assert names.names_for(kept, draft, 0) == ("Ada", "Di", "Eve", "Bo", "Cy", "", *SIGNS)
    assert names.names_for(kept, draft, 1) == ("Bo", "Di", "Eve", "Cy", "", *SIGNS)
    assert names.names_for(kept, draft, 2) == ("Cy", "Di", "Eve", "", *SIGNS)
    assert names.names_for(kept, Draft(THREE), 0) == (*kept, "", *SIGNS)
    assert names.names_for(("b",), names.sit(Draft(THREE), 0, "A"), 1) == ("b", "", "C", "D", "E")


def test_names_used_last_are_remembered_first():
    assert names.latest_first(("Ada", "Bo"), ("Cy", "2", "Bo")) == ("Cy", "Bo", "Ada")
    many = tuple(f"n{number}" for number in range(40))
    assert names.latest_first(many, ("Ada",)) == ("Ada", *many[:29])


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
        select(rig, "names")
        rig.check()
