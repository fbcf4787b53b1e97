"""Drawing: a view on the lights and the screen of a build, then the frames of its animations.

The view as it is goes out first and is reported; shows and animations play over it afterwards. A
frame is made for the time at which it is drawn, so a slow bus skips frames and never queues them. A
part that fails is sent the view as it is at a later try.
"""

from collections.abc import Callable
from typing import Final

from PIL.Image import Image

from companion.daemon.log import log
from companion.daemon.mistakes import Mistakes, Ts
from companion.errors import PanelError
from companion.face import screens
from companion.face.effects import lights, motion
from companion.face.glyphs.canvas import Canvas, icon
from companion.face.preferences import BRIGHTNESS
from companion.face.screens.layout import layout_of
from companion.face.view import Night, View
from companion.panel import LightLevels, LightPlan, Lights, Panel, Screen

LIGHTS: Final = "lights"
SCREEN: Final = "screen"

DIMMED: Final = 0.08
"""The brightness of a dimmed screen at most."""

REFRESH_S: Final = 2.0
"""After a press the display is sent everything again, once nobody has pressed for so long."""


class Drawing:
    """What the lights and the screen show, and when that changes."""

    def __init__(self, panel: Panel, undisturbed: Callable[[], bool]) -> None:
        """Show nothing yet; `undisturbed` says that no newer view waits to be drawn."""
        self._screen = panel.screen
        self._lights = panel.lights
        self._undisturbed = undisturbed
        self.drawer: Final = screens.Drawer()
        self._view: View | None = None
        self._stage: View | None = None
        """What is on the screen of the view: for a moment the table without what covers it."""
        self._picture: Image | None = None
        self._frame_shown: Image | None = None
        """The picture or the frame that the screen was given last."""
        self._good: Image | None = None
        self._plan = LightPlan()
        self._true_of: View | None = None
        """The view whose truth the lights show; None while a show plays, or if it is unknown."""
        self._contain = Mistakes().contain
        self._brightness = 1.0
        """That of the screen, 0 to 1 of what its build allows."""
        self._shift = 0
        self.failing: Final[set[str]] = set()
        """The parts that did not take what they were sent last."""
        self._refresh_at: float | None = None
        """When screen and lights are sent everything again.

        A part that lost its power for a moment answers again and says nothing of it."""
        self._levels_before: LightLevels | None = None
        """What the lights were set to before the show that plays."""

    def draw(self, view: View, now: float) -> bool:
        """Show a view as it is at this time. Return True if the screen took it.

        A new state is on the lights first, since a slow bus delays its picture. While a control is
        down, the picture is first: its label answers the finger.
        """
        before = self._view
        touched = view.face.touched
        if before and touched > before.face.touched:
            self._refresh_at = touched + REFRESH_S
        same_game = before is not None and before.sitting is view.sitting
        self._view = view
        self._picture = None
        if same_game and view.pressed:
            return self.send_view(view, now, SCREEN, LIGHTS)
        return self.send_view(view, now, LIGHTS, SCREEN)

    def retry(self, now: float) -> bool:
        """Show the view as it is on the parts that failed. Return True if the screen has it now.

        The other parts are left alone: a show on the lights goes on while the screen is unplugged.
        """
        assert self._view is not None
        # A copy, in which the lights are first.
        return self.send_view(self._view, now, *sorted(self.failing))

    def send_view(self, view: View, now: float, *parts: str) -> bool:
        """Show a view as it is on parts of the build. Return True if the screen has it now."""
        for part in parts:
            if part == LIGHTS:
                self._true_of = None
                self.show_lights(view)
            elif self._screen:
                self.act_on_part(SCREEN, self.show_on_screen, self._screen, view, now)
        return self.working_screen is not None

    @property
    def true_levels(self) -> LightLevels:
        """What the lights were set to for the newest view, without the show that plays over it."""
        if self._levels_before is not None or self._lights is None:
            return self._levels_before or {}
        return self._lights.held_levels()

    @property
    def working_screen(self) -> Screen | None:
        """The screen, unless it failed."""
        return None if SCREEN in self.failing else self._screen

    @property
    def working_lights(self) -> Lights | None:
        """The lights, unless they failed."""
        return None if LIGHTS in self.failing else self._lights

    def last_picture(self, view: View) -> Image:
        """Return the picture of a view that stays, or after a mistake the last one with a sign."""
        picture = self._contain("the last picture", lambda: screens.draw(view).image)
        return _with_sign(self._good, view) if picture is None else picture

    def next_due(self, now: float) -> float | None:
        """Return the time of the next frame; None for never."""
        view = self._view
        if view is None:
            return None
        times = [self._refresh_at]
        if self.working_lights:
            change = self._contain(
                "the next change of the lights", lights.next_change_of_lights, view, now
            )
            # The first frame of a show is due at once, since so far the lights show the truth.
            times.append(now if change is not None and self._true_of is view else change)
        if self._picture and SCREEN not in self.failing:
            times.append(
                self._contain("the time of the next frame", motion.next_frame_at, view, now)
            )
        return min((time for time in times if time is not None), default=None)

    def play_frames(self, now: float) -> None:
        """Show the frames of this time."""
        view = self._view
        if view is None:
            return
        if LIGHTS not in self.failing:
            self.show_lights(view, now)
        screen = self.working_screen
        picture = self._picture
        if screen and picture:
            frame = self._contain("a frame", self._frame_at, view, now) or picture
            if frame is not self._frame_shown:
                self._frame_shown = frame
                self.act_on_part(SCREEN, screen.show, frame)
            self.act_on_part(SCREEN, self._move_picture, screen, view, now)
        if self._refresh_at is None or now < self._refresh_at:
            return
        # Everything is sent again to what works; what fails gets it once it is back.
        self._refresh_at = None
        if self.working_lights:
            self.act_on_part(LIGHTS, self.working_lights.refresh)
        if self.working_screen:
            self.act_on_part(SCREEN, self.refresh_screen, self.working_screen, now)

    def refresh_screen(self, screen: Screen, now: float) -> None:
        """Send the screen everything again, unless a newer view waits."""
        if not screen.refresh(self._undisturbed):
            self._refresh_at = now  # after what came between

    def _frame_at(self, view: View, now: float) -> Image:
        """Return the picture of this time; what covers the table comes back after its moment."""
        stage = motion.moment_view(view, now)
        if stage != self._stage:
            self._stage = stage
            self._picture = self.drawer.picture(stage)
        assert self._picture is not None
        return motion.moving_picture(self._picture, view, now)

    def show_lights(self, view: View, now: float | None = None) -> None:
        """Show a view on the lights: the truth, or at a time what plays over it."""
        if self._lights is None:
            return
        plays = now is not None and self._contain("a show", lights.plays, view, now)
        is_true = plays is False
        # Asked for each frame: planning the same anew took half a million instructions a turn.
        if is_true and self._true_of is view:
            return
        if is_true:
            self._levels_before = None
        elif self._levels_before is None:
            self._levels_before = self._lights.held_levels()
        self._true_of = None
        self._plan = self._contain("the lights", lights.plan, view, now) or self._plan
        if self.act_on_part(LIGHTS, self._lights.show, self._plan) and is_true:
            self._true_of = view

    def act_on_part(self, part: str, act: Callable[[*Ts], None], *arguments: *Ts) -> bool:
        """Do something to a part, and log if it fails from now on. Return True if it works."""
        try:
            act(*arguments)
        except PanelError as error:
            if part not in self.failing:
                self.failing.add(part)
                log.warning("%s: %s", part, error)
            return False
        if part in self.failing:
            self.failing.remove(part)
            log.warning("%s: back again", part)
        return True

    def show_on_screen(self, screen: Screen, view: View, now: float) -> None:
        """Show a view on the screen as it is: all of it, at its brightness."""
        if view.night == Night.BLANK:
            screen.sleep()
            return
        chosen = (BRIGHTNESS.index(view.face.preferences.brightness) + 1) / len(BRIGHTNESS)
        brightness = min(chosen, DIMMED) if view.night == Night.DIM else chosen
        if brightness != self._brightness:
            screen.set_brightness(brightness)
            self._brightness = brightness
        self._move_picture(screen, view, now)
        work = f"drawing the screen {view.face.screen}"
        self._stage = self._contain("the moment", motion.moment_view, view, now) or view
        picture = self._contain(work, self.drawer.picture, self._stage)
        # What stays on the glass after a mistake must not have the label of a finger long gone.
        if picture and not view.pressed:
            self._good = picture
        if picture and view.mistaken:
            picture = _with_sign(picture, view)
        self._picture = picture
        # What is complete, and what rose at the end, is not there yet in the first frame.
        if picture:
            picture = self._contain("a frame", motion.moving_picture, picture, view, now)
        self._frame_shown = picture or self._picture
        screen.show(picture or _with_sign(self._good, view))

    def _move_picture(self, screen: Screen, view: View, now: float) -> None:
        """Move the picture down by the rows of this time: against wear, and as it jumps."""
        rows = view.shift + (self._contain("a jump", motion.jump, view, now) or 0)
        if rows != self._shift:
            screen.shift_picture(rows)
            self._shift = rows


def _with_sign(picture: Image | None, view: View) -> Image:
    """Return a copy of a picture, or an empty one, with a warning sign, which hides no label."""
    page = Canvas(screens.WIDTH, screens.HEIGHT)
    if picture:
        page.image.paste(picture, (0, 0))
    sign = icon("warning")
    right, top = layout_of(view.face.labels).sign
    left = right - sign.width
    page.fill((left - 1, top, sign.width + 1, sign.top + sign.mask.height + 1), 0)
    page.icon(left, top, "warning")
    return page.image
