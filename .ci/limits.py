"""`make lint`: how much stands in a function, that a type's name stands once, that few functions
share a name, and that no test imports from another one.

Ruff holds the limits that it knows itself; those here are of what it cannot count.
`python .ci/limits.py companion/face` looks at one folder.
"""

import ast
import gc
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from complexipy import file_complexity

ROOT: Final = Path(__file__).parents[1]
PRODUCT: Final = ("companion", "hardware", "systemd", "wiring")
HELD: Final = (*PRODUCT, "tests/rig", "tests/tools")
"""The folders of which the functions are held to all limits."""
LONGEST: Final = 60
"""Lines of a function, its docstring too."""
MOST_COMPLEX: Final = 18
"""Cognitive complexity of a function: how hard its flow is to follow."""
DENSEST: Final = 7
"""Conditional expressions, boolean operators and comprehensions of a function."""
MOST_SHARED: Final = 160
"""Names that functions of two or more modules have: one name, one meaning. It is never raised."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
DENSE: Final = (ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def sources(*folders: str) -> Iterator[Path]:
    """Yield every Python file in these folders of the project."""
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """Return the tree of a file, of which every check asks."""
    return ast.parse(path.read_text("utf-8"))


@cache
def functions(path: Path) -> list[Function]:
    """Return every function of a file."""
    return [node for node in ast.walk(parsed(path)) if isinstance(node, Function)]


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in a function itself, and not in a function inside it."""
    for node in ast.iter_child_nodes(function):
        if not isinstance(node, Function):
            yield node
            yield from own_nodes(node)


def density(function: Function) -> int:
    """Count the conditional expressions, boolean operators and comprehensions of a function."""
    count = 0
    for node in own_nodes(function):
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, DENSE):
            count += 1
    return count


def is_nested(node: ast.AST) -> bool:
    """Return True if a conditional expression holds another one."""
    if not isinstance(node, ast.IfExp):
        return False
    return any(isinstance(one, ast.IfExp) for one in ast.walk(node) if one is not node)


def too_long(path: Path) -> Iterator[str]:
    """Yield a sentence for each function of a file that is too long."""
    for node in functions(path):
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if lines > LONGEST:
            yield f"{place(path, node.lineno)}: {node.name} has {lines} lines, at most {LONGEST}"


def too_dense(path: Path) -> Iterator[str]:
    """Yield a sentence for each function of a file in which too much stands in a line."""
    for node in functions(path):
        where = place(path, node.lineno)
        if density(node) > DENSEST:
            yield (
                f"{where}: {node.name} has {density(node)} conditional expressions, "
                f"boolean operators and comprehensions, at most {DENSEST}"
            )
        if any(is_nested(one) for one in own_nodes(node)):
            yield f"{where}: {node.name} nests conditional expressions: write them as statements"


def too_complex(path: Path) -> Iterator[str]:
    """Yield a sentence for each function of a file whose flow is hard to follow."""
    for function in file_complexity(str(path)).functions:
        if function.complexity > MOST_COMPLEX:
            yield (
                f"{place(path, function.line_start)}: {function.name} has a cognitive "
                f"complexity of {function.complexity}, at most {MOST_COMPLEX}"
            )


def place(path: Path, line: int) -> str:
    """Name a line of a file as an editor opens it."""
    return f"{path.relative_to(ROOT)}:{line}"


def types(path: Path) -> Iterator[str]:
    """Yield the names of the types that a file defines at its top.

    TypeVars, of one letter, are none.
    """
    for node in parsed(path).body:
        match node:
            case ast.ClassDef(name):
                yield name
            case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
                if name.lstrip("_")[:1].isupper() and not name.isupper():
                    yield name


def named_twice() -> Iterator[str]:
    """Yield a sentence for each name of the product that more than one type has."""
    places: dict[str, list[str]] = {}
    for path in sources(*PRODUCT):
        for name in types(path):
            places.setdefault(name.lstrip("_"), []).append(str(path.relative_to(ROOT)))
    for name, files in places.items():
        if len(files) > 1:
            yield f"{' and '.join(files)}: each has a type {name}: give each a name of its own"


def names_shared() -> Iterator[str]:
    """Yield a sentence if functions of too many modules share their names."""
    modules: dict[str, set[Path]] = {}
    for path in sources(*PRODUCT):
        for function in functions(path):
            modules.setdefault(function.name, set()).add(path)
    shared = [name for name, paths in modules.items() if len(paths) > 1 and name[:2] != "__"]
    if len(shared) > MOST_SHARED:
        yield (
            f"{len(shared)} names of functions stand in two or more modules, at most "
            f"{MOST_SHARED}: give what you added a name with its object"
        )


def tests_imported(path: Path) -> Iterator[str]:
    """Yield a sentence for each import of a file from a module of tests: helpers live in
    the rig.
    """
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            if any(module.rpartition(".")[2].startswith("test_") for module in modules):
                where = place(path, node.lineno)
                yield f"{where}: imports from {node.module}: move what both need to tests/rig"


def main(folders: list[str]) -> int:
    """Say what is beyond the limits; the exit status is 1 where something is."""
    gc.disable()  # all trees stay to the end
    beyond: list[str] = []
    for path in sources(*(folders or (*PRODUCT, "tests"))):
        beyond += too_long(path)
    for path in sources(*(folders or HELD)):
        beyond += too_dense(path)
        beyond += too_complex(path)
    beyond += named_twice()
    beyond += names_shared()
    for path in sources("tests"):
        beyond += tests_imported(path)
    print(*beyond, sep="\n", end="\n" if beyond else "")
    return bool(beyond)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
