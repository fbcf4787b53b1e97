"""A crowd: whatever one address asks, and however it leaves, a guest is answered meanwhile."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.onlooking import device
from companion.web import attempts, connections, desk, past, turns
from companion.web.answers import LabelsHandler
from tests.rig.page_sessions import TOKEN, WRONG, enter, judge
from tests.rig.pages import Served, served
from tests.rig.samples import within
from tests.rig.view_socket import line
from tests.rig.waiting import until

STRANGER = "127.0.0.2"
QUICK_S = within(5.0)
"""Within so many seconds a guest is answered, however busy this computer is."""
HISTORY = {"ok": True, "history": []}


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Nobody gives up a question before the test is over."""
    monkeypatch.setattr(device, "ANSWER_S", 20 * QUICK_S)


class Hold:
    """Answers of the device that take as long as a test wants."""

    def __init__(self, page: Served, answer: dict) -> None:
        self.page = page
        self.answer = answer
        self.held = 0
        self.most = 0
        self._over = asyncio.Event()

    async def __call__(self, body: dict) -> dict:
        self.held += 1
        self.most = max(self.most, self.held)
        await self._over.wait()
        self.held -= 1
        return self.answer

    def end(self) -> None:
        self.page.loop.call_soon_threadsafe(self._over.set)


def raw(method: str, path: str, body: object = None) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if data else ""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n".encode() + data


TRY = raw("POST", "/enter", {"token": "WRONG234"})


def connect(page: Served, source: str = STRANGER) -> socket.socket:
    return socket.create_connection(("127.0.0.1", page.port), 10, (source, 0))


@contextmanager
def crowd(
    page: Served, request: bytes, count: int = 90, source: str = STRANGER
) -> Iterator[list[socket.socket]]:
    """So many connections of an address, each of which asked something."""
    held = [connect(page, source) for _ in range(count)]
    for sock in held:
        sock.sendall(request)
    try:
        yield held
    finally:
        for sock in held:
            sock.close()


def quickly(page: Served, path: str, **headers: str) -> int:
    """The status of an answer, which must come before any question of another ends."""
    began = time.monotonic()
    status = page.get(path, **headers).status
    assert time.monotonic() - began < QUICK_S
    return status


def waiting(page: Served) -> int:
    return len(page.page.desk.turns)


def tried(page: Served) -> int:
    """How many codes the device was asked about."""
    return sum(body.get("do") == "enter" for body in page.device.asked)


@pytest.mark.parametrize("source", [STRANGER, "127.0.0.1"])
def test_a_guest_is_answered_while_all_connections_of_an_address_try_codes(guests, source):
    cookie = enter(guests)
    hold = Hold(guests, WRONG)
    guests.device.answers["enter"] = hold
    with crowd(guests, TRY, 90, source):
        until(lambda: hold.held == turns.AT_ONCE and waiting(guests) == 90)
        assert quickly(guests, "/games", Cookie=cookie) == 200
        assert guests.post("/draft", {"players": 4}, Cookie=cookie).status == 204
        assert quickly(guests, "/words") == 200
        hold.end()


def test_the_device_is_asked_little_at_a_time_however_many_addresses_ask(guests):
    cookie = enter(guests)
    hold = Hold(guests, WRONG)
    guests.device.answers["enter"] = hold
    with (
        crowd(guests, TRY, 20, "127.0.0.2"),
        crowd(guests, TRY, 20, "127.0.0.3"),
        crowd(guests, TRY, 20, "127.0.0.4"),
    ):
        until(lambda: hold.held == desk.AT_ONCE and waiting(guests) == 60)
        assert quickly(guests, "/games", Cookie=cookie) == 200
        assert hold.most == desk.AT_ONCE
        hold.end()


def test_what_a_connection_that_left_had_asked_is_not_carried_out(guests):
    hold = Hold(guests, WRONG)
    guests.device.answers["enter"] = hold
    with crowd(guests, TRY):
        until(lambda: hold.held == turns.AT_ONCE and waiting(guests) == 90)
    until(lambda: waiting(guests) == turns.AT_ONCE)
    hold.end()
    until(lambda: not waiting(guests))
    assert tried(guests) <= turns.AT_ONCE


def test_what_a_connection_that_left_had_asked_in_a_row_is_not_carried_out(guests):
    hold = Hold(guests, WRONG)
    guests.device.answers["enter"] = hold
    with crowd(guests, TRY * 300, 10):
        until(lambda: hold.held == turns.AT_ONCE and waiting(guests) == 10)
    hold.end()
    until(lambda: not waiting(guests) and not guests.page.server._streams)
    assert tried(guests) <= turns.AT_ONCE


def test_what_was_read_of_a_connection_that_is_closed_is_not_carried_out(page, monkeypatch):
    begun: list[LabelsHandler] = []
    plain = LabelsHandler.prepare
    monkeypatch.setattr(LabelsHandler, "prepare", lambda self: begun.append(self) or plain(self))
    hold = Hold(page, WRONG)
    page.device.answers["enter"] = hold
    with connect(page) as sock:
        sock.sendall(TRY + raw("GET", "/words") * 300)
        until(lambda: hold.held)
        (stream,) = page.page.server._streams
        until(lambda: stream._read_buffer_size > 10_000)
        page.loop.call_soon_threadsafe(stream.close)
        hold.end()
        until(lambda: not waiting(page) and not page.page.server._streams)
    assert not begun


def test_a_connection_asks_one_thing_at_a_time(guests):
    """What waits is no more than the connections, and those are limited by address."""
    hold = Hold(guests, WRONG)
    guests.device.answers["enter"] = hold
    with crowd(guests, TRY * 50, 150):
        until(lambda: waiting(guests) == connections.MOST_OF_ONE)
        time.sleep(0.1)
        assert waiting(guests) == connections.MOST_OF_ONE
        hold.end()


def test_past_games_that_are_open_to_all_are_read_by_others_meanwhile(tmp_path):
    with served(tmp_path, open=True) as page:
        page.device.answers["enter"] = judge
        page.say(line(serial=2, guests=True))
        until(lambda: page.get("/session").json["invited"])
        cookie = enter(page)
        page.device.answers["history"] = lambda body: HISTORY
        hold = Hold(page, HISTORY)
        page.device.answers["record"] = hold
        with crowd(page, raw("GET", "/games/1"), 90, "127.0.0.1"):
            until(lambda: hold.held == desk.AT_ONCE and waiting(page) == 90)
            assert quickly(page, "/games", Cookie=cookie) == 200
            assert quickly(page, "/words") == 200
            hold.end()


def test_a_guest_reads_a_past_game_while_others_replay_theirs(tmp_path, monkeypatch):
    with served(tmp_path, open=True) as page:
        page.device.answers["enter"] = judge
        page.say(line(serial=2, guests=True))
        until(lambda: page.get("/session").json["invited"])
        cookie = enter(page)
        page.device.answers["record"] = lambda body: {"ok": True, "record": {}}
        hold = Hold(page, {})
        monkeypatch.setattr(
            past, "turn_by_turn", lambda game, *told: _done() if game == 2 else hold({})
        )
        with (
            crowd(page, raw("GET", "/games/1"), 20),
            crowd(page, raw("GET", "/games/1"), 20, "127.0.0.3"),
        ):
            until(lambda: hold.held == desk.AT_ONCE)
            assert quickly(page, "/games/2", Cookie=cookie) == 200
            assert hold.most == desk.AT_ONCE
            hold.end()


async def _done() -> dict:
    return {}


def test_three_addresses_that_hold_all_connections_give_one_up_for_a_guest(guests):
    cookie = enter(guests)
    until(lambda: not guests.page.server._streams)
    hold = Hold(guests, WRONG)
    guests.device.answers["enter"] = hold
    with (
        crowd(guests, TRY, 90, "127.0.0.2"),
        crowd(guests, TRY, 90, "127.0.0.3"),
        crowd(guests, TRY, 76, "127.0.0.4"),
    ):
        until(lambda: waiting(guests) == connections.MOST)
        assert quickly(guests, "/games", Cookie=cookie) == 200
        assert quickly(guests, "/words") == 200
        hold.end()


def test_a_right_code_is_taken_while_others_are_wrong_without_end(guests):
    guests.device.answers["enter"] = judge
    with crowd(guests, TRY * 100, 40, "127.0.0.2"), crowd(guests, TRY * 100, 40, "127.0.0.1"):
        until(lambda: tried(guests) > 20)
        for source in ("127.0.0.3", "127.0.0.2"):
            with connect(guests, source) as sock:
                sock.sendall(raw("POST", "/enter", {"token": TOKEN}))
                assert b" 204 " in sock.recv(1000).split(b"\r\n")[0]


@pytest.mark.parametrize(
    ("addresses", "apart"), [(1, attempts.PAUSE_S / turns.AT_ONCE), (6, attempts.APART_S)]
)
def test_wrong_codes_are_judged_no_quicker_than_their_pace(guests, addresses, apart):
    guests.device.answers["enter"] = judge
    for _ in range(attempts.WRONG_MOST):
        for number in range(addresses):
            guests.page.desk.attempts.wrong(f"127.0.0.{2 + number}")
    held = [connect(guests, f"127.0.0.{2 + number % addresses}") for number in range(30)]
    before = tried(guests)
    began = time.monotonic()
    for sock in held:
        sock.sendall(TRY * 100)
    time.sleep(1)
    most = (time.monotonic() - began) / apart
    assert most / 4 <= tried(guests) - before <= most + turns.AT_ONCE
    for sock in held:
        sock.close()


def test_only_the_wrong_ones_of_this_address_are_too_many(guests):
    """The device counts the wrong ones of all: a guest who mistypes is told that alone."""
    guests.device.answers["enter"] = lambda body: {
        **WRONG,
        "phrase": {"key": "guests_many", "facts": {}},
    }
    first = guests.post("/enter?lang=en", {"token": "WRONG234"})
    assert (first.status, first.json["error"]) == (403, "This is not the code on the device")
    others = [
        guests.post("/enter?lang=en", {"token": "WRONG234"}) for _ in range(attempts.WRONG_MOST)
    ]
    assert [answer.status for answer in others] == [403] * (attempts.WRONG_MOST - 1) + [429]
    assert others[-1].json["error"] == "Too many wrong codes: read the one on the device again"


def test_slow_readers_share_the_memory_for_large_answers(tmp_path, monkeypatch):
    most = 1 << 21  # a quarter: each answer is some work
    monkeypatch.setattr(connections, "MOST_UNREAD", most)
    game = {
        "game": 1, "began": 0.0, "changed": 0.0, "players": 3, "edition": {}, "detail": "cards",
        "turn": 5, "score": 7, "status": "lost", "reason": "fuses",
    }  # fmt: skip
    with served(tmp_path, open=True) as page:
        page.device.answers["history"] = lambda body: {"ok": True, "history": [game] * 1000}
        size = len(page.get("/games").body)
        assert size > 200_000
        held = []
        for number in range(3 * most // size):
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.bind((f"127.0.1.{1 + number}", 0))
            sock.connect(("127.0.0.1", page.port))
            sock.sendall(raw("GET", "/games"))
            held.append(sock)
        unread = page.page.desk.unread
        until(lambda: sum(unread._sizes.values()) + size > most)
        assert len(page.get("/games").body) == size
        assert sum(unread._sizes.values()) <= most
        for sock in held:
            sock.close()
        until(lambda: not unread._sizes)


def test_open_pages_hold_up_nobody_of_their_address(page):
    page.say(line(serial=2))
    readers = [page.open() for _ in range(10)]
    assert page.get("/words").status == 200
    for reader in readers:
        assert reader.until("table")
        reader.close()
