"""`companion run`: the companion itself, on its own hardware, in a window, or headless."""

import gc
import os
import signal
import socket as socket_module
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from types import FrameType
from typing import TYPE_CHECKING, Final

from companion import settings
from companion.commands import effective, running
from companion.daemon.inbox import Inbox
from companion.daemon.log import log, set_up_log
from companion.errors import CompanionError, PanelError, one_line
from companion.onlookers import onlookers
from companion.panel import Edge, Panel, Touched
from companion.service_manager import ServiceManager
from companion.signals import ending_signals
from hardware.emulator.device import Emulated
from hardware.emulator.opening import emulate_build
from hardware.opening import open_panel
from wiring.reading.build import Build

if TYPE_CHECKING:
    from companion.commands.beside import OnlookerProcess
    from hardware.emulator.window.window import Window

DIED: Final = 70
READ_AHEAD_S: Final = 2.0
"""Time after the start until the files that are needed later are read, in seconds."""
SWITCH_INTERVAL_S: Final = 0.0002
"""Time after which a waiting thread gets its turn while another one computes, in seconds."""


class CompanionThreads:
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

        warning: what the screen says first, a key of the words.
        """
        self.build: Final = build
        self.settings: Final = chosen
        self.inbox = Inbox(clock)
        self.emulated: Emulated | None = None
        if build.is_emulated or emulated:
            self.panel, self.emulated = emulate_build(build, clock, self.inbox.post)
        else:
            self.panel = open_panel(build, clock, self.inbox.post)
        # From here on no press is lost, so the slow imports come now.
        from companion.daemon.threads import Threads
        from companion.words.texts import DEFAULT, read

        read(DEFAULT)  # without it nothing can be said: better now, in a sentence
        self.threads = Threads(self.panel, self.inbox, chosen, warning)

    def start(self) -> None:
        """Start every thread, or none: a `SocketError` says where another path of the socket is
        named.
        """
        from companion.daemon.socket.listener import SocketError

        try:
            self.threads.start()
        except SocketError as error:
            source = self.settings.sources["socket"]
            is_in_file = source not in (settings.COMMAND_LINE, settings.DEFAULT)
            where = f"socket in {source}" if is_in_file else "--socket"
            raise SocketError(f"{error}; give another path as {where}") from None

    def stop(self) -> None:
        """End every thread, write what is left to write, and turn the device dark."""
        self.panel.controls.close()
        self.threads.stop()


def run(
    panel: str | None,
    state_dir: str | None,
    socket: str | None,
    emulated: bool,
    headless: bool,
    wanted: Mapping[str, bool | None],
) -> int:
    """Run until a signal comes or the window is closed. Return the exit status.

    wanted: by their commands, whether onlookers run beside it.
    """
    if any(wanted.values()):
        from companion.commands import looking_on

        for command in filter(wanted.get, wanted):
            looking_on.usable_onlooker(command)  # before anything starts it is known to be here
    set_up_log()
    threading.excepthook = _exit_after_death
    # With Python's own 5 ms a press would wait that long for a thread that computes.
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    companion, ignored = _open_companion(
        {"panel": panel, "state_dir": state_dir, "socket": socket}, emulated
    )
    ended = threading.Event()
    stop_window: list[Callable[[], None]] = []

    def end(number: int = 0, frame: FrameType | None = None) -> None:
        ended.set()
        for stop in stop_window:
            stop()

    chosen, build = companion.settings, companion.build
    with _woken_by_signals(end) as wake:
        with _reported_on_display(build, chosen.language, companion.panel):
            companion.start()
        effective.note_start(chosen, build, ignored)
        gc.freeze()  # the collector need not look at what stays for good
        gc.enable()
        where = f"games in {chosen.state_dir}, socket {chosen.socket}"
        log.info("ready: build %s, %s", build.name, where)
        in_browser = build.touch and companion.emulated is not None and not headless
        beside = _start_onlookers(wanted, companion, in_browser)
        for command in _screen_commands() if build.touch and not in_browser else ():
            served = f"`companion {command} --socket {chosen.socket}`"
            log.info("its screen is a browser, which %s serves", served)
        has_window = companion.emulated is not None and not headless and not build.touch
        if not has_window or not _run_window(companion, ended, stop_window):
            _wait_for_signal(companion, ended, wake)
        for onlooker in beside:
            onlooker.stop()
        companion.stop()
        running.remove_note(chosen.socket)
    return 0


def _screen_commands() -> Mapping[str, Sequence[str]]:
    """Return the commands of the onlookers that a touch screen shows, with their options there."""
    return {
        listed.command: onlooker.screen_options
        for listed, onlooker in onlookers()
        if onlooker.screen_options
    }


def _start_onlookers(
    wanted: Mapping[str, bool | None], companion: CompanionThreads, in_browser: bool
) -> "list[OnlookerProcess]":
    """Run onlookers beside the companion.

    in_browser: the one that a touch screen shows is opened here, unless it is not wanted.
    """
    sockets = ["--view", str(companion.settings.view_socket)]
    if companion.emulated is not None:
        # Who sits at the emulated device sits at this computer: its own browser may play.
        sockets += ["--socket", str(companion.settings.socket)]
    shown = _screen_commands() if in_browser else {}
    started = []
    for command, is_wanted in wanted.items():
        if is_wanted is False or not (is_wanted or command in shown):
            continue
        from companion.commands import looking_on

        try:
            onlooker = looking_on.usable_onlooker(command)
        except CompanionError as error:  # only of one that nobody asked for: see `run`
            log.warning("%s", error)
            continue
        from companion.commands.beside import OnlookerProcess

        words = (*sockets, *shown.get(command, ()))
        started.append(OnlookerProcess(command, onlooker.name, words))
    if in_browser and not started:
        log.info("its screen is that of a browser, and nothing here shows it")
    for each in started:
        each.start()
    return started


@contextmanager
def _woken_by_signals(
    end: Callable[[int, FrameType | None], None],
) -> Iterator[socket_module.socket]:
    """Call `end` at each signal that ends the program. Give a socket that it wakes."""
    # A handler runs in the main thread alone, which may wait: the byte that comes here wakes it.
    wake, bell = socket_module.socketpair()
    with wake, bell:
        bell.settimeout(0)
        signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
        for number in ending_signals():
            signal.signal(number, end)
        try:
            yield wake
        finally:
            signal.set_wakeup_fd(-1)


def _wait_for_signal(
    companion: CompanionThreads, ended: threading.Event, wake: socket_module.socket
) -> None:
    if companion.emulated is not None and not companion.build.touch:
        control = f"{_program_name()} ctl --socket {quote(str(companion.settings.socket))}"
        log.info(
            "headless: press buttons with `%s press clue`, see the screen with `%s frame out.png`",
            control,
            control,
        )
    wake.settimeout(READ_AHEAD_S)
    try:
        wake.recv(16)  # a signal to any thread wakes it; an event would wait on
    except TimeoutError:
        _read_ahead()
    wake.settimeout(None)
    while not ended.is_set():
        wake.recv(16)


def _read_ahead() -> None:
    """Read what an upgrade takes away while the companion runs, once the start is over."""
    try:
        from companion.commands.read_ahead import read_ahead

        read_ahead()
    except (CompanionError, ImportError, OSError) as error:  # an upgrade took it away already
        log.warning("what is needed later could not be read: %s", error)


def _open_companion(
    given: effective.Given, emulated: bool
) -> tuple[CompanionThreads, tuple[str, ...]]:
    """Return a companion that is ready to start, and why the file on the boot partition is ignored,
    if it is.
    """
    with _reported_on_display():
        chosen, ignored = effective.usable_settings(given)
    if chosen.from_boot("panel"):
        try:
            build = effective.build_of(chosen)
            warning = _memory_warning(chosen)
            return CompanionThreads(build, chosen, emulated=emulated, warning=warning), ()
        except Exception as error:  # the device must start, however that panel fails
            ignored = (f"{chosen.boot}: panel: {one_line(str(error))}",)
            with _reported_on_display():
                chosen = settings.load(given=given, boot=())
    with _reported_on_display(language=chosen.language):
        build = effective.build_of(chosen)
    warning = "boot_ignored" if ignored else _memory_warning(chosen)
    try:
        with _reported_on_display(build, chosen.language):
            companion = CompanionThreads(build, chosen, emulated=emulated, warning=warning)
    except PanelError as error:
        trial = f"`{_program_name()} run --panel {quote(chosen.panel or build.name)} --emulate`"
        raise PanelError(f"{error}; {trial} tries the build without its parts") from None
    if ignored:
        log.warning("%s", effective.ignored_sentence(ignored))
    return companion, ignored


def _memory_warning(chosen: settings.Settings) -> str:
    """Return the key of what the screen says first: that the installed service keeps no games."""
    if not ServiceManager().there:
        return ""
    from companion import volatile  # only the service waits for it

    if not volatile.is_volatile(chosen.state_dir, _file_text):
        return ""
    log.warning("games: %s lies in memory; a restart loses all games", chosen.state_dir)
    return "in_memory"


def _file_text(name: str) -> str | None:
    """Return the text of a file, None if it cannot be read."""
    try:
        return Path(name).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


@contextmanager
def _reported_on_display(
    build: Build | None = None, language: str = "", panel: Panel | None = None
) -> Iterator[None]:
    """Say on the display why the companion does not start: the build's, or that of the last one."""
    try:
        yield
    except Exception as error:
        from companion.commands import failed_start  # only a start that fails waits for it

        failed_start.show_failure(build, error, panel, language)
        raise


def _program_name() -> str:
    """Return the words by which this program was called, for examples that call it again."""
    return sys.argv[0] if Path(sys.argv[0]).name == "companion" else "companion"


def _open_window(companion: CompanionThreads) -> "Window":
    """Return the window of a companion on an emulated device. Raises PanelError."""
    from companion.commands.window_guide import window_guide
    from hardware.emulator.window.window import Window

    assert companion.emulated is not None
    guide = window_guide(lambda: companion.threads.core.view)

    def cancel(control: str) -> None:
        # The pin's own edge follows, of a control that is up by then.
        at = time.monotonic()
        companion.inbox.post(Edge(control, down=False, at=at, cancelled=True))

    def touch(place: tuple[int, int] | str) -> None:
        companion.inbox.post(Touched(place, time.monotonic()))

    return Window(companion.emulated, cancel, touch, guide)


def _run_window(
    companion: CompanionThreads, ended: threading.Event, stop_window: list[Callable[[], None]]
) -> bool:
    """Show the emulated device until its window is closed; False where there can be no window."""
    try:
        window = _open_window(companion)
    except PanelError as error:
        log.info("%s", error)
        return False
    stop_window.append(window.stop)
    if not ended.is_set():
        window.run()
    ended.set()
    return True


def _exit_after_death(args: threading.ExceptHookArgs) -> None:
    """End the process once a thread died, so that the service manager restarts it."""
    name = args.thread.name if args.thread else "?"
    try:
        log.critical("the thread %s died: %r", name, args.exc_value, exc_info=args.exc_value)
    finally:  # even if the log fails
        os._exit(DIED)  # `sys.exit` would end this thread alone
