"""Fifty thousand clients that come and go, and twenty thousand requests of one client: what stays
of them.
"""

import json
import os
import select
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from companion.daemon.interfaces import Door
from companion.daemon.socket.declarations import DECLARATIONS
from tests.rig.daemons import FAULTS, SEED, Daemon, daemon, resident
from tests.rig.fickle import varied
from tests.rig.running import Script
from tests.rig.socket_presses import SOON, presses, told
from tests.rig.table import laid
from tests.rig.visitors import come_and_go, process
from tests.rig.waiting import until

pytestmark = FAULTS

CLIENTS = int(os.environ.get("COMPANION_FAULTS_CLIENTS", "50000"))
PROCESSES = 4
REQUESTS = 20_000
"""Requests of one kind on a connection."""
MOST_MORE = 4 * 2**20
"""Bytes by which memory may differ after ten thousand clients, and after all of them."""
MOST_GROWTH = 6.0
"""Mebibytes that twenty thousand requests may leave: games and stickers are kept, on purpose."""
STEPS = 400
"""Turns of which the mean is taken."""
CLUE = {"do": "action", "action": {"do": "clue"}}


def steps(player: Script, count: int) -> list[float]:
    """Turns and their undoing; gives the seconds until each was answered."""
    times = []
    for number in range(count):
        began = time.perf_counter()
        player.tell(**(CLUE if number % 2 == 0 else {"do": "undo"}))
        times.append(time.perf_counter() - began)
    return times


def work_of_a_step(companion: Daemon, player: Script) -> float:
    """Seconds of a processor, which others on this machine do not take from it."""
    before = companion.worked
    steps(player, STEPS)
    return (companion.worked - before) / STEPS


def test_of_fifty_thousand_clients_that_come_and_go_nothing_stays(tmp_path):
    with daemon(tmp_path) as companion:
        sockets = {
            "control": companion.sock,
            "view": companion.sock.with_name(f"{companion.sock.stem}-view.sock"),
        }
        with Script(companion.sock) as player:
            player.begin(3)
            player.ask(get="history")
            before = work_of_a_step(companion, player)
            at_rest = (companion.descriptors, companion.threads)
            memory, share = [], CLIENTS // 5 // PROCESSES
            print(
                f"\nat rest: {at_rest}, {companion.memory / 2**20:.1f} MiB, {before * 1e3:.2f} ms a"
                " turn"
            )
            for part in range(5):
                rude = [
                    process(come_and_go, sockets, SEED + 10 * part + n, share)
                    for n in range(PROCESSES)
                ]
                times: list[float] = []
                while any(one.is_alive() for one in rude):
                    times += steps(player, 20)
                told(f"{(part + 1) * share * PROCESSES} clients", times)
                until(lambda: (companion.descriptors, companion.threads) == at_rest)
                memory.append(companion.memory)
                player.begin(3)
                after = work_of_a_step(companion, player)
                print(f"{memory[-1] / 2**20:.1f} MiB, {after * 1e3:.2f} ms a turn")
                assert after < 3 * before, "other programs make it differ by half"
            assert max(memory[1:]) - memory[0] < MOST_MORE
        assert "Traceback" not in companion.log
        assert companion.end() == 0


def ask_in_a_row(path: Path, lines: bytes) -> None:
    """Send it all on one connection, and read whatever comes until every line was answered."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.connect(str(path))
        reader = threading.Thread(target=_read, args=(sock,))
        reader.start()
        with suppress(OSError):
            sock.sendall(lines)
            sock.shutdown(socket.SHUT_WR)
        reader.join()


def _read(sock: socket.socket) -> None:
    with suppress(OSError):
        while select.select([sock], [], [], 60)[0] and sock.recv(1 << 16):
            pass


@pytest.mark.parametrize(
    ("door", "example"),
    [
        pytest.param(Door(door), one.example, id=f"{door} {one.verb} {one.word}")
        for one in DECLARATIONS
        for door in one.doors
    ],
)
def test_twenty_thousand_requests_of_a_client_keep_no_press_waiting_and_leave_nothing(
    tmp_path, door, example
):
    lines = b"".join(
        json.dumps(varied(example, number, 0.001)).encode() + b"\n" for number in range(REQUESTS)
    )
    with laid(tmp_path) as table:
        with table.script() as script:
            script.begin(3)
            script.ask(get="history")
        servers = table.companion.threads
        path = (servers.server if door is Door.CONTROL else servers.view_server).path
        presses(table)
        before = resident()
        client = process(ask_in_a_row, path, lines)
        times: list[float] = []
        while client.is_alive():
            times += presses(table)
        times += presses(table)
        after = resident()
        print()
        told(f"{door} {example}"[:28], times)
        print(f"memory {before:.1f} MiB, then {after:.1f}")
        assert sorted(times)[len(times) * 95 // 100] < SOON
        assert after - before < MOST_GROWTH
        assert not table.died
