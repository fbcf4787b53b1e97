"""Torn ends: a block over the ends of both files at once, and what is said of it."""

import random
import shutil

import pytest

from companion.game.actions import Clue, Discard
from companion.journal.events import Did
from companion.journal.reader import FILE
from companion.journal.writer_messages import MendedKind
from tests.journal.on_disk import INDEX, Table, copied, lines, worked
from tests.rig.samples import SEED, fewer

LOG = f"{INDEX}-wal"
BLOCKS = (512, 4096, 65536)


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory):
    """Folders as a power cut leaves them, between two turns: evenings of several lengths."""
    folders = []
    folder = tmp_path_factory.mktemp("evening") / "games"
    table = Table(folder)
    table.begin(1)
    for turn in range(1, 240):
        if table.sitting.playing:
            table.do(Did(Clue() if table.sitting.state.clues > 4 else Discard()))
        else:
            table.begin(table.sitting.game + 1)
        if turn % 40 == 7:
            folders.append(copied(folder, folder.with_name(f"{turn}")))
        if turn == 150:
            while table.store.has_work:
                table.store.work(1)
    table.store.close()
    folders.append(copied(folder, folder.with_name("closed")))
    return folders


def spoil_end(path, dice, block, how):
    """Have the last blocks of a file gone, zeros or noise."""
    data = path.read_bytes()
    begin = max(len(data) - dice.randrange(1, 2 * block), 0)
    if dice.randrange(2):
        begin -= begin % block
    gone = len(data) - begin
    left = {"cut": b"", "zeros": bytes(gone), "noise": dice.randbytes(gone)}[how]
    path.write_bytes(data[:begin] + left)


def test_what_did_not_come_back_is_never_said_to_be_there(cut_off, tmp_path):
    dice = random.Random(SEED)
    for number in range(fewer(1200, 60)):
        start = dice.choice(cut_off)
        folder = copied(start, tmp_path / f"{number}")
        answered = lines(folder)
        how = {}
        for name in (FILE, LOG, INDEX):
            if (folder / name).exists() and dice.random() < (0.9, 0.7, 0.1)[len(how)]:
                how[name] = dice.choice(("cut", "zeros", "noise")), dice.choice(BLOCKS)
                spoil_end(folder / name, dice, how[name][1], how[name][0])
            else:
                how[name] = None
        told, sitting = worked(folder)
        kinds = {mended.kind for mended in told}
        is_lost = lines(folder)[: len(answered)] != answered
        owned = kinds & {MendedKind.LOST, MendedKind.END}
        if is_lost and not owned:
            assert MendedKind.MENDED not in kinds, (number, how, told)
            # Both files end at the same row, as if no more had been played.
            assert how[FILE], (number, told)
            assert how[FILE][0] == "cut", (number, how, told)
        assert worked(folder) == ([], sitting), number
        shutil.rmtree(folder)
