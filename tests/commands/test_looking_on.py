"""Programs that look on, `companion web` and `mqtt`, as people start them: real processes
that are this same program, and read their own part of the settings.
"""

import http.client
import importlib.util
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from companion import __version__, cli
from companion.commands import looking_on, run
from companion.commands.looking_on import NotInstalled, _load_part
from companion.errors import ConfigError
from companion.onlookers import this_program
from companion.page.settings import load_page
from tests.rig.servers import answers, companion, environ, free_port, started
from tests.rig.waiting import until

NO_BROKER = '[mqtt]\nbroker = "127.0.0.1"\nport = 1'
Settings = Callable[[str], Path]


@pytest.fixture
def settings(tmp_path) -> Settings:
    """Gives the file of the settings, once it has this text."""
    file = tmp_path / ".config" / "hanabi-companion" / "companion.toml"
    file.parent.mkdir(parents=True)

    def write(text: str) -> Path:
        file.write_text(text)
        return file

    return write


@pytest.mark.parametrize("isolated", [False, True])
def test_the_program_runs_again_from_any_folder(tmp_path, isolated):
    told = "import sys; sys.path.insert(0, sys.argv[1]); import json; "
    told += "from companion.onlookers import this_program; "
    told += "print(json.dumps(this_program('--version')))"
    root = str(Path(__file__).parents[2])
    words = [sys.executable, "-I" if isolated else "-P", "-c", told, root]
    environ = {"PATH": "/usr/bin:/bin"}
    ask = partial(subprocess.run, env=environ, capture_output=True, text=True, check=True)
    again = ask(json.loads(ask(words, cwd="/").stdout), cwd=tmp_path)
    assert again.stdout == f"companion {__version__}\n"
    assert this_program("web")[-1] == "web"


def test_a_mistake_on_the_boot_partition_is_told_and_left_out(tmp_path, monkeypatch, caplog):
    installed, boot = tmp_path / "etc.toml", tmp_path / "boot.toml"
    monkeypatch.setattr("companion.settings.INSTALLED", installed)
    monkeypatch.setattr("companion.settings.BOOT", (boot,))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    installed.write_text("[page]\nport = 81\n")
    boot.write_text("[page]\nport = 0\n")
    with caplog.at_level(logging.WARNING, "companion"):
        assert _load_part(load_page).port == 81
    assert "the settings on the boot partition are ignored: " in caplog.text
    assert "page.port: must be a number" in caplog.text
    installed.write_text("[page]\nprot = 81\n")
    with pytest.raises(ConfigError, match=r"etc.toml: page.prot"):
        _load_part(load_page)


NO_NAME = 'mqtt.broker: is missing; name your MQTT broker, such as broker = "192.168.178.30"'


@pytest.mark.parametrize(
    ("words", "text", "status", "said"),
    [
        ("web --port 0", "", 2, "--port: must be a number from 1 to 65535, not 0"),
        ("web --host pi", "", 2, "--host: must be an address of this computer"),
        ("web", "[page]\nprot = 1", 2, "FILE: page.prot: there is no such setting; did you mean"),
        ("mqtt", "", 2, f"FILE: {NO_NAME} below [mqtt]"),
        (
            "mqtt --check --forget",
            NO_BROKER,
            2,
            "--check and --forget are two commands: choose one",
        ),
        ("mqtt --check", NO_BROKER, 1, "no broker at 127.0.0.1:1 (Connection refused): does it"),
        ("mqtt --forget", NO_BROKER, 1, "no broker at 127.0.0.1:1 (Connection refused): does it"),
    ],
)
def test_a_mistake_is_one_sentence(
    tmp_path, settings, monkeypatch, capsys, words, text, status, said
):
    monkeypatch.setattr("companion.commands.looking_on.set_up_log", lambda: None)
    file = settings(text)
    with patch.dict(os.environ, environ(tmp_path), clear=True):
        assert cli.main(words.split()) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"companion: {said.replace('FILE', str(file))}")
    assert err.count("\n") == 1


def test_a_port_that_is_taken_is_one_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = ("web", "--port", str(port), "--host", "127.0.0.1")
        told = companion(*words, directory=tmp_path)
    assert told.returncode == 1
    assert (
        told.stderr
        == f"companion: the page cannot have port {port} of 127.0.0.1 (Address already in use): "
        "name another one with --port or --host\n"
    )


def none_of(*missing: str) -> Callable[[str], object]:
    """Find modules as ever, but for these."""
    find = importlib.util.find_spec
    return lambda name: None if name in missing else find(name)


def too_old(name: str) -> None:
    if name.startswith("paho."):
        raise ModuleNotFoundError


WEB, MQTT = (partial(looking_on.run, command, {}, sys.stdout) for command in ("web", "mqtt"))
EMULATED = partial(
    run.run, "emulator", None, None, emulated=False, headless=True, wanted={"web": True}
)


@pytest.mark.parametrize(
    ("start", "find", "said"),
    [
        (WEB, none_of("tornado"), "needs tornado.*python3-tornado"),
        (EMULATED, none_of("tornado"), "needs tornado"),
        *(
            (MQTT, find, "paho-mqtt 2.*python3-paho")
            for find in (none_of("paho.mqtt.enums"), too_old)
        ),
    ],
)
def test_without_its_packages_it_is_said_what_to_install(monkeypatch, start, find, said):
    monkeypatch.setattr(importlib.util, "find_spec", find)
    with pytest.raises(NotInstalled, match=said):
        start()


def test_the_page_is_served_until_a_signal_comes_with_pages_open(tmp_path):
    port = free_port()
    words = ["--port", str(port), "--host", "127.0.0.1", "--view", str(tmp_path / "none.sock")]
    with started(tmp_path, "web", *words) as (process, said):
        until(lambda: "the page is at" in said.read_text())
        assert f"http://127.0.0.1:{port}" in said.read_text()
        readers = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(3)]
        for reader in readers:
            reader.request("GET", "/live")
            assert reader.getresponse().status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == 0
        assert "Traceback" not in said.read_text()


def test_the_bridge_waits_for_broker_and_companion_until_a_signal_comes(tmp_path, settings):
    settings(NO_BROKER)
    with started(tmp_path, "mqtt", "--view", str(tmp_path / "none.sock")) as (process, said):
        until(lambda: "no broker at 127.0.0.1:1" in said.read_text())
        until(lambda: "no companion at" in said.read_text())
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert "Traceback" not in said.read_text()


def test_when_the_watchdog_ends_it_the_log_says_where_it_hung(tmp_path, settings):
    settings(NO_BROKER)
    with started(tmp_path, "mqtt", "--view", str(tmp_path / "none.sock")) as (process, said):
        until(lambda: "no broker at 127.0.0.1:1" in said.read_text())
        process.send_signal(signal.SIGABRT)
        assert process.wait(10) == -signal.SIGABRT
    assert "most recent call first" in said.read_text()
    assert "asyncio" in said.read_text()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[0]
    except OSError:
        return False


def page_of(process: subprocess.Popen) -> int:
    """The page beside a companion, which any of its threads started."""
    tasks = Path(f"/proc/{process.pid}/task").glob("*/children")
    children = [int(child) for task in tasks for child in task.read_text().split()]
    (page,) = filter(alive, children)
    return page


@pytest.fixture
def port(settings) -> int:
    """The port of the settings."""
    port = free_port()
    settings(f'[page]\nport = {port}\nhost = "127.0.0.1"\n')
    return port


@pytest.fixture
def with_page(tmp_path) -> Callable:
    """Runs an emulated device with a page."""
    words = ("run", "--panel", "emulator", "--headless", "--web")
    return lambda: started(tmp_path, *words, "--socket", str(tmp_path / "run.sock"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_page_beside_an_emulated_device_lives_as_long_as_that(port, with_page, number):
    with with_page() as (process, said):
        until(lambda: answers(port))
        assert re.search(r"the page is at http://127\.0\.0\.1:\d+", said.read_text())
        page = page_of(process)
        process.send_signal(number)
        process.wait(10)
        until(lambda: not alive(page))
    assert not answers(port)


def test_a_page_that_died_is_started_again_and_that_is_told(port, with_page):
    with with_page() as (process, said):
        until(lambda: answers(port))
        first = page_of(process)
        os.kill(first, signal.SIGKILL)
        again = "web: the page ended (killed by SIGKILL), and is started again"
        until(lambda: again in said.read_text())
        until(lambda: answers(port))
        second = page_of(process)
        assert second != first
        process.terminate()
        assert process.wait(10) == 0
        until(lambda: not alive(second))
    assert said.read_text().count("is started again") == 1
    assert "Traceback" not in said.read_text()


def test_a_page_whose_settings_have_a_mistake_is_not_started_again(settings, with_page):
    settings("[page]\nprot = 1")
    with with_page() as (process, said):
        not_again = "web: the page ended (exit status 2), and is not started again"
        until(lambda: not_again in said.read_text())
        assert said.read_text().count("did you mean 'port'?") == 1
        assert process.poll() is None  # the table goes on


def test_the_page_beside_an_emulated_device_is_played_by_this_computer(port, with_page):
    with with_page() as (_, said):
        until(lambda: answers(port))
        until(lambda: f"played by touch at http://127.0.0.1:{port}" in said.read_text())


@pytest.mark.parametrize(("browser", "said"), [("true", ""), ("false", "no browser could be")])
def test_an_emulated_touch_screen_is_a_browser_that_is_opened(tmp_path, port, browser, said):
    opened = tmp_path / "opened"
    starter = tmp_path / "starter"
    starter.write_text(f"#!/bin/sh\necho $1 > {opened}\n{browser}\n")
    starter.chmod(0o755)
    words = ("run", "--panel", "touch", "--emulate", "--socket", str(tmp_path / "run.sock"))
    with started(tmp_path, *words, BROWSER=f"{starter} %s") as (_, log):
        until(opened.exists)
        until(lambda: opened.read_text().strip() == f"http://127.0.0.1:{port}")
        until(lambda: "the page is at" in log.read_text())
        assert said in log.read_text()
        assert "press buttons" not in log.read_text(), "it has none"
