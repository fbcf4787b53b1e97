"""The thread of the outputs: draws the newest view on the screen and the lights.

A slow bus never delays a press, since views that come while one is being sent replace each other. The thread
wakes for each frame of a show or an animation, else only for a new view. A part that fails is tried again
every second; the log says once that it failed and once that it is back.
"""

import base64
import io
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, Final

from companion.daemon.drawing import SCREEN, Drawing
from companion.daemon.inbox import take
from companion.daemon.interfaces import Reply, Shown, Spoken
from companion.daemon.log import log
from companion.errors import PanelError, refusal
from companion.face.preferences import SOUND, Preferences
from companion.face.view import View
from companion.panel import Panel, Speech

RETRY_S: Final = 1.0
VOLUMES: Final = dict(zip(SOUND[1:], (0.12, 0.35, 1.0), strict=True))
"""The volume of each step: 9 dB more sound nearly twice as loud."""


class Outputs:
    """Shows views; the methods may be called from any thread."""

    def __init__(
        self,
        panel: Panel,
        post: Callable[[Shown | Spoken], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Outputs of a panel; `post` takes what was shown and what is spoken, `clock` is the core's."""
        self._panel = panel
        self._post = post
        self._clock = clock
        self._drawing = Drawing(panel, self._try)
        self._slot: tuple[int, View] | None = None
        self._wake: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._failing: set[str] = set()
        self._retry_at = 0.0
        self._farewell: View | None = None
        self._thread = threading.Thread(target=self._run, name="outputs", daemon=True)

    def start(self) -> None:
        """Begin to draw."""
        self._thread.start()

    def show(self, serial: int, view: View) -> None:
        """Show this view, or a later one."""
        self._slot = (serial, view)
        self._wake.put(lambda: None)  # only wakes the thread

    def sound(self, name: str, step: str) -> None:
        """Play a sound at once: it does not wait for the bus."""
        if self._panel.speaker is not None:
            self._panel.speaker.volume(VOLUMES[step])
            self._panel.speaker.play(name)

    def say(self, words: Callable[[], Speech | None], sound: str, step: str) -> None:
        """Play a sound, if one is named, and speak; where sounds are off, as loud as usual."""
        if self._panel.speaker is not None:
            self._panel.speaker.volume(VOLUMES.get(step) or VOLUMES[Preferences().sound])
            self._panel.speaker.say(partial(self._spoken, words), sound)

    def _spoken(self, words: Callable[[], Speech | None]) -> Speech | None:
        """Make the words, and tell when they end."""
        made = words()
        if made is not None:
            self._post(Spoken(self._clock() + made.seconds))
        return made

    def hush(self) -> None:
        """End what is heard."""
        if self._panel.speaker is not None:
            self._panel.speaker.hush()

    def frame(self, reply: Reply) -> None:
        """Answer with the picture on the display, as a PNG in base64."""
        self._wake.put(lambda: reply(self._frame()))

    def lights(self, reply: Reply) -> None:
        """Answer with what the lights were set to."""
        self._wake.put(lambda: reply({"ok": True, "lights": dict(self._drawing.levels)}))

    def ping(self, answer: Callable[[], None]) -> None:
        """Answer from the thread."""
        self._wake.put(answer)

    def stop(self, farewell: View | None = None, timeout: float = 2.0) -> None:
        """Turn all lights off, and the screen too unless it keeps a last view."""
        self._farewell = farewell
        self._wake.put(None)
        self._thread.join(timeout)

    def _run(self) -> None:
        shown: tuple[int, View] | None = None
        while True:
            jobs = take(
                self._wake, self._patience()
            )  # all at once, so that one picture serves them all
            if None in jobs:
                break
            slot = self._slot
            again = bool(self._failing) and self._clock() >= self._retry_at
            if slot is not None and (slot is not shown or again):
                serial, view = slot
                now = self._clock()
                sent = self._drawing.again(now) if slot is shown else self._drawing.draw(view, now)
                shown = slot
                self._post(Shown(serial, sent))
                self._retry_at = self._clock() + RETRY_S
            else:
                self._drawing.go_on(self._clock())
            for job in jobs:
                if job is not None:
                    job()
        if self._panel.lights is not None:
            self._panel.lights.close()
        if (screen := self._panel.screen) is not None:
            farewell = None if self._farewell is None else self._drawing.still(self._farewell)
            screen.close(
                keep=farewell is not None and self._try(SCREEN, partial(screen.show, farewell))
            )
        if self._panel.speaker is not None:
            self._panel.speaker.close()

    def _patience(self) -> float | None:
        """Seconds until the next frame or try; None for until the next job."""
        now = self._clock()
        due = self._drawing.due(now)
        waits = [max(0.0, self._retry_at - now)] if self._failing else []
        if due is not None:
            waits.append(max(0.0, due - now))
        return min(waits, default=None)

    def _try(self, part: str, act: Callable[[], None]) -> bool:
        try:
            act()
        except PanelError as error:
            if part not in self._failing:
                self._failing.add(part)
                log.warning("%s: %s", part, error)
            return False
        if part in self._failing:
            self._failing.discard(part)
            log.warning("%s: back again", part)
        return True

    def _frame(self) -> dict[str, Any]:
        if self._panel.screen is None:
            return refusal("this build has no screen")
        png = io.BytesIO()
        self._panel.screen.held().save(png, "PNG")
        return {"ok": True, "png": base64.b64encode(png.getvalue()).decode()}
