"""Both files of the games at any age, one of them gone, with the name of the other or saved by an
editor: nothing of the newer one is missing.
"""

import os
import random
import shutil
from pathlib import Path

import pytest

from companion.game.actions import Clue, Discard
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.reader import FILE
from companion.journal.store import Store
from companion.journal.writer_messages import MendedKind
from tests.faults.marks import FAULTS
from tests.journal.on_disk import INDEX, Table, copied, lines, worked
from tests.rig.daemons import SEED

pytestmark = FAULTS

AGES = int(os.environ.get("COMPANION_FAULTS_AGES", "500"))
STEPS = 60


def played(folder: Path, dice: random.Random) -> list[tuple[Path, int]]:
    """Play, and copy the files after each step. Return the copies and how many rows each has."""
    table = Table(folder)
    copies = []
    for step in range(STEPS):
        if step % 8 == 0:
            number = step // 8 + 1
            table.begin(number, Began(Setup(2), ("Ann", "Bo"), previous=number - 1))
        elif step % 7 == 3:
            table.store.prefer("help", str(step))
        else:
            table.do(Did(Clue() if table.sitting.state.clues > 4 else Discard()))
        if dice.random() < 0.3:
            table.store.work(0.001)
        copies.append((copied(folder, folder.with_name(f"{step}")), table.store.kept.last))
    table.store.close()
    return copies


def editor(folder: Path) -> None:
    """Save the journal as some editors do."""
    text = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))


def exchange(folder: Path) -> None:
    """Give each file the name of the other, as after a companion was stopped."""
    store = Store(folder)
    store.opened()
    store.close()
    for path in folder.glob("*damaged*"):
        path.unlink()
    (folder / FILE).rename(folder / "other")
    (folder / INDEX).rename(folder / FILE)
    (folder / "other").rename(folder / INDEX)


def gone(*names: str):
    def delete(folder: Path) -> None:
        for name in names:
            (folder / name).unlink(missing_ok=True)

    return delete


CHANGES = {
    "nothing": lambda folder: None,
    "journal": gone(FILE),
    "index": gone(INDEX, f"{INDEX}-wal"),
    "log of the index": gone(f"{INDEX}-wal"),
    "editor": editor,
    "exchange": exchange,
}


@pytest.mark.parametrize("change", CHANGES)
def test_files_of_any_age_lose_nothing(memory, change):
    dice = random.Random(SEED)
    copies = played(memory / "games", dice)
    final = lines(memory / "games")
    folder = memory / "both"
    for number in range(AGES // len(CHANGES)):
        (journal, newest), (index, indexed) = dice.choices(copies, k=2)
        shutil.copytree(index, folder)
        shutil.copy(journal / FILE, folder / FILE)
        CHANGES[change](folder)
        told, _ = worked(folder)
        sure = {"journal": [indexed], "index": [newest], "log of the index": [newest]}
        rows = max(sure.get(change, [newest, indexed]))
        assert lines(folder)[:rows] == final[:rows], number
        assert MendedKind.LOST not in [mended.kind for mended in told], told
        assert worked(folder)[0] == [], number
        shutil.rmtree(folder)
