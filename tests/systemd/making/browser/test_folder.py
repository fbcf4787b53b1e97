"""What `make try` packs, as far as that needs no browser."""

import ast
from collections.abc import Iterator
from pathlib import Path

from systemd.making.browser.folder import _files_of_page, _program_files
from systemd.making.browser.pyodide import _is_left_out
from tests.rig.page_sources import wire_size


def imported(file: Path) -> Iterator[str]:
    """Yield the modules that a file imports anywhere in it, as paths."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.replace(".", "/") for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = node.module.replace(".", "/")
            yield module
            yield from (f"{module}/{name.name}" for name in node.names)


def test_no_module_that_is_left_out_is_imported_by_the_program():
    found = {name for file in _program_files() if file.suffix == ".py" for name in imported(file)}
    assert "pathlib" in found
    assert [name for name in found if _is_left_out(f"{name}.py")] == []
    assert [name for name in found if _is_left_out(f"{name}/__init__.py")] == []


def test_the_program_draws_no_display():
    """Pillow and the drawn screens stay out: the page shows the table itself."""
    names = {str(file) for file in _program_files()}
    assert not [name for name in names if "face/screens/" in name or "face/glyphs/" in name]
    assert not [name for name in names if "/hardware/" in name or "/wiring/" in name]


MOST_PAGE = 64_500
"""Bytes of the touch table's scripts and style over the wire."""


def test_the_touch_table_is_small():
    assert wire_size(file.body.decode() for file in _files_of_page().values()) <= MOST_PAGE
