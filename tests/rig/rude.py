"""Clients of the control socket that no programmer would write on purpose."""

import array
import contextlib
import json
import os
import random
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.daemon.socket.client import LONGEST_LINE

HUNG_UP = (BrokenPipeError, ConnectionResetError, TimeoutError, BlockingIOError)

VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    6,
    1e999,
    -0.0,
    0.5,
    1e-320,
    10**30,
    10**4000,
    10**4300 - 1,
    "",
    "clue",
    "CLUE",
    "\0",
    "\ud800",
    "\u202e",
    "\n",
    "\x1b[2J",
    "é" * 30,
    "x" * 50_000,
    [],
    {},
    ["clue"],
    ["clue", "clue"],
    ["clue", "play", "discard"],
    ["clue", None],
    [[[[]]]],
    {"do": "clue"},
    {"do": {"do": {"do": "clue"}}},
    list(range(5000)),
)

NO_JSON: tuple[bytes, ...] = (
    b"hello",
    b"[" * 60_000,
    b"[" * 100_000,
    b'{"do":' * 9_000,
    b"9" * 5_000,
    b'{"do":"hold","control":"clue","seconds":NaN}',
    b'{"do":"hold","control":"clue","seconds":-Infinity}',
    b'{"do":"hold","control":"clue","seconds":1e999}',
    b'{"do":"undo","do":"undo"}',
    b'{"do":"press","control":"cl\0ue"}',
    b"\xff\xfe\x00",
    b'{"do":"\xed\xa0\x80"}',
    b"\x00" * 1000,
    b'{"do":"undo"}}',
    b'{"do":"undo"',
    b'"',
)


def _filled(unit: bytes, begin: bytes = b"[", end: bytes = b"]", comma: bytes = b",") -> bytes:
    """Return a line as long as one may be, of the same thing again and again."""
    count = (LONGEST_LINE - len(begin) - len(end) + len(comma)) // (len(unit) + len(comma))
    return begin + comma.join([unit] * count) + end


_KEYS = b",".join(b'"%x":0' % number for number in range(6_500))

ODD: dict[str, bytes] = {
    "many keys, one doubled": b'{%s,"z":0,"z":0}' % _KEYS,
    "many keys": b"{%s}" % _KEYS,
    "objects": _filled(b"{}"),
    "objects with a key": _filled(b'{"":0}'),
    "lists": _filled(b"[]"),
    "deep lists": _filled(b"[" * 900 + b"]" * 900),
    "deep objects": _filled(b'{"":' * 300 + b"0" + b"}" * 300),
    "too deep": b"[" * 30_000 + b"]" * 30_000,
    "digits": _filled(b"1"),
    "long numbers": _filled(b"9" * 4300),
    "a number too long": b"9" * 65_000,
    "a long fraction": _filled(b"9", b"0.", b"e-300", b""),
    "escapes": _filled(b"\\n", b'{"do":"', b'"}', b""),
    "halves of letters": _filled(b"\\ud800", b'{"do":"', b'"}', b""),
    "a long word": _filled(b"undo redo press", b'{"do":"', b'"}', b""),
    "a long key": _filled(b"x", b'{"get":"state","', b'":1}', b""),
    "a long list for a word": _filled(b"0", b'{"do":[', b"]}"),
    "objects for a word": _filled(b'{"":{}}', b'{"do":[', b"]}"),
    "a long number for a word": b'{"do":%s}' % (b"9" * 4300),
    "many buttons": _filled(b'"clue"', b'{"do":"chord","controls":[', b',"x"]}'),
    "blanks": b" " * 65_000 + b"1",
    "no text": b"\xff" * 65_000,
}
"""Lines that are refused, and that take longer to read than most."""


def senseless(dice: random.Random) -> bytes:
    """Return a line that the companion must refuse; the model asks for things with wrong values."""
    if dice.random() < 0.5:
        return dice.choice(NO_JSON)
    value = dice.choice(VALUES[:-3])
    return json.dumps(dice.choice((value, {"do": value}, {"get": value}, {"x": value}))).encode()


def _sent_away(answer: dict[str, Any]) -> bool:
    """Return True if there was no place for it, or no longer."""
    return any(
        why in answer.get("error", "") for why in ("connected already", "others want this place")
    )


class Rude:
    """A client without manners, who leaves the game as it is."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.dice = random.Random(seed)
        self.done: dict[str, int] = {}
        self.refused = 0

    def act(self) -> None:
        """Do something rude; an AssertionError says that the answer to it was wrong."""
        acts: list[Callable[[], None]] = [
            self.talks_nonsense,
            self.talks_nonsense,
            self.sends_bytes,
            self.leaves_in_the_middle,
            self.never_ends_the_line,
            self.asks_and_never_reads,
            self.subscribes_and_never_reads,
            self.reads_a_byte_at_a_time,
            self.takes_every_place,
            self.asks_odd_things,
            self.stops_sending,
            self.stops_reading,
            self.comes_and_goes,
            self.asks_in_a_row,
            self.sends_files,
            self.holds_and_leaves,
        ]
        act = self.dice.choice(acts)
        self.done[act.__name__] = self.done.get(act.__name__, 0) + 1
        with contextlib.suppress(*HUNG_UP):
            act()

    @contextlib.contextmanager
    def _line(self, timeout: float = 20.0) -> Any:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.settimeout(timeout)
            sock.connect(str(self.path))
            yield sock

    def _refused(self, answer: bytes) -> None:
        """Check that the answer is one sentence that says no, or none because it hung up."""
        if not answer:
            return
        body = json.loads(answer)
        assert body["ok"] is False, body
        assert body["error"], body
        assert "\n" not in body["error"], body
        assert len(body["error"]) < 1000, body
        self.refused += 1

    def talks_nonsense(self) -> None:
        with self._line() as sock, sock.makefile("rb") as lines:
            for _ in range(self.dice.randint(1, 30)):
                line = senseless(self.dice)
                sock.sendall(line + b"\n")
                answer = lines.readline()
                try:
                    self._refused(answer)
                except AssertionError:
                    raise AssertionError(f"{line[:200]!r} was answered {answer[:300]!r}") from None
                if not answer:
                    return

    def sends_bytes(self) -> None:
        with self._line() as sock:
            sock.sendall(self.dice.randbytes(self.dice.randint(1, 100_000)))
            sock.shutdown(socket.SHUT_WR)
            while sock.recv(65536):
                pass

    def leaves_in_the_middle(self) -> None:
        with self._line() as sock:
            sock.sendall(b'{"get":"sta')
            if self.dice.random() < 0.5:
                time.sleep(self.dice.random() * 0.05)

    def never_ends_the_line(self) -> None:
        sent = 0
        with self._line(2.0) as sock:
            try:
                while sent < 1 << 30:
                    sent += sock.send(b"x" * 65536)
            finally:
                assert sent < 4 << 20, f"{sent} bytes of one line were taken"

    def asks_and_never_reads(self) -> None:
        with self._line(0.5) as sock:
            for _ in range(1_000_000 // 1000):
                sock.sendall(b'{"get":"screen"}\n' * 1000)

    def subscribes_and_never_reads(self) -> None:
        with self._line(1.0) as sock:
            sock.sendall(b'{"do":"subscribe"}\n' * 3)
            time.sleep(self.dice.random() * 3)

    def reads_a_byte_at_a_time(self) -> None:
        with self._line() as sock:
            sock.sendall(b'{"get":"screen"}\n' * 200)
            for _ in range(20):
                assert sock.recv(1)
                time.sleep(0.02)

    def takes_every_place(self) -> None:
        """Take every place, and never finish a line."""
        with contextlib.ExitStack() as stack:
            for _ in range(64):
                stack.enter_context(self._line()).sendall(b'{"get":"sta')
            time.sleep(self.dice.random() * 0.5)

    def asks_odd_things(self) -> None:
        """Ask odd things from many places at once."""
        with contextlib.ExitStack() as stack:
            socks = [stack.enter_context(self._line()) for _ in range(self.dice.randint(1, 20))]
            for sock in socks:
                sock.sendall(self.dice.choice(tuple(ODD.values())) + b"\n")
            for sock in socks:
                self._refused(sock.recv(65536))

    def stops_sending(self) -> None:
        with self._line() as sock:
            sock.sendall(b'{"get":"state"}\n' * 10 + b'{"get":"state"}')
            sock.shutdown(socket.SHUT_WR)
            with sock.makefile("rb") as lines:
                answers = lines.readlines()
        if not _sent_away(json.loads(answers[0])):
            assert len(answers) == 11

    def stops_reading(self) -> None:
        with self._line() as sock:
            sock.shutdown(socket.SHUT_RD)
            sock.sendall(b'{"get":"state"}\n' * 10)

    def comes_and_goes(self) -> None:
        open_ones: list[socket.socket] = []
        for _ in range(self.dice.randint(10, 1000)):
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            sock.settimeout(0)
            open_ones.append(sock)
            with contextlib.suppress(*HUNG_UP):
                sock.connect(str(self.path))
                if self.dice.random() < 0.2:
                    sock.send(b'{"get":"screen"}\n')
            if self.dice.random() < 0.6:
                open_ones.pop(self.dice.randrange(len(open_ones))).close()
        for sock in open_ones:
            sock.close()

    def asks_in_a_row(self) -> None:
        """Ask many things at once, each of which has an answer of its own kind."""
        words = [
            self.dice.choice(("state", "screen", "frame", "lights", "record", "nothing"))
            for _ in range(60)
        ]
        with self._line() as sock, sock.makefile("rb") as lines:
            sock.sendall(b"".join(b'{"get":"%s"}\n' % word.encode() for word in words))
            for number, word in enumerate(words):
                answer = json.loads(lines.readline() or b"{}")
                if not number and _sent_away(answer):
                    return
                key = {"frame": "png", "nothing": "error"}.get(word, word)
                assert key in answer, f"{word} was answered {str(answer)[:200]}"

    def sends_files(self) -> None:
        """Send file descriptors with the bytes, unasked."""
        with self._line() as sock, open(os.devnull) as file:
            files = array.array("i", [file.fileno()] * 50)
            sock.sendmsg([b'{"get":"state"}\n'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
            sock.recv(65536)

    def holds_and_leaves(self) -> None:
        """Check that the hold is too long to come to anything."""
        for _ in range(5):
            with self._line() as sock:
                sock.sendall(b'{"do":"hold","control":"clue","seconds":600}\n')
                time.sleep(self.dice.random() * 0.02)
