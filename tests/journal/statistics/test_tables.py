"""The library: who played and what came of the games, as the group makes and unmakes them."""

import time
from contextlib import closing

import pytest

from companion.game.actions import Clue, Concede, Correct, Play
from companion.game.cards import Card
from companion.journal.events import Did, Redid, Repaired, Returned, Undid
from companion.journal.reader import GamesReader
from companion.journal.sitting import begin
from companion.journal.statistics import tables
from companion.journal.statistics.standings import Figures
from companion.journal.store import Row
from tests.rig.played import Table

ADA_BO = ("Ada", "Bo")


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.store.close()


# What a game means


def test_the_first_game_has_none_before_it(table):
    standing = table.play(12)
    assert (standing.game, standing.before, standing.ever) == (1, Figures(), Figures(1, 12))
    assert standing.day == time.strftime("%Y-%m-%d")


def test_the_best_is_by_edition_and_number_of_players(table):
    table.play(12)
    table.play(18, players=3)
    table.play(15, edition="online")
    assert table.play(14).before == Figures(1, 12)
    bests = [table.best("classic", 2), table.best("classic", 3), table.best("online", 2)]
    assert bests == [14, 18, 15]
    assert table.best("online", 3) is None
    assert table.best() == 18


def test_with_names_the_best_is_that_of_these_players(table):
    table.play(22, names=("Cy", "Di"))
    table.play(12, names=ADA_BO)
    standing = table.play(14, names=("bo", "ADA"))
    assert (standing.before, standing.named) == (Figures(1, 12), True)
    assert table.best("classic", 2) == 22


def test_what_these_players_reached_counts_over_all_editions(table):
    table.play(21, names=ADA_BO)
    table.play(21, "online", names=ADA_BO)
    table.play(9, names=("Cy", "Di"))
    assert table.play(22, names=ADA_BO).ever == Figures(3, 22, 0, 3, 3)


def test_a_streak_ends_with_a_game_that_is_not_good(table):
    assert [table.play(points).ever.streak for points in (21, 22, 20, 23)] == [1, 2, 0, 1]
    assert table.figures()["longest_streak"] == 2
    assert table.lose().ever.streak == 0


def test_a_lost_game_counts_with_no_points(table):
    table.play(12)
    assert table.lose().ever == Figures(2, 12)
    assert table.figures("classic", 2)["games"] == 2


def test_a_game_that_was_left_unfinished_does_not_count(table):
    table.begin()
    table.do(Did(Clue()))
    assert table.standing() is None
    assert table.play(12).ever.games == 1
    assert table.standing(1) is None


# Games that are unmade and made again


def test_an_end_that_is_undone_does_not_count_until_it_ends_again(table):
    table.play(12)
    table.play(20)
    table.undo()
    assert table.standing() is None
    assert (table.figures()["games"], table.best()) == (1, 12)
    table.do(Did(Concede("no_more_points")))
    assert (table.figures()["games"], table.best()) == (2, 20)


def test_a_correction_after_the_end_changes_the_score(table):
    table.play(12)
    fireworks = dict(table.state.fireworks)
    table.do(Did(Correct({"fireworks": {"B": fireworks["B"] + 1}, "deck": table.state.deck - 1})))
    assert (table.figures()["games"], table.best()) == (1, 13)
    table.undo()
    assert table.best() == 12


def test_undo_across_a_new_game_takes_the_earlier_one_out_again(table):
    table.play(12)
    table.play(20)
    table.begin()
    table.undo()
    assert table.best() == 20, "the new game is gone, the one before has still ended"
    table.undo()
    assert (table.figures()["games"], table.best()) == (1, 12)


def test_an_end_that_a_repair_takes_away_or_brings_counts_as_it_is_then(table):
    table.play(12)
    ended = tuple(step.did for step in table.sitting.steps)
    table.do(Repaired(ended[:-1]))
    assert table.standing() is None
    table.do(Undid())
    assert table.standing().ever.games == 1
    table.do(Repaired((*ended[:3], ended[-1])))
    assert table.standing().ever.best == 3


def test_a_game_taken_back_as_a_whole_does_not_count_until_it_is_put_back(table):
    table.play(12)
    table.play(20)
    second, steps = table.sitting, len(table.sitting.steps)
    table.undo(steps + 1)
    assert (table.sitting.game, table.best()) == (1, 12)
    undone = begin(2, second.began)._replace(
        undone=tuple(Did(step.action) for step in second.steps)
    )
    table.store.record([Row(Returned(), undone)])
    table.store.follow_up()
    table.sitting = undone
    assert table.figures()["games"] == 1, "it is at its start again"
    table.do(*[Redid()] * steps)
    assert (table.figures()["games"], table.best()) == (2, 20)


def test_every_way_back_and_forth_leaves_what_counting_anew_would_give(table, tmp_path):
    table.play(12, names=ADA_BO)
    table.undo(3)
    table.do(Redid(), Did(Clue()), Did(Concede("conceded")))
    table.play(21)
    table.begin(names=("Cy", "2"))
    table.undo(2)
    table.do(Did(Concede("no_more_points")))
    table.play(22, "rr-variant-1", names=ADA_BO)
    noted = table.store.consult(tables.standings)
    assert len(noted) == 6
    table.store.close()
    (tmp_path / "games.sqlite3").unlink()
    with closing(GamesReader(tmp_path)) as alone:
        assert alone.consult(tables.standings) == noted


# What is known of the day

SET = 1_790_000_000.0


@pytest.mark.parametrize(
    ("stamps", "began", "changed", "seconds"),
    [
        ((100, 150, 250, SET, SET + 9), SET - 150, SET + 9, 159),
        ((100, SET, 50, 80, 90), SET, SET + 40, 40),
        ((100, 160, SET, 20, 80), SET - 60, SET + 60, 120),
        ((100, SET, SET + 5000, SET + 5010, SET + 5030), SET, SET + 5030, 30),
        ((SET, SET + 60, 70, 100, 110), SET, SET + 100, 100),
        ((SET, SET - 70_000, SET - 69_990, SET + 1, SET + 2), SET, SET + 2, 11),
        ((100, 110, 120, 130, 140), 100, 140, 40),
        ((100, 110, 20, 30, 40), 100, 40, 30),
    ],
    ids=["set late", "set once", "amid", "pause", "lost", "jumps", "never", "restarted"],
)
def test_one_stamp_of_a_clock_that_was_set_tells_the_day(
    table, monkeypatch, stamps, began, changed, seconds
):
    first, *later = stamps
    monkeypatch.setattr("companion.clock.now", lambda: float(first))
    table.begin()
    for at in later:
        monkeypatch.setattr("companion.clock.now", lambda at=at: float(at))
        table.do(Did(Clue()))
    told = table.store.consult(lambda db: tables.of_game(db, 1))
    assert (told["began"], told["changed"], told["seconds"]) == (began, changed, seconds)


# Names


def names(table):
    return table.store.kept.offered


def test_names_come_back_those_used_last_first(table):
    table.begin(names=("Ada", "Bo", "Cy"))
    table.begin(names=("Di", "Bo"))
    assert names(table) == ("Di", "Bo", "Ada", "Cy")


def test_as_many_names_come_back_as_anybody_wants_to_go_through(table):
    for number in range(40):
        table.begin(names=(f"a{number}", f"b{number}"))
    assert names(table)[:2] == (f"a{number}", f"b{number}")
    assert len(names(table)) == 30


# The moment


def test_a_clock_that_was_never_set_gives_no_day(table, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    assert table.play(12).day == ""


def test_an_earlier_game_that_ends_otherwise_changes_what_later_ones_mean(table):
    table.play(12)
    table.play(20)
    table.sitting = table.store.load_game(1)
    table.undo()
    assert table.standing(2).before == Figures()
    table.do(Did(Play(Card("B", 3))), Did(Concede("no_more_points")))
    assert table.standing(2).before == Figures(1, 13)
    assert table.standing(2).ever == Figures(2, 20)


def test_every_question_is_answered_by_an_index(table):
    table.play(12, names=ADA_BO)
    asked = set()
    db = table.store._index._db
    db.set_trace_callback(asked.add)
    table.play(14, names=ADA_BO)
    table.undo()
    names(table), table.figures()
    db.set_trace_callback(None)
    questions = [
        statement for statement in asked if "FROM played" in statement and "WHERE" in statement
    ]
    assert len(questions) > 4
    for question in questions:
        plan = [detail for *_, detail in db.execute(f"EXPLAIN QUERY PLAN {question}")]
        assert not any(step.startswith("SCAN") for step in plan), (question, plan)


def test_a_name_is_one_however_it_is_written(table):
    for name in ("Zo\u00eb", "Zoe\u0308", "ZO\u00cb"):
        table.play(20, names=(name, "Ben"))
    named = [group for group in table.store.consult(tables.standings) if group["players"]]
    assert {group["games"] for group in named if isinstance(group["players"], list)} == {3}
    assert len(names(table)) == 2
