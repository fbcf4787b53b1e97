"""The thread of the outputs: draws the newest view on the screen and the lights.

A slow bus never delays a press, since views that come while one is being sent replace each other.
The thread wakes for each frame of a show or an animation, else only for a new view. Nothing
probes a part: only sending shows that it is gone. It is tried again every second then; the log says
once that it failed and once that it is back.
"""

import base64
import io
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Final

from companion.daemon.drawing import SCREEN, Drawing
from companion.daemon.inbox import Job, take_waiting
from companion.daemon.interfaces import Reply, Shown, Spoken
from companion.errors import refusal_answer
from companion.face.preferences import VOLUMES, Preferences
from companion.face.view import View
from companion.numbers import Json
from companion.panel import Panel, Speech

RETRY_S: Final = 1.0


class Outputs:
    """Shows views; the methods may be called from any thread."""

    def __init__(
        self,
        panel: Panel,
        post: Callable[[Shown | Spoken], None],
        clock: Callable[[], float],
    ) -> None:
        """Make the thread; `post` takes what is shown and spoken, `clock` is the core's."""
        self._lights = panel.lights
        self._screen = panel.screen
        self._speaker = panel.speaker
        self._post = post
        self._clock = clock
        self._drawing = Drawing(panel, lambda: self._newest is self._shown)
        self._newest: tuple[int, View] | None = None
        """The newest view, with its serial."""
        self._shown: tuple[int, View] | None = None
        self._wake: SimpleQueue[Job | None] = SimpleQueue()
        self._retry_at = 0.0
        self._farewell: View | None = None
        self._thread = threading.Thread(target=self._run, name="outputs", daemon=True)

    def start(self) -> None:
        """Begin to draw."""
        self._thread.start()

    def show_view(self, serial: int, view: View) -> None:
        """Show this view, or a later one."""
        # In one assignment, so that the thread sees both or neither without a lock.
        self._newest = (serial, view)
        self._wake.put(lambda: None)  # only wakes the thread

    def play_sound(self, name: str, step: str) -> None:
        """Play a sound at once: it does not wait for the bus."""
        if self._speaker:
            self._speaker.set_volume(VOLUMES[step])
            self._speaker.play(name)

    def speak_words(self, words: Callable[[], Speech | None], sound: str, step: str) -> None:
        """Play a sound, if one is named, and speak; where sounds are off, as loud as usual."""
        if self._speaker:
            self._speaker.set_volume(VOLUMES.get(step) or VOLUMES[Preferences().sound])
            self._speaker.say(partial(self._speech_with_end, words), sound)

    def _speech_with_end(self, words: Callable[[], Speech | None]) -> Speech | None:
        """Return the words, after telling the core when they end."""
        speech = words()
        if speech:
            self._post(Spoken(self._clock() + speech.seconds))
        return speech

    def end_sounds(self) -> None:
        """End what is heard."""
        if self._speaker:
            self._speaker.hush()

    def answer_frame(self, reply: Reply) -> None:
        """Answer with the picture on the display, as a PNG in base64."""
        self._wake.put(lambda: reply(self._frame_png()))

    def answer_lights(self, reply: Reply) -> None:
        """Answer with what the lights were set to."""
        self._wake.put(lambda: reply({"ok": True, "lights": dict(self._drawing.true_levels)}))

    def ping(self, answer: Job) -> None:
        """Answer from the thread."""
        self._wake.put(answer)

    def stop(self, farewell: View | None = None) -> None:
        """Turn all lights off, and the screen too unless it keeps a last view."""
        self._farewell = farewell
        self._wake.put(None)
        self._thread.join(timeout=2.0)

    def _run(self) -> None:
        while True:
            # All at once, so that one picture serves them all.
            jobs = take_waiting(self._wake, self._seconds_to_wait())
            if None in jobs:
                break
            self._draw_due()
            for job in filter(None, jobs):
                job()
        if self._lights:
            self._lights.close()
        if self._screen:
            keep = False
            if self._farewell:
                picture = self._drawing.last_picture(self._farewell)
                keep = self._drawing.act_on_part(SCREEN, self._screen.show, picture)
            self._screen.close(keep)
        if self._speaker:
            self._speaker.close()

    def _draw_due(self) -> None:
        """Show a new view, or try again the parts that failed, or show the frames of this time."""
        # Read once: another thread may set it meanwhile.
        newest = self._newest
        new = newest is not self._shown
        now = self._clock()
        due = new or (bool(self._drawing.failing) and now >= self._retry_at)
        if newest is None or not due:
            self._drawing.play_frames(now)
            return
        serial, view = newest
        sent = self._drawing.draw(view, now) if new else self._drawing.retry(now)
        self._shown = newest
        self._post(Shown(serial, sent))
        self._retry_at = self._clock() + RETRY_S

    def _seconds_to_wait(self) -> float | None:
        """Return seconds until the next frame or try; None for until the next job."""
        now = self._clock()
        due = self._drawing.next_due(now)
        if self._drawing.failing:
            due = self._retry_at if due is None else min(due, self._retry_at)
        return None if due is None else max(0.0, due - now)

    def _frame_png(self) -> Json:
        if self._screen is None:
            return refusal_answer("this build has no screen")
        png = io.BytesIO()
        self._screen.held_picture().save(png, "PNG")
        return {"ok": True, "png": base64.b64encode(png.getvalue()).decode()}
