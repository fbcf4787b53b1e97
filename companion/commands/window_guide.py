"""What the emulated device's window is told of the view on its display."""

from collections.abc import Callable

from companion.face.screens import touch
from companion.face.view import View
from hardware.emulator.window.guide import Buttons, Guide


def window_guide(view: Callable[[], View | None]) -> Guide:
    """Return a guide to the view that is on the display now, if there is one."""

    def on_view(find: Callable[..., str], *at: object) -> Buttons:
        now = view()
        name = find(now, *at) if now is not None else ""
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
