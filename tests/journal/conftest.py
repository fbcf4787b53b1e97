"""A store of games for the tests of the table."""

import tempfile
from pathlib import Path

import pytest

from tests.journal.on_disk import Table
from tests.rig.rig import MEMORY


@pytest.fixture
def tmp_path():
    """Yield a folder on a memory disk, where there is one: each step waits for its disk."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.store.close()
