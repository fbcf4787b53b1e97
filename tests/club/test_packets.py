"""Packets that no broker should send: bridge and board hang up with a sentence, and read nothing of
them.
"""

import asyncio
import re
import time

import pytest

from companion.club.broker import Connection, Trouble
from companion.club.link import FIRST_PAUSE_S
from companion.club.packets import MOST_BYTES
from companion.onlooking.settings import Broker
from tests.rig.bad_broker import HUGE, WELCOME, bad_broker, message
from tests.rig.daemons import resident
from tests.rig.servers import free_port, started
from tests.rig.waiting import PATIENCE, until

CHUNK = bytes(1 << 20)


def ended(port: int) -> Trouble:
    """Why a connection ends."""

    async def run() -> Trouble:
        connection = Connection(Broker("127.0.0.1", port), "x")
        try:
            await connection.open()
        except Trouble as trouble:
            return trouble
        async with asyncio.timeout(10):
            return await connection.end()

    return asyncio.run(run())


@pytest.mark.parametrize("welcome", [WELCOME, b""], ids=["after its welcome", "at once"])
def test_a_packet_of_256_mebibytes_is_not_read(welcome):
    with bad_broker(welcome + HUGE, CHUNK) as broker:
        ended(broker.port)  # what paho needs once
        before = resident()
        trouble = ended(broker.port)
        assert resident() - before < 4
    assert broker.sent < 32 << 20, "what the sockets hold"
    assert str(trouble) == (
        f"127.0.0.1:{broker.port} sends a packet of 268435455 bytes, and 131072 are read at most: "
        "is it a broker that you know?"
    )
    assert trouble.lasting


def test_a_packet_of_the_greatest_length_is_read_and_a_longer_one_is_not():
    rest = len(message(b"x", b"")) - 2
    fits = message(b"x", bytes(MOST_BYTES - rest))
    with bad_broker(WELCOME + fits + message(b"x", bytes(MOST_BYTES - rest + 1))) as broker:
        assert f"sends a packet of {MOST_BYTES + 1} bytes" in str(ended(broker.port))


def test_messages_that_would_wait_to_be_released_are_refused():
    with bad_broker(WELCOME + message(b"hanabi/x/state", bytes(1000), qos=2)) as broker:
        assert "sends messages with QoS 2, which nobody asked for" in str(ended(broker.port))


@pytest.mark.parametrize("rest", [b"", b"\0"], ids=["short", "with no properties"])
def test_why_a_broker_hangs_up_is_told(rest):
    packet = bytes([0xE0, 1 + len(rest), 0x8E]) + rest
    with bad_broker(WELCOME + packet) as broker:
        trouble = ended(broker.port)
    assert f"another device connects to 127.0.0.1:{broker.port} as x too" in str(trouble)


@pytest.mark.parametrize(
    ("packet", "why"),
    [(b"\xe0\x00", ""), (b"\xe0\x01\x8b", " (Server shutting down)"), (b"\xe0\x01\x7f", "")],
)
def test_a_broker_that_hangs_up_in_any_way_ends_the_connection(packet, why):
    with bad_broker(WELCOME + packet) as broker:
        told = str(ended(broker.port))
    assert told.startswith(f"the connection to 127.0.0.1:{broker.port} ")
    assert why in told


@pytest.mark.parametrize("program", ["mqtt", "club"])
def test_bridge_and_board_say_so_once_and_come_back_seldom(tmp_path, program):
    with bad_broker(WELCOME + HUGE, CHUNK) as broker:
        settings = tmp_path / ".config" / "hanabi-companion" / "companion.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}')
        words = ("--port", str(free_port()), "--host", "127.0.0.1") if program == "club" else ()
        with started(tmp_path, program, *words) as (process, said):
            until(lambda: "sends a packet of 268435455 bytes" in said.read_text())
            came = broker.clients
            time.sleep(2 * FIRST_PAUSE_S)
            assert broker.clients == came, "it waits for longer than after another trouble"
            process.terminate()
            assert process.wait(PATIENCE) == 0
        assert len(re.findall("sends a packet", said.read_text())) == 1
        assert "Traceback" not in said.read_text()
