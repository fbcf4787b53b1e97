"""Clients that come and go on both sockets while turns are taken: the companion keeps none of them.

`make test-faults` has the same for fifty thousand of them, and for a companion that is a process of
its own.
"""

import gc
import json
import threading
import time

import pytest

from companion.daemon.interfaces import Door
from companion.daemon.socket.client import Client
from companion.daemon.socket.declarations import DECLARATIONS
from tests.rig.fickle import Fickle, varied
from tests.rig.running import Script, running
from tests.rig.samples import fewer, within
from tests.rig.waiting import until

CLUE = {"do": "action", "action": {"do": "clue"}}
COUNT = fewer(100, 10)
"""Clients of each of the threads, and requests of one kind on a connection."""
AT_HAND = 5
"""Clients that the threads may have at hand, each the last one that it did something for."""


@pytest.fixture(scope="module")
def companion(tmp_path_factory):
    with running(tmp_path_factory.mktemp("companion")) as companion:
        yield companion


def sockets(companion):
    return {
        server._door: server.path
        for server in (companion.threads.server, companion.threads.view_server)
    }


def kept():
    """How many clients anything refers to, the connected ones too."""
    gc.collect()
    return sum(isinstance(thing, Client) for thing in gc.get_objects())


def test_of_clients_that_come_and_go_while_turns_are_taken_none_is_kept(companion):
    clients = [
        threading.Thread(target=Fickle(sockets(companion), seed).come_and_go, args=(COUNT,))
        for seed in range(3)
    ]
    with Script(companion.threads.server.path) as player:
        player.begin(3)
        for client in clients:
            client.start()
        while any(client.is_alive() for client in clients):
            player.tell(**CLUE)
            player.tell(do="undo")
        until(lambda: kept() <= AT_HAND, pause=0.1)
        until(lambda: not companion.threads.core.view.pressed)
        player.begin(2)
        player.ask(**CLUE)


@pytest.mark.parametrize(
    ("door", "example"),
    [
        pytest.param(Door(door), one.example, id=f"{door} {one.verb} {one.word}")
        for one in DECLARATIONS
        for door in one.doors
    ],
)
def test_one_client_that_asks_the_same_again_and_again_is_one_client(companion, door, example):
    lines = [json.dumps(varied(example, number, seconds=0.001)).encode() for number in range(COUNT)]
    with (
        Script(sockets(companion)[door]) as client,
        Script(companion.threads.server.path) as player,
    ):
        player.begin(3)
        client.send(b"\n".join(lines) + b"\n")
        asked = companion.threads.core._queue
        for _ in range(COUNT):
            while "ok" not in client.read():
                pass
            assert len(asked) <= 2
        began = time.monotonic()
        player.tell(do="press", control="clue")
        assert time.monotonic() - began < within(1)
    until(lambda: kept() <= AT_HAND, pause=0.1)
