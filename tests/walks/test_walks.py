"""What hands do, and what people see: a walk each, as the files beside have them."""

from pathlib import Path

import pytest

from tests.walks import walk, walks

WALKS = {
    f"{file.stem}: {one.title}": one
    for file in sorted(Path(__file__).parent.glob("*.txt"))
    for one in walks(file)
}


@pytest.mark.parametrize("given", WALKS.values(), ids=WALKS)
def test_what_hands_do_is_what_eyes_see(given):
    walk(given)
