"""What a build needs is switched in the files of the boot partition, and nothing else there."""

import pytest

from companion.commands.setup.boot_files import with_lines, without_console
from wiring.reading.build import load
from wiring.switches import switches

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
