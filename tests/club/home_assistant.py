"""A real Home Assistant in a Debian 13 of its own, whose network is this computer's."""

import asyncio
import json
import os
import secrets
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any, Final

import pytest
from tornado.websocket import websocket_connect

from systemd.making import roots
from tests.rig.mosquitto import CLUB_FOLDER
from tests.rig.servers import free_port
from tests.rig.waiting import until

VERSION: Final = "2026.2.3"
"""The last one that runs with the Python of Debian 13."""
PAHO: Final = "2.1.0"
"""The version that its integration of MQTT names."""
START_S: Final = 300.0
"""Time for its start, in seconds, on a machine that has much else to do."""
HOME_ASSISTANT = [
    pytest.mark.ha,
    pytest.mark.skipif(
        not os.environ.get("COMPANION_HA"),
        reason="make test-ha runs it: it makes a Home Assistant first",
    ),
    pytest.mark.skipif(bool(roots.why_not()), reason=roots.why_not() or "a system can be made"),
]
_PACKAGES: Final = (
    "ca-certificates",
    "g++",
    "gcc",
    "libc6-dev",
    "libturbojpeg0",
    "python3-dev",
    "python3-venv",
    "tzdata",
)
_PLACE: Final = "/opt/home-assistant"
_AUTHORITIES: Final = "/etc/ssl/certs/ca-certificates.crt"
_INSTALL: Final = f"""\
set -eu
cp {_AUTHORITIES} "$1{_AUTHORITIES}"
chroot "$1" env -u PIP_FIND_LINKS HOME=/root sh -euc '
python3 -m venv {_PLACE}
pip="{_PLACE}/bin/python -m pip install --quiet --no-cache-dir"
$pip --no-deps homeassistant=={VERSION}
set -- {_PLACE}/lib/python3*/site-packages/homeassistant/package_constraints.txt
$pip --constraint "$1" homeassistant=={VERSION} paho-mqtt=={PAHO} home-assistant-frontend janus
'
"""
"""What is done in the new system: pip trusts whom this computer trusts."""
_FOLDER: Final = f"/home/{roots.USER}/config"
_CONFIGURATION: Final = """\
homeassistant:
  name: Home
  unit_system: metric
  time_zone: Europe/Berlin
http:
  server_host: 127.0.0.1
  server_port: {port}
config:
automation: !include automations.yaml
lovelace:
  mode: yaml
"""
_DASHBOARD: Final = (CLUB_FOLDER / "dashboard.yaml").read_text()
"""The one of the page about clubs."""
_ENTRY: Final = {
    "created_at": "2026-01-01T00:00:00+00:00",
    "modified_at": "2026-01-01T00:00:00+00:00",
    "disabled_by": None,
    "discovery_keys": {},
    "domain": "mqtt",
    "entry_id": "0123456789abcdef0123456789abcdef",
    "version": 2,
    "minor_version": 1,
    "options": {},
    "pref_disable_new_entities": False,
    "pref_disable_polling": False,
    "source": "user",
    "subentries": [],
    "title": "the broker",
    "unique_id": None,
}
"""What Home Assistant keeps of a broker that its owner named, but for where it is."""


def system() -> Path:
    """Return the folder of a Debian 13 with Home Assistant, made if it is not there.

    Raises NoRoot.
    """
    return roots.made_root("home-assistant", _PACKAGES, "minbase", f"--customize-hook={_INSTALL}")


class HomeAssistant:
    """One with a broker and a person who owns it."""

    def __init__(self, root: roots.Root, **broker: Any) -> None:
        """Set one up that is not started yet; broker: `broker`, `port`, `username`, `password`."""
        self._root = root
        self._port = free_port()
        self._token = ""
        self._process: subprocess.Popen[bytes] | None = None
        entries = {"entries": [{**_ENTRY, "data": broker}]}
        kept = {"version": 1, "minor_version": 5, "key": "core.config_entries", "data": entries}
        self._write("configuration.yaml", _CONFIGURATION.format(port=self._port))
        self._write("automations.yaml", "[]\n")
        self._write("ui-lovelace.yaml", _DASHBOARD)
        self._write(".storage/core.config_entries", json.dumps(kept))
        root.run("chown", "-R", f"{roots.USER}:", _FOLDER)

    @property
    def log(self) -> str:
        file = self._root.files / _FOLDER.lstrip("/") / "home-assistant.log"
        return file.read_text() if file.exists() else ""

    def start(self) -> None:
        """Start it, and wait until it is there."""
        words = [f"{_PLACE}/bin/hass", "--skip-pip", "--config", _FOLDER]
        self._process = self._root.begin_command(*words, user=roots.USER, network=True)
        until(lambda: self._process.poll() is not None or self._answers(), START_S, 0.2)
        assert self._process.poll() is None, self.log
        if not self._token:
            self._token = self._begin()
        until(lambda: self.ask("/api/config")["state"] == "RUNNING", START_S, 0.2)

    def stop(self) -> None:
        """End it as its owner does, so that it keeps what it knows."""
        self.ask("/api/services/homeassistant/stop", {})
        self._process.wait(START_S)
        self._process = None

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)

    def ask(self, path: str, body: Any = None, **form: str) -> Any:
        """Return what its API answers; with a body or a form it is told something."""
        data = json.dumps(body).encode() if body is not None else None
        kind = "application/json"
        if form:
            data, kind = urllib.parse.urlencode(form).encode(), "application/x-www-form-urlencoded"
        headers = {"Content-Type": kind}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request = urllib.request.Request(f"http://127.0.0.1:{self._port}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text

    def dashboard(self) -> Any:
        """Return what its browsers draw."""
        return asyncio.run(self._command(type="lovelace/config", url_path=None))

    async def _command(self, **command: Any) -> Any:
        connection = await websocket_connect(f"ws://127.0.0.1:{self._port}/api/websocket")
        for said in ({"type": "auth", "access_token": self._token}, {"id": 1, **command}):
            await connection.read_message()
            await connection.write_message(json.dumps(said))
        answer = json.loads(await connection.read_message())
        connection.close()
        assert answer["success"], answer
        return answer["result"]

    def says(self, template: str) -> Any:
        """Return what a template comes to, which it writes as JSON."""
        return json.loads(self.ask("/api/template", {"template": template}))

    def automate(self, name: str, **automation: Any) -> None:
        """Add an automation, as its editor does."""
        self.ask(f"/api/config/automation/config/{name}", {"id": name, "alias": name, **automation})
        until(
            lambda: any(
                state["entity_id"] == f"automation.{name}" for state in self.ask("/api/states")
            )
        )

    def _answers(self) -> bool:
        try:
            self.ask("/api/onboarding")
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def _begin(self) -> str:
        """Make its owner; gives a token that lasts for half an hour."""
        here = f"http://127.0.0.1:{self._port}/"
        owner = {
            "name": "Owner",
            "username": "owner",
            "password": secrets.token_hex(8),
            "language": "en",
        }
        code = self.ask("/api/onboarding/users", {**owner, "client_id": here})["auth_code"]
        return self.ask("/auth/token", grant_type="authorization_code", code=code, client_id=here)[
            "access_token"
        ]

    def _write(self, name: str, text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "file"
            file.write_text(text)
            self._root.put(file, f"{_FOLDER}/{name}")
