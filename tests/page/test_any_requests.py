"""Any requests whatever at the page of a real companion, beside one guest who reads and sets the
table.
"""

import contextlib
import socket
import time

import pytest

from companion.settings import beside
from tests.rig.daemons import daemon, memory_of
from tests.rig.endurance import MOST_GROWTH, SLOWEST_S, Guest, endure
from tests.rig.page_guests import enter, invite, page_of
from tests.rig.running import Script
from tests.rig.samples import EVERY_CASE, fewer, sample

REQUESTS, BROWSERS = fewer(5_000, 4), 12
FLOOD_S = 1.5 if EVERY_CASE else 0.5


@pytest.fixture
def device(tmp_path):
    with daemon(tmp_path) as running:
        yield running


def test_whatever_is_asked_a_guest_is_answered_and_the_process_stays_as_it_is(device, tmp_path):
    with page_of(device, tmp_path) as browser:
        print(endure(device, browser, REQUESTS, BROWSERS, 1))
    assert "Traceback" not in device.log


def flood(port: int, request: bytes, connections: int, seconds: float) -> None:
    """Send as much of a request again and again as is taken, at an address of its own,
    and leave.
    """
    socks = [
        socket.create_connection(("127.0.0.1", port), 10, ("127.0.0.2", 0))
        for _ in range(connections)
    ]
    for sock in socks:
        sock.setblocking(False)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for sock in socks:
            with contextlib.suppress(OSError):  # full, or closed by the page
                sock.send(request * 100)
        time.sleep(0.01)
    for sock in socks:
        sock.close()


@pytest.mark.parametrize(
    ("path", "body"),
    sample(
        [
            ("/enter", '{"token":"WRONG234"}'),
            ("/new", '{"players":3}'),
            ("/games", ""),
            ("/live", ""),
        ],
        2,
    ),
)
def test_ninety_connections_that_ask_without_end_and_leave_cost_a_guest_and_the_process_little(
    device, tmp_path, path, body
):
    head = (
        f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
        " application/json"
    )
    request = f"{head}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    view = beside(device.sock)
    with page_of(device, tmp_path) as browser, Script(device.sock) as table, Script(view) as other:
        guest = Guest(browser, enter(browser, invite(table, other)))
        guest.read()
        before = memory_of(browser.process.pid)
        with guest:
            flood(browser.port, request, 90, FLOOD_S)
        guest.read()
        assert guest.wrong == []
        assert max(guest.times) < SLOWEST_S
        assert memory_of(browser.process.pid) - before < MOST_GROWTH
