"""A companion that cannot start says why: on its display, and to the service manager."""

import os
import time
from pathlib import Path
from typing import Final

from companion.commands import effective
from companion.commands.last_build import last_build
from companion.daemon.log import log
from companion.errors import CompanionError, PanelError, one_line
from companion.panel import Panel, Screen
from companion.service_manager import ServiceManager
from wiring.reading.build import load
from wiring.spec import NONE, Build, ChipSpec

REASON: Final = "reason"
"""The file in the service's own folder that its unit reads the status from."""


def show_on_last(error: Exception, language: str = "") -> None:
    """Leave the reason on the display of the build that ran last, or that this machine has."""
    if ServiceManager().there:
        show(last_build() or load(effective.machine_build()), error, None, language)


def show(build: Build, error: Exception, panel: Panel | None = None, language: str = "") -> None:
    """Leave the reason on the display, if there is one that takes it; never raises.

    panel: what was opened, None where that itself failed.
    """
    service = ServiceManager()
    if not service.there:
        return  # started by hand: the user reads it, and the display may be another companion's
    why = one_line(str(error) if isinstance(error, CompanionError) else repr(error))
    service.status(f"does not start: {why}")
    _keep_reason(f"does not start: {why}")
    leave_picture(build, why, panel, language)


def leave_picture(build: Build, why: str, panel: Panel | None = None, language: str = "") -> None:
    """Leave the reason on the display, which no other companion may be using; never raises."""
    try:
        from companion.face.screens import failed_start

        screen = panel.screen if panel is not None else _screen(build)
        if screen is not None:
            screen.show(failed_start.draw_failed_start(language, why))
            screen.close(keep=True)
    except Exception as failure:  # the reason itself is told in the log
        log.warning("display: %s", failure)


def _keep_reason(status: str) -> None:
    """Leave the status for the time in which the service manager waits for the next start."""
    if folder := os.environ.get("RUNTIME_DIRECTORY"):
        try:
            (Path(folder.split(":")[0]) / REASON).write_text(status, encoding="utf-8")
        except OSError as failure:
            log.warning("%s", failure)


def _screen(build: Build) -> Screen | None:
    """Return the display alone."""
    from hardware.buses.ports import port
    from hardware.display.oled import open_screen
    from hardware.gpio.board import open_board

    if build.screen is None or build.is_emulated:
        return None
    try:
        board = open_board(build.board)
    except PanelError:  # a display on I2C needs no pin
        board = open_board(ChipSpec(NONE, "", ""))
    return open_screen(build.screen, board, port(build.screen.bus, "the display"), time.monotonic)
