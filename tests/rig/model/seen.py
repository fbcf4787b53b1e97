"""What a view looks and sounds like, and would with a held button or a weak supply."""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, Final

from companion.daemon.socket import questions
from companion.face import screens, words
from companion.face.dialogue import labels
from companion.face.effects import lights, motion
from companion.face.preferences import VoiceLevel
from companion.face.screens import Page
from companion.face.state import LISTS, ScreenName
from companion.face.view import Held, Holding, Night, View
from companion.face.voice.heard import spoken_text
from companion.panel import BUTTONS
from tests.rig.model.promises import require

Variant = Callable[[View], View]


def _said_in(language: str, view: View) -> View:
    chosen = view.face.preferences._replace(language=language)
    return view._replace(face=view.face._replace(preferences=chosen))


def _held(control: str, view: View, too_long: bool) -> View:
    return view._replace(held=Held(control, too_long), pressed=frozenset({control}))


def _holding(control: str, view: View) -> View:
    if labels.hold_deed(view.face, view.sitting, control) is None:
        return view
    return view._replace(holding=Holding(control, 0.25, 0.7), pressed=frozenset({control}))


VARIANTS: Final[dict[str, Variant]] = {
    "as it is": lambda view: view,
    **{f"{control} held": partial(_held, control, too_long=False) for control in BUTTONS},
    **{f"{control} held too long": partial(_held, control, too_long=True) for control in BUTTONS},
    **{f"{control} not held yet": partial(_holding, control) for control in BUTTONS},
    "weak": lambda view: view._replace(weak=True),
    "low battery": lambda view: view._replace(battery=True),
    "not saved": lambda view: view._replace(saved=False, lost=0),
    "flipped": lambda view: view._replace(flipped=view.face.screen == ScreenName.TABLE),
    "dim": lambda view: view._replace(night=Night.DIM),
}
"""What may be so at any time; the texts have room in all of them, in each language."""


VARIED_EVERY: Final = 4
"""Views of which one is looked at in a variant."""
_ALL: Final = tuple(product(VARIANTS, words.LANGUAGES))


class Eyes:
    """Who looks at each view, and at one variant of it."""

    def __init__(self) -> None:
        self._drawer = screens.Drawer()
        self._views = 0
        self._before: View | None = None

    def look(self, view: View, now: float) -> None:
        """Draw all of a view and say it."""
        before = self._drawer.page
        picture = self._drawer.picture(view)
        page = self._drawer.page
        assert page is not None
        if page is before or view.pressed:  # else it was drawn for this view, and just so
            page = self.draw(view)
            same = picture.tobytes() == page.image.tobytes()
            require(same, "a picture is the same after another one", view.face.screen)
        self._check_room(page)
        lights.plan(view)
        for after in (0.0, 0.1, 1.0):
            lights.plan(view, now + after)
            motion.moving_picture(page.image, view, now + after)
            for due in (
                lights.next_change_of_lights(view, now + after),
                motion.next_frame_at(view, now + after),
            ):
                require(
                    due is None or due > now + after, "the next frame comes later", due, now + after
                )
        loud = view._replace(
            face=view.face._replace(
                preferences=view.face.preferences._replace(voice=VoiceLevel.FULL)
            )
        )
        spoken_text(self._before, loud, None)
        self._before = view
        self._look_at_variant(view)

    def draw(self, view: View, how: str = "as it is") -> Page:
        """Draw a view; its texts have room."""
        page = screens.draw(view)
        self._check_room(page, how)
        return page

    def _check_room(self, page: Page, how: str = "as it is") -> None:
        where = f"{page.view.face.screen} {how} in {page.view.language}"
        require(not page.cut, f"every text has room on the screen {where}", page.cut)

    def _look_at_variant(self, view: View) -> None:
        self._views += 1
        if self._views % VARIED_EVERY:
            return
        name, language = _ALL[self._views // VARIED_EVERY % len(_ALL)]
        variant = VARIANTS[name](_said_in(language, view))
        self.draw(variant, name)
        questions.screen_json(variant)


# What can be pressed

_REFUSED: Final = ("hold_nothing", "nothing_to_undo", "cannot_switch_off", "all_clue_tokens")
"""What is said of a hold that would be refused."""


def tapped_meanings(view: View) -> list[dict[str, Any]]:
    """Return requests for the taps and chords that the labels and the columns of a view offer."""
    face, sitting = view.face, view.sitting
    if face.screen in LISTS:
        return []  # a line may say why it cannot be chosen now
    if face.choice is not None:
        return [_asked(buttons) for buttons in labels.options(face, sitting)]
    keys = labels.key_phrases(face, sitting)
    return [_asked(control) for control in BUTTONS if keys.get(control) is not None]


def _asked(buttons: str) -> dict[str, Any]:
    together = buttons.split("+")
    if len(together) > 1:
        return {"do": "chord", "controls": together}
    return {"do": "press", "control": buttons}


def held_meanings(view: View) -> list[dict[str, Any]]:
    """Return requests for the holds of which a view says what they will do."""
    return [
        {"do": "hold", "control": control, "seconds": 0.8}
        for control in BUTTONS
        if labels._on_release(view.face, view.sitting, control).key not in _REFUSED
    ]
