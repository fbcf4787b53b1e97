"""A page that is served to the whole house, with past games for everybody."""

from collections.abc import Iterator

import pytest

from tests.rig.pages import Served, served


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("page"), host="", open=True) as running:
        yield running
