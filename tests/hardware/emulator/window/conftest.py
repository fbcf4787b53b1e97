"""A window that is not seen, and the devices in it."""

from collections.abc import Iterator

import pytest

from companion.panel import Panel
from hardware.emulator.device import Emulated
from hardware.emulator.opening import emulate
from wiring.reading.build import load


@pytest.fixture(autouse=True)
def unseen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    import pygame

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


@pytest.fixture
def device() -> tuple[Panel, Emulated]:
    return emulate(load("emulator"))


@pytest.fixture
def keys() -> tuple[Panel, Emulated]:
    return emulate(load("emulator-keys"))


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend a desktop on which a window of the widest build is as large as its layout."""
    import pygame

    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1366, 768)])
