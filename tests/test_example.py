"""A clue at the table: pressed, seen and kept."""

from pathlib import Path

from tests.rig.rig import Rig


def test_a_clue_takes_a_token():
    with Rig() as rig:
        rig.ask(do="new", players=3)
        rig.wait(1)
        rig.tap("clue")
        assert rig.state.clues == 7
        assert rig.ask(get="screen")["screen"]["name"] == "table"
        rig.check()  # glass, lights and store say the same


def test_the_page_for_contributors_has_it():
    shown = Path(__file__).read_text("utf-8").split("\n\n\n")[1]
    assert shown in Path(__file__).with_name("README.md").read_text("utf-8")
