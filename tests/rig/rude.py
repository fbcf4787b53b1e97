"""Clients of the control socket that no programmer would write on purpose."""

import array
import contextlib
import json
import os
import random
import socket
import time
from collections import Counter
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


RIGHT: dict[str, str] = {
    "state": "state",
    "screen": "screen",
    "frame": "png",
    "lights": "lights",
    "record": "record",
    "nothing": "error",
}
"""Questions, and a key that the answer to each has."""


class Rude:
    """A client without manners, who leaves the game as it is."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.dice = random.Random(seed)
        self.done: Counter[str] = Counter()

    def act(self) -> None:
        """Do something rude; an AssertionError says that the answer to it was wrong."""
        acts = (self.asks, self.asks, self.asks, self.never_reads, self.never_ends, self.comes)
        act = self.dice.choice(acts)
        self.done[act.__name__] += 1
        with contextlib.suppress(*HUNG_UP):
            act()

    @contextlib.contextmanager
    def _line(self, timeout: float = 20.0) -> Any:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.settimeout(timeout)
            sock.connect(str(self.path))
            yield sock

    def asks(self) -> None:
        """Ask many things at once on one line or on several, and look at each answer."""
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(self._line()) for _ in range(self.dice.choice((1, 1, 20)))]
            asked = [[self._question() for _ in range(self.dice.randint(1, 60))] for _ in lines]
            for sock, questions in zip(lines, asked, strict=True):
                sock.sendall(b"".join(line + b"\n" for line, _ in questions))
                if self.dice.random() < 0.3:
                    sock.shutdown(socket.SHUT_WR)
            for sock, questions in zip(lines, asked, strict=True):
                self._look_at_answers(sock, questions)

    def _question(self) -> tuple[bytes, str]:
        """Return a line, and the key that its answer has."""
        if self.dice.random() < 0.5:
            word, key = self.dice.choice(tuple(RIGHT.items()))
            return b'{"get":"%s"}' % word.encode(), key
        if self.dice.random() < 0.2:
            return self.dice.choice(tuple(ODD.values())), "error"
        return senseless(self.dice), "error"

    def _look_at_answers(self, sock: socket.socket, questions: list[tuple[bytes, str]]) -> None:
        """Read an answer to each question, until the other end hangs up."""
        with sock.makefile("rb", buffering=self.dice.choice((0, 1 << 16))) as answers:
            for number, (line, key) in enumerate(questions):
                answer = answers.readline()
                if not answer:
                    return
                body = json.loads(answer)
                if not number and _sent_away(body):
                    return
                assert key in body, f"{line[:200]!r} was answered {answer[:300]!r}"
                if key == "error":
                    _check_refusal(body)

    def never_reads(self) -> None:
        """Ask more than anybody keeps, subscribe or hold a button, and read nothing of it."""
        line = self.dice.choice(
            (
                b'{"get":"screen"}\n' * 1_000_000,
                b'{"do":"subscribe"}\n' * 3,
                b'{"do":"hold","control":"clue","seconds":600}\n',  # it comes to nothing
                b'{"get":"state"}\n{"get":"sta',
                self.dice.randbytes(100_000),
            )
        )
        with self._line(0.5) as sock, open(os.devnull) as file:
            if self.dice.random() < 0.2:
                sock.shutdown(socket.SHUT_RD)
            files = array.array("i", [file.fileno()] * self.dice.choice((0, 50)))
            sent = sock.sendmsg([line], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
            sock.sendall(line[sent:])
            time.sleep(self.dice.random() * self.dice.choice((0.02, 3)))

    def never_ends(self) -> None:
        """Send a line without an end: little of it is taken."""
        sent = 0
        with self._line(2.0) as sock:
            try:
                while sent < 1 << 30:
                    sent += sock.send(b"x" * 65536)
            finally:
                assert sent < 4 << 20, f"{sent} bytes of one line were taken"

    def comes(self) -> None:
        """Come often, ask a part of a question or nothing, and go or stay for a while."""
        with contextlib.ExitStack() as stack:
            for _ in range(self.dice.randint(10, 1000)):
                sock = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
                sock.settimeout(0)
                with contextlib.suppress(*HUNG_UP):
                    sock.connect(str(self.path))
                    sock.send(self.dice.choice((b"", b'{"get":"sta', b'{"get":"screen"}\n')))
                if self.dice.random() < 0.6:
                    sock.close()
            time.sleep(self.dice.random() * 0.5)


def _sent_away(answer: dict[str, Any]) -> bool:
    """Return True if there was no place for it, or no longer."""
    return any(
        why in answer.get("error", "") for why in ("connected already", "others want this place")
    )


def _check_refusal(answer: dict[str, Any]) -> None:
    """Check that a refusal is one sentence."""
    assert answer["ok"] is False, answer
    assert 0 < len(answer["error"]) < 1000, answer
    assert "\n" not in answer["error"], answer
