"""A companion that cannot start says why: on its display, and to the service manager.

Where a start finds no build, it is the display of the build that ran last, which is kept for that.
Only the installed service does so: one that was started by hand tells its terminal.
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.commands import whole_file
from companion.daemon.log import log
from companion.errors import CompanionError, PanelError, WiringError, one_line
from companion.panel import Panel, Screen
from companion.service_manager import ServiceManager
from wiring.builds import machine_build
from wiring.reading.build import build_text, load, parse_build
from wiring.spec import NONE, Build, ChipSpec

REASON: Final = "reason"
"""The file in the service's own folder that its unit reads the status from."""
LAST_BUILD: Final = "last-build.toml"
"""The file in the folder that the service manager gives, wherever the games lie."""


def keep_build(name: str) -> None:
    """Keep the TOML of the build that runs, if it is another one than before."""
    folder = _service_folder("STATE_DIRECTORY")
    if folder is None:
        return
    file, content = folder / LAST_BUILD, build_text(name).text.encode()
    try:
        if not file.exists() or file.read_bytes() != content:
            whole_file.write(file, content)
    except OSError as error:
        log.warning("%s: %s; a start that finds no build cannot say so on the display", file, error)


def _last_build() -> Build:
    """Return the build that ran last, or that of this machine's own hardware."""
    folder = _service_folder("STATE_DIRECTORY")
    if folder is not None:
        with suppress(OSError, WiringError):
            text = (folder / LAST_BUILD).read_text(encoding="utf-8", errors="replace")
            return parse_build(text, "last build", LAST_BUILD)
    return load(machine_build())


def _service_folder(variable: str) -> Path | None:
    """Return a folder that the service manager gives, None for none."""
    folder = os.environ.get(variable, "").split(":")[0]
    return Path(folder) if folder else None


def show_failure(
    build: Build | None, error: Exception, panel: Panel | None = None, language: str = ""
) -> None:
    """Leave the reason on the display, if there is one that takes it; never raises.

    build: None for the one that ran last. panel: what was opened, None where that itself failed.
    """
    service = ServiceManager()
    if not service.there:
        return  # the user reads it, and the display may be another companion's
    why = one_line(str(error) if isinstance(error, CompanionError) else repr(error))
    status = f"does not start: {why}"
    service.status(status)
    if folder := _service_folder("RUNTIME_DIRECTORY"):
        # For the time in which the service manager waits for the next start.
        try:
            (folder / REASON).write_text(status, encoding="utf-8")
        except OSError as failure:
            log.warning("%s", failure)
    try:
        from companion.face.screens import failed_start

        screen = panel.screen if panel is not None else _display_of_build(build or _last_build())
        if screen is not None:
            screen.show(failed_start.draw_failed_start(language, why))
            screen.close(keep=True)
    except Exception as failure:  # the reason itself is told in the log
        log.warning("display: %s", failure)


def _display_of_build(build: Build) -> Screen | None:
    from hardware.buses.ports import kernel_port
    from hardware.display.oled import open_screen
    from hardware.gpio.board import open_board

    if build.screen is None or build.is_emulated:
        return None
    try:
        board = open_board(build.board)
    except PanelError:  # a display on I2C needs no pin
        board = open_board(ChipSpec(NONE))
    return open_screen(
        build.screen, board, kernel_port(build.screen.bus, "the display"), time.monotonic
    )
