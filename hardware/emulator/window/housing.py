"""What never changes about the emulated device: its housing, and what is written on it."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from companion.panel import COLOUR_KEYS, PLAY
from hardware.emulator.device import PLUG, on_pod
from hardware.emulator.window import parts as parts
from hardware.emulator.window.easel import Box, Easel
from hardware.emulator.window.keyboard import LABELS
from hardware.emulator.window.layout import BUTTON_RADIUS, KEY_RADIUS, STICK_RADIUS, Layout
from hardware.emulator.window.pods import PodBox
from hardware.emulator.window.strip import StripRows
from wiring.spec import Build

_NAMES: Final = MappingProxyType(
    {"clue": "CLUE TOKENS", "fuse": "FUSES", "deck": "DECK", "seat": "PLAYER TO ACT"}
)

_HELP: Final = ("Click a button, or hold", "its key down. Keys held", "together are a chord.")


def draw_housing(easel: Easel, layout: Layout, build: Build) -> None:
    """Draw it over whatever the easel's surface has."""
    easel.draw_boxes([*_boxes(layout)])
    for suit, x in layout.columns.items():
        if suit not in layout.keys:
            size = 26 if len(layout.columns) <= 5 or layout.keys else 20
            easel.put(parts.symbol(suit, size), (x, layout.symbol_y))
    if layout.stick:
        easel.put(parts.stick_base(), layout.stick)
    if layout.knob:
        easel.put(parts.knob(), layout.knob)
    _caption_lights(easel, layout)
    for strip in _strips(layout):
        _caption_strip(easel, strip)
    for box in layout.pods:
        _caption_pod(easel, box, build)
    _caption_buttons(easel, layout, build)
    _caption_others(easel, layout, build)
    _write_help(easel, layout)
    easel.fix()


def _strips(layout: Layout) -> list[StripRows]:
    return [layout.strip, *(box.strip for box in layout.pods)]


def _boxes(layout: Layout) -> Iterator[Box]:
    yield layout.body.move(0, 7), parts.SHADOW, 34
    yield layout.body, parts.RIM, 34
    yield layout.body.inflate(-4, -4), parts.BODY, 32
    yield layout.glass.inflate(32, 32), parts.INLAY, 14
    yield layout.pane, parts.GLASS, 8
    for box in layout.pods:
        yield box.body.move(0, 5), parts.SHADOW, 18
        yield box.body, parts.RIM, 18
        yield box.body.inflate(-4, -4), parts.BODY, 18
    if layout.columns:
        yield layout.fireworks, parts.INLAY, 14
    for strip in _strips(layout):
        if strip.segments:
            yield strip.panel, parts.INLAY, 14


def _caption_lights(easel: Easel, layout: Layout) -> None:
    groups = {place.group for place in layout.lights}
    if "clue" in groups:
        easel.write("CLUE TOKENS", 17, parts.INK, (86, layout.tokens_y - 28), left=True)
    if "fuse" in groups:
        first = min(x for place, (x, _) in layout.lights.items() if place.group == "fuse")
        easel.write("FUSES", 17, parts.INK, (first - 12, layout.tokens_y - 28), left=True)
    if layout.columns:
        easel.write("FIREWORKS", 17, parts.INK, (layout.fireworks.centerx, layout.fireworks.top - 18))
    if "seat" in groups:
        easel.write("PLAYER TO ACT", 17, parts.INK, (layout.fireworks.centerx, layout.seats_y - 24))
    if "deck" in groups:
        easel.write("DECK", 17, parts.INK, (layout.fireworks.centerx, layout.deck_y - 24))
    for place, (x, y) in layout.lights.items():
        if place.group == "seat":
            easel.write(str(place.number + 1), 20, parts.INK, (x, y + 24))


def _caption_strip(easel: Easel, strip: StripRows) -> None:
    for segment in strip.segments:
        x, y = segment.middle
        if segment.group == "firework":
            easel.put(parts.symbol(segment.part, 18), (x, y + 23))
        else:
            # The light of a button, which may have others as neighbours, has room for a letter.
            name = _NAMES.get(segment.group) or LABELS[segment.part]
            easel.write(name, 16, parts.INK, (x, y - 22))
        if segment.group == "seat":
            for place, (seat_x, seat_y) in segment.points.items():
                easel.write(str(place.number + 1), 18, parts.INK, (seat_x, seat_y + 22))


def _caption_pod(easel: Easel, box: PodBox, build: Build) -> None:
    name = box.pod.name
    easel.write(f"POD  {name}", 20, parts.INK, (box.body.left + 24, box.body.top + 20), left=True)
    for control in (PLUG, *box.pod.controls):
        x, y = box.keys[on_pod(control, name)]
        # The keyboard works what only a pod has; what the device has too, it works there.
        own = control not in (PLUG, *build.buttons)
        said = "" if control in COLOUR_KEYS else control.upper()
        label = f"({LABELS[control]})" if own and said else LABELS[control] if own else ""
        easel.write(f"{said}  {label}".strip(), 17, parts.INK, (x, y + KEY_RADIUS + 22))


def _caption_buttons(easel: Easel, layout: Layout, build: Build) -> None:
    """Name the three buttons, one of which may be the joystick's press, and the keys of the colours."""
    for control, (x, y) in layout.buttons.items():
        name, keys = control.upper(), f"({LABELS[control]})"
        if layout.hat:
            beside = x + layout.button_radius + 14
            easel.write(name, 24, parts.INK, (beside, y - 10), left=True)
            easel.write(keys, 20, parts.FAINT, (beside, y + 12), left=True)
        else:
            easel.write(f"{name}  {keys}", 24, parts.INK, (x, y + BUTTON_RADIUS + 24))
    if layout.stick and build.press_plays:
        x, y = layout.stick
        text = f"{PLAY.upper()}  ({LABELS[PLAY]}, arrows)"
        easel.write(text, 24, parts.INK, (x, y + BUTTON_RADIUS + 24))
    for suit, (x, y) in layout.keys.items():
        easel.write(LABELS[suit], 20, parts.FAINT, (x, y + KEY_RADIUS + 14))


def _caption_others(easel: Easel, layout: Layout, build: Build) -> None:
    """Name the joystick, the encoder, the undo and the power key."""
    for name, keys, centre in (
        ("JOYSTICK", "arrow keys", None if build.press_plays else layout.stick),
        ("ENCODER", "[   ]   or wheel", layout.knob),
        *((control.upper(), LABELS[control], place) for control, place in layout.small.items()),
    ):
        if centre:
            x, y = centre
            easel.write(name, 20, parts.INK, (x, y + STICK_RADIUS + 22))
            easel.write(keys, 19, parts.FAINT, (x, y + STICK_RADIUS + 42))


def _write_help(easel: Easel, layout: Layout) -> None:
    if layout.plain:
        left, top = layout.fireworks.left + 4, layout.buttons[PLAY][1] + 4
        for line, text in enumerate(_HELP):
            easel.write(text, 19, parts.FAINT, (left, top + 22 * line), left=True)
    else:
        at = (layout.glass.left, layout.body.bottom - 22)
        easel.write(" ".join(_HELP), 19, parts.FAINT, at, left=True)
