"""`companion run`: the companion itself, on its own hardware, in a window, or headless."""

import gc
import os
import signal
import socket as socket_module
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Final

from companion import settings
from companion.daemon.inbox import Inbox
from companion.daemon.log import log, set_up
from companion.errors import CompanionError, PanelError
from hardware.build import Build
from hardware.build import load as load_build
from hardware.panel import Emulated, emulate, open_panel

EMULATOR: Final = "emulator"
OWN: Final = "table"
DIED: Final = 70
SWITCH_INTERVAL: Final = 0.0002
"""Seconds after which a thread that is needed gets its turn while another one reckons."""
_MODEL: Final = Path("/proc/device-tree/model")
_BUS: Final = Path("/dev/i2c-1")


def machine_build() -> str:
    """The build for a machine that none is set for: its own hardware, else the emulated device."""
    try:
        is_pi = "Raspberry Pi" in _MODEL.read_text(errors="replace")
    except OSError:
        is_pi = False
    return OWN if is_pi and _BUS.exists() else EMULATOR


def choose(given: Mapping[str, str | None]) -> tuple[settings.Settings, Build, bool]:
    """The settings, their build, and whether mistakes made those on the boot partition be ignored.

    A device without a keyboard must start whatever was written on its card.

    Raises:
        CompanionError: the settings are wrong without that file too.
    """
    try:
        chosen = settings.load(given=given)
        return chosen, load_build(chosen.panel or machine_build()), False
    except CompanionError as error:
        chosen = settings.load(given=given, boot=())
        build = load_build(chosen.panel or machine_build())
        log.warning("the settings on the boot partition are ignored: %s", error)
        return chosen, build, True


class Companion:
    """All threads of a running companion."""

    def __init__(
        self,
        build: Build,
        chosen: settings.Settings,
        clock: Callable[[], float] = time.monotonic,
        emulated: bool = False,
        warning: str = "",
    ) -> None:
        """Open a build's hardware, or emulate it, and make everything ready to start.

        warning: what the screen is to say first, a key of the words.

        Raises:
            PanelError: the buttons cannot be opened.
        """
        self.inbox = Inbox(clock)
        self.emulated: Emulated | None = None
        if build.emulated or emulated:
            self.panel, self.emulated = emulate(build, clock, self.inbox.post)
        else:
            self.panel = open_panel(build, clock, self.inbox.post)
        # Since the controls are there no press is lost; what takes longer to import comes after.
        from companion.daemon.threads import Threads

        self.threads = Threads(
            self.panel,
            self.inbox,
            chosen.state_dir,
            chosen.socket,
            chosen.language,
            warning,
            chosen.players,
        )

    def start(self) -> None:
        """Start every thread.

        Raises:
            SocketError: the control socket cannot be made; nothing was started.
        """
        self.threads.start()

    def stop(self) -> None:
        """End every thread; what is to be written is written, the device goes dark."""
        self.panel.controls.close()
        self.threads.stop()


def run(panel: str | None, state_dir: str | None, socket: str | None, headless: bool, emulated: bool) -> int:
    """Run until a signal or the window's end; gives the exit status."""
    set_up()
    chosen, build, ignored = choose({"panel": panel, "state_dir": state_dir, "socket": socket})
    threading.excepthook = _die
    sys.setswitchinterval(SWITCH_INTERVAL)
    companion = Companion(build, chosen, emulated=emulated, warning="boot_ignored" if ignored else "")
    ended = threading.Event()
    stop_window: list[Callable[[], None]] = []

    def end(number: int = 0, frame: FrameType | None = None) -> None:
        ended.set()
        for stop in stop_window:
            stop()

    wake, bell = socket_module.socketpair()
    bell.setblocking(False)
    signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    companion.start()
    gc.freeze()  # what stays for good is not looked at again
    gc.enable()
    log.info("ready: build %s, games in %s, socket %s", build.name, chosen.state_dir, chosen.socket)
    if companion.emulated is None or headless or not _window(companion.emulated, ended, stop_window):
        if companion.emulated is not None:
            ctl = f"{_program()} ctl"
            log.info(
                "headless: press buttons with `%s press clue`, see the screen with `%s frame out.png`",
                ctl,
                ctl,
            )
        while not ended.is_set():
            wake.recv(16)  # rung whichever thread the signal came to; an event would wait on
    companion.stop()
    return 0


def _program() -> str:
    """How this program was called, to be called again in the same way."""
    return sys.argv[0] if Path(sys.argv[0]).name == "companion" else "companion"


def _window(emulated: Emulated, ended: threading.Event, stop_window: list[Callable[[], None]]) -> bool:
    """Show the emulated device until its window is closed; False where there can be no window."""
    from hardware.window import Window

    try:
        window = Window(emulated)
    except PanelError as error:
        log.info("%s", error)
        return False
    stop_window.append(window.stop)
    if not ended.is_set():
        window.run()
    ended.set()
    return True


def _die(args: threading.ExceptHookArgs) -> None:
    """A thread died: the process goes down with it, and the service manager brings it back."""
    name = args.thread.name if args.thread else "?"
    log.critical("the thread %s died: %r", name, args.exc_value, exc_info=args.exc_value)
    os._exit(DIED)
