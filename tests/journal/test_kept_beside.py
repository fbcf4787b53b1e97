"""What is kept beside the games: preferences and stickers."""

from companion.game.cards import Card
from companion.journal.stickers import Sticker
from companion.journal.store import Store
from tests.journal.on_disk import scratch


def test_a_preference_is_kept_until_it_changes(table, tmp_path):
    assert table.store.preferences() == {}
    table.store.prefer("language", "fr")
    table.store.prefer("help", "off")
    table.store.prefer("language", "en")
    table.store.close()
    assert Store(tmp_path).preferences() == {"language": "en", "help": "off"}


def test_what_is_kept_beside_the_games_and_makes_no_sense_is_left_out(table, tmp_path):
    table.store.prefer("help", "counts")
    table.store.enrol("04a1", Sticker("ours", Card("R", 1)))
    table.store.close()
    scratch(tmp_path, "INSERT INTO preference VALUES (X'00', 'on'), ('sound', X'00')")
    scratch(tmp_path, "INSERT INTO sticker VALUES ('04a2', X'00', 'R1'), (X'00', 'ours', 'R1')")
    assert table.store.preferences() == {"help": "counts"}
    assert list(table.store.stickers()) == ["04a1"]
