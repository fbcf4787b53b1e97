"""Builds, each read from its TOML; all of its mistakes are told at once."""

import os.path
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from companion import toml_file
from companion.errors import WiringError, unprintable
from companion.panel import BUTTONS
from wiring import builds
from wiring.reading.check import Checked, nearest_key
from wiring.reading.controls import (
    PRESS,
    read_buttons,
    read_encoder,
    read_joystick,
    read_keys,
    read_quarters,
)
from wiring.reading.keypads import read_keypads
from wiring.reading.lights import read_leds
from wiring.reading.pins import Pins
from wiring.reading.readers import read_readers
from wiring.reading.screen import read_screen
from wiring.reading.strip import check_neighbours, read_strip
from wiring.spec import (
    ANY_CHIP,
    BOX,
    MOCK,
    NONE,
    REAL,
    SHAPES,
    Build,
    ChipSpec,
    ShoppingItem,
)

__all__ = ["Build", "BuildText", "NoSuchBuild", "build_text", "load", "parse_build"]


class NoSuchBuild(WiringError):
    """There is no build by that name, and no file there that can be read."""


class BuildText(NamedTuple):
    """The TOML of a build, not yet read."""

    text: str
    name: str
    where: str
    """What messages call it."""


def load(name_or_path: str) -> Build:
    """Read a build by name or .toml path. Raises NoSuchBuild, or WiringError for mistakes."""
    return parse_build(*build_text(name_or_path))


def build_text(name_or_path: str) -> BuildText:
    """Return the TOML of a build by name or .toml path. Raises NoSuchBuild."""
    known = builds.build_names()
    if name_or_path in known:
        return BuildText(builds.build_toml(name_or_path), name_or_path, f"{name_or_path}.toml")
    if not name_or_path.endswith(".toml") and not os.path.isfile(name_or_path):
        instead = f"{nearest_key(name_or_path, known)} (your own is named by its .toml file)"
        raise NoSuchBuild(name_or_path, [f"there is no such build; {instead}"])
    name = Path(name_or_path).stem
    if bad := unprintable(name):
        raise NoSuchBuild(name_or_path, [f"the file's name has {bad}; rename it"])
    try:
        text = toml_file.read_regular_file(Path(name_or_path))
    except toml_file.NoToml as error:
        raise NoSuchBuild(name_or_path, error.problems) from None
    return BuildText(text, name, name_or_path)


def parse_build(text: str, name: str, where: str) -> Build:
    """Read a build from TOML that messages call `where`. Raises WiringError with every mistake."""
    try:
        top = Checked(toml_file.parse_table(text), [])
    except toml_file.NoToml as error:
        raise WiringError(where, error.problems) from None
    build = _read_build(top, name)
    top.no_others()
    if top.problems:
        raise WiringError(where, top.problems)
    return build


def _read_build(top: Checked, name: str) -> Build:
    """Read the parts of a build from its top table; mistakes are added to those of the table."""
    about = top.text("about", "")
    board = _read_board(top)
    shape = top.choice("shape", SHAPES, default=BOX)
    pins = Pins(board.lines)
    # Buses come before the parts that may not use their lines, and lights before buttons, so that a
    # pin in double use is reported at the button, where people look first.
    strip_table = top.table("strip")
    strip = read_strip(strip_table, pins)
    screen = read_screen(top.table("screen"), pins)
    readers = read_readers(top, pins, board.kind)
    lights = read_leds(top.table("lights"), pins)
    check_neighbours(strip_table, strip, screen, lights)
    joystick = top.table("joystick")
    touch = top.flag("touch", default=False)
    keypads = read_keypads(top)
    elsewhere = {control for keypad in keypads for control in keypad.keys.values()}.union(
        BUTTONS if touch else ()
    )
    active_high: set[str] = set()
    buttons = {
        **read_buttons(top.table("buttons"), joystick, pins, active_high, elsewhere),
        **read_keys(top.table("keys"), pins, active_high),
        **read_joystick(joystick, pins, active_high),
    }
    knob = top.table("encoder")
    encoder = read_encoder(knob, pins, active_high)
    build = Build(
        name=name,
        about=about,
        board=board,
        screen=screen,
        buttons=MappingProxyType(buttons),
        lights=lights,
        strip=strip,
        encoder=encoder,
        per_detent=read_quarters(knob),
        press_plays=PRESS in joystick,
        parts=_read_shopping(top),
        shape=shape,
        readers=readers,
        keypads=keypads,
        active_high=frozenset(active_high),
        touch=touch,
    )
    panel = top.table("panel")
    if not panel.there:
        return build
    # Only builds with a panel wait for that.
    from wiring.reading.panel import labels_beside_keys, read_panel

    front = read_panel(panel, build)
    if screen is not None:
        screen = screen._replace(labels=labels_beside_keys(screen.labels, front))
    return build._replace(panel=front, screen=screen)


def _read_board(top: Checked) -> ChipSpec:
    kind = top.choice("board", (REAL, MOCK, NONE))
    if kind in (MOCK, NONE):
        top.refuse("chip", f'only board = "{REAL}" has a chip; leave it out')
        return ChipSpec(kind)
    if isinstance(top.raw("chip"), int):
        return ChipSpec(kind, top.whole("chip", 0, 99, default=0))
    return ChipSpec(kind, top.text("chip", ANY_CHIP))


def _read_shopping(top: Checked) -> tuple[ShoppingItem, ...]:
    parts = []
    for number, item in enumerate(top.items("parts")):
        table = Checked(item, top.problems, f"parts[{number}]")
        if "name" not in table and table.there:
            table.problem("name", "is missing; it says what to buy")
        parts.append(
            ShoppingItem(
                name=table.text("name", ""),
                pieces=table.whole("pieces", 1, 100, default=1),
                price_eur=table.number("price_eur", 0.0),
                note=table.text("note", ""),
                search=table.text("search", ""),
            )
        )
        table.no_others()
    return tuple(parts)
