"""The bridge of a real companion, both processes of their own, beside a real Mosquitto."""

import time

from companion.settings import view_socket_beside
from tests.rig.daemons import daemon, launched
from tests.rig.mosquitto import CLUB
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


def test_what_is_played_on_the_device_reaches_a_listener(tmp_path, broker, listener, monkeypatch):
    outside = tmp_path / "mqtt"
    outside.mkdir()
    file = outside / "bridge.toml"
    file.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\nname = "Table 7"\n')
    with daemon(tmp_path) as device, Script(device.sock) as table:
        monkeypatch.setenv("COMPANION_CONFIG", str(file))
        words = ("-m", "companion", "mqtt", "--view", str(view_socket_beside(device.sock)))
        with launched(tmp_path, *words, outside=outside) as bridge:
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
            ended = listener.kind("/result/1", lambda body: body is not None)
            assert ended.body["status"] == "lost"
            table.ask(do="undo")
            listener.until(lambda told: told.topic.endswith("/result/1") and told.body is None)
            assert bridge.end() == 0
            listener.kind("availability", lambda body: not body["online"])
            until(lambda: "mqtt: ended" in bridge.log)
            assert "Traceback" not in bridge.log
