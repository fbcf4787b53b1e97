"""What the tests of the core share."""

from collections.abc import Iterator

import pytest

from tests.journal.conftest import tmp_path as tmp_path
from tests.rig.rig import Rig


@pytest.fixture
def rig() -> Iterator[Rig]:
    """Yield a core a second after its start."""
    with Rig() as rig:
        rig.wait(1.0)
        yield rig
