"""What an installation writes into settings: the build alone, and a file for the bridge."""

import os
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands.setup import settings_files
from companion.errors import BadInput, ConfigError


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('panel = "bonnet"\n', 'panel = "table"\n'),
        ("panel = 'bonnet'  # 'mine'\n", "panel = \"table\"  # 'mine'\n"),
        ('  "panel"="bonnet"# mine\n', '  "panel"="table"# mine\n'),
        ('panel = """\\\n  bonnet"""\n', 'panel = "table"\n'),
        ("panel = '''bonnet'''\n", 'panel = "table"\n'),
        ('panel = "a\\"b"\n', 'panel = "table"\n'),
        (
            '# panel = "no"\nlanguage = "fr"\npanel = "bonnet"\n',
            '# panel = "no"\nlanguage = "fr"\npanel = "table"\n',
        ),
        (
            'socket = """\\\npanel = "bonnet"\\\n"""\r\npanel = "bonnet"\r\n',
            'socket = """\\\npanel = "bonnet"\\\n"""\r\npanel = "table"\r\n',
        ),
        ("", 'panel = "table"\n'),
        ('# mine\nlanguage = "fr"\n', 'panel = "table"\n# mine\nlanguage = "fr"\n'),
        ('language = "fr"\r\n', 'panel = "table"\r\nlanguage = "fr"\r\n'),
        ('panel = "table"  # as it is', 'panel = "table"  # as it is'),
    ],
)
def test_only_the_build_changes(before: str, after: str) -> None:
    assert settings_files.with_panel(before, "table") == after


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
    changed = settings_files.with_panel(text, panel)
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


def test_the_bridges_settings_are_made_once_with_nothing_filled_in(tmp_path: Path) -> None:
    file = tmp_path / "hanabi-companion" / "mqtt.toml"
    for _ in range(2):
        with pytest.raises(ConfigError, match="broker: is missing"):
            settings_files.need_broker(file)
        assert file.stat().st_mode & 0o777 == 0o644
    file.write_text('broker = "mine"')
    settings_files.need_broker(file)
    assert file.read_text() == 'broker = "mine"'


def test_what_is_written_there_is_right_once_it_is_uncommented(tmp_path: Path) -> None:
    file = tmp_path / "mqtt.toml"
    with pytest.raises(ConfigError):
        settings_files.need_broker(file)
    (tmp_path / "broker-ca.crt").touch()
    file.write_text(re.sub(r"^# (\w+ = )", r"\1", file.read_text(), flags=re.MULTILINE))
    assert set(tomllib.loads(file.read_text())) == {
        "broker",
        "name",
        "players",
        "tls",
        "ca",
        "user",
    }
    settings_files.need_broker(file)
