"""Reading a build's card readers: the purpose, the kind and the port of each."""

import os.path
from typing import Final

from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD
from wiring.reading.check import Checked, shown_value
from wiring.reading.pins import UART_PINS, Pins
from wiring.spec import EMULATED, MOCK, READER_KINDS, Reader

NAMES: Final = (CARD_READER, PLAY_PAD, DISCARD_PAD)

HEADER_PORTS: Final = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""The names of the header's UART on the various Raspberry Pis."""

_LIKE: Final = f'a device such as "/dev/serial/by-id/..." or "{HEADER_PORTS[0]}"'


def read_readers(top: Checked, pins: Pins, board: str) -> tuple[Reader, ...]:
    """Return the card readers; one on the header's UART takes its pins. `board` is the kind of
    board.
    """
    readers: list[Reader] = []
    tables: list[Checked] = []
    for number, item in enumerate(top.items("readers")):
        table = Checked(item, top.problems, f"readers[{number}]")
        if table.misshapen:
            continue
        reader = Reader(
            name=table.choice("name", NAMES),
            kind=table.choice("kind", READER_KINDS),
            port=_read_reader_port(table, board),
        )
        for other, before in zip(readers, tables, strict=True):
            _check_both(table, reader, before, other)
        table.no_others()
        readers.append(reader)
        tables.append(table)
        if on_header(reader.port):
            pins.reserve_lines(UART_PINS, table.path(None))
    return tuple(readers)


def on_header(port: str) -> bool:
    """Return True if a device is the UART of a Raspberry Pi's header."""
    return port in HEADER_PORTS


def _read_reader_port(table: Checked, board: str) -> str:
    port = table.raw("port")
    if port is None:
        emulated = f', or "{EMULATED}"' if board == MOCK else ""
        table.problem("port", f"is missing; it is {_LIKE}{emulated}")
    elif port == EMULATED:
        if board == MOCK:
            return EMULATED
        table.problem("port", f'only board = "{MOCK}" has emulated readers; this must be {_LIKE}')
    elif isinstance(port, str) and port.startswith("/dev/"):
        return os.path.normpath(port)  # two spellings of a port are one
    else:
        table.problem("port", f"must be {_LIKE}, not {shown_value(port)}")
    return ""


def _check_both(table: Checked, reader: Reader, before: Checked, other: Reader) -> None:
    names = (reader.name, other.name)
    if reader.name and reader.name == other.name:
        table.problem("name", f'"{reader.name}" is {before.path(None)} already')
    elif CARD_READER in names and "" not in names:
        table.problem(
            "name",
            f'a "{CARD_READER}" reader is for play and discard alike, so that there is no other'
            f' one; call two of them "{PLAY_PAD}" and "{DISCARD_PAD}"',
        )
    is_same = reader.port == other.port or (on_header(reader.port) and on_header(other.port))
    if is_same and reader.port not in ("", EMULATED):
        table.problem("port", f"{reader.port} is the port of {before.path(None)} already")
