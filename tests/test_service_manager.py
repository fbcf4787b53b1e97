"""What the service manager hears."""

import os
import socket
from pathlib import Path

import pytest

from companion.service_manager import ServiceManager


@pytest.fixture(params=["file", "abstract"])
def manager(request, tmp_path):
    """The socket of a service manager, and its name in NOTIFY_SOCKET."""
    name = str(tmp_path / "notify") if request.param == "file" else f"@companion-test-{os.getpid()}"
    ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ear.settimeout(2)
    ear.bind(f"\0{name[1:]}" if name.startswith("@") else name)
    yield ear, name
    ear.close()


def test_everything_is_told_as_sd_notify_says(manager):
    ear, name = manager
    service = ServiceManager({"NOTIFY_SOCKET": name})
    service.ready()
    service.status("game 1, turn 2, seat 2 to act")
    service.well()
    service.stopping()
    heard = [ear.recv(100) for _ in range(4)]
    assert heard == [b"READY=1", b"STATUS=game 1, turn 2, seat 2 to act", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_status_is_told_once(manager):
    ear, name = manager
    service = ServiceManager({"NOTIFY_SOCKET": name})
    for line in ("one", "one", "two"):
        service.status(line)
    service.well()
    assert [ear.recv(100) for _ in range(3)] == [b"STATUS=one", b"STATUS=two", b"WATCHDOG=1"]


@pytest.mark.parametrize(
    ("environ", "patience"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_the_one_that_is_meant_for_this_process(environ, patience, tmp_path):
    assert ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "none"), **environ}).patience == patience


def test_without_a_service_manager_nothing_happens():
    service = ServiceManager({"WATCHDOG_USEC": "30000000"})
    service.ready()
    service.well()
    assert service.patience is None


def test_a_service_manager_that_went_away_is_no_error(tmp_path: Path):
    service = ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")})
    service.ready()
