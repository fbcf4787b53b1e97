"""The program that plays many tables: nothing is lost at a few of them."""

from tests.rig.mosquitto import CLUB
from tests.tools import many_tables

pytestmark = CLUB


def test_each_state_of_each_table_is_heard(monkeypatch, capsys):
    monkeypatch.setattr(many_tables, "TURNS", 4)
    monkeypatch.setattr(many_tables, "BETWEEN_S", 0.1)
    found = many_tables.measure(3)
    assert (found.tables, found.lost) == (3, 0)
    assert 0 < found.median <= found.p99
    assert found.broker > 1000
    many_tables.main(["1"])
    assert capsys.readouterr().out.splitlines()[-1].startswith("| 1 | ")
