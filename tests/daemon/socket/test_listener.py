"""The socket's file: who may use it, whose it is, and what becomes of one that is there."""

import fcntl
import os
import socket
import stat
import threading
import time

import pytest

from companion.daemon.socket.listener import BACKLOG, Listener, SocketError
from tests.rig.samples import within


@pytest.fixture
def path(tmp_path):
    return tmp_path / "the.sock"


def left_over(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stale:
        stale.bind(str(path))


@pytest.mark.parametrize(("shared", "mode"), [(False, 0o600), (True, 0o660)])
def test_it_is_for_its_user_or_its_group_alone_whatever_the_mask(path, shared, mode):
    before = os.umask(0)
    try:
        listener = Listener(path, shared)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    listener.close()
    assert not path.exists()


def test_one_left_over_from_a_crash_is_taken_over(path):
    left_over(path)
    listener = Listener(path)
    assert listener.in_place
    listener.close()


def test_one_that_somebody_listens_at_is_refused_however_busy(path):
    listener = Listener(path)
    waiting = []
    for _ in range(BACKLOG + 10):
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.setblocking(False)
        waiting.append(sock)
        try:
            sock.connect(str(path))
        except BlockingIOError:
            break
    else:
        raise AssertionError("there was room for all")
    with pytest.raises(SocketError, match="another companion listens"):
        Listener(path)
    for sock in waiting:
        sock.close()
    listener.close()


def test_who_has_locked_the_folder_keeps_no_listener_waiting(path):
    """The companion itself does, where its games are in the same folder."""
    folder = os.open(path.parent, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    began = time.monotonic()
    Listener(path).close()
    os.close(folder)
    assert time.monotonic() - began < within(0.5)


def test_a_file_of_somebody_else_is_refused_and_left_alone(path):
    path.write_text("mine")
    with pytest.raises(SocketError, match="something else is there"):
        Listener(path)
    assert path.read_text() == "mine"


def test_a_folder_that_cannot_be_is_one_sentence(path):
    path.write_text("")
    with pytest.raises(SocketError, match="cannot be made"):
        Listener(path / "the.sock")


def test_only_its_own_file_is_removed(path):
    listener = Listener(path)
    path.unlink()
    assert not listener.in_place
    other = Listener(path)
    assert not listener.in_place
    listener.close()
    assert path.exists()
    other.close()
    assert not path.exists()


@pytest.mark.parametrize("stale", [False, True])
def test_of_many_at_the_same_instant_one_has_it(path, stale):
    for _ in range(10):
        if stale:
            left_over(path)
        made, refused = [], []
        together = threading.Barrier(8)

        def start(made=made, refused=refused, together=together):
            together.wait()
            try:
                made.append(Listener(path))
            except SocketError as error:
                refused.append(str(error))

        threads = [threading.Thread(target=start) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (len(made), len(refused)) == (1, 7)
        assert all("another companion" in sentence for sentence in refused)
        assert made[0].in_place
        made[0].close()
