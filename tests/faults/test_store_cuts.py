"""Cuts, bits, zeros and noise in one of the two files or both, more often than in the suite."""

import os
import random
import shutil
from pathlib import Path

import pytest

from companion.journal.reader import FILE
from companion.journal.writer_messages import MendedKind
from tests.journal.on_disk import INDEX, copied, everything, worked
from tests.rig.daemons import FAULTS, SEED
from tests.rig.played import Table as Evening

pytestmark = FAULTS

FLIPS = int(os.environ.get("COMPANION_FAULTS_FLIPS", "1500"))
STEP = int(os.environ.get("COMPANION_FAULTS_STEP", "97"))
PAGES = int(os.environ.get("COMPANION_FAULTS_PAGES", "200"))


@pytest.fixture
def games(memory: Path) -> Path:
    folder = memory / "games"
    evening = Evening(folder)
    for points in (25, 12, 7, 25):
        evening.play(points, names=("Ann", "Ben"))
    evening.begin(names=("Cy", "Di"))
    evening.store.prefer("help", "off")
    evening.store.close()
    return folder


def changed(path: Path, dice: random.Random, size: int) -> None:
    """Spoil so many bytes, or cut what follows."""
    data = bytearray(path.read_bytes())
    at = dice.randrange(len(data)) // 512 * 512
    how = dice.choice(("zeros", "noise", "cut"))
    if how == "cut":
        del data[at:]
    else:
        data[at : at + size] = bytes(size) if how == "zeros" else dice.randbytes(size)
    path.write_bytes(data)


@pytest.mark.parametrize("name", [FILE, INDEX])
def test_no_flipped_bit_changes_anything(games, memory, name):
    before = everything(games)
    dice = random.Random(SEED)
    for number in range(FLIPS):
        folder = copied(games, memory / "flip")
        data = bytearray((folder / name).read_bytes())
        at = dice.randrange(len(data))
        data[at] ^= 1 << dice.randrange(8)
        (folder / name).write_bytes(data)
        worked(folder)
        assert everything(folder) == before, (number, at)
        shutil.rmtree(folder)


@pytest.mark.parametrize("name", [FILE, INDEX])
def test_a_file_cut_anywhere_comes_back(games, memory, name):
    before = everything(games)
    for size in range(0, (games / name).stat().st_size, STEP):
        folder = copied(games, memory / "cut")
        (folder / name).write_bytes((folder / name).read_bytes()[:size])
        worked(folder)
        assert everything(folder) == before, size
        shutil.rmtree(folder)


def test_damage_of_both_is_told_or_costs_nothing(games, memory):
    before = everything(games)
    dice = random.Random(SEED)
    losses = 0
    for number in range(PAGES):
        folder = copied(games, memory / "both")
        changed(folder / FILE, dice, 512)
        changed(folder / INDEX, dice, 4096)
        told, _ = worked(folder)
        lost = any(mended.kind == MendedKind.LOST for mended in told)
        losses += lost
        assert lost or everything(folder) == before, (number, told)
        shutil.rmtree(folder)
    print(f"{losses} of {PAGES} times events were lost, each time with a word")
