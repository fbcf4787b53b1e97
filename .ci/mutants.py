#!/usr/bin/env python3
"""`make mutants`: change the product in one place after the other, and see whether a test notices.

Each change is tried in a copy of the project: by the tests of its module's folder, then by those of
the folders around it, then by all. The seed is printed, and `--seed` makes the same changes again.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PRODUCT: Final = ("companion", "hardware", "systemd", "wiring")
WANTED: Final = 0.92
"""How many of the changes have to be noticed."""
LONGEST_S: Final = 1500
"""Seconds after which a run counts as one that noticed: the change made the program hang."""
_PAIRS: Final = (
    (ast.Eq, ast.NotEq),
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Is, ast.IsNot),
    (ast.In, ast.NotIn),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
)
OPPOSITE: Final = {**dict(_PAIRS), **{other: one for one, other in _PAIRS}}


class Mutant(NamedTuple):
    """A change of one node of a module."""

    path: Path
    number: int
    """The node's, among those of its module that can be changed."""


def changeable(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes inside functions that `change` knows how to change."""
    kinds = (ast.If, ast.IfExp, ast.Return)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in (inner for part in function.body for inner in ast.walk(part)):
            operator = getattr(node, "op", None) or getattr(node, "ops", [None])[0]
            match node:
                case ast.Return(None | ast.Constant(None)):
                    continue  # to leave out what it gives changes nothing
                case ast.Constant(int() | float()) | ast.Expr(ast.Call() | ast.Await()):
                    yield node
                case _ if type(operator) in OPPOSITE or isinstance(node, kinds):
                    yield node


def change(node: ast.AST) -> None:
    """Turn a condition over, exchange an operator or a number, or leave out what is done."""
    match node:
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Compare():
            node.ops[0] = OPPOSITE[type(node.ops[0])]()
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign():
            node.op = OPPOSITE[type(node.op)]()
        case ast.Constant():
            node.value = (not node.value) if isinstance(node.value, bool) else node.value + 1
        case ast.Return() | ast.Expr():
            node.value = ast.Constant(None)


def apply(mutant: Mutant, copy: Path) -> str:
    """Write the module with its change into a copy of the project; return what was changed."""
    tree = ast.parse((ROOT / mutant.path).read_text("utf-8"))
    node = list(changeable(tree))[mutant.number]
    before = ast.unparse(node).split("\n")[0]
    change(node)
    (copy / mutant.path).write_text(ast.unparse(tree), "utf-8")
    return f"{mutant.path}:{node.lineno}: {before}  ->  {ast.unparse(node).split(chr(10))[0]}"


def test_folders(path: Path) -> Iterator[str]:
    """Yield the folders of tests that may notice a change of a module, the nearest first.

    What hands do and eyes see comes before all tests.
    """
    parts = path.parts[1:] if path.parts[0] == "companion" else path.parts
    folders = [Path("tests", *parts[:length]) for length in range(len(parts) - 1, 0, -1)]
    for folder in (*folders, Path("tests", "walks"), Path("tests")):
        if (ROOT / folder).is_dir():
            yield str(folder)


def passes(folder: str, copy: Path) -> bool:
    """Return whether the tests of a folder pass in a copy of the project."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-n", "auto", "--dist", "worksteal", folder]
    try:
        run = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, check=False, timeout=LONGEST_S
        )
    except subprocess.TimeoutExpired:
        return False
    return run.returncode in (0, 5)  # 5: no test is there


def main() -> int:
    """Try as many changes as were asked for; the exit status is 1 where too few are noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="how many changes (%(default)s)")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("rooms", nargs="*", default=PRODUCT, help="folders to change")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    found = []
    for path in sorted(one for room in asked.rooms for one in (ROOT / room).rglob("*.py")):
        count = len(list(changeable(ast.parse(path.read_text("utf-8")))))
        found += [Mutant(path.relative_to(ROOT), number) for number in range(count)]
    tried = random.Random(asked.seed).sample(found, min(asked.count, len(found)))
    noticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        left_out = shutil.ignore_patterns(".venv", "build", "dist", ".*_cache", "__pycache__")
        shutil.copytree(ROOT, copy, ignore=left_out)
        if not passes("tests", copy):
            sys.exit("The tests do not pass without a change: run `make test` first")
        for mutant in tried:
            told = apply(mutant, copy)
            failing = (each for each in test_folders(mutant.path) if not passes(each, copy))
            by = next(failing, "")
            noticed += bool(by)
            print(f"{by or 'SURVIVED':28} {told}", flush=True)
            shutil.copy(ROOT / mutant.path, copy / mutant.path)
    print(f"{noticed} of {len(tried)} changes were noticed")
    return noticed < WANTED * len(tried)


if __name__ == "__main__":
    sys.exit(main())
