"""`companion mqtt` as people start it: a real process."""

import importlib.util
import signal
import sys

import pytest

from companion.commands import mqtt
from companion.commands.looking_on import NotInstalled
from tests.rig.companions import companion
from tests.rig.servers import started
from tests.rig.waiting import until


def settings(directory, text: str):
    file = directory / ".config" / "hanabi-companion" / "companion.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return file


def test_without_a_broker_in_the_settings_it_is_one_sentence(tmp_path):
    file = settings(tmp_path, "")
    told = companion("mqtt", directory=tmp_path)
    assert told.returncode == 2
    assert (
        told.stderr == f"companion: {file}: mqtt.broker: is missing; name your MQTT broker, such as"
        ' broker = "192.168.178.30" below [mqtt]\n'
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_waits_for_broker_and_companion_until_a_signal_comes(tmp_path, number):
    settings(tmp_path, '[mqtt]\nbroker = "127.0.0.1"\nport = 1')
    with started(tmp_path, "mqtt", "--view", str(tmp_path / "none.sock")) as (process, said):
        until(lambda: "no broker at 127.0.0.1:1" in said.read_text())
        until(lambda: "no companion at" in said.read_text())
        process.send_signal(number)
        assert process.wait(10) == 0
        assert "Traceback" not in said.read_text()


def test_when_the_watchdog_ends_it_the_log_says_where_it_hung(tmp_path):
    settings(tmp_path, '[mqtt]\nbroker = "127.0.0.1"\nport = 1')
    with started(tmp_path, "mqtt", "--view", str(tmp_path / "none.sock")) as (process, said):
        until(lambda: "no broker at 127.0.0.1:1" in said.read_text())
        process.send_signal(signal.SIGABRT)
        assert process.wait(10) == -signal.SIGABRT
    assert "most recent call first" in said.read_text()
    assert "asyncio" in said.read_text()


def missing(name: str) -> None:
    if name.startswith("paho."):
        raise ModuleNotFoundError


@pytest.mark.parametrize("find", [lambda name: None, missing])
def test_without_paho_or_with_an_old_one_it_is_said_what_to_install(monkeypatch, find):
    monkeypatch.setattr(importlib.util, "find_spec", find)
    with pytest.raises(NotInstalled, match=r"needs paho-mqtt 2.*python3-paho-mqtt"):
        mqtt.run(None, False, False, sys.stdout)


def test_check_and_forget_at_once_make_no_sense(tmp_path):
    told = companion("mqtt", "--check", "--forget", directory=tmp_path)
    assert told.returncode == 2
    assert told.stderr == "companion: --check and --forget are two commands: choose one\n"


@pytest.mark.parametrize("option", ["--check", "--forget"])
def test_without_a_broker_it_is_one_sentence(tmp_path, option):
    settings(tmp_path, '[mqtt]\nbroker = "127.0.0.1"\nport = 1')
    told = companion("mqtt", option, directory=tmp_path)
    assert told.returncode == 1
    assert told.stdout == ""
    assert (
        told.stderr
        == "companion: no broker at 127.0.0.1:1 (Connection refused): does it run, is the port"
        " right?\n"
    )
