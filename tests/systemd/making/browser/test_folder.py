"""What `make try` packs, as far as that needs no browser."""

from systemd.making.browser.folder import _files_of_page, _program_files
from tests.rig.page_sources import wire_size


def test_the_program_draws_no_display():
    """Pillow and the drawn screens stay out: the page shows the table itself."""
    names = {str(file) for file in _program_files()}
    assert not [name for name in names if "face/screens/" in name or "face/glyphs/" in name]
    assert not [name for name in names if "/hardware/" in name or "/wiring/" in name]


MOST_PAGE = 65_100
"""Bytes of the touch table's scripts and style over the wire."""


def test_the_touch_table_is_small():
    assert wire_size(file.body.decode() for file in _files_of_page().values()) <= MOST_PAGE
