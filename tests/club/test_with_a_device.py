"""The bridge of a real companion, both processes of their own, beside a real Mosquitto."""

import subprocess
import sys
import time

from companion.settings import beside
from tests.rig.daemons import daemon, environ
from tests.rig.mosquitto import CLUB, Listener, Mosquitto
from tests.rig.running import Script
from tests.rig.waiting import until

pytestmark = CLUB


def practise(table: Script) -> None:
    """Choose a language, and practise a clue and a discard."""
    table.choose_english()
    table.press("clue")
    for control in ("clue", "discard"):
        time.sleep(0.4)
        table.press(control)
    assert table.ask(get="screen")["screen"]["texts"][1] == "3", "the practice is at its third turn"
    table.ask(do="hold", control="clue", seconds=0.8)
    assert table.ask(get="state")["state"] is None


def test_what_is_played_on_the_device_reaches_a_listener(tmp_path):
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    listener = Listener(broker.port)
    file = tmp_path / "bridge.toml"
    file.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\nname = "Table 7"\n')
    said = tmp_path / "mqtt.log"
    with daemon(tmp_path) as device, said.open("wb") as out, Script(device.sock) as table:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "mqtt", "--view", str(beside(device.sock))],
            env={**environ(tmp_path), "COMPANION_CONFIG": str(file)},
            stdout=out,
            stderr=out,
        )
        try:
            listener.kind("availability", lambda body: body["online"])
            practise(table)
            told = [
                told.body for told in listener.rest() if told.topic.endswith(("/state", "/event"))
            ]
            assert all(body.get("game") == 0 for body in told), "a practice is told"
            table.ask(do="new", players=["Ann", "Ben"], detail="colours")
            assert listener.kind("/state", lambda body: body["game"] == 1).body["turn"] == 1
            table.press("clue")
            assert listener.kind("/state", lambda body: body["turn"] == 2).body["clues"] == 7
            assert listener.kind("/event").body["event"] == "turn"
            for _ in range(3):
                table.ask(do="action", action={"do": "misfire"})
            assert (
                listener.kind("/result/1", lambda body: body is not None).body["status"] == "lost"
            )
            table.ask(do="undo")
            listener.until(lambda told: told.topic.endswith("/result/1") and told.body is None)
        finally:
            process.terminate()
            assert process.wait(10) == 0
        listener.kind("availability", lambda body: not body["online"])
    listener.stop()
    broker.stop()
    until(lambda: "mqtt: ended" in said.read_text())
    assert "Traceback" not in said.read_text()
