"""The loop: the thread that owns the core. It takes messages by their stamps, then deadlines.

Its time is the watermark of the controls: the thread may have been late itself, and what waits by
then is taken before anything is decided about a time. It also reports to the service manager, since
it does the work: ready, the status line, and the heartbeat.
"""

import threading
from operator import itemgetter
from typing import Final

from companion.daemon.core import Core
from companion.daemon.heartbeat import ThreadHeartbeat
from companion.daemon.inbox import Inbox, take_waiting
from companion.face.view import View
from companion.journal.sitting import Sitting
from companion.panel import Clock
from companion.service_manager import ServiceManager

SOONEST_S: Final = 0.0005
"""The shortest wait for a message, in seconds: a queue refuses to wait for less than nothing."""


class Loop:
    """The thread that owns the core and empties the inbox."""

    def __init__(
        self,
        inbox: Inbox,
        core: Core,
        heartbeat: ThreadHeartbeat,
        service: ServiceManager,
        watermark: Clock,
    ) -> None:
        """Make the thread; the inbox may have messages already.

        watermark: that of the controls, which posts what waits.
        """
        self._watermark = watermark
        self._inbox = inbox
        self._core = core
        self._heartbeat = heartbeat
        self._service = service
        self._thread = threading.Thread(target=self._run, name="loop", daemon=True)

    def start(self) -> None:
        """Run."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._inbox.post(None)
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        core = self._core
        clock = self._inbox.clock
        heartbeat = self._heartbeat
        reported: View | None = None
        while True:
            now = clock()
            deadline = min(heartbeat.deadline, core.deadline(now) or heartbeat.deadline)
            batch = take_waiting(self._inbox.queue, max(SOONEST_S, deadline - now))
            now = min(self._watermark(), clock())
            batch += take_waiting(self._inbox.queue, 0)
            # Each has the time of its cause: an edge that the kernel saw first is taken first.
            for _, message in sorted(batch, key=itemgetter(0)):
                if message is None:
                    return
                if callable(message):
                    message()
                else:
                    core.handle(message, now)
            core.tick(now)
            core.publish(now)
            heartbeat.check_threads(clock())
            view = core.view
            if view is not None and view is not reported:
                if reported is None:  # with the first view the start is over
                    self._service.ready()
                reported = view
                self._service.status(_status_line(view.sitting, view.saved))


def _status_line(sitting: Sitting, saved: bool) -> str:
    """Return one line for `systemctl status`, such as "game 14, turn 23, seat 2 to act"."""
    state = sitting.state
    if state is None:
        line = "no game yet"
    elif state.over:
        line = f"game {sitting.game}, {state.status} after turn {state.turn}"
    else:
        line = f"game {sitting.game}, turn {state.turn}, seat {state.seat + 1} to act"
    return line if saved else f"{line}, not saved"
