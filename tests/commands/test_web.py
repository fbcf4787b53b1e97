"""`companion web` and `companion run --web` as people start them: real processes."""

import http.client
import importlib.util
import os
import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from companion.commands import run, web
from companion.commands.looking_on import NotInstalled
from tests.rig.companions import companion
from tests.rig.servers import answers, free_port, started
from tests.rig.waiting import until


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_page_is_served_until_a_signal_comes_with_pages_open(tmp_path, number):
    port = free_port()
    words = (
        "web",
        "--port",
        str(port),
        "--host",
        "127.0.0.1",
        "--view",
        str(tmp_path / "none.sock"),
    )
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
    assert (
        told.stderr
        == f"companion: the page cannot have port {port} of 127.0.0.1 (Address already in use): "
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
    (folder / "companion.toml").write_text("[page]\nprot = 1")
    told = companion("web", directory=tmp_path)
    assert told.returncode == 2
    assert told.stderr.startswith(f"companion: {folder / 'companion.toml'}: page.prot: there is")
    assert told.stderr.endswith("did you mean 'port'?\n")


def test_without_tornado_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NotInstalled, match=r"needs tornado.*python3-tornado"):
        web.run(None, None, None)
    with pytest.raises(NotInstalled, match="needs tornado"):
        run.run("emulator", None, None, emulated=False, headless=True, web=True)


def children(pid: int) -> list[int]:
    """The processes that any thread of a process started."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


@pytest.fixture
def port_in_file(tmp_path) -> int:
    port = free_port()
    folder = tmp_path / ".config" / "hanabi-companion"
    folder.mkdir(parents=True)
    (folder / "companion.toml").write_text(f'[page]\nport = {port}\nhost = "127.0.0.1"\n')
    return port


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_page_beside_an_emulated_device_lives_as_long_as_that(tmp_path, port_in_file, number):
    words = (
        "run",
        "--panel",
        "emulator",
        "--headless",
        "--web",
        "--socket",
        str(tmp_path / "run.sock"),
    )
    with started(tmp_path, *words) as (process, said):
        until(lambda: answers(port_in_file))
        assert re.search(r"the page is at http://127\.0\.0\.1:\d+", said.read_text())
        page = page_of(process)
        process.send_signal(number)
        process.wait(10)
        until(lambda: not alive(page))
    assert not answers(port_in_file)


def page_of(process: subprocess.Popen) -> int:
    """The page beside a companion."""
    (page,) = [pid for pid in children(process.pid) if alive(pid)]
    return page


def test_a_page_that_died_is_started_again_and_that_is_told(tmp_path, port_in_file):
    words = (
        "run",
        "--panel",
        "emulator",
        "--headless",
        "--web",
        "--socket",
        str(tmp_path / "run.sock"),
    )
    with started(tmp_path, *words) as (process, said):
        until(lambda: answers(port_in_file))
        first = page_of(process)
        os.kill(first, signal.SIGKILL)
        until(
            lambda: (
                "web: the page ended (killed by SIGKILL), and is started again" in said.read_text()
            )
        )
        until(lambda: answers(port_in_file))
        second = page_of(process)
        assert second != first
        process.terminate()
        assert process.wait(10) == 0
        until(lambda: not alive(second))
    assert said.read_text().count("is started again") == 1
    assert "Traceback" not in said.read_text()


def test_a_page_whose_settings_have_a_mistake_is_not_started_again(tmp_path, port_in_file):
    (tmp_path / ".config" / "hanabi-companion" / "companion.toml").write_text("[page]\nprot = 1")
    words = (
        "run",
        "--panel",
        "emulator",
        "--headless",
        "--web",
        "--socket",
        str(tmp_path / "run.sock"),
    )
    with started(tmp_path, *words) as (process, said):
        until(
            lambda: (
                "web: the page ended (exit status 2), and is not started again" in said.read_text()
            )
        )
        assert said.read_text().count("did you mean 'port'?") == 1
        assert process.poll() is None  # the table goes on


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[0]
    except OSError:
        return False
