"""What an installation writes: the build in settings, and its switches on the boot partition."""

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands.setup import settings_files
from companion.commands.setup.boot_files import _without_console, with_lines
from companion.errors import BadInput
from wiring.reading.build import load
from wiring.switches import needed_switches


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('panel = "bonnet"\n', 'panel = "table"\n'),
        ("panel = 'bonnet'  # 'mine'\n", "panel = \"table\"  # 'mine'\n"),
        ('panel = "a\\"b"\n', 'panel = "table"\n'),
        (
            '# panel = "no"\nlanguage = "fr"\npanel = "bonnet"\n',
            '# panel = "no"\nlanguage = "fr"\npanel = "table"\n',
        ),
        ("", 'panel = "table"\n'),
        ('# mine\nlanguage = "fr"\n', 'panel = "table"\n# mine\nlanguage = "fr"\n'),
        ('language = "fr"\r\n', 'panel = "table"\r\nlanguage = "fr"\r\n'),
        ('panel = "table"  # as it is', 'panel = "table"  # as it is'),
        ('[mqtt]\npanel = "x"\n', 'panel = "table"\n[mqtt]\npanel = "x"\n'),
    ],
)
def test_only_the_build_changes(before: str, after: str) -> None:
    assert settings_files._with_panel(before, "table") == after


@given(
    panel=st.text("abc\"'\\ é/.#=", max_size=12),
    before=st.text("abc\"'\\ é/.#=", max_size=12),
    comment=st.text("ab\"'#= \\", max_size=12),
    other=st.text("ab\"'#= \\", max_size=20),
)
def test_any_build_is_set_in_any_settings(
    panel: str, before: str, comment: str, other: str
) -> None:
    quoted = other.replace("\\", "\\\\").replace('"', '\\"')
    was = before.replace("\\", "\\\\").replace('"', '\\"')
    text = f'socket = "{quoted}"\npanel = "{was}" #{comment}\nlanguage = "fr"\n'
    changed = settings_files._with_panel(text, panel)
    assert tomllib.loads(changed) == {**tomllib.loads(text), "panel": panel}
    assert f"#{comment}\n" in changed


def test_what_cannot_be_changed_without_a_loss_is_left_to_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('"pan\\u0065l" = "bonnet"\n')
    with pytest.raises(BadInput, match=r'companion\.toml: write panel = "table" in it yourself'):
        settings_files.set_panel(file, "table")


def test_a_file_keeps_its_mark_its_mode_and_its_link(tmp_path: Path) -> None:
    file, link = tmp_path / "mine.toml", tmp_path / "companion.toml"
    file.write_bytes(b'\xef\xbb\xbfpanel = "bonnet"\r\n# \xc3\xa9\r\n')
    file.chmod(0o640)
    link.symlink_to(file)
    assert settings_files.set_panel(link, "table")
    assert file.read_bytes() == b'\xef\xbb\xbfpanel = "table"\r\n# \xc3\xa9\r\n'
    assert (file.stat().st_mode & 0o777, link.is_symlink()) == (0o640, True)
    assert sorted(os.listdir(tmp_path)) == [link.name, file.name]
    assert not settings_files.set_panel(link, "table")


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
    return needed_switches(load(name))


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
    assert _without_console(text) == text
