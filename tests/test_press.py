"""A press, traced from its pin to the store, and from the disk to the view: the functions and
the modules on its way.

Each is one that a reader follows, so what cannot be named alone is no function of its own.
Counted are functions, methods and properties of the project, each once; the emulated pins and the
rig are not.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal.writer_messages import Saved
from tests.rig.rig import Rig

ROOT = Path(__file__).parents[1]
OUTSIDE = ("tests", "hardware/emulator", ".venv")
MOST_FUNCTIONS = 70
MOST_MODULES = 18
_PARTS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
"""What is a part of a function, and not one itself."""

Called = dict[tuple[str, str], None]


def trace(call: Callable[[], object]) -> Called:
    """Return the functions that a call leads through."""
    called: Called = {}

    def note(frame, event, _arg):
        path = Path(frame.f_code.co_filename)
        if event != "call" or not path.is_relative_to(ROOT):
            return
        module = str(path.relative_to(ROOT))
        name = frame.f_code.co_qualname
        if not module.startswith(OUTSIDE) and not name.endswith(_PARTS):
            called[module, name] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return called


@pytest.fixture
def rig():
    with Rig(language="en") as rig:
        rig.tap("play")
        rig.tap("clue")
        yield rig


def release(rig: Rig) -> None:
    """Let go of CLUE, and take the edge."""
    rig.device.release("clue")
    rig.core.handle(rig.inbox.popleft(), rig.now)


def test_from_the_pin_to_the_store(rig, monkeypatch):
    rig.down("clue")
    rig.wait(0.08)
    written = []
    monkeypatch.setattr(rig.books, "write", lambda ticket, row: written.append(row.event))
    called = trace(lambda: release(rig))
    assert len(written) == 1, "the turn is on its way to disk"
    assert len(called) <= MOST_FUNCTIONS, "\n".join(map(": ".join, called))
    assert len({module for module, _ in called}) <= MOST_MODULES


def test_from_the_disk_to_the_view(rig, monkeypatch):
    rig.down("clue")
    rig.wait(0.08)
    release(rig)
    saved = rig.inbox.popleft()
    assert isinstance(saved, Saved)
    views = []
    monkeypatch.setattr(rig.stage, "show_view", lambda serial, view: views.append(view))

    def settle() -> None:
        rig.core.handle(saved, rig.now)
        rig.core.publish(rig.now)

    called = trace(settle)
    assert len(views) == 1
    assert len(called) <= MOST_FUNCTIONS, "\n".join(map(": ".join, called))
    assert len({module for module, _ in called}) <= MOST_MODULES
