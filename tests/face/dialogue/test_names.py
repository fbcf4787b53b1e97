"""Names: chosen from those used before with three buttons, from the settings, from a script."""

from companion.face.command import Prefer
from companion.face.dialogue import names
from companion.face.state import Draft, face_at_start
from companion.game.setup import Setup
from companion.journal.sitting import EMPTY
from tests.rig.cases import cases
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

ADA_BO = '["Ada", "Bo"]'
PLAYED = game("clue")


@cases(
    "settings, used, kept, sitting, seated, known, now_kept",
    {
        "the first start": (("Ada", "Bo"), ("Cy",), "", EMPTY, True, ("Cy", "Ada", "Bo"), ADA_BO),
        "seen already": (("Ada", "Bo"), (), ADA_BO, EMPTY, False, ("Ada", "Bo"), None),
        "changed": (("Ada", "Cy", "Di"), (), ADA_BO, EMPTY, True, None, '["Ada", "Cy", "Di"]'),
        "a game on the table": (("Ada", "Bo"), (), "", PLAYED, False, None, None),
        "none": ((), ("Cy",), "", EMPTY, False, ("Cy",), None),
    },
)
def test_names_in_the_settings_sit_down_once(
    settings, used, kept, sitting, seated, known, now_kept
):
    before = face_at_start(sitting)
    preferences = {names.SETTING: kept} if kept else {}
    face, command = names.face_with_names(before, sitting, settings, used, preferences)
    assert face.draft.names == (settings if seated else ())
    assert face.draft.setup.players == (len(settings) if seated else before.draft.setup.players)
    assert command == (now_kept and Prefer(names.SETTING, now_kept))
    if known is not None:
        assert face.known == known
