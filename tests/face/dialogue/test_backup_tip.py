"""What is said of backups: when the last one was made, and the tip, once."""

import pytest

from companion.face.dialogue import tips
from companion.face.preferences import Help
from companion.face.state import LastBackup
from companion.journal.kept import LAST_BACKUP
from tests.rig.rig import Rig


@pytest.mark.parametrize(
    "backup", [LastBackup(), LastBackup(1_800_000_000, 12, True), LastBackup(60, 3)]
)
def test_what_is_kept_of_a_backup_is_read_back(backup):
    assert tips.read_last_backup(dict([tuple(tips.keep_backup(backup))])) == backup


@pytest.mark.parametrize("kept", ["", "1", "a b c", "1 2 3 4", "1 2"])
def test_what_makes_no_sense_is_no_backup(kept):
    assert tips.read_last_backup({LAST_BACKUP: kept}) == LastBackup()


@pytest.mark.parametrize(
    ("backup", "game", "key"),
    [
        (LastBackup(), 5, "about_no_backup"),
        (LastBackup(1_800_000_000, 3), 5, "about_backup"),
        (LastBackup(60, 3), 5, "about_backup_games"),
    ],
)
def test_the_last_backup_is_told_by_its_day_or_by_the_games_since(backup, game, key):
    with Rig(blind=True) as rig:
        face = rig.core.dialogue.face._replace(backup=backup)
    phrase = tips.last_backup_phrase(face, game)
    assert phrase.key == key
    assert phrase.facts.get("games", 2) == 2


def test_after_ten_games_without_one_comes_a_tip_once():
    with Rig(blind=True) as rig:
        face = rig.core.dialogue.face
    assert tips.backup_tip(face, 9)[1] is None
    told, tip = tips.backup_tip(face, 10)
    assert tip is not None
    assert tip.key == "tip_backup"
    assert tips.backup_tip(told, 11)[1] is None
    saved = face._replace(backup=LastBackup(60, 5))
    assert tips.backup_tip(saved, 14)[1] is None
    assert tips.backup_tip(saved, 15)[1] is not None


def test_without_help_there_is_no_tip():
    with Rig(blind=True) as rig:
        face = rig.core.dialogue.face
    quiet = face._replace(preferences=face.preferences._replace(help=Help.OFF))
    assert tips.backup_tip(quiet, 100)[1] is None


def test_in_a_game_no_tip_comes(tmp_path):
    with Rig(tmp_path) as rig:
        for _ in range(11):
            rig.ask(do="new", players=3)
    with Rig(tmp_path) as rig:
        assert rig.notice is None
