"""The program that plays many tables: at a few of them nothing is lost, nor missing after
a fall.
"""

from tests.rig.mosquitto import CLUB
from tests.tools import many_tables

pytestmark = CLUB


def test_each_state_of_each_table_is_seen_and_a_broker_that_fell_leaves_nothing_wrong(
    monkeypatch, capsys
):
    monkeypatch.setattr(many_tables, "TURNS", 4)
    monkeypatch.setattr(many_tables, "BETWEEN_S", 0.5)
    monkeypatch.setattr(many_tables, "DOWN_S", 0.5)
    one = many_tables.measure(6)
    assert (one.tables, one.lost, one.missing, one.twice) == (6, 0, 0, 0)
    assert 0 < one.median <= one.p99
    assert min(one.bridge, one.broker, one.board) > 1000
    assert one.messages >= 2
    assert one.octets > 300
    assert one.back_s < many_tables.PATIENCE_S
    monkeypatch.setattr(many_tables, "measure", lambda count: one)
    many_tables.main(["6"])
    assert capsys.readouterr().out.splitlines()[-1].startswith("| 6 | ")
