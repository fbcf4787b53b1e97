"""What may not be on disk yet: it is written once, with the numbers that its games have in the
file.
"""

import pytest

from companion.game.actions import Clue
from companion.journal.events import Did
from companion.journal.sitting import begin, follow
from companion.journal.store import Row
from companion.journal.unsaved import Unsaved
from tests.journal.on_disk import CLUE, GAME, rows


def unsaved(*events):
    """The rows of a game that wait."""
    found, sitting = Unsaved(), begin(1, GAME)
    found.add(Row(GAME, sitting))
    for event in events:
        sitting = follow(sitting, event)
        found.add(Row(event, sitting))
    return found


@pytest.mark.parametrize("in_doubt", [False, True])
def test_what_waits_is_written_after_the_games_that_the_file_has(table, tmp_path, in_doubt):
    table.begin(1)
    found = unsaved(CLUE)
    found.write(table.store, in_doubt)
    assert [(game, kind) for _, game, kind, _, _ in rows(tmp_path)] == [
        (1, "new"),
        (2, "new"),
        (2, "do"),
    ]
    assert found.in_file(found.sitting).game == 2


def test_in_doubt_only_what_the_file_lacks_is_written(table, tmp_path):
    found = unsaved(CLUE)
    found.write(table.store, in_doubt=False)
    found.add(Row(CLUE, follow(found.sitting, CLUE)))
    found.write(table.store, in_doubt=True)
    assert [kind for _, _, kind, _, _ in rows(tmp_path)] == ["new", "do", "do"]


def test_once_it_is_written_only_the_game_on_the_table_is_kept():
    found = unsaved(CLUE)
    found.add(Row(GAME, begin(2, GAME)))
    assert found.written()
    assert (found.waiting, found.stories) == ([], {2: [GAME]})
    assert not found.written(), "nothing waited"


def test_a_game_is_read_with_the_number_that_the_group_sees(table):
    table.begin(1)
    table.begin(2)
    table.do(Did(Clue()))
    found = Unsaved()
    found.offset = 1
    assert found.load(table.store, 1) == table.sitting._replace(game=1)
