"""What games read as: names put right, joined or taken away, and games that were trials."""

import random
import shutil
from contextlib import closing

import pytest

from companion.errors import StoreError
from companion.game.actions import Concede
from companion.journal.events import Did
from companion.journal.past_games import past_game
from companion.journal.reader import FILE, GamesReader
from companion.journal.statistics import tables
from companion.journal.store import Store
from tests.journal.on_disk import INDEX, worked
from tests.rig.backups import backup_of, played, restored
from tests.rig.played import Table
from tests.rig.samples import SEED

END = Did(Concede("no_more_points"))


def evening(folder, *tables_of_names, table=None):
    """Play a short game with each of these names, and end it."""
    table = table or Table(folder)
    for names in tables_of_names:
        table.begin(names=names)
        table.do(END)
    return table


def players(games):
    """Return the players of all games, the first one first, as every reader has them."""
    listed = [one["players"] for one in reversed(games.history(100))]
    for number, who in enumerate(listed, 1):
        told = past_game(games, number)
        assert told["record"]["players"] == told["summary"]["players"] == who
        assert games.load_game(number).began.names == (() if isinstance(who, int) else tuple(who))
    return listed


def people(games):
    """Return how many games each group of people has, by the figures."""
    found = games.consult(tables.standings)
    return {
        tuple(one["players"]): one["games"]
        for one in found
        if one["edition"] is None and isinstance(one["players"], list)
    }


def test_a_name_is_put_right_in_all_games_so_far_and_no_line_changes(tmp_path):
    table = evening(tmp_path, ("Bem", "Cy"), ("Cy", "bem"), ("Ann", "Cy"))
    before = (tmp_path / FILE).read_bytes()
    store = table.store
    store.keep_alias("Bem", "Ben")
    right = [["Ben", "Cy"], ["Cy", "Ben"], ["Ann", "Cy"]]
    assert players(store) == right
    assert people(store) == {("Cy", "Ben"): 2, ("Ann", "Cy"): 1}
    assert store.opened().names == ("Ann", "Cy", "Ben")
    assert (tmp_path / FILE).read_bytes().startswith(before)
    with closing(GamesReader(tmp_path)) as reader:
        assert players(reader) == right
    store.close()
    for lost in ((), (INDEX,), (f"{INDEX}-wal", INDEX)):
        for name in lost:
            (tmp_path / name).unlink(missing_ok=True)
        assert worked(tmp_path)[0] == []
        with closing(Store(tmp_path)) as again:
            assert (players(again), people(again)) == (right, {("Cy", "Ben"): 2, ("Ann", "Cy"): 1})
            assert again.opened().names == ("Ann", "Cy", "Ben")


def test_two_names_become_one_person_who_is_told_apart_in_a_game_of_both(tmp_path):
    store = evening(tmp_path, ("Anna", "Cy"), ("Ann", "Cy"), ("Ann", "Anna")).store
    store.keep_alias("Anna", "Ann")
    assert players(store) == [["Ann", "Cy"], ["Ann", "Cy"], ["Ann", "Ann 2"]]
    assert people(store) == {("Ann", "Cy"): 2, ("Ann", "Ann 2"): 1}
    store.keep_alias("Anna", "Anna")
    assert players(store) == [["Anna", "Cy"], ["Ann", "Cy"], ["Ann", "Anna"]]
    store.close()


def test_a_person_is_made_nameless_and_who_comes_later_is_another(tmp_path):
    table = evening(tmp_path, ("Ben", "Cy"), ("Ben", "Dan"))
    store = table.store
    store.keep_alias("ben", "")
    assert players(store) == [["1", "Cy"], ["1", "Dan"]]
    assert (people(store), store.opened().names) == ({}, ("Dan", "Cy"))
    store.keep_alias("Dan", "")
    assert players(store) == [["1", "Cy"], 2]
    evening(tmp_path, ("Ben", "Cy"), table=table)
    assert players(store) == [["1", "Cy"], 2, ["Ben", "Cy"]]
    store.keep_alias("Dan", "Dan")
    assert players(store) == [["1", "Cy"], ["1", "Dan"], ["Ben", "Cy"]]
    store.keep_alias("Ben", "Bea")
    store.keep_alias("Ben", "Ben")
    assert players(store) == [["1", "Cy"], ["1", "Dan"], ["Ben", "Cy"]]
    store.close()


def test_who_is_nobody_and_a_game_that_is_none_are_refused_and_nothing_is_written(tmp_path):
    store = evening(tmp_path, ("Ann", "Ben")).store
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match="'Bem' is no name that can be changed; did you mean"):
        store.keep_alias("Bem", "Ben")
    with pytest.raises(StoreError, match=r"'Xaver' is no .*; valid: Ann, Ben$"):
        store.keep_alias("Xaver", "Ben")
    with pytest.raises(StoreError, match="'Ben' is no name that can be changed; there is none"):
        store.keep_alias("Ben", "Ben")
    with pytest.raises(StoreError, match="there is no game 7"):
        store.keep_trial(7, counts=False)
    assert (tmp_path / FILE).read_bytes() == before
    store.close()


def test_a_trial_is_listed_and_counts_nowhere_until_it_counts_again(tmp_path):
    table = evening(tmp_path, ("Ann", "Cy"), ("Ann", "Cy"), ("Ann", "Cy"))
    store = table.store
    before = store.consult(tables.standings)
    store.keep_trial(2, counts=False)
    assert people(store) == {("Ann", "Cy"): 2}
    assert [one["trial"] for one in store.history(9)] == [False, True, False]
    assert store.consult(tables.count_finished) == 2
    store.keep_trial(3, counts=False)
    assert store.standing(table.sitting) is None
    for game in (2, 3):
        store.keep_trial(game, counts=True)
    assert store.consult(tables.standings) == before
    store.close()


def test_a_backup_has_the_names_as_they_read_and_comes_back_as_nothing_new(tmp_path):
    store = evening(tmp_path / "here", ("Bem", "Cy"), ("Dora", "Cy")).store
    old = backup_of(store)
    store.keep_alias("Bem", "Ben")
    store.keep_alias("Dora", "")
    store.keep_trial(1, counts=False)
    text = backup_of(store)
    assert not [name for name in ("Bem", "Dora") if name in text]
    here = played(store)
    for each in (old, text):
        assert restored(store, each)["games"] == 0
        assert played(store) == here
        assert store.opened().names == ("Cy", "Ben")
    for number, whole in enumerate((text, (tmp_path / "here" / FILE).read_text())):
        other = evening(tmp_path / f"{number}", ("Dora", "Bem")).store
        assert restored(other, whole)["games"] == 2
        assert players(other) == [["Dora", "Bem"], ["Ben", "Cy"], ["1", "Cy"]]
        assert [one["trial"] for one in other.history(9)] == [False, True, False]
        other.close()
    store.close()


def test_an_old_backup_brings_no_name_back_that_was_taken_away(tmp_path):
    theirs = evening(tmp_path / "there", ("Ben", "Cy")).store
    old = backup_of(theirs)
    here = evening(tmp_path / "here", ("Ann", "Ben")).store
    here.keep_alias("Ben", "")
    restored(here, old)
    assert players(here) == [["Ann", "2"], ["1", "Cy"]]
    theirs.close()
    here.close()


def test_whatever_is_said_of_names_the_index_follows_as_if_made_anew(tmp_path, chance):
    table = Table(tmp_path / "here")
    store = table.store
    names = ("Ann", "Ben", "Cy", "Dan")
    for number in range(60):
        aliases = [key for _, key, _ in store.kept.aliases]
        what = chance.random()
        if not table.games or what < 0.5:
            evening(None, tuple(chance.sample(names, 2)), table=table)
        elif what < 0.8:
            known = [(name, to) for name in store.kept.names for to in (*names, "") if to != name]
            known += [(key, key) for key in aliases]
            if known:
                store.keep_alias(*chance.choice(known))
        else:
            game = chance.randint(1, table.games)
            store.keep_trial(game, counts=chance.random() < 0.5)
        if number % 20 == 19:
            copy = tmp_path / f"{number}"
            copy.mkdir()
            shutil.copy(tmp_path / "here" / FILE, copy)
            with closing(GamesReader(copy)) as anew:
                assert players(anew) == players(store)
                assert anew.history(99) == store.history(99)
                assert anew.consult(tables.standings) == store.consult(tables.standings)
                assert anew.what_is_kept().offered == store.opened().names
    store.check_index()
    store.close()


@pytest.fixture
def chance():
    return random.Random(SEED)
