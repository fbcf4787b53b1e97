"""Reading a build's pods: where each is plugged in, its controls and its lights."""

from collections.abc import Sequence
from typing import Final

from companion.panel import BUTTONS, COLOUR_KEYS, POWER, UNDO
from wiring.reading.check import Checked, nearest_key, shown_value
from wiring.reading.strip import read_brightness, read_colours, read_pixels
from wiring.spec import EMULATED, MOCK, ChipSpec, Pod, PodStrip

CONTROLS: Final = (*BUTTONS, UNDO, POWER, *COLOUR_KEYS)
"""What a pod can have."""

MOST_PIXELS: Final = 150
"""Their colours fit into a line of the protocol."""
LONGEST_NAME: Final = 16
"""As much as the display can show in a sentence."""

_USB_MILLIAMPS: Final = 400.0
"""What a USB 2.0 port gives (500 mA), less what the pod's board takes."""


def read_pods(top: Checked, board: ChipSpec, taken: Sequence[str] = ()) -> tuple[Pod, ...]:
    """Return the pods, each with a name and a port of its own.

    `taken` are the ports of other parts.
    """
    pods: list[Pod] = []
    for number, item in enumerate(top.items("pods")):
        table = Checked(item, top.problems, f"pods[{number}]")
        pod = Pod(
            name=_read_pod_name(table, [pod.name for pod in pods]),
            port=_read_port(table, board, [*taken, *(pod.port for pod in pods)]),
            controls=_pod_controls(table),
            strip=_pod_strip(table.table("strip")),
        )
        if not pod.controls and not pod.strip:
            table.problem("controls", "is empty, and there is no strip: a pod has one of them")
        table.no_others()
        pods.append(pod)
    return tuple(pods)


def _read_port(table: Checked, board: ChipSpec, taken: list[str]) -> str:
    """Return the name of the device of a part on a serial link, or EMULATED."""
    port = table.text("port", "")
    is_device = port not in ("", EMULATED)
    if "port" not in table:
        table.problem("port", "is missing; it is the part's name in /dev/serial/by-id")
    elif port == EMULATED and board.kind != MOCK:
        table.problem("port", f'only with board = "{MOCK}" a port is "{EMULATED}"')
    elif is_device and not port.startswith("/"):
        table.problem("port", f'must be the name of a device, from /dev on, not "{port}"')
    elif is_device and port in taken:
        table.problem("port", f"{port} is another part's already")
    return port


def _read_pod_name(table: Checked, taken: list[str]) -> str:
    name = table.text("name", "")
    fits = 1 <= len(name) <= LONGEST_NAME
    is_clean = name.isprintable() and name == name.strip()
    if "name" not in table:
        table.problem("name", "is missing; it is what messages call the pod")
    elif not isinstance(table.raw("name"), str):
        return name  # that it is no text is told already
    elif not fits or not is_clean:
        table.problem("name", f"must have 1 to {LONGEST_NAME} characters, and no space around them")
    elif name in taken:
        table.problem("name", f'"{name}" is another pod\'s name already')
    return name


def _pod_controls(table: Checked) -> tuple[str, ...]:
    if "controls" not in table:
        table.know(("controls",))  # the advice at an unknown key may name it
        return BUTTONS
    controls = []
    for number, control in enumerate(table.items("controls")):
        key = f"controls[{number}]"
        if not isinstance(control, str):
            table.problem(key, f"must be a control's name, not {shown_value(control)}")
        elif control not in CONTROLS:
            table.problem(key, f'"{control}" is not known; {nearest_key(control, CONTROLS)}')
        elif control in controls:
            table.problem(key, f'"{control}" is there twice')
        else:
            controls.append(control)
    return tuple(controls)


def _pod_strip(table: Checked) -> PodStrip | None:
    if not table.there:
        return None
    count = table.whole("pixels", 1, MOST_PIXELS, default=MOST_PIXELS)
    if "pixels" not in table:
        table.problem("pixels", "is missing; it is how many pixels the pod has")
    groups = read_pixels(table, count)
    strip = PodStrip(
        pixels=count,
        brightness=read_brightness(table, 1.0),
        groups=groups,
        palettes=read_colours(table.table("colours"), groups),
        supply_milliamps=table.number("supply_milliamps", _USB_MILLIAMPS),
    )
    table.no_others()
    if strip.milliamps > strip.supply_milliamps:
        table.problem(
            "brightness",
            f"the pod's pixels take {strip.milliamps:.0f} mA when all is lit, but its lead gives"
            f" {strip.supply_milliamps:g} mA; lower it, or give them a supply (supply_milliamps)",
        )
    return strip
