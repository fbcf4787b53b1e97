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

RIGHT: tuple[dict[str, Any], ...] = (
    {"do": "press", "control": "clue"},
    {"do": "hold", "control": "play", "seconds": 0.01},
    {"do": "chord", "controls": ["discard", "play"]},
    {"do": "turn", "steps": -1},
    {"do": "new", "edition": {"preset": "grand"}, "players": 3, "detail": "cards"},
    {"do": "action", "action": {"do": "play", "card": "R1"}},
    {"do": "action", "action": {"do": "bonus", "tile": "recycle", "card": "R3", "unnamed": True}},
    {"do": "action", "action": {"do": "correct", "deck": 3, "hands": [5, 5, 5], "fireworks": {"R": 2}}},
    {"do": "action", "action": {"do": "correct", "discards": {"R1": 1}, "tiles": [], "turns_left": None}},
    {"do": "action", "action": {"do": "concede", "reason": "conceded"}},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "repair", "turn": 2, "as": "insert", "action": {"do": "clue"}, "cut": True},
    {"do": "repair", "turn": 1, "as": "remove"},
    {"do": "subscribe"},
    {"do": "tag", "id": "04a2b3c4", "reader": "play"},
    {"do": "enrol", "id": "04a2b3c4", "deck": "a", "card": "R1"},
    {"do": "forget", "id": "04a2b3c4"},
    {"do": "watch"},
    {"get": "state"},
    {"get": "screen"},
    {"get": "frame"},
    {"get": "lights"},
    {"get": "record"},
    {"get": "record", "game": 1},
    {"get": "stats"},
    {"get": "stickers"},
    {"get": "history", "limit": 5},
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


def wrong(dice: random.Random) -> dict[str, Any]:
    """A request of which one value, at any depth, is another one, or has another name."""
    body: dict[str, Any] = json.loads(json.dumps(dice.choice(RIGHT)))
    place = body
    while True:
        key = dice.choice(list(place))
        if isinstance(place[key], dict) and place[key] and dice.random() < 0.7:
            place = place[key]
            continue
        break
    roll = dice.random()
    if roll < 0.7:
        place[key] = dice.choice(VALUES)
    elif roll < 0.85:
        place[dice.choice(("", "x", "do", "get", "card", "limit"))] = place.pop(key)
    else:
        del place[key]
    return body


def senseless(dice: random.Random) -> bytes:
    """A line that the companion must refuse."""
    if dice.random() < 0.5:
        return dice.choice(NO_JSON)
    body = dice.choice(
        (
            dice.choice(VALUES),
            {},
            {"do": dice.choice(VALUES[:10])},
            {"get": dice.choice(VALUES)},
            {"do": "press", "get": "state"},
            {"do": "press", "control": dice.choice([v for v in VALUES if v != "clue"])},
            {"do": "hold", "control": "clue", "seconds": dice.choice([v for v in VALUES if not _seconds(v)])},
            {"do": "hold", "control": dice.choice([v for v in VALUES if v != "clue"]), "seconds": 1},
            {"do": "chord", "controls": dice.choice([v for v in VALUES if not _buttons(v)])},
            {"do": "turn", "steps": dice.choice(VALUES)},
            {"do": "new", "players": dice.choice([v for v in VALUES if v != 2 and not _names(v)])},
            {"do": "new", "edition": dice.choice([v for v in VALUES if v != {}])},
            {
                "do": "new",
                "edition": {dice.choice(("fuses", "black", "ending", "x")): dice.choice(VALUES[3:])},
            },
            {"do": "new", "detail": dice.choice(VALUES)},
            {"do": "action", "action": dice.choice([v for v in VALUES if v != {"do": "clue"}])},
            {"do": "action", "action": {"do": "play", "card": dice.choice(VALUES)}},
            {"do": "action", "action": {"do": "correct", "deck": dice.choice(VALUES[8:])}},
            {"do": "action", "action": {"do": "correct", "hands": dice.choice(VALUES)}},
            {"do": "undo", "x": dice.choice(VALUES)},
            {"get": "history", "limit": dice.choice([v for v in VALUES if v not in (1, 2, 6)])},
            {"get": "record", "game": dice.choice([v for v in VALUES if v not in (1, 2, 6)])},
            {"get": "stats", "game": dice.choice(VALUES)},
        )
    )
    return json.dumps(body).encode()


def _buttons(value: object) -> bool:
    return value in (["clue", "play", "discard"], ["clue", "clue"])


def _seconds(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 600


def _names(value: object) -> bool:
    return value in (["clue", "clue"], ["clue", "play", "discard"])


class Rude:
    """Somebody with a socket and no manners; `alone` for one who leaves the game as it is."""

    def __init__(self, path: Path, seed: int, alone: bool) -> None:
        self.path = path
        self.dice = random.Random(seed)
        self.alone = alone
        self.done: dict[str, int] = {}
        self.refused = 0

    def act(self) -> None:
        """Something rude; an AssertionError where the answer to it was wrong."""
        acts: list[Callable[[], None]] = [
            self.talks_nonsense,
            self.talks_nonsense,
            self.sends_bytes,
            self.leaves_in_the_middle,
            self.never_ends_the_line,
            self.asks_and_never_reads,
            self.subscribes_and_never_reads,
            self.reads_a_byte_at_a_time,
            self.stops_sending,
            self.stops_reading,
            self.comes_and_goes,
            self.asks_in_a_row,
            self.sends_files,
            self.holds_and_leaves,
        ]
        if not self.alone:
            acts += [self.says_anything] * 4
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
        """The answer is one sentence that says no, or there is none because it hung up."""
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

    def says_anything(self) -> None:
        with self._line() as sock, sock.makefile("rb") as lines:
            for _ in range(self.dice.randint(1, 30)):
                body = wrong(self.dice) if self.dice.random() < 0.8 else self.dice.choice(RIGHT)
                seconds = body.get("seconds")
                if isinstance(seconds, int | float) and seconds > 0.5:
                    continue
                sock.sendall(json.dumps(body).encode() + b"\n")
                answer = json.loads(lines.readline() or b'{"ok":false,"error":"-"}')
                while "ok" not in answer:
                    answer = json.loads(lines.readline())
                assert answer["ok"] in (True, False)
                assert answer["ok"] or (answer["error"] and "\n" not in answer["error"]), answer

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

    def stops_sending(self) -> None:
        with self._line() as sock:
            sock.sendall(b'{"get":"state"}\n' * 10 + b'{"get":"state"}')
            sock.shutdown(socket.SHUT_WR)
            with sock.makefile("rb") as lines:
                answers = lines.readlines()
        if b"connected already" not in answers[0]:
            assert len(answers) == 11

    def stops_reading(self) -> None:
        with self._line() as sock:
            sock.shutdown(socket.SHUT_RD)
            sock.sendall(b'{"get":"state"}\n' * 10)

    def comes_and_goes(self) -> None:
        open_ones: list[socket.socket] = []
        for _ in range(self.dice.randint(10, 1000)):
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            sock.setblocking(False)
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
        """Many requests at once, each of which has an answer of its own kind."""
        words = [
            self.dice.choice(("state", "screen", "frame", "lights", "record", "nothing")) for _ in range(60)
        ]
        with self._line() as sock, sock.makefile("rb") as lines:
            sock.sendall(b"".join(b'{"get":"%s"}\n' % word.encode() for word in words))
            for number, word in enumerate(words):
                answer = json.loads(lines.readline() or b"{}")
                if not number and "connected already" in answer.get("error", ""):
                    return
                key = {"frame": "png", "nothing": "error"}.get(word, word)
                assert key in answer, f"{word} was answered {str(answer)[:200]}"

    def sends_files(self) -> None:
        """Descriptors come with the bytes; nobody asked for them."""
        with self._line() as sock, open(os.devnull) as file:
            files = array.array("i", [file.fileno()] * 50)
            sock.sendmsg([b'{"get":"state"}\n'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
            sock.recv(65536)

    def holds_and_leaves(self) -> None:
        """The hold is too long to come to anything."""
        for _ in range(5):
            with self._line() as sock:
                sock.sendall(b'{"do":"hold","control":"clue","seconds":600}\n')
                time.sleep(self.dice.random() * 0.02)
