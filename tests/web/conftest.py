"""A page that is served, and its device."""

from collections.abc import Iterator

import pytest

from tests.rig.pages import Served, served


@pytest.fixture
def page(tmp_path) -> Iterator[Served]:
    with served(tmp_path) as running:
        yield running
