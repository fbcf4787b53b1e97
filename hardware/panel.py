"""Opening a build: its controls, its display and its lights, real or emulated.

The controls come first: what the others import takes as long again, and no press is to be lost meanwhile.
"""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from companion.panel import Controls, Edge, Lights, Panel, Turned
from hardware.all_controls import AllControls
from hardware.board import Board, EmulatedBoard, open_board
from hardware.buttons import Buttons
from hardware.emulated import Emulated
from hardware.encoder import Knob
from hardware.ports import port
from wiring.spec import Build

if TYPE_CHECKING:
    from hardware.pod_leads import Pods
    from hardware.reader_emulated import EmulatedReader

__all__ = ["Emulated", "emulate", "open_panel"]

Post = Callable[[Edge | Turned], None]

_ANY_MODEL: Final = "4B"
"""The board that is imitated for a build that is made for a real one."""


def open_panel(build: Build, clock: Callable[[], float] = time.monotonic, post: Post | None = None) -> Panel:
    """Open everything that a build has.

    A display or lights that do not work yet are no error: they are tried again when used. `post` is told
    of the controls from the moment at which they are open.

    Raises:
        PanelError: the buttons cannot be opened.
    """
    if build.emulated:
        return emulate(build, clock, post)[0]
    board = open_board(build.board, clock)
    pods = _pods(build, clock)
    controls = _controls(build, board, pods, post)
    from hardware import display
    from hardware.speaker import Speaker
    from hardware.supply import PiSupply, find_alarm

    screen = lights = None
    if build.screen:
        screen = display.real(build.screen, board, clock)
    if build.strip:
        from hardware import strips  # only builds with a strip wait for that

        lights = strips.pixels(build.strip, port(build.strip.link, "the strip"), clock)
    alarm = find_alarm()
    supply = PiSupply(alarm) if alarm else None
    leads = pods.leads if pods else ()
    if build.readers:
        from hardware import reader_leads  # likewise

        leads += reader_leads.real(build.readers, clock)
    joined = _lights(build, board, lights, pods)
    coloured, turns = build.coloured, build.turns
    return Panel(build.name, controls, screen, joined, supply, leads, Speaker(), coloured, turns)


def emulate(
    build: Build, clock: Callable[[], float] = time.monotonic, post: Post | None = None
) -> tuple[Panel, Emulated]:
    """Open any build, made for a real board too, over emulated pins and modelled parts.

    Gives the device together with its outside; `clock` stamps the edges. `post` as for `open_panel`.

    Raises:
        PanelError: the buttons cannot be opened.
    """
    board = EmulatedBoard(build.board.model or _ANY_MODEL, clock)
    pods = _pods(build, clock, emulated=True)
    controls = _controls(build, board, pods, post)
    from hardware import display
    from hardware.speaker import Speaker

    model = screen = shown = lights = None
    if build.screen:
        model = display.model(build.screen)
        screen = display.emulated(build.screen, board, model, clock)
    if build.strip:
        from hardware import strips

        shown = strips.model(build.strip)
        lights = strips.pixels(build.strip, shown, clock)
    knob = Knob(board, build.encoder) if build.encoder else None
    leads = pods.leads if pods else ()
    readers: Mapping[str, EmulatedReader] = {}
    if build.readers:
        from hardware import reader_leads

        reading, readers = reader_leads.emulated(build, clock)
        leads += reading
    joined = _lights(build, board, lights, pods)
    coloured, turns = build.coloured, build.turns
    panel = Panel(build.name, controls, screen, joined, None, leads, Speaker(), coloured, turns)
    outsides = pods.outsides if pods else {}
    return panel, Emulated(build, board, model, screen, shown, knob, readers, outsides)


def _pods(build: Build, clock: Callable[[], float], emulated: bool = False) -> "Pods | None":
    if not build.pods:
        return None
    from hardware import pod_leads  # only builds with pods wait for that

    return pod_leads.open_pods(build, clock, emulated)


def _controls(build: Build, board: Board, pods: "Pods | None", post: Post | None) -> Controls:
    """The controls of a build as one, listened to."""
    buttons = Buttons(board, build.buttons, build.encoder)
    controls = AllControls((buttons, *pods.controls)) if pods else buttons
    if post is not None:
        controls.listen(post)
    return controls


def _lights(build: Build, board: Board, pixels: Lights | None, pods: "Pods | None") -> Lights | None:
    """The lights of a build as one, None for one without any."""
    from hardware.all_lights import AllLights
    from hardware.leds import Leds

    leds = Leds(board, build.lights) if build.lights else None
    # What a pod shows too, the others tell the levels of.
    further = pods.lights if pods else ()
    members = [lights for lights in (*further, leds, pixels) if lights]
    return members[0] if len(members) == 1 else AllLights(members) if members else None
