"""What `make try` packs, as far as that needs no browser."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.browser.pyodide import is_left_out

pytest.importorskip("pygame")


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
    from tests.tools.browser.folder import program

    found = {name for file in program() if file.suffix == ".py" for name in imported(file)}
    assert "pathlib" in found
    assert [name for name in found if is_left_out(f"{name}.py")] == []
    assert [name for name in found if is_left_out(f"{name}/__init__.py")] == []
