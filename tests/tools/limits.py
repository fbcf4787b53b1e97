"""`make lint`: how long and how branched functions may be, that a type's name stands once,
and that no test imports from another one.

Ruff refuses functions with more than 15 branches itself.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PRODUCT: Final = ("companion", "hardware", "wiring")
LONGEST: Final = 60
"""Lines of a function, its docstring too."""
BRANCHED: Final = 10
"""Branches from which a function counts as branched."""
MOST_BRANCHED: Final = 1.3
"""Branched functions a thousand lines of the product."""


def sources(*folders: str) -> Iterator[Path]:
    """Every Python file in these folders of the project."""
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def too_long(path: Path) -> Iterator[str]:
    """A sentence for each function of a file that is too long."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST:
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield f"{where}: {node.name} has {lines} lines, at most {LONGEST}"


def branched() -> list[str]:
    """Where the branched functions of the product are, as ruff counts."""
    limit = f"lint.mccabe.max-complexity={BRANCHED}"
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--select",
        "C901",
        "--config",
        limit,
        "--exit-zero",
    ]
    findings = subprocess.run(
        [*command, "--output-format", "json", *PRODUCT],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        f"{Path(one['filename']).relative_to(ROOT)}:{one['location']['row']}: {one['message']}"
        for one in json.loads(findings.stdout)
    ]


def types(path: Path) -> Iterator[str]:
    """The names of the types that a file defines at its top; TypeVars, of one letter, are none."""
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name):
                yield name
            case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
                if name.lstrip("_")[:1].isupper() and not name.isupper():
                    yield name


def named_twice() -> Iterator[str]:
    """A sentence for each name of the product that more than one type has."""
    places: dict[str, list[str]] = {}
    for path in sources(*PRODUCT):
        for name in types(path):
            places.setdefault(name.lstrip("_"), []).append(str(path.relative_to(ROOT)))
    for name, files in places.items():
        if len(files) > 1:
            yield f"{' and '.join(files)}: each has a type {name}: give each a name of its own"


def tests_imported(path: Path) -> Iterator[str]:
    """A sentence for each import of a file from a module of tests: helpers live in the rig."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            if any(module.rpartition(".")[2].startswith("test_") for module in modules):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield f"{where}: imports from {node.module}: move what both need to tests/rig"


def main() -> int:
    """Say what is beyond the limits; the exit status is 1 where something is."""
    beyond = [sentence for path in sources(*PRODUCT, "tests") for sentence in too_long(path)]
    beyond += named_twice()
    for path in sources("tests"):
        beyond += tests_imported(path)
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in sources(*PRODUCT))
    functions = branched()
    if len(functions) > MOST_BRANCHED * lines / 1000:
        beyond += [
            *functions,
            f"{len(functions)} branched functions in {lines} lines, at most {MOST_BRANCHED} a thousand",
        ]
    print(*beyond, sep="\n", end="\n" if beyond else "")
    return bool(beyond)


if __name__ == "__main__":
    sys.exit(main())
