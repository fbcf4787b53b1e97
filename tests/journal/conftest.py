"""A store of games for the tests of the table."""

import os
import tempfile
from pathlib import Path

import pytest

from tests.journal.on_disk import Table


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.store.close()


@pytest.fixture
def memory():
    """Yield a folder on a memory disk, where there is one: for what waits for a disk many times."""
    with tempfile.TemporaryDirectory(
        dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    ) as folder:
        yield Path(folder)
