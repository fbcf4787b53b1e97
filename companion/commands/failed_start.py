"""A companion that cannot start says why: on its display, and to the service manager."""

import time

from companion import settings
from companion.daemon.log import log
from companion.errors import CompanionError, PanelError, one_line
from companion.panel import Panel, Screen
from wiring.spec import NONE, Build, ChipSpec


def show(build: Build, chosen: settings.Settings, error: Exception, panel: Panel | None) -> None:
    """Leave the reason on the display, if there is one that takes it; never raises.

    panel: what was opened, None where that itself failed.
    """
    from companion.service_manager import ServiceManager

    service = ServiceManager()
    if not service.there:
        return  # started by hand: the user reads it, and the display may be another companion's
    why = one_line(str(error) if isinstance(error, CompanionError) else repr(error))
    service.status(f"does not start: {why}")
    try:
        from companion.face.screens import failed_start

        screen = panel.screen if panel is not None else _screen(build)
        if screen is not None:
            screen.show(failed_start.draw(chosen.language, why))
            screen.close(keep=True)
    except Exception as failure:  # the reason itself is told in the log
        log.warning("display: %s", failure)


def _screen(build: Build) -> Screen | None:
    """Return the display alone."""
    from hardware.buses.ports import port
    from hardware.display.opening import open_screen
    from hardware.gpio.board import open_board

    if build.screen is None or build.is_emulated:
        return None
    try:
        board = open_board(build.board)
    except PanelError:  # a display on I2C needs no pin
        board = open_board(ChipSpec(NONE, "", ""))
    return open_screen(build.screen, board, port(build.screen.bus, "the display"), time.monotonic)
