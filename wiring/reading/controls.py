"""Reading a build's buttons, keys, joystick and encoder."""

from collections.abc import Collection
from typing import Final

from companion.numbers import is_integer
from companion.panel import BUTTONS, COLOUR_KEYS, ENCODER, JOYSTICK, PLAY, POWER, UNDO
from wiring.reading.check import Checked, shown_value
from wiring.reading.pins import Pins
from wiring.spec import DETENTS, WHOLE_CYCLE, EncoderPins

PRESS: Final = "press"
QUARTERS: Final = "quarters"
_NAMES: Final = (*BUTTONS, UNDO, POWER)


def read_buttons(
    table: Checked,
    joystick: Checked,
    pins: Pins,
    active_high: set[str],
    elsewhere: Collection[str],
) -> dict[str, int]:
    """Return the buttons, and the undo and power keys. A joystick's press may be PLAY.

    The buttons `elsewhere`, on keypads or on a touch screen, are not needed.
    """
    why = "is missing; the clue, discard and play buttons are always needed"
    if not pins.any:
        why += ", and without pins a keypad has to have them (keypads[0].keys)"
    needed = {control: why for control in BUTTONS if control not in elsewhere}
    if PRESS in joystick:
        needed.pop(PLAY, None)
        if PLAY in table:
            joystick.problem(
                PRESS, f"{table.path(PLAY)} is the play button already; leave out one of them"
            )
    elif joystick.there and PLAY in needed:
        needed[PLAY] += f", but {joystick.path(PRESS)} can be the play button"
    buttons = pins.take_all(table, _NAMES, needed, active_high)
    table.no_others()
    pressed_high: set[str] = set()
    for pin in pins.take_all(joystick, (PRESS,), {}, pressed_high).values():
        buttons[PLAY] = pin
    active_high.update(PLAY for _ in pressed_high)
    return {control: buttons[control] for control in _NAMES if control in buttons}


def read_keys(table: Checked, pins: Pins, active_high: set[str]) -> dict[str, int]:
    """Return the colour keys."""
    keys = pins.take_all(table, COLOUR_KEYS, {}, active_high)
    table.no_others()
    return keys


def read_joystick(table: Checked, pins: Pins, active_high: set[str]) -> dict[str, int]:
    """Return the joystick's directions; its press is among the buttons."""
    needed = dict.fromkeys(JOYSTICK, "is missing; a joystick has up, down, left and right")
    directions = pins.take_all(table, JOYSTICK, needed if table.there else {}, active_high)
    table.no_others()
    return directions


def read_quarters(table: Checked) -> int:
    """Return the quarters of the encoder's cycle from one detent to the next."""
    if QUARTERS not in table:
        return WHOLE_CYCLE
    quarters = table.raw(QUARTERS)
    if is_integer(quarters) and quarters in DETENTS:
        return quarters
    table.problem(
        QUARTERS,
        f"must be 4, 2 or 1, not {shown_value(quarters)}: the quarters of a cycle in a detent",
    )
    return WHOLE_CYCLE


def read_encoder(table: Checked, pins: Pins, active_high: set[str]) -> EncoderPins | None:
    """Return the rotary encoder."""
    if "active_high" in table and table.flag("active_high", default=False):
        active_high.add(ENCODER)
    needed = dict.fromkeys(EncoderPins._fields, "is missing; an encoder has the contacts a and b")
    contacts = pins.take_all(table, EncoderPins._fields, needed if table.there else {})
    table.know((QUARTERS,))
    for key in ("press", "switch"):
        table.refuse(key, f"its switch is a button, wired as one: buttons.{PLAY} or buttons.{UNDO}")
    table.no_others()
    return EncoderPins(**contacts) if len(contacts) == len(EncoderPins._fields) else None
