"""`companion web` and `companion run --web` as people start them: real processes."""

import http.client
import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.commands import web
from companion.commands.page_beside import PageBeside
from tests.commands.test_run import companion, environ
from tests.rig.waiting import until


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def get(port: int, path: str) -> dict:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    found: dict = json.loads(connection.getresponse().read())
    connection.close()
    return found


def answers(port: int) -> bool:
    try:
        return bool(get(port, "/words")["version"])
    except OSError:
        return False


@contextmanager
def started(directory: Path, *words: str, **more: str) -> Iterator[tuple[subprocess.Popen, Path]]:
    """A command that goes on, and what it says."""
    said = directory / "said.log"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            env={**environ(directory), **more},
            stdout=out,
            stderr=out,
        )
    try:
        yield process, said
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_page_is_served_until_a_signal_comes_with_pages_open(tmp_path, number):
    port = free_port()
    words = ("web", "--port", str(port), "--host", "127.0.0.1", "--view", str(tmp_path / "none.sock"))
    with started(tmp_path, *words) as (process, said):
        until(lambda: "the page is at" in said.read_text())
        assert f"http://127.0.0.1:{port}" in said.read_text()
        readers = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(3)]
        for reader in readers:
            reader.request("GET", "/live")
            assert reader.getresponse().status == 200
        process.send_signal(number)
        assert process.wait(5) == 0
        assert "Traceback" not in said.read_text()


def test_a_port_that_is_taken_is_one_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = companion("web", "--port", str(port), "--host", "127.0.0.1", directory=tmp_path)
    assert told.returncode == 1
    assert told.stderr == (
        f"companion: the page cannot have port {port} of 127.0.0.1 (Address already in use): "
        "name another one with --port or --host\n"
    )


@pytest.mark.parametrize(
    ("words", "gist"),
    [
        (("--port", "0"), "--port: must be a number from 1 to 65535, not 0"),
        (("--host", "pi"), "--host: must be an address of this computer"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence(tmp_path, words, gist):
    told = companion("web", *words, directory=tmp_path)
    assert told.returncode == 2
    assert gist in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_mistake_in_the_file_is_one_sentence(tmp_path):
    folder = tmp_path / ".config" / "hanabi-companion"
    folder.mkdir(parents=True)
    (folder / "web.toml").write_text("prot = 1")
    told = companion("web", directory=tmp_path)
    assert told.returncode == 2
    assert (
        told.stderr
        == f"companion: {folder / 'web.toml'}: prot: there is no such setting; did you mean 'port'?\n"
    )


def test_without_tornado_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(web.NoTornado, match="needs tornado"):
        web.run(None, None, None)
    with pytest.raises(web.NoTornado, match="python3-tornado"):
        PageBeside()


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return list(map(int, found))


@pytest.fixture
def port_in_file(tmp_path) -> int:
    port = free_port()
    folder = tmp_path / ".config" / "hanabi-companion"
    folder.mkdir(parents=True)
    (folder / "web.toml").write_text(f'port = {port}\nhost = "127.0.0.1"\n')
    return port


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_page_beside_an_emulated_device_lives_as_long_as_that(tmp_path, port_in_file, number):
    words = ("run", "--panel", "emulator", "--headless", "--web", "--socket", str(tmp_path / "run.sock"))
    with started(tmp_path, *words) as (process, said):
        until(lambda: answers(port_in_file))
        assert re.search(r"the page is at http://127\.0\.0\.1:\d+", said.read_text())
        (page,) = [pid for pid in children(process.pid) if alive(pid)]
        process.send_signal(number)
        process.wait(10)
        until(lambda: not alive(page))
    assert not answers(port_in_file)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[0]
    except OSError:
        return False
