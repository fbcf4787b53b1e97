"""Hostile clients: many, slow, endless; the others are served meanwhile."""

import socket
import time

import pytest

from companion.web import connections, streams
from companion.web.connections import neighbourhood
from tests.games import three_players
from tests.rig.moments import NAMES, sitting
from tests.rig.samples import within
from tests.rig.view_socket import line
from tests.rig.waiting import until


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """What lasts seconds lasts tenths of them."""
    monkeypatch.setattr(connections, "HEADER_S", 1.0)
    monkeypatch.setattr(connections, "BODY_S", 0.3)
    monkeypatch.setattr(connections, "UNREAD_S", 0.2)
    monkeypatch.setattr(connections, "CHECK_S", 0.1)
    monkeypatch.setattr(streams, "PATIENCE_S", 0.3)
    monkeypatch.setattr(streams, "KEEP_S", 0.2)


def connect(page, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", page.page.port), 10, (source, 0))


def hung_up(sock: socket.socket) -> bool:
    """Whether the page hangs up before long."""
    sock.settimeout(5)
    try:
        while sock.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    return True


def served_quickly(page) -> bool:
    began = time.monotonic()
    return page.get("/words").status == 200 and time.monotonic() - began < within(2)


def test_a_connection_that_says_nothing_is_closed(page):
    with connect(page) as sock:
        assert hung_up(sock)


def test_a_header_that_comes_letter_by_letter_is_given_up(page):
    with connect(page) as sock:
        began = time.monotonic()
        try:
            for letter in b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 1000:
                sock.sendall(bytes([letter]))
                time.sleep(0.01)
        except ConnectionError:
            pass
        assert time.monotonic() - began < within(5)
        assert served_quickly(page)


def test_an_endless_header_is_cut_off(page):
    with connect(page) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        sent = 0
        try:
            while sent < 100000:
                sock.sendall(b"X-%d: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n" % sent)
                sent += 1
        except ConnectionError:
            pass
    assert sent < 100000
    assert served_quickly(page)


@pytest.mark.parametrize(
    "announced",
    ["Content-Length: 5000", "Content-Length: 999999999999", "Transfer-Encoding: chunked"],
)
def test_a_large_body_is_refused(page, announced):
    with connect(page) as sock:
        head = "POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
        sock.sendall(f"{head}\r\n{announced}\r\n\r\n".encode())
        body = b"1000\r\n" + b"x" * 4096 + b"\r\n1000\r\n" + b"x" * 4096 + b"\r\n"
        try:
            sock.sendall(body)
            told = sock.recv(1000)
        except ConnectionError:
            told = b""
        assert b"200" not in told.split(b"\r\n")[0]
        assert hung_up(sock)
    assert not [asked for asked in page.device.asked if asked.get("do") == "enter"]


def test_a_body_that_never_comes_is_given_up(page):
    with connect(page) as sock:
        sock.sendall(
            b"POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        )
        sock.sendall(b"Content-Length: 20\r\n\r\n{")
        assert hung_up(sock)


@pytest.mark.parametrize(
    "junk",
    [
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET\r\n\r\n",
        b"\0" * 9000,
        b"GET / HTTP/9.9\r\n\r\n",
    ],
)
def test_junk_ends_its_connection_alone(page, junk):
    with connect(page) as sock:
        sock.sendall(junk)
        assert hung_up(sock)
    assert served_quickly(page)


def test_a_thousand_connections_leave_room_for_others(page):
    reader = page.open()
    held = []
    for _ in range(1000):
        try:
            held.append(connect(page, "127.0.0.2"))
        except OSError:
            continue
    assert len(page.page.server._streams) <= connections.MOST_OF_ONE + 1
    assert served_quickly(page)
    page.say(line(sitting(three_players(), NAMES), 2))
    while reader.until("table")["serial"] != 2:
        pass
    for sock in held:
        sock.close()


def test_many_addresses_together_leave_room_for_one_more(page):
    held = [connect(page, f"127.0.1.{1 + number % 4}") for number in range(320)]
    assert len(page.page.server._streams) <= connections.MOST
    assert served_quickly(page)
    for sock in held:
        sock.close()


def test_slow_headers_from_everywhere_stop_neither_open_pages_nor_new_ones(page):
    reader = page.open()
    reader.until("table")
    held = []
    page.loop.call_soon_threadsafe(time.sleep, 0.2)  # so that many come at once
    for number in range(300):
        held.append(connect(page, f"127.0.1.{1 + number % 250}"))
        held[-1].sendall(b"GET / HTTP/1.1\r\nX: ")
    assert served_quickly(page)
    assert len(page.page.server._streams) <= connections.MOST
    assert all(served_quickly(page) for _ in range(20))
    page.say(line(sitting(three_players(), NAMES), 2))
    while reader.until("table")["serial"] != 2:
        pass
    for sock in held:
        sock.close()


def test_readers_without_end_of_one_address_make_room_for_another(page):
    head = b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n"
    held = []
    for _ in range(70):
        held.append(connect(page, "127.0.0.2"))
        held[-1].sendall(head)
    until(lambda: len(page.page.desk.streams) == streams.MOST)
    assert page.open().until("table")
    for sock in held:
        sock.close()


def test_a_page_that_reads_nothing_is_dropped_and_costs_no_memory(page):
    with connect(page) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.sendall(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: len(page.page.desk.streams) == 1)
        whole = line(sitting(three_players(), NAMES), 2)
        for serial in range(2, 2000):
            page.say({**whole, "serial": serial})
            if not len(page.page.desk.streams):
                break
            time.sleep(0.005)
        until(lambda: not len(page.page.desk.streams))


def test_an_open_page_that_left_is_noticed_even_with_something_to_read_of_it(page, monkeypatch):
    monkeypatch.setattr(streams, "KEEP_S", 100.0)  # a sign of life would find it out, too
    with connect(page) as sock:
        sock.sendall(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2)
        until(lambda: len(page.page.desk.streams) == 1)
        sock.shutdown(socket.SHUT_WR)
    until(lambda: not len(page.page.desk.streams))


def test_an_answer_that_nobody_reads_is_given_up(page):
    page.device.answers["history"] = lambda body: {"ok": True, "history": []}
    page.page.desk.files["large.js"] = page.page.desk.files["index.html"]._replace(
        body=b"x" * (1 << 24)
    )
    with connect(page) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.sendall(b"GET /page/large.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: page.page.server._streams)
        until(lambda: not page.page.server._streams)


def test_an_open_page_without_news_is_told_that_it_is_alive(page):
    reader = page.open()
    reader.until("table")
    assert [reader.answer.readline() for _ in range(3)][-1] in (b"\n", b": keep\n")


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
    assert neighbourhood(address) == one
