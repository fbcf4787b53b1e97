"""The device at the view socket: it comes back by itself, and odd lines end nothing."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from companion.onlooking import device as devices
from companion.onlooking.device import Away, DeviceClient, RequestRefused
from tests.games import three_players
from tests.rig.moments import NAMES, sitting
from tests.rig.view_socket import ViewSocket, line
from tests.rig.waiting import PATIENCE


def with_device(folder: Path, test: Callable[[DeviceClient, ViewSocket], Awaitable[None]]) -> None:
    async def run() -> None:
        socket = ViewSocket(folder / "view.sock")
        device = DeviceClient(socket.path, lambda: None, "test")
        following = asyncio.ensure_future(device.follow())
        try:
            await test(device, socket)
        finally:
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await following
            if socket.running:
                await socket.stop()

    asyncio.run(run())


async def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        await asyncio.sleep(0.002)


def test_it_comes_back_as_often_as_the_device_does(tmp_path):
    async def test(device, socket):
        for serial in (1, 2, 3):
            socket.last = line(serial=serial)
            await socket.start()
            await until(lambda: device.left is None)
            assert device.look.serial == serial
            await socket.stop()
            await until(lambda: device.left is not None)

    with_device(tmp_path, test)


def test_the_pauses_grow_to_two_seconds(tmp_path, monkeypatch):
    pauses = []

    async def slept(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 8:
            raise asyncio.CancelledError

    monkeypatch.setattr(asyncio, "sleep", slept)
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(DeviceClient(tmp_path / "none.sock", lambda: None, "test").follow())
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0, 2.0]


def test_why_it_is_away_is_logged_once(tmp_path, caplog):
    async def test(device, socket):
        await asyncio.sleep(0.5)

    with_device(tmp_path, test)
    assert caplog.text.count("test: no companion at") == 1


@pytest.mark.parametrize(
    "odd",
    [
        {"serial": 2},
        {**line(serial=2), "record": {"format": "other"}, "state": {"game": 1, "place": [1, 2]}},
        {**line(sitting(three_players(), NAMES), 2), "state": None},
        {**line(serial=2), "choice": {"question": 5, "options": ["W"]}},
        {**line(serial=2), "notice": {"phrase": {}, "refusal": False}},
        {**line(serial=2), "choice": 7},
        {
            **line(serial=2),
            "notice": {"phrase": {"key": "of_tomorrow", "facts": {}}, "refusal": False},
        },
        {
            **line(serial=2),
            "notice": {"phrase": {"key": "misfired", "facts": {}}, "refusal": False},
        },
        {**line(serial=2), "language": "xx"},
    ],
    ids=lambda odd: str(odd)[:20],
)
def test_an_odd_line_ends_nothing(tmp_path, odd):
    async def test(device, socket):
        await socket.start()
        await until(lambda: device.left is None)
        socket.tell(odd)
        socket.last = line(serial=3)
        socket.tell(socket.last)
        await until(lambda: device.left is None and device.look.serial == 3)

    with_device(tmp_path, test)


def test_one_that_answered_may_be_silent_for_as_long_as_nothing_happens(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(devices, "ANSWER_S", 0.05)

    async def test(device, socket):
        await socket.start()
        await until(lambda: device.left is None)
        await asyncio.sleep(0.2)
        assert device.left is None

    with_device(tmp_path, test)
    assert "it does not answer" not in caplog.text


def test_one_that_takes_and_never_answers_is_left_and_tried_again(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(devices, "ANSWER_S", 0.05)

    async def test(device, socket):
        silence = asyncio.Event()

        async def silent(reader, writer):
            await silence.wait()
            writer.close()

        hung = await asyncio.start_unix_server(silent, str(socket.path))
        await until(lambda: "it does not answer" in caplog.text)
        silence.set()
        hung.close()
        await socket.start()
        await until(lambda: device.left is None)

    with_device(tmp_path, test)


def test_where_the_page_is_found_is_told_again_when_it_changes_and_when_the_device_is_back(
    tmp_path,
):
    def told(socket):
        return [body["urls"] for body in socket.asked if body.get("do") == "serve"]

    async def test(device, socket):
        device.send_urls(["HTTP://10.0.0.5:8080"])
        await socket.start()
        await until(lambda: device.left is None)
        device.send_urls(["HTTP://10.0.0.5:8080"])
        device.send_urls(["HTTP://10.0.0.6:8080"])
        await until(lambda: len(told(socket)) == 2)
        await socket.stop()
        await until(lambda: device.left is not None)
        await socket.start()
        await until(lambda: len(told(socket)) == 3)
        assert told(socket) == [
            ["HTTP://10.0.0.5:8080"],
            ["HTTP://10.0.0.6:8080"],
            ["HTTP://10.0.0.6:8080"],
        ]

    with_device(tmp_path, test)


def test_a_question_is_answered_refused_or_without_an_answer(tmp_path, monkeypatch):
    monkeypatch.setattr(devices, "ANSWER_S", 0.2)

    async def test(device, socket):
        with pytest.raises(Away):
            await device.ask({"get": "stats"})
        await socket.start()
        socket.answers["stats"] = lambda body: {"ok": True, "stats": []}
        assert (await device.ask({"get": "stats"}))["stats"] == []
        socket.answers["stats"] = lambda body: {"ok": False, "error": "no"}
        with pytest.raises(RequestRefused, match="no"):
            await device.ask({"get": "stats"})
        socket.answers["stats"] = lambda body: [1]
        with pytest.raises(Away):
            await device.ask({"get": "stats"})

    with_device(tmp_path, test)


def test_only_what_is_new_of_a_game_is_replayed(tmp_path):
    whole = sitting(three_players(), NAMES)

    async def test(device, socket):
        socket.last = line(whole._replace(steps=whole.steps[:20]))
        await socket.start()
        await until(lambda: device.left is None)
        before = device.look.sitting
        socket.tell(line(whole._replace(steps=whole.steps[:21]), 2))
        await until(lambda: device.look.serial == 2)
        assert all(
            one is other
            for one, other in zip(before.steps, device.look.sitting.steps, strict=False)
        )
        assert len(device.look.sitting.steps) == 21
        changed = whole._replace(steps=(*whole.steps[:5],))
        socket.tell(line(changed, 3))
        await until(lambda: device.look.serial == 3)
        assert device.look.sitting.state == whole.steps[4].state

    with_device(tmp_path, test)


def test_an_onlooker_without_a_page_says_nothing_of_one(tmp_path):
    async def test(device, socket):
        await socket.start()
        await until(lambda: device.left is None)
        assert socket.asked == [{"do": "subscribe"}]

    with_device(tmp_path, test)


def test_it_ends_at_once_also_when_the_first_line_comes_at_that_moment(tmp_path, monkeypatch):
    async def run() -> None:
        socket = ViewSocket(tmp_path / "view.sock")
        await socket.start()
        device = DeviceClient(socket.path, lambda: None, "test")
        following = asyncio.ensure_future(device.follow())
        feed_data = asyncio.StreamReader.feed_data

        def feed(reader: asyncio.StreamReader, data: bytes) -> None:
            feed_data(reader, data)
            if b"ok" in data or b"serial" in data:
                following.cancel()

        monkeypatch.setattr(asyncio.StreamReader, "feed_data", feed)
        ended, _ = await asyncio.wait((following,), timeout=PATIENCE)
        assert following in ended
        await socket.stop()

    asyncio.run(run())
