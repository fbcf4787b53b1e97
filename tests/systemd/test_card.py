"""The program on the card: what it refuses, and what it does once, twice, and after a cut."""

import hashlib
import importlib.util
import json
from pathlib import Path

import pytest

from systemd.making.card import card_files as made

PROGRAM = Path(__file__).parents[2] / "systemd" / "card" / "set_up.py"
TRIXIE = 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_CODENAME=trixie\nID=debian\n'
SPOKEN = "The Hanabi companion is not set up: "


@pytest.fixture
def set_up():
    """A module of its own for each test."""
    spec = importlib.util.spec_from_file_location("set_up", PROGRAM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Pi:
    """A made-up Pi with a card: which commands it ran, and what they print."""

    def __init__(self, module, root):
        self.module = module
        self.boot = root / "boot"
        self.folder = self.boot / "companion"
        self.folder.mkdir(parents=True)
        self.kept = root / "kept"
        self.ran = []
        self.installed = {"python3-pil": "11.1.0"}
        self.first_start = module.RunOutput(0, "ok       start: it runs\n")
        self.apt = module.RunOutput(0, "")
        self.packages = {}
        self.add("python3-pil", "11.1.0")
        self.add("python3-luma.core", "2.4.2")
        self.add("hanabi-companion", "0.2.0")
        self.free = 900_000
        self.system = TRIXIE

    def add(self, name, version):
        """Put a package onto the card."""
        content = f"{name} {version}".encode()
        file = self.folder / f"{name}_{version}_all.deb"
        file.write_bytes(content)
        self.packages[file.name] = {
            "package": name,
            "version": version,
            "size_kb": 100,
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        manifest = {"suite": "trixie", "architecture": "arm64", "packages": self.packages}
        (self.folder / "card.json").write_text(json.dumps(manifest))

    def run(self, *words, **environ):
        """Answer a command as the Pi would."""
        self.ran.append(" ".join(map(str, words)))
        answer = self.module.RunOutput(0, "")
        match words[0]:
            case "dpkg-query":
                rows = (f"{name} installed {number}" for name, number in self.installed.items())
                return self.module.RunOutput(0, "\n".join(rows))
            case "apt-get" | "companion":
                answer = self.apt if words[0] == "apt-get" else self.first_start
            case "dpkg" if words[1] == "--compare-versions":
                return self.module.RunOutput(int(words[2] < words[4]), "")
            case "dpkg" if words[1] == "--install":
                answer = self.apt
            case "dpkg" if words[1] == "--print-architecture":
                return self.module.RunOutput(0, "arm64\n")
        if words[0] == "apt-get" and answer.status == 0:
            rows = self.packages.values()
            self.installed = {row["package"]: row["version"] for row in rows}
        return answer

    def start(self):
        """Switch on. Return the exit status and the report."""
        self.ran.clear()
        status = self.module.main(self.folder, self.kept)
        return status, (self.boot / "companion-setup.txt").read_text()

    def ran_any(self, *words):
        """Return the commands that begin with these words."""
        return [one for one in self.ran if one.startswith(" ".join(words))]


@pytest.fixture
def pi(set_up, tmp_path, monkeypatch):
    monkeypatch.setattr(set_up.os, "geteuid", lambda: 0)
    monkeypatch.setattr(set_up.os, "sync", lambda: None)
    pi = Pi(set_up, tmp_path)
    monkeypatch.setattr(set_up, "run", pi.run)
    monkeypatch.setattr(set_up, "os_release", lambda: pi.system)
    monkeypatch.setattr(set_up, "free_kb", lambda: pi.free)
    return pi


def test_what_is_missing_is_installed_at_once_and_without_a_network(pi):
    status, said = pi.start()
    assert status == 0
    (line,) = pi.ran_any("apt-get")
    assert "--no-download" in line
    assert "python3-luma.core_2.4.2_all.deb" in line
    assert "python3-pil" not in line, "Lite has it"
    assert said == "The Hanabi companion is set up.\n\nok       start: it runs\n"


def test_a_second_start_does_nothing_but_a_change_of_the_cards_settings_is_another_card(pi):
    pi.start()
    assert pi.start()[0] == 0
    assert pi.ran == []
    (pi.boot / "companion.toml").write_text('panel = "deluxe"\n')
    assert pi.start()[0] == 0
    assert (pi.ran_any("apt-get"), pi.ran_any("companion")) == ([], ["companion first-start"])


def test_newer_packages_than_those_of_the_card_stay(pi):
    pi.installed = dict.fromkeys(("python3-pil", "python3-luma.core", "hanabi-companion"), "99")
    assert pi.start()[0] == 0
    assert pi.ran_any("apt-get") == []


def test_it_restarts_once_and_goes_on(pi, set_up):
    pi.first_start = set_up.RunOutput(75, "config.txt was changed.\n")
    status, said = pi.start()
    assert (status, pi.ran_any("systemctl")) == (75, ["systemctl reboot"])
    assert "The computer restarts once" in said
    wait, reboot = pi.ran[-2:]
    assert (wait, reboot) == ("timeout 600 cloud-init status --wait", "systemctl reboot")
    status, said = pi.start()
    assert pi.ran_any("systemctl") == [], "a second restart would not help"
    assert said.startswith("The Hanabi companion is not set up.")
    pi.first_start = set_up.RunOutput(0, "")
    assert pi.start() == (0, "The Hanabi companion is set up.\n")


def test_a_set_up_that_fails_says_why_and_is_tried_at_the_next_start(pi, set_up):
    pi.first_start = set_up.RunOutput(2, "companion: there is no build bonet\n")
    status, said = pi.start()
    assert (status, said) == (
        2,
        "The Hanabi companion is not set up.\n\ncompanion: there is no build bonet\n",
    )
    assert pi.start()[0] == 2
    assert pi.ran_any("companion")


def test_a_build_that_was_wrong_meanwhile_is_set_up_and_told_again(pi, set_up):
    assert pi.start()[0] == 0
    right = (pi.boot / "companion.toml").write_text('panel = "bonnet"\n')
    assert pi.start()[0] == 0
    pi.first_start = set_up.RunOutput(2, "companion: there is no build bonet\n")
    (pi.boot / "companion.toml").write_text('panel = "bonet"\n')
    assert pi.start()[0] == 2
    pi.first_start = set_up.RunOutput(0, "")
    assert (pi.boot / "companion.toml").write_text('panel = "bonnet"\n') == right
    assert pi.start() == (0, "The Hanabi companion is set up.\n")
    assert pi.ran_any("companion"), "what the wrong build left may be anything"


@pytest.mark.parametrize("harm", [lambda file: file.unlink(), lambda file: file.write_text("not")])
def test_a_report_that_another_text_covers_comes_back_and_nothing_is_done(pi, harm):
    pi.first_start = pi.first_start._replace(text="ok       käse: läuft\n")
    _, said = pi.start()
    harm(pi.boot / "companion-setup.txt")
    assert pi.start() == (0, said)
    assert pi.ran == []


def test_a_cut_before_the_last_report_does_not_leave_the_one_before_it(pi, set_up, monkeypatch):
    def cut(folder, text):
        if "is set up." in text:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(set_up, "_leave_report", cut)
        with pytest.raises(KeyboardInterrupt):
            set_up.main(pi.folder, pi.kept)
    assert pi.start() == (0, "The Hanabi companion is set up.\n\nok       start: it runs\n")
    assert pi.ran == []


@pytest.mark.parametrize(
    ("harm", "gist"),
    [
        (lambda file: file.unlink(), "is missing; copy the card's files once more"),
        (lambda file: file.write_bytes(b""), "is damaged; copy the card's files once more"),
    ],
)
def test_a_file_that_is_missing_or_damaged_is_named_and_nothing_is_installed(pi, harm, gist):
    harm(pi.folder / "python3-luma.core_2.4.2_all.deb")
    status, said = pi.start()
    assert (status, pi.ran_any("apt-get")) == (1, [])
    assert said.startswith(f"{SPOKEN}the file ")
    assert f"python3-luma.core_2.4.2_all.deb {gist}." in said


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"packages": {"a": 1}}', "{"])
def test_a_damaged_list_of_packages_is_one_sentence(pi, content):
    (pi.folder / "card.json").write_text(content)
    assert "card.json is missing or damaged; copy the card's files once more." in pi.start()[1]


def test_a_full_card_is_told_before_anything_is_installed(pi):
    pi.free = 20_000
    status, said = pi.start()
    assert (status, pi.ran_any("apt-get")) == (1, [])
    assert said == (
        f"{SPOKEN}the card is full: 20 MB are free, and 30 MB are needed;"
        " take a larger card, or delete files on it.\n"
    )


@pytest.mark.parametrize(
    "system",
    [
        TRIXIE.replace("trixie", "bookworm"),
        TRIXIE.replace("ID=debian", "ID=ubuntu"),
        "",
    ],
)
def test_another_system_is_told(pi, system):
    pi.system = system
    status, said = pi.start()
    assert (status, pi.ran_any("apt-get")) == (1, [])
    assert "the card's files are for Raspberry Pi OS Trixie for arm64 (64 bit)" in said


def test_what_apt_says_last_is_why_nothing_can_be_installed(pi, set_up):
    pi.apt = set_up.RunOutput(100, "Reading ...\nE: Unable to correct problems\n")
    status, said = pi.start()
    assert status == 1
    assert "the packages cannot be installed (Unable to correct problems)" in said
    assert len(pi.ran_any("apt-get")) == 2
    assert len(pi.ran_any("dpkg --install")) == 1


def test_a_full_first_partition_stops_nothing(pi, set_up, monkeypatch, capsys):
    def full(file, text):
        if file.name == set_up.REPORT:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(set_up, "_write_safely", full)
    assert set_up.main(pi.folder, pi.kept) == 0
    assert "No space left on device" in capsys.readouterr().err


def test_without_root_it_says_how(pi, set_up, monkeypatch):
    monkeypatch.setattr(set_up.os, "geteuid", lambda: 1000)
    assert (
        f"only root may set a device up; run: sudo python3 {pi.folder}/set_up.py" in pi.start()[1]
    )


def test_the_program_and_the_maker_name_the_same_files(set_up):
    ours = (set_up.MANIFEST, set_up.SETTINGS, set_up.REPORT, set_up.FOLDER / made.PROGRAM)
    assert ours == (made.MANIFEST, made.SETTINGS, made.REPORT, PROGRAM)
    vendor = (made.FILES / made.VENDOR).read_text()
    assert vendor.startswith("#cloud-boothook\n#!/bin/sh\n")
    assert f"/boot/firmware/{made.INSIDE}/{made.PROGRAM}" in vendor
