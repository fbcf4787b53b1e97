"""What the service manager hears."""

import os

import pytest

from companion.service_manager import ServiceManager
from tests.rig.service_managers import Manager


@pytest.fixture(params=["file", "abstract"])
def manager(request, tmp_path):
    """A service manager that listens."""
    heard = Manager(
        str(tmp_path / "notify") if request.param == "file" else f"@companion-test-{os.getpid()}"
    )
    yield heard
    heard.stop()


def test_everything_is_told_as_sd_notify_says(manager):
    service = ServiceManager({"NOTIFY_SOCKET": manager.name})
    service.ready()
    service.status("game 1, turn 2, seat 2 to act")
    service.well()
    service.stopping()
    heard = ["READY=1", "STATUS=game 1, turn 2, seat 2 to act", "WATCHDOG=1", "STOPPING=1"]
    assert manager.stop() == heard


def test_a_status_is_told_once(manager):
    service = ServiceManager({"NOTIFY_SOCKET": manager.name})
    for line in ("one", "one", "two"):
        service.status(line)
    service.well()
    assert manager.stop() == ["STATUS=one", "STATUS=two", "WATCHDOG=1"]


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


def test_a_service_manager_that_went_away_is_no_error(tmp_path):
    service = ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")})
    service.ready()
