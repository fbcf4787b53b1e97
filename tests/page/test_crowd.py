"""A crowd: whatever one address asks, and however it leaves, a guest is answered meanwhile."""

import asyncio
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest

from companion.face.dialogue.guests import ALPHABET, EVENING_S, TOKEN_LENGTH
from companion.game.record import record_json
from companion.game.setup import Setup
from companion.journal.sitting import Sitting
from companion.onlooking import device
from companion.page import answers, crowd, desk, handlers, past
from companion.page.crowd import network_of
from companion.page.desk import AT_ONCE
from tests.games import three_players
from tests.rig.endurance import request
from tests.rig.moments import NAMES, sitting
from tests.rig.page_sessions import TOKEN, VIEW, WRONG, enter, judge
from tests.rig.pages import Served, served
from tests.rig.samples import within
from tests.rig.view_socket import line
from tests.rig.waiting import until

STRANGER = "127.0.0.2"
QUICK_S = within(5.0)
"""Within so many seconds a guest is answered, however busy this computer is."""


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Nobody gives up a question before the test is over."""
    monkeypatch.setattr(device, "ANSWER_S", 20 * QUICK_S)


@pytest.fixture
def hasty(tmp_path, monkeypatch) -> Iterator[Served]:
    """A page at which what lasts seconds lasts tenths of them."""
    monkeypatch.setattr(crowd, "HEADER_S", 1.0)
    monkeypatch.setattr(crowd, "BODY_S", 0.3)
    monkeypatch.setattr(crowd, "UNREAD_S", 0.3)
    monkeypatch.setattr(handlers, "KEEP_S", 0.2)
    with served(tmp_path) as page:
        yield page


class Hold:
    """Answers of the device that take as long as a test wants."""

    def __init__(self, page: Served, answer: dict) -> None:
        self.page = page
        self.answer = answer
        self.held = 0
        self.most = 0
        self._over = asyncio.Event()

    async def __call__(self, *told: Any) -> dict:
        self.held += 1
        self.most = max(self.most, self.held)
        await self._over.wait()
        self.held -= 1
        return self.answer

    def end(self) -> None:
        self.page.loop.call_soon_threadsafe(self._over.set)


TRY = request("POST", "/enter", {"token": "WRONG234"})
LIVE = request("GET", "/live")


def connect(page: Served, source: str = STRANGER, small: bool = False) -> socket.socket:
    """Connect from an address; a `small` connection takes few bytes before it is read."""
    sock = socket.socket()
    if small:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.settimeout(10)
    sock.bind((source, 0))
    sock.connect(("127.0.0.1", page.port))
    return sock


@contextmanager
def flood(
    page: Served, request: bytes, addresses: dict[str, int], small: bool = False
) -> Iterator[None]:
    """So many connections of each address, each of which asks something."""
    with ExitStack() as held:
        for source, count in addresses.items():
            for _ in range(count):
                sock = held.enter_context(connect(page, source, small))
                with suppress(ConnectionError):  # one too many
                    sock.sendall(request)
        yield


def quickly(page: Served, path: str, **headers: str) -> int:
    """The status of an answer, which must come before any question of another ends."""
    began = time.monotonic()
    status = page.get(path, **headers).status
    assert time.monotonic() - began < QUICK_S
    return status


def connections(page: Served) -> int:
    return len(page.page.connections)


def pages(page: Served) -> int:
    return len(page.page.pages)


def tried(page: Served) -> int:
    """How many codes the device was asked about."""
    return sum(body.get("do") == "enter" for body in page.device.asked)


def hung_up(sock: socket.socket) -> bool:
    """Whether the page hangs up before long."""
    with suppress(ConnectionError):
        while sock.recv(1 << 16):
            pass
    return True


# Many


@pytest.mark.parametrize(
    "addresses",
    [
        {STRANGER: 90},
        {"127.0.0.1": 90},
        {"127.0.0.2": 20, "127.0.0.3": 20, "127.0.0.4": 20},
        {"127.0.0.2": 90, "127.0.0.3": 90, "127.0.0.4": 76},
        {f"127.0.1.{number}": 2 for number in range(1, 120)},
    ],
    ids=["a stranger", "the own address", "three", "all connections", "a crowd"],
)
def test_a_guest_is_answered_whoever_tries_codes_on_however_many_connections(guests, addresses):
    cookie = enter(guests)
    hold = Hold(guests, WRONG)
    guests.device.answers["enter"] = hold
    at_once = min(AT_ONCE, len(addresses))
    with flood(guests, TRY, addresses):
        until(lambda: hold.held == at_once)
        assert quickly(guests, "/games", Cookie=cookie) == 200
        assert guests.post("/ask", {"do": "new", "players": 4}, Cookie=cookie).status == 200
        assert quickly(guests, "/words") == 200
        assert connections(guests) <= crowd.CONNECTIONS * crowd.PAGES
        assert hold.most == at_once
        hold.end()


def test_one_address_holds_no_other_one_up(guests):
    """Whatever one asks, on as many connections as it has, another one waits for one question."""
    with flood(guests, TRY * 100, {STRANGER: 20, "127.0.0.1": 20}):
        until(lambda: tried(guests) > 20)
        for source in ("127.0.0.3", STRANGER):
            with connect(guests, source) as sock:
                before = tried(guests)
                sock.sendall(request("POST", "/enter", {"token": TOKEN}))
                assert b" 204 " in sock.recv(1000).split(b"\r\n")[0]
                assert source == STRANGER or tried(guests) - before < 20
    until(lambda: not connections(guests))
    hold = Hold(guests, WRONG)
    guests.device.answers["enter"] = lambda body: hold() if body["token"] != TOKEN else judge(body)
    with flood(guests, TRY, {STRANGER: 90}):
        until(lambda: hold.held == 1)
        assert guests.post("/enter", {"token": TOKEN}).status == 204
        assert hold.held == hold.most == 1
        hold.end()


@pytest.mark.parametrize("in_a_row", [1, 300])
@pytest.mark.parametrize("do", ["enter", "undo"])
def test_what_a_connection_that_left_had_asked_is_not_carried_out(guests, do, in_a_row):
    cookie = f"Cookie: {enter(guests)}\r\n"
    asked = {"enter": TRY, "undo": request("POST", "/ask", {"do": "undo"}, cookie)}
    hold = Hold(guests, WRONG if do == "enter" else {"ok": True})
    guests.device.answers[do] = hold
    before = len(guests.device.asked)
    with flood(guests, asked[do] * in_a_row, {STRANGER: 30}):
        until(lambda: hold.held == 1 and connections(guests) >= 30)
    hold.end()
    until(lambda: not connections(guests))
    assert len(guests.device.asked) == before + 1


def test_no_code_waits_for_those_of_connections_that_left(guests, monkeypatch):
    judging = guests.page.judging
    guests.do(judging.acquire())
    with flood(guests, TRY * 300, {f"127.0.1.{number}": 1 for number in range(1, 30)}):
        until(lambda: len(judging._waiters or ()) == 29)
    monkeypatch.setattr(answers, "APART_S", 3600.0)
    guests.loop.call_soon_threadsafe(judging.release)
    until(lambda: not judging._waiters)
    monkeypatch.setattr(answers, "APART_S", desk.APART_S)
    enter(guests)


def test_nothing_is_looked_up_for_a_connection_that_left(page):
    looked_up = []

    class Files(dict):
        def get(self, name):
            looked_up.append(name)
            return super().get(name)

    page.page.files = Files(page.page.files)
    gone = threading.Event()
    page.loop.call_soon_threadsafe(gone.wait)
    with connect(page) as sock:
        sock.sendall(request("GET", "/page/main.js") * 300)
    gone.set()
    assert page.get("/page/dom.js").status == 200
    assert looked_up == ["dom.js"]


def test_a_connection_that_left_while_it_waits_waits_no_longer(guests):
    hold = Hold(guests, WRONG)
    guests.device.answers["enter"] = hold
    for _ in range(3):
        with flood(guests, TRY, {STRANGER: 90}):
            until(lambda: hold.held == 1 and connections(guests) >= 90)
        until(lambda: connections(guests) <= 1)
    hold.end()
    until(lambda: not connections(guests))
    assert tried(guests) == 1


@pytest.mark.parametrize("slow", ["device", "replay"])
def test_past_games_that_are_open_to_all_are_read_by_guests_meanwhile(guests, monkeypatch, slow):
    cookie = enter(guests)
    monkeypatch.setattr(guests.page, "settings", guests.page.settings._replace(open=True))
    played = {"ok": True, "record": record_json(Setup(2), (), [])}
    hold = Hold(guests, played)

    async def replay(sitting: Sitting, *told: Any) -> dict:
        return {} if sitting.game == 2 else await hold()

    monkeypatch.setattr(past, "turn_by_turn", replay)
    guests.device.answers["record"] = hold if slow == "device" else lambda body: played
    with flood(guests, request("GET", "/games/1"), {"127.0.0.1": 40, "127.0.0.3": 40}):
        until(lambda: hold.held == AT_ONCE)
        assert quickly(guests, "/games", Cookie=cookie) == 200
        assert quickly(guests, "/words") == 200
        if slow == "replay":
            assert quickly(guests, "/games/2", Cookie=cookie) == 200
        assert hold.most == AT_ONCE
        hold.end()


def test_a_backup_that_breaks_off_again_and_again_leaves_its_guest_served(guests):
    cookie = enter(guests)
    begun = {"ok": True, "text": "", "tag": "6f1c20aa", "last": 9, "lines": []}
    guests.device.answers["backup"] = lambda body: begun
    for _ in range(2 * AT_ONCE):
        with suppress(OSError), connect(guests) as sock:
            sock.sendall(request("GET", "/backup", headers=f"Cookie: {cookie}\r\n"))
            assert hung_up(sock)
    assert quickly(guests, "/games", Cookie=cookie) == 200


def test_a_thousand_connections_leave_room_for_others(page):
    reader = page.open()
    with flood(page, b"", {STRANGER: 1000}):
        assert connections(page) <= crowd.OF_ONE * crowd.PAGES + 1
        assert quickly(page, "/words") == 200
        page.say(line(sitting(three_players(), NAMES), 2))
        reader.table(serial=2)


def test_slow_headers_from_everywhere_stop_neither_open_pages_nor_new_ones(page):
    reader = page.open()
    reader.until("table")
    page.loop.call_soon_threadsafe(time.sleep, 0.2)  # so that many come at once
    addresses = {f"127.0.1.{number}": 2 for number in range(1, 200)}
    with flood(page, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", addresses):
        assert all(quickly(page, "/words") == 200 for _ in range(20))
        assert connections(page) <= crowd.CONNECTIONS * crowd.PAGES
        page.say(line(sitting(three_players(), NAMES), 2))
        reader.table(serial=2)


def test_pages_of_one_address_make_room_for_those_of_another(page):
    with flood(page, LIVE, {STRANGER: 90, "127.0.0.3": 90, "127.0.0.4": 90}):
        until(lambda: connections(page) == 256)
        readers = [page.open(), page.open()]
        assert all(reader.until("table") for reader in readers)


def test_of_200_phones_that_look_on_twenty_play_and_each_is_told_each_turn(guests):
    guests.device.answers["view"] = lambda body: VIEW
    guests.device.answers["offers"] = lambda body: {"ok": True, "offers": {}}
    cookies = [enter(guests) for _ in range(20)]
    phones = [guests.open(Cookie=cookie) for cookie in cookies[:19]]
    readers = [guests.open() for _ in range(5)]
    with flood(guests, LIVE, {f"127.0.1.{number}": 1 for number in range(1, 177)}):
        until(lambda: pages(guests) == 200)
        asked = len(guests.device.asked)
        guests.say(line(sitting(three_players(), NAMES), 3, guests=True))
        for phone in phones:
            while phone.until("scene")["table"]["serial"] != 3:
                pass
        for reader in readers:
            reader.table(serial=3)
        assert len(guests.device.asked) - asked == 2, "what can be done is asked once for all"
        guests.device.answers["action"] = lambda body: {"ok": True}
        clue = {"do": "action", "action": {"do": "clue"}, "seen": "1-00000000"}
        began = time.monotonic()
        told = [guests.post("/ask", clue, Cookie=cookie).json["ok"] for cookie in cookies]
        assert all(told)
        assert time.monotonic() - began < QUICK_S


def test_codes_in_cookies_are_guessed_no_quicker_and_keep_nobody_out(guests):
    cookie = enter(guests)
    guess = request("GET", "/games", headers=f"Cookie: guest=AAAAAAAA.{'x' * 24}\r\n")
    began = time.monotonic()
    with flood(guests, guess * 50, {f"127.0.0.{2 + number}": 5 for number in range(6)}):
        until(lambda: tried(guests) > 10 * AT_ONCE)
        judged = tried(guests)
        assert judged <= (time.monotonic() - began) / desk.APART_S + AT_ONCE
        assert quickly(guests, "/games", Cookie=cookie) == 200


# Codes


def test_wrong_codes_are_judged_no_quicker_than_their_pace(guests):
    addresses = [f"127.0.0.{2 + number}" for number in range(6)]
    began = time.monotonic()
    with flood(guests, TRY * 100, dict.fromkeys(addresses, 5)):
        until(lambda: tried(guests) > 10 * AT_ONCE)
        judged = tried(guests)
        assert judged <= (time.monotonic() - began) / desk.APART_S + AT_ONCE


def test_however_many_wrong_codes_came_before_it_one_is_told_as_that(guests):
    """The device counts the wrong ones of all: a guest who mistypes is told that alone."""
    guests.device.answers["enter"] = lambda body: {
        **WRONG,
        "phrase": {"key": "guests_many", "facts": {}},
    }
    told = [guests.post("/enter?lang=en", {"token": "WRONG234"}) for _ in range(9)]
    assert {answer.status for answer in told} == {403}
    assert {answer.json["error"] for answer in told} == {"This is not the code on the device"}


def test_a_guess_is_hopeless_at_the_pace_at_which_codes_are_judged():
    codes = len(ALPHABET) ** TOKEN_LENGTH
    judged = EVENING_S / desk.APART_S
    figures = re.findall(r"[0-9,]{6,}", desk.__doc__ or "")
    told = [float(number.replace(",", "")) for number in figures]
    assert told == [judged, round(codes / judged, -3)]
    assert judged / codes < 2e-6


# Slow, endless, gone


POST = b"POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        POST + b"Content-Length: 20\r\n\r\n{",
        POST + b"Content-Length: 5000\r\n\r\n" + b"x" * 5000,
        POST + b"Content-Length: 999999999999\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n" + (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 2,
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET\r\n\r\n",
        b"\0" * 9000,
        b"GET / HTTP/9.9\r\n\r\n",
    ],
)
def test_half_a_request_and_junk_end_their_connection_alone(hasty, half):
    with connect(hasty) as sock:
        with suppress(ConnectionError):
            sock.sendall(half)
        assert hung_up(sock)
    assert quickly(hasty, "/words") == 200
    assert not tried(hasty)


@pytest.mark.parametrize(
    ("piece", "pause"), [(b"y", 0.01), (b"X: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n", 0)]
)
def test_a_header_without_an_end_is_cut_off(hasty, piece, pause):
    end = time.monotonic() + QUICK_S
    with connect(hasty) as sock, suppress(ConnectionError):
        sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        while time.monotonic() < end:
            sock.sendall(piece)
            time.sleep(pause)
    assert time.monotonic() < end
    assert quickly(hasty, "/words") == 200


def test_a_page_that_reads_nothing_is_dropped(hasty):
    with connect(hasty, small=True) as sock:
        sock.sendall(LIVE)
        until(lambda: pages(hasty) == 1)
        whole = line(sitting(three_players(), NAMES), 2)
        for serial in range(2, 2000):
            hasty.say({**whole, "serial": serial})
            if not pages(hasty):
                break
            time.sleep(0.005)
        until(lambda: not pages(hasty))


def test_a_page_that_left_is_noticed_even_with_something_to_read_of_it(hasty):
    with connect(hasty) as sock:
        sock.sendall(LIVE * 2)
        until(lambda: pages(hasty) == 1)
    until(lambda: not pages(hasty))


def test_an_answer_that_nobody_reads_is_given_up(hasty):
    index = hasty.page.files["index.html"]
    hasty.page.files["large.js"] = index._replace(body=b"x" * (1 << 24))
    with connect(hasty, small=True) as sock:
        sock.sendall(request("GET", "/page/large.js"))
        until(lambda: connections(hasty))
        until(lambda: not connections(hasty))


def test_an_open_page_without_news_is_told_that_it_is_alive(hasty):
    reader = hasty.open()
    reader.until("table")
    assert b"event: keep\n" in [reader.answer.readline() for _ in range(3)]


@pytest.mark.parametrize(
    ("address", "one"),
    [
        ("192.168.178.20", "192.168.178.20"),
        ("::ffff:192.168.178.20", "192.168.178.20"),
        ("fd00:1:2:3:4::5", "fd00:1:2:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(address, one):
    assert network_of(address) == one
