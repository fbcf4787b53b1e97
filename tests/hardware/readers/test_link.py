"""Card readers over a real serial device: the modelled chip is at the other end of a pty."""

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from companion.panel import Panel, Plugged, Tagged
from hardware.emulator.device import Emulated
from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.opening import emulate_build
from hardware.emulator.serial import FarEnd
from hardware.readers import link as links
from hardware.readers import pn532_reader
from hardware.readers.link import CardReader
from tests.rig.samples import fewer
from tests.rig.waiting import PATIENCE, until
from wiring.reading.build import parse_build
from wiring.spec import Reader

BUTTONS = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
A, B, SLOW = "04e141124c2880", "04fa8c42d91190", "010063e9ae"

Message = Tagged | Plugged


class Desk:
    """An emulated device whose readers are listened to."""

    def __init__(
        self, readers: dict[str, str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        text = "".join(
            f'[[readers]]\nname = "{name}"\nkind = "{kind}"\nport = "emulated"\n'
            for name, kind in readers.items()
        )
        build = parse_build(f'board = "mock"\n{BUTTONS}{text}', "mine", "mine.toml")
        self.panel: Panel
        self.device: Emulated
        self.panel, self.device = emulate_build(build, clock)
        self.posted: SimpleQueue[Message] = SimpleQueue()

    def listen(self) -> "Desk":
        """Listen, and wait until every chip that is there looks for tags."""
        for link in self.panel.links:
            link.listen(self.posted.put)
        for reader in self.device.readers.values():
            if isinstance(reader.model, ModelPn532) and os.path.exists(reader.device):
                until(lambda reader=reader: reader.model.looking)
        return self

    def next(self) -> Message:
        return self.posted.get(timeout=PATIENCE)

    def tag(self) -> tuple[tuple[str, ...], str]:
        message = self.next()
        assert isinstance(message, Tagged), message
        return message.ids, message.reader

    def nothing(self, seconds: float) -> None:
        with pytest.raises(Empty):
            self.posted.get(timeout=seconds)

    def close(self) -> None:
        for link in self.panel.links:
            link.close()
        self.panel.controls.close()


@pytest.fixture
def open_desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    monkeypatch.setattr(links, "RETRY_S", 0.005)
    desks: list[Desk] = []

    def opened(*args: object) -> Desk:
        desks.append(Desk(*args))  # type: ignore[arg-type]
        return desks[-1]

    yield opened
    for desk in desks:
        desk.close()


Open = Callable[..., Desk]
PADS = {"play": "pn532", "discard": "pn532"}


def test_two_pads_tell_what_is_laid_on_which(open_desk):
    desk = open_desk(PADS).listen()
    play, discard = desk.device.readers["play"], desk.device.readers["discard"]
    before = time.monotonic()
    play.lay_tags(A)
    message = desk.next()
    assert isinstance(message, Tagged)
    assert message[:2] == ((A,), "play")
    assert before <= message.at <= time.monotonic()
    discard.lay_tags(A, B)
    assert desk.tag() == ((A, B), "discard")
    assert (play.tags, discard.tags) == ((A,), (A, B))


def test_an_rdm6300_tells_a_tag_that_is_near(open_desk):
    desk = open_desk({"card": "rdm6300"}).listen()
    reader = desk.device.readers["card"]
    reader.lay_tags(SLOW)
    assert desk.tag() == ((SLOW,), "card")
    desk.nothing(0.2)
    reader.lay_tags(SLOW, "100086f444")
    desk.nothing(0.7)
    reader.lay_tags(SLOW)
    assert desk.tag() == ((SLOW,), "card")
    reader.unplug()
    assert desk.next() == Plugged("card", False)
    reader.plug_in()
    assert desk.next() == Plugged("card", True)


def test_a_reader_is_pulled_and_put_in_at_any_time(open_desk):
    desk = open_desk(PADS)
    play, discard = desk.device.readers["play"], desk.device.readers["discard"]
    desk.listen()
    play.unplug()
    assert desk.next() == Plugged("play", False)
    discard.lay_tags(A)
    assert desk.tag() == ((A,), "discard")
    play.lay_tags(B)
    play.plug_in()
    assert desk.next() == Plugged("play", True)
    assert desk.tag() == ((B,), "play")
    for _ in range(5):
        discard.unplug()
        assert desk.next() == Plugged("discard", False)
        discard.plug_in()
        assert desk.next() == Plugged("discard", True)
    desk.nothing(0.3)
    discard.lay_tags(B)
    assert desk.tag() == ((B,), "discard")
    discard.unplug()
    discard.unplug()
    assert desk.next() == Plugged("discard", False)
    discard.lift_tags()
    discard.plug_in()
    discard.plug_in()
    assert desk.next() == Plugged("discard", True)


def things() -> tuple[int, int, list[str]]:
    temporary = sorted(
        name for name in os.listdir(tempfile.gettempdir()) if name.startswith("companion-")
    )
    return len(os.listdir("/proc/self/fd")), threading.active_count(), temporary


def test_coming_and_going_leaves_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # other companions come and go
    monkeypatch.setattr(links, "RETRY_S", 0.005)
    before = things()
    desk = Desk({"card": "pn532"})
    assert things() == before, "an emulated device that is not used has no serial device yet"
    desk.listen()
    inside = things()
    for _ in range(fewer(1000, 50)):
        desk.device.readers["card"].unplug()
        assert desk.next() == Plugged("card", False)
        desk.device.readers["card"].plug_in()
        assert desk.next() == Plugged("card", True)
    assert things() == inside
    desk.close()
    desk.close()
    desk.device.readers["card"].lay_tags(A)
    assert things() == before


def test_while_nothing_lies_there_the_thread_sleeps(open_desk):
    desk = open_desk({"card": "pn532"}).listen()
    reader = desk.device.readers["card"]
    reader.lay_tags(A)
    desk.next()
    reader.lift_tags()
    chip = reader.model
    until(lambda: chip.looking)
    time.sleep(2 * pn532_reader.SAME_S)  # once more it wakes, to forget the card
    thread = next(each for each in threading.enumerate() if each.name == "link-card")
    switches = Path(f"/proc/self/task/{thread.native_id}/status")

    def woken() -> int:
        return sum(
            int(line.split()[1])
            for line in switches.read_text().splitlines()
            if "ctxt_switches" in line
        )

    before = woken()
    time.sleep(0.5)
    assert woken() == before


def test_a_device_that_says_nothing_is_no_reader_and_told_in_one_sentence(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(pn532_reader, "PATIENCE_S", 0.01)
    monkeypatch.setattr(pn532_reader, "PAUSES_S", (0.005,))
    heard: SimpleQueue[bytes] = SimpleQueue()
    far = FarEnd(tmp_path / "tty", heard.put)
    far.plug_in()
    posted: SimpleQueue[Message] = SimpleQueue()
    reader = CardReader(Reader("play", "pn532", str(far.name)))
    reader.listen(posted.put)
    assert posted.get(timeout=PATIENCE) == Plugged("play", False)
    for _ in range(20):
        heard.get(timeout=PATIENCE)
    assert posted.empty()
    assert caplog.messages == [
        f"play: {tmp_path}/tty: no PN532 answers; switch it to HSU (UART), cross TX and RX,"
        " and see whether it has power"
    ]
    reader.close()
    far.unplug()


@pytest.mark.parametrize(
    ("kind", "tag"),
    [
        ("pn532", "04e1"),
        ("pn532", "card"),
        ("pn532", ""),
        ("rdm6300", A),
        ("rdm6300", "0x10063e9ae"),
    ],
)
def test_a_tag_that_cannot_be_is_refused_by_the_emulated_reader(open_desk, kind, tag):
    reader = open_desk({"card": kind}).device.readers["card"]
    with pytest.raises(ValueError, match="is no tag for this reader"):
        reader.lay_tags(tag)
    assert reader.tags == ()
