"""The doctor of an installed device says the same to root, to who installed it, and to a stranger.

They are real users, as far as the numbers go: each check runs in a process that has become one.
"""

import json
import os
import socketserver
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from companion import settings
from companion.commands.doctor import doctor
from companion.commands.doctor.table import NOTE, OK, WRONG, CheckResult
from hardware.health.machine import CommandOutput
from hardware.health.mending import SERVICE
from tests.rig.machines import DEV, USER, Fake
from wiring import builds

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other users")

NUMBERS = {"gpio": 64110, "i2c": 64111, "spi": 64112, "dialout": 64113, "audio": 64114, USER: 64100}
HEALTHY = (
    "LoadState=loaded\nActiveState=active\nSubState=running\nResult=success\nNRestarts=0\n"
    f"User={USER}\nSupplementaryGroups=gpio i2c spi dialout audio\nUnitFileState=enabled\n"
)
STOPPED = HEALTHY.replace("=active\n", "=inactive\n").replace("running", "dead")
CRASHING = (
    HEALTHY.replace("=active\n", "=activating\n")
    .replace("running", "auto-restart")
    .replace("Restarts=0", "Restarts=9")
)


class Person(NamedTuple):
    """Who asks: their number, and their groups beside their own."""

    name: str
    uid: int
    groups: tuple[str, ...] = ()


ROOT = Person("root", 0)
INSTALLER = Person("ada", 64201, (USER, "gpio"))
STRANGER = Person("bo", 64202)
EVERYBODY = [ROOT, INSTALLER, STRANGER]


class Device:
    """An installed device in a folder that all may enter, with the owners that its files have
    there.
    """

    def __init__(self, top: Path) -> None:
        self.fake = Fake(top / "root")
        self.games = top / "games"
        self.run = top / "run"
        for folder in (self.games, self.run):
            folder.mkdir(mode=0o750)
            os.chown(folder, NUMBERS[USER], NUMBERS[USER])
        for name, group in DEV.items():
            self.device(name, NUMBERS[group], 0o660)
        members = {USER: "ada", "gpio": "ada"}
        lines = [f"{name}:x:{number}:{members.get(name, '')}" for name, number in NUMBERS.items()]
        self.fake.put("etc/group", "\n".join(["root:x:0:", *lines]))
        answer = CommandOutput(0, f"{NUMBERS[USER]}\n")
        self.fake.commands |= {f"id -u {USER}": answer, f"id -G {USER}": answer}
        self.socket = self.run / "hanabi-companion.sock"
        self.fake.put(
            "etc/hanabi-companion/companion.toml",
            f'panel = "bonnet"\nstate_dir = "{self.games}"\nsocket = "{self.socket}"\n',
        )

    def device(self, name: str, gid: int, mode: int) -> None:
        file = self.fake.root / "dev" / name
        os.chown(file, 0, gid)
        file.chmod(mode)

    def service(self, told: str) -> None:
        self.fake.commands["systemctl"] = CommandOutput(0, told)

    def own(self) -> None:
        """Give all that is in the service's folders to the service."""
        for file in (*self.games.iterdir(), *self.run.iterdir()):
            os.chown(file, NUMBERS[USER], NUMBERS[USER])
            file.chmod(0o660 if file.is_socket() else 0o640)

    def asked_by(self, person: Person) -> dict[str, CheckResult]:
        """What the doctor finds for somebody."""
        self.fake.commands["id -un"] = CommandOutput(0, f"{person.name}\n")
        machine = self.fake.machine()
        machine.group_of = type(machine).group_of.__get__(machine)  # type: ignore[method-assign]
        doctor.results(machine, None)  # whatever it imports is here then, whoever may read it
        reading, writing = os.pipe()
        if (child := os.fork()) == 0:
            try:
                os.setgroups([NUMBERS[group] for group in person.groups])
                os.setgid(person.uid)
                os.setuid(person.uid)
                found = doctor.results(machine, None)[2]
                os.write(writing, json.dumps(found).encode())
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as told:
            text = told.read()
        os.waitpid(child, 0)
        return {found[0]: CheckResult(*found) for found in json.loads(text)}


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    homes = "XDG_CONFIG_HOME COMPANION_CONFIG XDG_RUNTIME_DIR RUNTIME_DIRECTORY STATE_DIRECTORY"
    for name in homes.split():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/nonexistent")
    file = Path(str(builds.files("wiring"))) / "bonnet.toml"
    may_enter = all(place.stat().st_mode & 0o1 for place in file.parents)
    if not may_enter or not file.stat().st_mode & 0o4:
        pytest.skip("others may not read this checkout")
    # Everybody may read what is made here, whatever a companion of an earlier test asked of this
    # process.
    before = os.umask(0o022)
    try:
        with tempfile.TemporaryDirectory() as top:
            os.chmod(top, 0o755)
            made = Device(Path(top))
            monkeypatch.setattr(
                settings, "INSTALLED", made.fake.root / "etc/hanabi-companion/companion.toml"
            )
            monkeypatch.setattr(settings, "BOOT", ())
            yield made
    finally:
        os.umask(before)


@contextmanager
def listening(path: Path) -> Iterator[None]:
    """What answers as a companion before its first game."""

    class Answers(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            if self.rfile.readline():
                self.wfile.write(b'{"ok": true, "state": null}\n')

    with socketserver.ThreadingUnixStreamServer(str(path), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


def wrong(found: dict[str, CheckResult]) -> list[CheckResult]:
    return [result for result in found.values() if result.state == WRONG]


@pytest.mark.parametrize("person", EVERYBODY, ids=lambda person: person.name)
def test_on_a_healthy_device_nothing_is_wrong_whoever_asks(device: Device, person: Person) -> None:
    device.service(HEALTHY)
    (device.games / "games.txt").touch()
    with listening(device.socket):
        device.own()
        found = device.asked_by(person)
    assert wrong(found) == []
    assert (found["service"].state, found["games"].state, found["GPIO"].state) == (OK, OK, OK)
    if person is STRANGER:
        told = "the companion was not asked: only root and the group hanabi-companion may use"
        assert (found["socket"].state, told in found["socket"].sentence) == (NOTE, True)
        assert found["socket"].mend == f"sudo usermod -aG {USER} $USER, then log in again"
        assert found["display"].mend == "sudo companion doctor"
    else:
        assert found["socket"].state == OK
    assert not any(
        "usermod" in result.mend and USER not in result.mend for result in found.values()
    )


@pytest.mark.parametrize("person", EVERYBODY, ids=lambda person: person.name)
def test_a_crash_is_the_one_thing_that_is_wrong(device: Device, person: Person) -> None:
    device.service(CRASHING)
    (result,) = wrong(device.asked_by(person))
    assert (result.name, result.mend) == ("service", f"sudo journalctl -u {SERVICE} -e")
    assert "again and again, 9 times" in result.sentence


@pytest.mark.parametrize("person", EVERYBODY, ids=lambda person: person.name)
def test_a_service_that_is_stopped_is_well(device: Device, person: Person) -> None:
    device.service(STOPPED)
    device.run.rmdir()  # as systemd does
    found = device.asked_by(person)
    assert wrong(found) == []
    assert found["service"].mend == f"sudo systemctl enable --now {SERVICE}"
    assert found["socket"].mend == f"sudo systemctl restart {SERVICE}"


@pytest.mark.parametrize("person", EVERYBODY, ids=lambda person: person.name)
def test_what_the_service_may_not_use_is_wrong_whoever_may(device: Device, person: Person) -> None:
    device.service(HEALTHY)
    os.chown(device.games, 0, 0)
    device.device("gpiochip0", 0, 0o600)
    device.device("i2c-1", 64999, 0o660)
    found = device.asked_by(person)
    again = f"&& sudo systemctl restart {SERVICE}"
    assert [found[name].mend for name in ("games", "GPIO", "I2C bus 1")] == [
        f"sudo chown -R {USER}:{USER} {device.games} {again}",
        f"sudo chgrp gpio /dev/gpiochip0 && sudo chmod g+rw /dev/gpiochip0 {again}",
        f"sudo chgrp i2c /dev/i2c-1 && sudo chmod g+rw /dev/i2c-1 {again}",
    ]
    assert {result.name for result in wrong(found)} >= {"games", "GPIO", "I2C bus 1"}


@pytest.mark.parametrize(("person", "seen"), [(ROOT, True), (INSTALLER, True), (STRANGER, False)])
def test_a_file_of_games_that_is_somebody_elses_is_given_back(
    device: Device, person: Person, seen: bool
) -> None:
    device.service(HEALTHY)
    file = device.games / "games.txt"
    file.touch()
    os.chown(file, 0, 0)
    result = device.asked_by(person)["games"]
    assert result.state == (WRONG if seen else OK)
    if seen:
        assert result.sentence.startswith(f"{file} is not the service's")
        assert result.mend.startswith(f"sudo chown -R {USER}:{USER} {device.games} &&")
