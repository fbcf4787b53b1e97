"""A part on a serial link is found when it is there, heard, sent to, and missed when it is gone."""

import errno
import threading
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from companion.panel import Plugged
from hardware.buses import serial_port
from hardware.emulator.serial import FarEnd
from hardware.readers import link
from hardware.readers.link import CardReader
from hardware.readers.protocol import NOTHING, ReaderOutput, There
from tests.rig.samples import within
from tests.rig.waiting import PATIENCE, until
from wiring.spec import Reader


class Echo:
    """A protocol that notes what happens, and takes its part for there as soon as it is opened."""

    baud = 115200
    farewell = b"last words"
    deadline = inf

    def __init__(self) -> None:
        self.happened: SimpleQueue[object] = SimpleQueue()

    def connection_made(self, now: float) -> ReaderOutput:
        self.happened.put("connected")
        return ReaderOutput(events=(There(True),))

    def data_received(self, chunk: bytes, now: float) -> ReaderOutput:
        self.happened.put(chunk)
        return NOTHING

    def connection_lost(self) -> None:
        self.happened.put("lost")

    def tick(self, now: float) -> ReaderOutput:
        self.deadline = inf
        self.happened.put("tick")
        return NOTHING

    def next(self) -> object:
        return self.happened.get(timeout=PATIENCE)


class Bench:
    """A device, its reader, and what is posted."""

    def __init__(self, folder: Path) -> None:
        self.heard: SimpleQueue[bytes] = SimpleQueue()
        self.device = FarEnd(folder / "device", self.heard.put)
        self.protocol = Echo()
        self.reader = self.another("far", self.protocol)
        self.posted: SimpleQueue[Plugged] = SimpleQueue()

    def another(self, name: str, protocol: Echo) -> CardReader:
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(link.PROTOCOLS, "echo", lambda: protocol)
            return CardReader(Reader(name, "echo", str(self.device.name)))

    def start(self) -> None:
        self.reader.listen(self.posted.put)

    def news(self) -> Plugged:
        return self.posted.get(timeout=PATIENCE)

    def close(self) -> None:
        self.reader.close()
        self.device.unplug()


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(link, "RETRY_S", 0.005)
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def test_a_device_that_is_not_there_at_first_is_told_once_and_found_later(bench):
    bench.start()
    assert bench.news() == Plugged("far", False)
    with pytest.raises(Empty):
        bench.posted.get(timeout=0.05)
    bench.device.plug_in()
    assert bench.news() == Plugged("far", True)
    with pytest.raises(Empty):
        bench.heard.get(timeout=0.05)


def test_what_waits_is_received_before_anything_is_due_however_late_the_thread_is(
    bench, monkeypatch
):
    wait = CardReader._wait_for

    def wait_late(reader, port, seconds):
        found = wait(reader, port, seconds)
        if late and seconds > 0:
            # The time is over, and the bytes come before the thread gets its turn.
            bench.device.write(late.pop())
            time.sleep(0.05)
        return found

    late = [b"here"]
    monkeypatch.setattr(CardReader, "_wait_for", wait_late)
    bench.protocol.deadline = time.monotonic() + 0.1
    bench.device.plug_in()
    bench.start()
    assert [bench.protocol.next() for _ in range(3)] == ["connected", b"here", "tick"]


def test_closing_ends_a_blocked_read_at_once(bench):
    bench.device.plug_in()
    bench.start()
    assert bench.protocol.next() == "connected"
    before = time.monotonic()
    bench.reader.close()
    assert time.monotonic() - before < within(0.5)
    assert bench.protocol.next() == "lost"
    assert bench.posted.empty(), "it was not pulled"
    assert bench.heard.get(timeout=PATIENCE) == b"last words"
    bench.reader.close()


def test_a_lead_that_was_never_started_closes(bench):
    bench.reader.close()
    bench.start()
    with pytest.raises(Empty):
        bench.posted.get(timeout=0.02)


def test_a_talk_is_woken_at_its_deadline(bench):
    bench.protocol.deadline = time.monotonic() + 0.02
    bench.device.plug_in()
    bench.start()
    assert [bench.protocol.next() for _ in range(2)] == ["connected", "tick"]


def test_a_device_that_takes_nothing_more_is_dropped(bench, monkeypatch, caplog):
    monkeypatch.setattr(link, "STUCK_S", 0.05)
    hung, go_on = threading.Event(), threading.Event()

    def hang(chunk: bytes) -> None:
        hung.set()
        go_on.wait(PATIENCE)

    bench.device = FarEnd(bench.device.name, hang)
    bench.protocol.data_received = lambda chunk, now: ReaderOutput(b"x" * 1_000_000)
    bench.device.plug_in()
    bench.start()
    assert bench.protocol.next() == "connected"
    bench.device.write(b"talk")
    assert hung.wait(PATIENCE)
    bench.protocol.happened.get(timeout=PATIENCE)
    assert bench.news() == Plugged("far", False)
    assert bench.news() == Plugged("far", True)
    bench.reader.close()
    go_on.set()
    assert not caplog.records, "told at the second time in a row only"


def test_what_cannot_be_opened_is_told_once_in_one_sentence(bench, tmp_path, caplog):
    (tmp_path / "device").write_text("no device")
    bench.start()
    assert bench.news() == Plugged("far", False)
    until(lambda: bool(caplog.records))
    assert bench.posted.empty()
    (tmp_path / "device").unlink()
    bench.device.plug_in()
    assert bench.news() == Plugged("far", True)
    (record,) = caplog.records
    assert record.getMessage().startswith(f"far: {tmp_path}/device cannot be opened (")


def test_a_device_that_another_program_has_is_told_as_such(bench, tmp_path, caplog):
    bench.device.plug_in()
    bench.start()
    assert bench.protocol.next() == "connected"
    other = bench.another("near", Echo())
    posted: SimpleQueue[Plugged] = SimpleQueue()
    other.listen(posted.put)
    assert posted.get(timeout=PATIENCE) == Plugged("near", False)
    until(lambda: bool(caplog.records))
    assert caplog.messages == [
        f"near: {tmp_path}/device is in use by another program; end that one"
    ]
    bench.reader.close()
    assert posted.get(timeout=PATIENCE) == Plugged("near", True)
    other.close()


def test_a_device_that_is_not_allowed_is_told_as_such(bench, monkeypatch, caplog):
    def refuse(name: str, baud: int) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(serial_port, "SerialPort", refuse)
    bench.device.plug_in()
    bench.start()
    until(lambda: bool(caplog.records))
    assert bench.news() == Plugged("far", False)
    (told,) = caplog.messages
    assert told.endswith(
        "device may not be used; allow it with `sudo usermod -aG dialout $USER`, then log in again"
    )
