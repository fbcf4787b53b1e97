"""What somebody is called otherwise is called so at once: at the table, in the menu, on phones."""

from companion.daemon.door import Door
from companion.face.dialogue.names import by_place
from tests.daemon.invitations import invite, lines, serve, to_line
from tests.rig.rig import Rig


def names(rig):
    return rig.ask(get="state")["state"]["names"]


def test_a_name_is_put_right_in_the_game_on_the_table_and_on_the_device():
    with Rig(blind=True) as rig:
        rig.ask(do="new", players=["Bem", "Cy"])
        rig.ask(do="action", action={"do": "clue"})
        assert rig.ask(do="rename", name="Bem", to="Ben")["ok"]
        assert names(rig) == ["Ben", "Cy"]
        face = rig.core.dialogue.face
        assert (face.known, by_place(face.draft)[:2]) == (("Ben", "Cy"), ("Ben", "Cy"))
        rig.ask(do="action", action={"do": "clue"})
        rig.ask(do="undo")
        assert rig.ask(get="record", game=1)["record"]["players"] == ["Ben", "Cy"]
        rig.ask(do="rename", name="Ben", to="")
        assert names(rig) == ["1", "Cy"]
        refused = rig.ask(do="rename", name="Dan", to="Ben")
        assert "'Dan' is no name" in refused["error"]
        assert refused["phrase"] == {"key": "no_such_name", "facts": {}}
        long = rig.ask(do="rename", name="Cy", to="C" * 17)
        assert long["phrase"] == rig.ask(do="new", players=["C" * 17, "D"])["phrase"]
        rig.check_store()


def test_a_slip_that_is_taken_back_is_nobody_at_the_table_or_in_the_menu():
    with Rig(blind=True) as rig:
        rig.ask(do="new", players=["Ben", "Cy"])
        rig.ask(do="rename", name="Ben", to="Dan")
        rig.ask(do="rename", name="Dan", to="Dna")
        rig.ask(do="rename", name="Dan", to="Dan")
        face = rig.core.dialogue.face
        assert (names(rig), set(face.known)) == (["Dan", "Cy"], {"Dan", "Cy"})
        assert by_place(face.draft)[:2] == ("Dan", "Cy")
        rig.check_store()


def test_two_of_one_name_are_told_apart_on_the_glass_and_in_the_answer():
    with Rig() as rig:
        rig.ask(do="new", players=["Ann", "Ann", "Ben"])
        assert names(rig) == ["Ann", "Ann 2", "Ben"]
        assert "Ann" in rig.ask(get="screen")["screen"]["texts"]
        rig.ask(do="action", action={"do": "clue"})
        assert "Ann 2" in rig.ask(get="screen")["screen"]["texts"]


def test_a_phone_with_the_code_renames_and_marks_a_trial_and_no_other_does():
    with Rig() as rig:
        rig.ask(do="new", players=["Ann", "Ben"])
        serve(rig)
        token = invite(rig)
        for body in ({"do": "rename", "name": "Ben", "to": "Dan"}, {"do": "trial", "game": 1}):
            assert not rig.ask(Door.VIEW, **body)["ok"]
            assert rig.ask(Door.VIEW, **body, token=token)["ok"]
        (game,) = rig.ask(Door.VIEW, get="history")["history"]
        assert (game["players"], game["trial"]) == (["Ann", "Dan"], True)
        assert rig.ask(do="trial", game=1, trial=False)["ok"]
        assert not rig.ask(get="history")["history"][0]["trial"]


def test_on_a_device_that_knows_no_name_a_seat_gets_a_sign_by_three_buttons():
    with Rig() as rig:
        to_line(rig, "menu_names")
        rig.tap("play")
        assert lines(rig)[1:4] == ["no name", "A", "B"]
        rig.tap("discard")
        rig.tap("play")
        rig.tap("discard")
        assert "New names: by phone" in lines(rig) + down(rig, 4)
        rig.tap("play")
        assert by_place(rig.core.dialogue.face.draft)[0] == "A"


def down(rig, steps):
    """Go down a list. Return what the display says then."""
    for _ in range(steps):
        rig.tap("discard")
    return lines(rig)
