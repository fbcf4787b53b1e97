"""`companion club` as people start it: a real process."""

import importlib.util
import signal
import socket

import pytest

from companion.commands import club
from companion.commands.looking_on import NotInstalled
from tests.rig.companions import companion
from tests.rig.servers import free_port, get, started
from tests.rig.waiting import until


def settings(directory, text: str):
    file = directory / ".config" / "hanabi-companion" / "companion.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return file


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_board_waits_for_a_broker_and_serves_until_a_signal_comes(tmp_path, number):
    settings(tmp_path, '[mqtt]\nbroker = "127.0.0.1"\nport = 1')
    port = free_port()
    with started(tmp_path, "club", "--port", str(port), "--host", "127.0.0.1") as (process, said):
        until(lambda: "no broker at 127.0.0.1:1" in said.read_text())
        assert f"club: the board is at http://127.0.0.1:{port}" in said.read_text()
        assert get(port, "/words")["en"]["words"]["title"] == "Club night"
        process.send_signal(number)
        assert process.wait(10) == 0
        assert "club: ended" in said.read_text()
        assert "Traceback" not in said.read_text()


def test_a_port_that_is_taken_is_one_sentence(tmp_path):
    settings(tmp_path, '[mqtt]\nbroker = "127.0.0.1"')
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = companion("club", "--port", str(port), "--host", "127.0.0.1", directory=tmp_path)
    assert told.returncode == 1
    assert f"the page cannot have port {port} of 127.0.0.1 (Address already in use)" in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_mistake_in_the_file_is_one_sentence(tmp_path):
    file = settings(tmp_path, "")
    told = companion("club", directory=tmp_path)
    assert told.returncode == 2
    assert told.stderr.startswith(
        f"companion: {file}: mqtt.broker: is missing; name your MQTT broker"
    )
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize("missing", ["tornado", "paho.mqtt.enums"])
def test_without_tornado_or_paho_it_is_said_what_to_install(monkeypatch, missing):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == missing else find(name)
    )
    with pytest.raises(
        NotInstalled, match=r"-companion\[club\].*python3-tornado python3-paho-mqtt"
    ):
        club.run(None, None)
