"""Drawing: a view on the lights and the screen of a build, and what they make of it as time goes by.

What is true goes out first, and is reported; only then shows and animations begin to play over it. A
frame is made of the time at which it is drawn: on a slow bus some are left out, and none waits. A part
that fails keeps its true picture, which is what a later try will send.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from PIL.Image import Image

from companion.daemon.log import log
from companion.face import lights, motion, screens
from companion.face.glyphs import Canvas, icon
from companion.face.preferences import BRIGHTNESS
from companion.face.view import BLANK, DIM, View
from companion.panel import Panel, Screen

LIGHTS: Final = "lights"
SCREEN: Final = "screen"

DIMMED: Final = 0.08
"""How bright the screen is at most when nobody has pressed anything for a while."""

Attempt = Callable[[str, Callable[[], None]], bool]
"""Does something to a part, by the part's name; False when that failed."""


class Drawing:
    """What the lights and the screen show, and when they show something else."""

    def __init__(self, panel: Panel, attempt: Attempt) -> None:
        """A drawing that shows nothing yet; `attempt` deals with parts that fail."""
        self._panel = panel
        self._attempt = attempt
        self._drawer = screens.Drawer()
        self._view: View | None = None
        self._picture: Image | None = None
        self._good: Image | None = None
        self._mistake = ""
        self._brightness = 1.0
        self._shift = 0
        self._failed: set[str] = set()
        self._levels: Mapping[str, Any] = {}
        self._lit = False

    @property
    def levels(self) -> Mapping[str, Any]:
        """What the lights were set to for the newest view; a show that plays over them is not told."""
        return self._levels

    def draw(self, view: View) -> bool:
        """Show a view as it is; whether the screen took it."""
        self._view = view
        self._picture = None
        self._failed = {LIGHTS, SCREEN}
        return self.again()

    def again(self) -> bool:
        """Show the view as it is on the parts that failed; whether the screen has it now.

        The others are left alone: a show on the lights goes on while the screen is away.
        """
        view, panel, failed = self._view, self._panel, self._failed
        if view is None:
            return False
        self._failed = set()
        if LIGHTS in failed and panel.lights is not None:
            self._light(view)
            self._lit = False
        if SCREEN in failed and panel.screen is not None:
            self._on_screen(partial(self._present, panel.screen, view))
        if LIGHTS in failed and panel.lights is not None:
            self._levels = dict(panel.lights.levels())
        return panel.screen is not None and SCREEN not in self._failed

    def due(self, now: float) -> float | None:
        """When something of the view changes by itself; None for not at all."""
        if self._view is None:
            return None
        times = []
        if self._panel.lights is not None and LIGHTS not in self._failed:
            change = lights.next_change(self._view, now)
            times.append(now if change is not None and not self._lit else change)
        if self._picture is not None and SCREEN not in self._failed:
            times.append(motion.next_change(self._view, now))
        return min((time for time in times if time is not None), default=None)

    def go_on(self, now: float) -> None:
        """Show the frames of this time."""
        view, screen, picture = self._view, self._panel.screen, self._picture
        if view is None:
            return
        if LIGHTS not in self._failed:
            self._light(view, now)
            self._lit = True
        if screen is not None and picture is not None and SCREEN not in self._failed:
            self._on_screen(partial(screen.show, motion.frame(picture, view, now)))

    def _light(self, view: View, now: float | None = None) -> None:
        if self._panel.lights is not None:
            shown = self._attempt(LIGHTS, partial(self._panel.lights.show, lights.plan(view, now)))
            if not shown:
                self._failed.add(LIGHTS)

    def _on_screen(self, act: Callable[[], None]) -> None:
        if not self._attempt(SCREEN, act):
            self._failed.add(SCREEN)

    def _present(self, screen: Screen, view: View) -> None:
        if view.night == BLANK:
            screen.sleep()
            return
        wanted = _shine(view)
        if wanted != self._brightness:
            screen.brightness(wanted)
            self._brightness = wanted
        if view.shift != self._shift:
            screen.shift(view.shift)
            self._shift = view.shift
        try:
            picture = self._picture = self._drawer.picture(view)
            self._good = self._good if view.pressed else picture
            self._mistake = ""
        except Exception as error:  # the group plays on, and nothing moves over what it saw last
            picture = self._instead(repr(error), view.face.screen)
        screen.show(picture)

    def _instead(self, mistake: str, where: str) -> Image:
        """The last good picture with a sign, for one that cannot be drawn."""
        if mistake != self._mistake:
            log.exception("the screen %s cannot be drawn", where)
            self._mistake = mistake
        page = Canvas(screens.WIDTH, screens.HEIGHT)
        if self._good is not None:
            page.image.paste(self._good, (0, 0))
        sign = icon("warning")
        left = screens.WIDTH - sign.width
        page.fill((left - 1, 0, sign.width + 1, sign.top + sign.mask.height + 1), 0)
        page.icon(left, 0, "warning")
        return page.image


def _shine(view: View) -> float:
    """How bright the screen is to be, 0 to 1 of what its build allows."""
    chosen = (BRIGHTNESS.index(view.face.preferences.brightness) + 1) / len(BRIGHTNESS)
    return min(chosen, DIMMED) if view.night == DIM else chosen
