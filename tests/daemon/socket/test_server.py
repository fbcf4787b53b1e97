"""The control socket, over a real socket: what scripts may ask, and what clients must not break."""

import contextlib
import gc
import logging
import os
import resource
import select
import socket
import stat
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.daemon.interfaces import Request
from companion.daemon.socket import server
from companion.daemon.socket.client import LONGEST_LINE, MOST_UNREAD, USUAL_LINE, Client
from companion.daemon.socket.server import MOST_ASKED, MOST_CLIENTS, SocketServer
from tests.rig.rude import ODD
from tests.rig.running import Script, running
from tests.rig.samples import fewer, within
from tests.rig.waiting import until


@pytest.fixture
def companion(tmp_path):
    with running(tmp_path) as companion:
        yield companion


@pytest.fixture
def script(companion):
    with Script(companion.threads.server.path) as script:
        yield script


@pytest.fixture
def game(script):
    script.ask(do="new", players=3)
    return script


def test_a_press_is_answered_when_it_is_saved_and_shown(game):
    answer = game.ask(do="press", control="clue")
    assert answer["shown"]
    state = game.ask(get="state")["state"]
    assert (state["clues"], state["saved"]) == (7, True)
    assert state["serial"] >= answer["serial"]


def test_the_frame_is_what_the_display_holds(companion, game):
    import base64
    import io

    from PIL import Image

    png = base64.b64decode(game.ask(get="frame")["png"])
    assert (
        Image.open(io.BytesIO(png)).convert("1").tobytes()
        == companion.emulated.shown_picture().tobytes()
    )


def test_a_subscriber_hears_of_every_change(companion, game):
    with Script(companion.threads.server.path) as listener:
        listener.ask(do="subscribe")
        game.press("clue")
        game.press("clue")
        first, second = listener.read(), listener.read()
        assert [first["state"]["clues"], second["state"]["clues"]] == [7, 6]
        assert first["serial"] < second["serial"]


SENSELESS = [
    (b"hello", "no valid JSON"),
    (b"\xff\xfe", "UTF-8"),
    (b"[]", "an object"),
    (b"{}", '"do" or "get"'),
    (b'{"do":"press","get":"state"}', '"do" or "get"'),
    (b'{"do":"pres"}', "did you mean 'press'?"),
    (b'{"get":"stae"}', "did you mean 'state'?"),
    (b'{"do":5}', "nothing to do"),
    (b'{"do":"press"}', "no control"),
    (b'{"do":"press","control":"clew"}', "did you mean 'clue'?"),
    (b'{"do":"press","control":"clue","x":1}', "no key 'x'"),
    (b'{"do":"hold","control":"clue"}', "seconds"),
    (b'{"do":"hold","control":"clue","seconds":NaN}', "NaN"),
    (b'{"do":"chord","controls":["clue"]}', "two or three"),
    (b'{"do":"new","players":3,"edition":{"fuses":7}}', "edition.fuses"),
    (
        b'{"do":"new","players":3,"detail":"tokens","edition":{"flamboyants":true}}',
        "flamboyants",
    ),
    (b'{"do":"action","action":{"do":"fly"}}', "no action"),
    (b'{"do":"turn","steps":1}', "this build"),
    (b'{"do":"tag","id":"04","reader":"play"}', "id of a sticker"),
    (b"[" * 5000, "nested"),
]


def test_a_senseless_request_gets_one_sentence_and_changes_nothing(script):
    for line, gist in SENSELESS:
        script.send(line + b"\n")
        answer = script.read()
        assert answer["ok"] is False, line
        assert gist in answer["error"], line
        assert "\n" not in answer["error"], line
        assert script.ask(get="state")["state"] is None


HUNG_UP = (BrokenPipeError, ConnectionResetError)


@pytest.mark.parametrize("line", ODD.values(), ids=ODD)
def test_lines_that_take_long_to_read_keep_no_finger_waiting(companion, game, line):
    core = companion.threads.core
    with contextlib.ExitStack() as stack:
        odd = [
            stack.enter_context(Script(companion.threads.server.path)) for _ in range(fewer(20, 10))
        ]
        for script in odd:
            script.send(line + b"\n")
        began = time.monotonic()
        companion.emulated.press("clue")
        until(lambda: "clue" in core.view.pressed)
        assert time.monotonic() - began < within(0.5)
        companion.emulated.release("clue")
        game.press("clue")
        assert time.monotonic() - began < within(2)
        for script in odd:
            assert script.read()["ok"] is False


def test_a_button_that_a_script_holds_is_let_go_when_the_script_leaves(companion, game):
    for _ in range(MOST_ASKED + 1):
        with Script(companion.threads.server.path) as hasty:
            hasty.send(b'{"do":"hold","control":"clue","seconds":600}\n')
            until(lambda: companion.threads.core.view.pressed)
        until(lambda: not companion.threads.core.view.pressed)
    assert game.ask(get="state")["state"]["turn"] == 1


# The server alone: the test is the companion behind it.


class Desk:
    """A server, and what it was asked.

    `busy` for a table that hears nothing until it is told to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: deque[Request] = deque()
        self.busy = False
        self.to_hear: deque[Callable[[], None]] = deque()
        self.forgotten: list[object] = []
        self.server = SocketServer(path, self.post, self.forgotten.append)

    def post(self, message: Request | Callable[[], None]) -> None:
        if isinstance(message, Request):
            self.asked.append(message)
        elif self.busy:
            self.to_hear.append(message)
        else:
            message()

    def next(self) -> Request:
        until(lambda: self.asked)
        return self.asked.popleft()


@pytest.fixture
def desk(tmp_path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "the.sock")
    desk.server.start()
    yield desk
    desk.server.stop()


@pytest.fixture
def client(desk) -> Iterator[Script]:
    with Script(desk.path) as client:
        yield client


def go_round(server: SocketServer) -> None:
    """Let the server go its rounds; what it was told before is done then too."""
    done = threading.Event()
    server.ping(done.set)
    assert done.wait(5)


def test_a_request_is_handed_over_when_the_one_before_is_answered(desk, client):
    client.send(b"".join(b'{"n":%d}\n' % number for number in range(5)))
    for number in range(5):
        request = desk.next()
        assert request.body == {"n": number}
        go_round(desk.server)
        assert not desk.asked
        request.reply({"ok": True, "n": number})
        assert client.read() == {"ok": True, "n": number}


def test_the_table_has_one_request_to_hear_at_a_time_whoever_it_is_from(desk):
    desk.busy = True
    with contextlib.ExitStack() as stack:
        for number in range(5):
            stack.enter_context(Script(desk.path)).send(b"%d\n" % number)
        for _ in range(5):
            until(lambda: desk.to_hear)
            go_round(desk.server)
            assert len(desk.asked) == 1
            desk.asked.popleft()  # heard, though it may be answered much later
            desk.to_hear.popleft()()


def test_who_asks_briefly_waits_for_one_long_line_at_most(desk):
    desk.busy = True
    with contextlib.ExitStack() as stack:
        first, *others = (stack.enter_context(Script(desk.path)) for _ in range(9))
        first.send(b'"first"\n')
        until(lambda: desk.to_hear)
        for number, other in enumerate(others):
            other.send(b'"brief"\n' if number > 5 else b'"%s"\n' % (b"x" * USUAL_LINE))
            go_round(desk.server)
        heard = []
        for _ in range(9):
            heard.append(desk.next().body[:5])
            until(lambda: desk.to_hear)
            desk.to_hear.popleft()()
    assert heard == ["first", "brief", "brief", *["xxxxx"] * 6]


def test_a_long_line_waits_for_one_brief_one_at_most(desk):
    desk.busy = True
    with contextlib.ExitStack() as stack:
        brief, long = (stack.enter_context(Script(desk.path)) for _ in range(2))
        brief.send(b'"brief"\n' * 4)
        until(lambda: desk.to_hear)
        long.send(b'"%s"\n' % (b"x" * USUAL_LINE))
        heard = []
        for _ in range(4):
            go_round(desk.server)
            request = desk.next()
            heard.append(request.body[:5])
            request.reply({"ok": True})
            go_round(desk.server)
            desk.to_hear.popleft()()
    assert heard == ["brief", "brief", "xxxxx", "brief"]


def test_bad_lines_are_answered_in_their_place(desk, client):
    client.send(b"1\nnonsense\n2\n")
    desk.next().reply({"ok": True, "n": 1})
    desk.next().reply({"ok": True, "n": 2})
    assert [client.read().get("n") for _ in range(3)] == [1, None, 2]


def test_junk_without_end_leaves_most_of_the_processor_to_the_table(desk, client):
    clock = time.pthread_getcpuclockid(desk.server._thread.ident)
    began, worked = time.monotonic(), time.clock_gettime(clock)
    while time.monotonic() < began + 0.3:
        client.send(b"x\n" * 100)
        for _ in range(100):
            client.read()
    assert 0 < time.clock_gettime(clock) - worked < 0.5 * (time.monotonic() - began)


def test_an_answer_for_somebody_who_left_goes_nowhere(desk):
    with Script(desk.path) as hasty:
        hasty.send(b"1\n")
        request = desk.next()
    until(lambda: desk.forgotten == [request.reply])
    request.reply({"ok": True})
    with Script(desk.path) as later:
        later.send(b"2\n")
        desk.next().reply({"ok": True, "n": 2})
        assert later.read()["n"] == 2


def test_what_is_not_answered_counts_though_who_asked_it_left(desk):
    for _ in range(MOST_ASKED + 5):
        with Script(desk.path) as hasty:
            hasty.send(b"1\n")
            for _ in range(3):
                go_round(desk.server)
    assert len(desk.asked) == MOST_ASKED


def test_clients_that_leave_before_their_turn_leave_nothing_behind(desk):
    desk.busy = True
    with Script(desk.path) as first:
        first.send(b"1\n")
        until(lambda: desk.to_hear)
        for _ in range(200):
            with Script(desk.path) as hasty:
                hasty.send(b'"%s"\n' % (b"x" * 50_000))
                go_round(desk.server)
        go_round(desk.server)
        gc.collect()
        assert sum(isinstance(thing, Client) for thing in gc.get_objects()) <= 2
        assert len(desk.asked) == 1


def test_the_last_line_needs_no_end(desk, client):
    client.send(b'\n \n {"n":1}')
    client.sock.shutdown(socket.SHUT_WR)
    assert desk.next().body == {"n": 1}


def test_half_a_request_is_none(desk, client):
    client.send(b'{"do":"pre')
    client.sock.shutdown(socket.SHUT_WR)
    assert client.read()["ok"] is False
    assert client.lines.read() == b""
    assert not desk.asked


def test_the_longest_request_is_taken_and_a_longer_one_is_refused(desk, client):
    client.send(b'"%s"\n' % (b"x" * (LONGEST_LINE - 2)))
    desk.next().reply({"ok": True})
    assert client.read()["ok"]
    with contextlib.suppress(HUNG_UP):
        client.send(b'"%s"\n' % (b"x" * (LONGEST_LINE - 1)))
    assert "longer than" in client.read()["error"]
    assert not desk.asked


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b"9" * 5_000,
        b"[1e999]",
        b"-Infinity",
        b'{"a":1,"a":2}',
        b'"\\ud800',
        b"\x00",
        b"\xed\xa0\x80",
        b"\xff" * 60_000,
        b"[" + b"1," * 30_000,
    ],
    ids=lambda line: line[:8],
)
def test_what_is_no_json_is_refused_and_the_next_request_is_taken(desk, client, line):
    client.send(line + b'\n{"n":1}\n')
    if b"1e999" in line:  # a number like any other to the standard
        desk.next().reply({"ok": False, "error": "what?"})
    answer = client.read()
    assert answer["ok"] is False
    assert len(answer["error"]) < 300
    desk.next().reply({"ok": True})
    assert client.read()["ok"]


def test_a_subscriber_that_does_not_read_is_cut_off(desk, client):
    client.send(b"1\n")
    request = desk.next()
    request.reply({"ok": True})
    for _ in range(MOST_UNREAD // 10_000 + 50):
        request.reply({"serial": 1, "state": "x" * 10_000})
    until(lambda: desk.forgotten)
    with contextlib.suppress(*HUNG_UP):
        assert len(client.lines.read()) < MOST_UNREAD


def test_a_slow_reader_is_asked_for_nothing_more_and_gets_everything(desk, client):
    client.send(b"1\n" * 20)
    answered = 0
    while desk.asked or not answered:
        desk.next().reply({"ok": True, "n": answered, "much": "x" * 100_000})
        answered += 1
        go_round(desk.server)
        go_round(desk.server)
    assert answered < 6  # what the sockets themselves can hold
    for number in range(20):
        assert client.read()["n"] == number
        if number >= answered - 1 and number < 19:
            desk.next().reply({"ok": True, "n": number + 1})


def crowd(desk: Desk, stack: contextlib.ExitStack, count: int, said: bytes = b"") -> list[Script]:
    """Clients that were taken in this order, and said something."""
    clients = []
    for _ in range(count):
        clients.append(stack.enter_context(Script(desk.path)))
        if said:
            clients[-1].send(said)
        go_round(desk.server)
        go_round(desk.server)
    return clients


def serve(desk: Desk, client: Script) -> None:
    """Let a client have what it asks for."""
    client.send(b"1\n")
    desk.next().reply({"ok": True})
    assert client.read()["ok"]


def sent_away(client: Script) -> bool:
    """Whether it was told that others want its place; it still has it if it heard nothing."""
    heard, _, _ = select.select([client.sock], [], [], 0)
    return bool(heard) and "others want this place" in client.read()["error"]


@pytest.mark.parametrize("said", [b"", b"ha", b"x" * LONGEST_LINE, b" \n \n"])
def test_clients_that_never_finish_a_line_keep_nobody_from_asking(desk, said):
    with contextlib.ExitStack() as stack:
        silent = crowd(desk, stack, MOST_CLIENTS, said)
        for _ in range(3):
            serve(desk, stack.enter_context(Script(desk.path)))
        assert [sent_away(client) for client in silent] == [True] * 3 + [False] * (MOST_CLIENTS - 3)


def test_who_says_a_byte_now_and_then_is_silent_all_the_same(desk):
    with contextlib.ExitStack() as stack:
        dripping, *_ = crowd(desk, stack, MOST_CLIENTS)
        for byte in b"drip":
            dripping.send(bytes([byte]))
            go_round(desk.server)
        serve(desk, stack.enter_context(Script(desk.path)))
        assert sent_away(dripping)


def test_who_never_asked_goes_first_and_then_who_was_silent_longest(desk, monkeypatch):
    monkeypatch.setattr(server, "SPARED_S", 0.0)
    with contextlib.ExitStack() as stack:
        polite = crowd(desk, stack, 3)
        for client in (polite[1], polite[0], polite[2]):
            serve(desk, client)
        strangers = crowd(desk, stack, MOST_CLIENTS - 3)
        late = crowd(desk, stack, len(strangers))
        assert not any(map(sent_away, polite))
        assert all(map(sent_away, strangers))
        for client in late:
            serve(desk, client)
        serve(desk, stack.enter_context(Script(desk.path)))
        assert [sent_away(client) for client in polite] == [False, True, False]


def test_who_asked_just_now_keeps_the_place_however_busy_all_others_are(desk):
    with contextlib.ExitStack() as stack:
        polite, *waiting = crowd(desk, stack, MOST_CLIENTS)
        for client in waiting:
            client.send(b'"wait"\n')
        until(lambda: len(desk.asked) == len(waiting))
        desk.asked.clear()
        serve(desk, polite)
        assert "connected already" in stack.enter_context(Script(desk.path)).read()["error"]
        serve(desk, polite)


@pytest.mark.parametrize("word", ["subscribe", "watch"])
def test_who_listens_and_who_waits_for_an_answer_keeps_the_place(desk, word):
    with contextlib.ExitStack() as stack:
        listening, *waiting = crowd(desk, stack, MOST_CLIENTS - 1)
        listening.send(b'{"do":"%s"}\n' % word.encode())
        desk.next().reply({"ok": True})
        assert listening.read()["ok"]
        for client in waiting:
            client.send(b'{"do":"hold","control":"clue","seconds":600}\n')
        (idle,) = crowd(desk, stack, 1)
        until(lambda: len(desk.asked) == len(waiting))
        desk.asked.clear()
        serve(desk, stack.enter_context(Script(desk.path)))
        assert sent_away(idle)
        assert not any(map(sent_away, (listening, *waiting)))


def test_where_nobody_can_go_one_more_is_told_so(desk):
    with contextlib.ExitStack() as stack:
        waiting = crowd(desk, stack, MOST_CLIENTS, b"1\n")
        late = stack.enter_context(Script(desk.path))
        assert "connected already" in late.read()["error"]
        assert late.lines.read() == b""
        for client in waiting:
            desk.next().reply({"ok": True})
            assert client.read()["ok"]


@contextlib.contextmanager
def no_descriptor_left() -> Iterator[None]:
    """Meanwhile this process can open nothing."""
    free = os.dup(0)
    os.close(free)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_without_a_free_descriptor_it_waits_quietly_and_recovers(desk, caplog, monkeypatch):
    with caplog.at_level(logging.INFO, "companion"):
        monkeypatch.setattr(logging.getLogger("companion"), "propagate", True)
        socks = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(3)]
        with no_descriptor_left():
            for sock in socks:
                sock.connect(str(desk.path))
            until(lambda: caplog.messages)
            before = time.process_time()
            time.sleep(0.5)
            assert time.process_time() - before < 0.1
        for sock in socks:
            sock.settimeout(5)
            sock.sendall(b"junk\n")
            assert b"no valid JSON" in sock.recv(1000)
            sock.close()
        go_round(desk.server)
    assert len(caplog.messages) == 2
    assert "no client can be taken: Too many open files" in caplog.messages[0]
    assert "again" in caplog.messages[1]


def test_a_socket_that_was_deleted_is_made_again(desk, client):
    desk.path.unlink()
    go_round(desk.server)
    assert stat.S_IMODE(desk.path.stat().st_mode) == 0o600
    with Script(desk.path) as later:
        for script in (later, client):  # who was connected stays so
            script.send(b"1\n")
            desk.next().reply({"ok": True})
            assert script.read()["ok"]


def test_a_socket_whose_folder_was_deleted_is_made_again(tmp_path):
    desk = Desk(tmp_path / "deep" / "the.sock")
    desk.server.start()
    desk.path.unlink()
    desk.path.parent.rmdir()
    go_round(desk.server)
    assert desk.path.is_socket()
    desk.server.stop()
    assert not desk.path.exists()


def test_it_ends_at_once_however_its_clients_hang(desk):
    with contextlib.ExitStack() as stack:
        for number in range(20):
            hanging = stack.enter_context(Script(desk.path))
            hanging.send((b"1\n", b"ha", b"junk\n" * 10_000)[number % 3])
        before = time.monotonic()
        desk.server.stop()
        assert time.monotonic() - before < within(1)
    assert not desk.path.exists()
