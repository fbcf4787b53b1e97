"""`companion first-start` on made-up devices: what it writes into the files of the boot partition,
when it wants a restart, and what it says.
"""

import io
import os

import pytest

from companion.commands import failed_start, first_start, last_build
from companion.commands.first_start import with_lines, without_console
from companion.commands.setup import setup
from companion.errors import BadInput, CompanionError
from tests.rig.machines import Fake
from wiring.reading.build import load
from wiring.switches import switches

CONFIG = "boot/firmware/config.txt"
CARD = "boot/firmware/companion.toml"
LITE = """\
# For more options and information see
# http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
[pi5]
dtoverlay=nospi10

[all]
"""


class Pi(Fake):
    """A Pi at its first start, whose `companion setup` is counted alone."""

    def __init__(self, root, monkeypatch):
        super().__init__(root)
        self.put(CONFIG, LITE)
        self.put(CARD, 'panel = "bonnet"\n')
        self.lose("dev/i2c-1", "dev/spidev0.0")
        self.set_up = []
        monkeypatch.setattr(setup, "run", lambda name, *rest: self.set_up.append(name) or 1)
        monkeypatch.setattr(first_start.time, "sleep", lambda seconds: None)
        monkeypatch.setattr(os, "sync", lambda: None)
        monkeypatch.setattr(os, "geteuid", lambda: 0)

    def start(self):
        """Go through it. Return the exit status and what was printed."""
        out = io.StringIO()
        return first_start.run(out, self.machine()), out.getvalue()

    def text(self, name):
        return (self.root / name).read_bytes().decode()


@pytest.fixture
def pi(tmp_path, monkeypatch):
    return Pi(tmp_path, monkeypatch)


def test_a_bus_that_is_missing_is_switched_on_and_wants_a_restart(pi):
    status, said = pi.start()
    assert (status, pi.set_up) == (first_start.RESTART, [])
    assert pi.text(CONFIG) == f"{LITE}dtparam=i2c_arm=on\n"
    assert "config.txt was changed." in said


def test_after_the_restart_it_is_set_up_and_nothing_is_written_twice(pi):
    pi.start()
    pi.put("dev/i2c-1")
    before = pi.text(CONFIG)
    assert pi.start() == (0, "")
    assert (pi.set_up, pi.text(CONFIG)) == (["bonnet"], before)


def test_a_bus_that_is_missing_after_the_restart_too_is_left_to_the_set_up(pi):
    pi.start()
    assert pi.start()[0] == 0
    assert pi.set_up == ["bonnet"]


def test_a_bus_that_is_there_at_once_wants_no_restart(pi):
    pi.put("dev/i2c-1")
    assert pi.start()[0] == 0
    assert "dtparam=i2c_arm=on\n" in pi.text(CONFIG)


def test_the_console_leaves_the_pins_of_a_build_that_needs_them(pi):
    pi.put(CARD, 'panel = "table"\n')
    pi.put("boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1 ds=nocloud;i=rpi-1\n")
    assert pi.start()[0] == first_start.RESTART
    assert pi.text("boot/firmware/cmdline.txt") == "console=tty1 ds=nocloud;i=rpi-1\n"
    assert pi.start()[0] == 0


@pytest.mark.parametrize("text", ['language = "fr"\n', None])
def test_a_card_that_names_no_build_leaves_it_to_the_set_up(pi, text):
    if text is None:
        pi.lose(CARD)
    else:
        pi.put(CARD, text)
    assert pi.start()[0] == 0
    assert (pi.set_up, pi.text(CONFIG)) == ([None], LITE)


def test_a_build_of_ones_own_lies_beside_the_settings(pi):
    pi.put("boot/firmware/mine.toml", '# mine\nbase = "bonnet"\n')
    pi.put(CARD, 'panel = "mine.toml"\n')
    with pytest.raises(BadInput, match=r"mine\.toml"):
        pi.start()


@pytest.mark.parametrize("text", ['panel = "bonet"\n', "panel = 3\n", "panel\n"])
def test_a_wrong_build_changes_nothing_and_is_on_the_display_that_was_there(pi, text, monkeypatch):
    shown = []
    monkeypatch.setattr(first_start, "last_build", lambda environ: load("bonnet"))
    monkeypatch.setattr(failed_start, "leave_picture", lambda build, why: shown.append(why))
    pi.commands["systemctl"] = None
    pi.put(CARD, text)
    with pytest.raises(CompanionError) as error:
        pi.start()
    assert shown == [first_start.one_line(str(error.value))]
    assert (pi.set_up, pi.text(CONFIG)) == ([], LITE)


def test_the_display_of_a_companion_that_runs_is_left_alone(pi, monkeypatch):
    shown = []
    monkeypatch.setattr(first_start, "last_build", lambda environ: load("bonnet"))
    monkeypatch.setattr(failed_start, "leave_picture", lambda *words: shown.append(words))
    pi.put(CARD, 'panel = "bonet"\n')
    with pytest.raises(CompanionError):
        pi.start()
    assert shown == []


def test_the_last_build_is_looked_for_where_the_service_keeps_it(pi, monkeypatch):
    asked = []
    monkeypatch.setattr(first_start, "last_build", asked.append)
    pi.put(CARD, 'panel = "bonet"\n')
    with pytest.raises(CompanionError):
        pi.start()
    assert asked == [{"STATE_DIRECTORY": str(pi.root / "var/lib/hanabi-companion")}]
    assert last_build.FILE


def test_it_is_not_done_while_the_service_would_not_start_with_the_computer(pi):
    pi.put("dev/i2c-1")
    pi.commands["systemctl is-enabled --quiet hanabi-companion.service"] = None
    with pytest.raises(CompanionError, match="start the computer once more"):
        pi.start()
    assert pi.set_up == ["bonnet"]


def test_a_full_first_partition_is_a_sentence(pi, monkeypatch):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CompanionError, match="writable and have room"):
        pi.start()
    assert pi.text(CONFIG) == LITE


def test_without_root_nothing_is_changed(pi, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(CompanionError, match="run: sudo companion first-start"):
        pi.start()
    assert pi.text(CONFIG) == LITE


def of(name):
    return switches(load(name))


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("bonnet", ["dtparam=i2c_arm=on"]),
        ("oled-hat", ["dtparam=spi=on"]),
        ("deluxe", ["dtparam=i2c_arm=on", "dtparam=spi=on"]),
        ("table", ["dtparam=i2c_arm=on"]),
        ("emulator", []),
    ],
)
def test_a_build_gets_what_it_needs_and_no_more(name, lines):
    text = with_lines(LITE, of(name))
    assert text == LITE + "".join(f"{line}\n" for line in lines)
    assert with_lines(text, of(name)) == text


def test_what_another_owner_wrote_stays_and_what_contradicts_it_comes_after():
    text = "dtparam=spi=on\r\n[pi4]\r\ndtparam=i2c_arm=on\r\n"
    assert with_lines(text, of("table")) == (
        f"{text}\r\n[all]\r\ndtparam=i2c_arm=on\r\ndtparam=spi=off\r\n"
    )


def test_what_a_line_says_last_counts():
    text = "dtparam=i2c_arm=on\ndtparam=i2c_arm=off # mine\n"
    assert with_lines(text, of("bonnet")) == f"{text}dtparam=i2c_arm=on\n"
    text = "dtparam=i2c_arm=off\ndtparam=i2c_arm=on # mine\n"
    assert with_lines(text, of("bonnet")) == text


def test_an_empty_file_gets_its_first_lines():
    assert with_lines("", of("bonnet")) == "dtparam=i2c_arm=on\n"


def test_a_command_line_without_the_console_stays_letter_by_letter():
    text = "console=tty1  root=PARTUUID=1 rootwait"
    assert without_console(text) == text
