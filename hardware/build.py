"""Builds, each read from its TOML with every mistake told at once."""

import tomllib
from pathlib import Path
from types import MappingProxyType

import wiring
from companion.errors import WiringError
from hardware.check import Checked, nearest
from hardware.pins import Pins
from hardware.read_controls import PRESS, read_buttons, read_encoder, read_joystick, read_keys
from hardware.read_lights import read_leds
from hardware.read_pods import read_pods
from hardware.read_readers import read_readers
from hardware.read_screen import read_screen
from hardware.read_strip import check_neighbours, read_strip
from hardware.spec import ANY_CHIP, BOX, MOCK, MODEL_LINES, NONE, REAL, SHAPES, Board, Build, Part

__all__ = ["Build", "load", "parse"]


def load(name_or_path: str) -> Build:
    """Read a build by its name, or from the path of a .toml file.

    Raises:
        WiringError: there is no such build, its file cannot be read, or it has mistakes.
    """
    known = wiring.names()
    path = Path(name_or_path)
    if name_or_path in known:
        return parse(wiring.text(name_or_path), name_or_path, f"{name_or_path}.toml")
    if path.suffix != ".toml" and not path.is_file():
        raise WiringError(
            name_or_path,
            [f"there is no such build; {nearest(name_or_path, known)} (your own is named by its .toml file)"],
        )
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise WiringError(name_or_path, ["the file is not text in UTF-8; save it as such"]) from None
    except OSError as error:
        raise WiringError(name_or_path, [f"the file cannot be read: {error.strerror or error}"]) from None
    return parse(text, path.stem, name_or_path)


def parse(text: str, name: str, where: str) -> Build:
    """Read a build from its TOML `text`; `where` is what messages call that text.

    Raises:
        WiringError: with every mistake in the text.
    """
    try:
        top = Checked(tomllib.loads(text), [])
    except tomllib.TOMLDecodeError as error:
        raise WiringError(where, [f"this is not TOML: {error}"]) from None
    about = top.text("about", "")
    board = _board(top)
    shape = top.choice("shape", SHAPES, default=BOX)
    pins = Pins(board.lines)
    # Buses before what may not use their lines, lights before buttons: a pin that two of them use is
    # then told at the button, where one looks first.
    strip_table = top.table("strip")
    strip = read_strip(strip_table, pins)
    screen = read_screen(top.table("screen"), pins)
    readers = read_readers(top, pins, board.kind)
    lights = read_leds(top.table("lights"), pins)
    check_neighbours(strip_table, strip, screen, lights)
    joystick = top.table("joystick")
    pods = read_pods(top, board, [reader.port for reader in readers])
    buttons = {
        **read_buttons(
            top.table("buttons"), joystick, pins, {control for pod in pods for control in pod.controls}
        ),
        **read_keys(top.table("keys"), pins),
        **read_joystick(joystick, pins),
    }
    encoder = read_encoder(top.table("encoder"), pins)
    parts = _parts(top)
    top.no_others()
    if top.problems:
        raise WiringError(where, top.problems)
    return Build(
        name=name,
        about=about,
        board=board,
        screen=screen,
        buttons=MappingProxyType(buttons),
        lights=lights,
        strip=strip,
        encoder=encoder,
        press_plays=PRESS in joystick,
        parts=parts,
        shape=shape,
        pods=pods,
        readers=readers,
    )


def _board(top: Checked) -> Board:
    kind = top.choice("board", (REAL, MOCK, NONE))
    if kind == MOCK:
        model = top.choice("model", tuple(MODEL_LINES), default="CM3")
        top.refuse("chip", f'only board = "{REAL}" has a chip; leave it out')
        return Board(kind, ANY_CHIP, model)
    if kind in (REAL, NONE):
        top.refuse("model", f'only board = "{MOCK}" has a model; leave it out')
    if kind == NONE:
        top.refuse("chip", f'only board = "{REAL}" has a chip; leave it out')
        return Board(kind, ANY_CHIP, "")
    top.know(("model", "chip"))
    if isinstance(top.raw("chip"), int):
        return Board(kind, top.whole("chip", 0, 99, default=0), "")
    return Board(kind, top.text("chip", ANY_CHIP), "")


def _parts(top: Checked) -> tuple[Part, ...]:
    """What to buy."""
    parts = []
    for number, item in enumerate(top.items("parts")):
        table = Checked(item, top.problems, f"parts[{number}]")
        if "name" not in table and table.there:
            table.problem("name", "is missing; it says what to buy")
        parts.append(
            Part(
                name=table.text("name", ""),
                pieces=table.whole("pieces", 1, 100, default=1),
                price_eur=table.number("price_eur", 0.0),
                note=table.text("note", ""),
            )
        )
        table.no_others()
    return tuple(parts)
