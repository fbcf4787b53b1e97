"""A backup is restored: everything comes back, nothing twice, and a damaged one never wrong."""

import os
import random
import signal
import time
from collections import Counter
from contextlib import closing, suppress

import pytest

from companion.journal.backup.restoring import Restoring
from companion.journal.copy.lines import decode, encode
from companion.journal.sitting import begin, follow
from companion.journal.statistics import tables
from companion.journal.store import Row, Store
from tests.journal.on_disk import CLUE, GAME, PLAY
from tests.rig.backups import Refused, backup_of, checked, everything, played, restored, whole_copy
from tests.rig.many_games import ManyGames
from tests.rig.samples import fewer

GAMES = fewer(1000, 25)
CHANGES = fewer(10_000, 200)


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    """A store of many games, its folder, and its backup."""
    directory = tmp_path_factory.mktemp("ours")
    group = ManyGames(directory, 1)
    group.play(GAMES)
    yield group.store, backup_of(group.store)
    group.store.close()


@pytest.fixture
def empty(tmp_path):
    with closing(Store(tmp_path / "empty")) as store:
        yield store


@pytest.fixture
def theirs(tmp_path):
    group = ManyGames(tmp_path / "theirs", 2)
    group.play(max(GAMES // 10, 5))
    with closing(group.store):
        yield group.store


def test_restored_into_nothing_everything_is_as_it_was(ours, empty, tmp_path):
    store, text = ours
    assert restored(empty, text)["games"] == GAMES
    assert everything(empty) == everything(store)
    for game in range(1, GAMES + 1):
        assert empty.load(game) == store.load(game)
    empty.close()
    with closing(Store(tmp_path / "empty")) as reopened:
        assert everything(reopened) == everything(store)


def test_restored_into_itself_nothing_changes(ours, tmp_path):
    store, text = ours
    before = everything(store), played(store)
    report = restored(store, text)
    assert (report["known"], report["games"], report["grown"]) == (GAMES, 0, 0)
    assert (everything(store), played(store)) == before


def test_two_devices_have_the_games_of_both_once_whoever_restores_first(ours, theirs, empty):
    store, text = ours
    both = sorted(played(store) + played(theirs))
    table = theirs.current()
    report = restored(theirs, text)
    assert report["games"] == GAMES
    assert played(theirs) == both
    assert theirs.current() == table, "the game on the table stays"
    assert restored(theirs, text)["games"] == 0
    assert restored(theirs, backup_of(theirs))["games"] == 0
    restored(empty, backup_of(theirs))
    assert played(empty) == both
    assert everything(empty)["stats"] == everything(theirs)["stats"]
    assert restored(empty, text)["games"] == 0, "where a game came from travels with it"
    assert restored(theirs, backup_of(empty))["games"] == 0


def test_what_the_device_has_stays(ours, theirs):
    _, text = ours
    before = everything(theirs)
    numbers = [game["game"] for game in before["history"]]
    restored(theirs, text)
    after = everything(theirs)
    assert after["history"][-len(numbers) :] == before["history"]
    assert before["preferences"].items() <= after["preferences"].items()
    assert before["stickers"].items() <= after["stickers"].items()
    assert after["names"][: len(before["names"])] == before["names"], "theirs are offered first"


def test_the_statistics_are_those_of_all_games_counted_anew(ours, theirs):
    _, text = ours
    restored(theirs, text)
    after = theirs.consult(tables.standings)
    names = theirs.consult(tables.names)
    theirs.change(tables.restart)
    theirs.behind = True
    theirs.count(float("inf"))
    assert theirs.consult(tables.standings) == after
    assert set(names) >= set(theirs.consult(tables.names))


def test_the_text_copy_is_a_backup_too(ours, empty):
    store, _ = ours
    store.copy_on()
    assert restored(empty, whole_copy(store.path.parent))["games"] == GAMES
    assert played(empty) == played(store)
    assert everything(empty)["names"] == everything(store)["names"]


def test_a_backup_in_the_place_of_the_copy_is_taken_up(ours, tmp_path):
    store, text = ours
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "games.sqlite3.txt").write_text(text)
    with closing(Store(folder)) as other:
        try:
            other.open()
        except Exception:
            other.renew()
        assert played(other) == played(store)
        assert restored(other, text)["games"] == 0


# The same game


def grow(store, game, *events, began=GAME):
    sitting = store.load(game) if game <= store.latest() else None
    if sitting is None:
        sitting = begin(game, began)
        store.append([Row(began, sitting)])
    for event in events:
        sitting = follow(sitting, event)
        store.append([Row(event, sitting)])


def test_a_game_that_went_on_since_the_backup_stays(empty):
    grow(empty, 1, CLUE)
    text = backup_of(empty)
    grow(empty, 1, PLAY)
    assert restored(empty, text)["known"] == 1
    assert len(empty.load(1).steps) == 2


def test_a_game_of_which_the_device_has_the_beginning_gets_its_end(empty, tmp_path):
    grow(empty, 1, CLUE)
    early = backup_of(empty)
    grow(empty, 1, PLAY, CLUE)
    late = backup_of(empty)
    with closing(Store(tmp_path / "older")) as older:
        restored(older, early)
        report = restored(older, late)
        assert (report["grown"], report["on_table"]) == (0, 1), "it is on the table"
        assert len(older.load(1).steps) == 1
        grow(older, 2)
        report = restored(older, late)
        assert (report["grown"], report["games"]) == (1, 0)
        assert older.load(1).steps == empty.load(1).steps
        assert older.current().game == 2
        assert restored(older, late)["known"] == 1
        assert older.summary(1)["turn"] == empty.summary(1)["turn"]


def test_a_game_that_went_on_otherwise_is_another_one(empty, tmp_path):
    grow(empty, 1, CLUE)
    text = backup_of(empty)
    with closing(Store(tmp_path / "other")) as other:
        restored(other, text)
        grow(other, 1, PLAY)
        grow(empty, 1, CLUE)
        report = restored(other, backup_of(empty))
        assert report["games"] == 1
        assert len(played(other)) == 2
        assert restored(other, backup_of(empty))["games"] == 0


def test_equal_games_of_one_device_are_different_games(empty, tmp_path):
    for game in (1, 2):
        grow(empty, game, CLUE)
    text = backup_of(empty)
    with closing(Store(tmp_path / "other")) as other:
        assert restored(other, text)["games"] == 2
        assert restored(other, text)["games"] == 0


def test_a_clock_that_stood_in_1970_makes_no_other_game(ours, tmp_path):
    _, text = ours
    lines = [decode(piece) for piece in text.encode().splitlines(keepends=True)[1:]]
    moved = [encode(line._replace(at=line.at - 1.7e9)) for line in lines]
    in_1970 = text.split("\n")[0] + "\n" + b"".join(moved).decode()
    with closing(Store(tmp_path / "1970")) as store:
        restored(store, in_1970)
        assert restored(store, text)["games"] == 0


# Formats before and after, and later versions


def with_format(text, number):
    return text.replace("-games 1 ", f"-games {number} ", 1)


@pytest.mark.parametrize("number", [0, 2])
def test_the_formats_before_and_after_are_read(ours, empty, number):
    store, text = ours
    assert restored(empty, with_format(text, number))["games"] == GAMES
    assert everything(empty) == everything(store)


def test_a_much_later_format_is_refused_with_a_sentence(ours, empty):
    with pytest.raises(Refused, match=r"a backup of the format 3, of a much later version"):
        restored(empty, with_format(ours[1], 3))
    assert empty.latest() == 0


def later(text, kind, data="{}", game=0, number=0):
    line = decode(text.encode().splitlines(keepends=True)[1])
    return text + encode(line._replace(kind=kind, data=data, game=game, id=number)).decode()


def test_what_a_later_version_keeps_is_refused_or_left_out_if_asked(ours, empty):
    text = later(ours[1], "photo")
    with pytest.raises(Refused, match="is a 'photo', which this version does not know"):
        restored(empty, text)
    assert empty.latest() == 0
    assert restored(empty, text, partial=True)["games"] == GAMES


def test_a_game_with_a_step_of_a_later_version_is_refused_or_left_out(empty, tmp_path):
    grow(empty, 1, CLUE)
    last = empty.consult(lambda db: db.execute("SELECT max(id) FROM event").fetchone())[0]
    empty.close()
    text = later(whole_copy(tmp_path / "empty"), "dance", game=1, number=last + 1)
    with closing(Store(tmp_path / "other")) as other:
        with pytest.raises(Refused, match="game 1: a row has the unknown kind 'dance'"):
            restored(other, text)
        assert restored(other, text, partial=True)["games"] == 0


def test_what_a_later_version_says_in_a_known_step_is_kept(empty, tmp_path):
    grow(empty, 1, CLUE)
    lines = backup_of(empty).splitlines(keepends=True)
    first = decode(lines[2].encode())
    lines[2] = encode(first._replace(data=first.data.replace("{", '{"mood": 3, ', 1))).decode()
    with closing(Store(tmp_path / "other")) as other:
        restored(other, "".join(lines))
        assert '"mood": 3' in backup_of(other)


# Damage


def test_a_cut_backup_says_what_it_lacks_and_gives_the_games_before_the_cut(ours, tmp_path):
    store, text = ours
    games = Counter(played(store))
    for number in range(1, 6):
        cut = text[: len(text) * number // 6]
        with closing(Store(tmp_path / str(number))) as other:
            with pytest.raises(Refused, match=r"missing.*Nothing was restored; --partial"):
                restored(other, cut)
            assert other.latest() == 0
            restored(other, cut, partial=True)
            assert not Counter(played(other)) - games, "a game that was never played"
            whole = GAMES * number // 6
            assert len(played(other)) >= whole - 5 - GAMES // 10


def changed(dice, text):
    """Change a backup somehow."""
    lines = text.splitlines(keepends=True)
    place = dice.randrange(len(lines))
    match dice.randrange(8):
        case 0:
            del lines[place]
        case 1:
            lines.insert(dice.randrange(len(lines)), lines[place])
        case 2:
            other = dice.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case 3:
            del lines[place : place + dice.randrange(1, 40)]
        case 4:
            return text[: dice.randrange(len(text))]
        case 5:
            return text[dice.randrange(len(text)) :]
        case _:
            at = dice.randrange(len(text))
            sign = dice.choice('\0 09afx{}"\n\r,é')
            return text[:at] + sign + text[at + dice.randrange(3) :]
    return "".join(lines)


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """A small store, so that changes hit every kind of line."""
    group = ManyGames(tmp_path_factory.mktemp("few"), 3)
    group.play(6)
    with closing(group.store) as store:
        yield played(store), backup_of(store)


@pytest.mark.parametrize("copy", [False, True])
def test_a_changed_backup_gives_a_sentence_or_the_right_games(few, memory, copy):
    games, text = few
    if copy:
        text = "".join(
            line for line in text.splitlines(keepends=True)
            if " whole " not in line and " backup " not in line
        )  # fmt: skip
    dice = random.Random(4)
    refused = 0
    for number in range(CHANGES):
        damaged = changed(dice, text)
        with closing(Store(memory / f"{copy}-{number}")) as store:
            backup = checked(store, damaged)
            wrong = backup.refusal(partial=False)
            assert "\n" not in wrong
            if not wrong:
                backup.write(store, 0)
                # Nothing shows that the end of a copy is gone: then it is one of a while ago.
                earlier = {one[: len(game)] for one in games for game in played(store)}
                assert played(store) == games or (copy and earlier >= set(played(store)))
            elif not backup.is_wrong:
                refused += 1
                backup.write(store, 0)
            assert not wrong or not Counter(played(store)) - Counter(games), wrong
    assert refused > CHANGES // 4


def test_what_is_no_backup_is_called_none(empty):
    for text in ("", "\n", "hello", "x" * 50_000, "\0" * 30_000, "{}\n" * 5000, "é\n"):
        with pytest.raises(Refused, match="no backup"):
            restored(empty, text)


def test_a_file_of_a_mail_is_read_too(ours, empty):
    text = "\ufeff" + ours[1].replace("\n", "\r\n").rstrip()
    assert restored(empty, text)["games"] == GAMES


def test_a_backup_that_was_not_checked_is_not_restored():
    assert Restoring().refusal(partial=True) == "the backup was not checked yet"


# The disk


def test_a_write_that_fails_changes_nothing(ours, theirs, monkeypatch):
    _, text = ours
    before = everything(theirs), played(theirs)
    backup = checked(theirs, text)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tables, "offer_before", full)
    with pytest.raises(Exception, match="cannot be written: No space left on device"):
        backup.write(theirs, theirs.latest())
    assert (everything(theirs), played(theirs)) == before


@pytest.mark.parametrize("seed", range(fewer(300, 100)))
def test_killed_at_any_moment_a_restore_was_done_or_was_not(ours, tmp_path, seed):
    _, text = ours
    with closing(Store(tmp_path)) as store:
        grow(store, 1, CLUE)
        before = played(store)
    child = os.fork()
    if not child:
        with suppress(BaseException):
            restored(Store(tmp_path), text)
        os._exit(0)
    time.sleep(random.Random(seed).uniform(0, 0.1 + GAMES / 200))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with closing(Store(tmp_path)) as store:
        after = played(store)
        assert len(after) in (1, 1 + GAMES)
        assert store.current().game == 1
        restored(store, text)
        assert played(store) == sorted([*before, *played(ours[0])])
