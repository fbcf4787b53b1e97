"""What the emulated device's window is told of the view on its display."""

from collections.abc import Callable
from functools import partial

from companion.daemon.mistakes import Mistakes
from companion.face.screens import touch
from companion.face.view import View
from hardware.emulator.window.guide import Buttons, Guide


def window_guide(view: Callable[[], View | None]) -> Guide:
    """Return a guide to the view that is on the display now, if there is one.

    A mistake of the program ends no window: it is told once, and the click presses nothing.
    """
    mistakes = Mistakes()

    def on_view(find: Callable[..., str], *at: object) -> Buttons:
        now = view()
        if now is None:
            return ()
        name = mistakes.contain("finding what a click presses", partial(find, now, *at))
        return tuple(name.split("+")) if name else ()

    def shifted(point: touch.Point) -> touch.Point:
        now = view()
        return (point[0], point[1] - now.shift) if now is not None else point

    def language() -> str:
        now = view()
        return now.language if now is not None else ""

    return Guide(
        label=lambda point: on_view(touch.label_at, shifted(point)),
        item=lambda point: on_view(touch.item_at, shifted(point)),
        firework=lambda suit: on_view(touch.firework_buttons, suit),
        language=language,
    )
