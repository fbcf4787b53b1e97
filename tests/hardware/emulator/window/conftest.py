"""A window that is not seen, and the devices in it."""

from collections.abc import Iterator

import pytest

from companion.panel import Panel
from hardware.emulator.device import Emulated
from hardware.emulator.opening import emulate_build
from wiring.reading.build import load


@pytest.fixture(autouse=True)
def unseen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    import pygame

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


@pytest.fixture
def device() -> tuple[Panel, Emulated]:
    return emulate_build(load("emulator"))


@pytest.fixture
def keys() -> tuple[Panel, Emulated]:
    return emulate_build(load("emulator-keys"))


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open each window as large as its layout, so that a point of the one is one of the other."""
    from hardware.emulator.window import scale

    monkeypatch.setattr(scale, "first_size", lambda layout, desktop: layout.size)
