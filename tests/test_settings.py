"""The settings and their file."""

import re
from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.settings import load, read
from companion.settings_keys import SECTIONS


def environ(tmp_path: Path, text: str | None = None) -> dict[str, str]:
    if text is not None:
        folder = tmp_path / ".config" / "hanabi-companion"
        folder.mkdir(parents=True)
        (folder / "companion.toml").write_text(text)
    return {"HOME": str(tmp_path)}


def test_without_a_file_the_games_are_kept_in_the_users_state_folder(tmp_path):
    settings = load(environ(tmp_path))
    assert settings.state_dir == tmp_path / ".local/state/hanabi-companion"
    assert settings.socket == settings.state_dir / "hanabi-companion.sock"
    assert settings.panel == ""


def test_a_service_has_its_folders_from_systemd(tmp_path):
    settings = load({"HOME": "/", "STATE_DIRECTORY": "/var/lib/x", "RUNTIME_DIRECTORY": "/run/x"})
    assert settings.state_dir == Path("/var/lib/x")
    assert settings.socket == Path("/run/x/hanabi-companion.sock")


def test_the_file_overrides_the_defaults_and_the_command_line_the_file(tmp_path):
    settings = load(
        environ(tmp_path, 'panel = "table"\nstate_dir = "/a"\n'),
        {"state_dir": "/b", "socket": None},
    )
    assert (settings.panel, settings.state_dir) == ("table", Path("/b"))
    assert settings.sources["panel"].endswith("companion.toml")
    assert settings.sources["state_dir"] == "command line"
    assert settings.sources["socket"] == "default"


def test_the_players_have_names_in_their_order(tmp_path):
    settings = load(environ(tmp_path, 'players = ["Ada", " Bo "]'))
    assert settings.players == ("Ada", "Bo")
    assert load({"HOME": "/nowhere"}).players == ()


@pytest.mark.parametrize(
    ("players", "gist"),
    [
        ('"Ada"', "must be a list of names in quotes"),
        ("3", "must be a list of names in quotes"),
        ("[1, 2]", "must be a list of names in quotes"),
        ('["Ada"]', "2 to 5 names, not 1"),
        ('["A", "B", "C", "D", "E", "F"]', "2 to 5 names, not 6"),
        ('["Ada", "  "]', "each name must have 1 to 16 printable characters"),
        ('["Ada", "Maximiliane-Charlotte"]', "each name must have 1 to 16 printable characters"),
        (r'["Ada", "B\u00a0b"]', "each name must have 1 to 16 printable characters"),
        ('["Ada", "Bo", "Ada "]', "'Ada' is there twice"),
    ],
)
def test_players_that_cannot_sit_down_are_one_sentence(tmp_path, players, gist):
    with pytest.raises(ConfigError) as error:
        load(environ(tmp_path, f"players = {players}"))
    (problem,) = error.value.problems
    assert problem.startswith("players: ")
    assert gist in problem


def test_what_is_printed_gives_the_same_settings_again(tmp_path):
    every = ("", *SECTIONS)
    text = 'players = ["Ada", " Bo "]\n[mqtt]\ntls = true\n[page]\nnames = ["pi.lan"]\n'
    first = read(every, environ(tmp_path, text), {"panel": 'a"b\\c', "socket": "/s"})
    file = tmp_path / "again.toml"
    file.write_text(first.toml())
    again = read(every, {"HOME": "/elsewhere", "COMPANION_CONFIG": str(file)})
    assert again.toml().replace(str(file), "") == re.sub(
        r"\([^(]*(default|command line|companion.toml)\)$", "()", first.toml(), flags=re.MULTILINE
    )
    assert again.values["mqtt.port"] == 8883


def boot(tmp_path: Path, text: str) -> list[Path]:
    """The places of a boot partition; the file lies in the older one."""
    file = tmp_path / "boot" / "companion.toml"
    file.parent.mkdir()
    file.write_bytes(text.encode())
    return [tmp_path / "boot" / "firmware" / "companion.toml", file]


def test_the_boot_partition_overrides_what_was_installed(tmp_path, monkeypatch):
    installed = tmp_path / "etc.toml"
    installed.write_text('panel = "table"\nlanguage = "en"\n')
    monkeypatch.setattr("companion.settings.INSTALLED", installed)
    settings = load(environ(tmp_path), boot=boot(tmp_path, 'panel = "bonnet"\r\n'))
    assert (settings.panel, settings.language) == ("bonnet", "en")
    assert settings.sources["panel"] == str(tmp_path / "boot" / "companion.toml")


def test_the_boot_partition_does_not_override_the_users_own_file(tmp_path):
    settings = load(environ(tmp_path, 'panel = "table"'), boot=boot(tmp_path, 'panel = "bonnet"'))
    assert settings.panel == "table"


def test_a_file_that_begins_with_a_mark_is_read(tmp_path):
    places = boot(tmp_path, '\N{ZERO WIDTH NO-BREAK SPACE}panel = "bonnet"')
    assert load(environ(tmp_path), boot=places).panel == "bonnet"


def test_paths_in_a_file_are_seen_from_its_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.chdir("/")
    file = tmp_path / "mine.toml"
    for text, found in (
        ('panel = "deluxe"', "deluxe"),
        ('panel = "my.toml"', str(tmp_path / "my.toml")),
        ('panel = "/my.toml"', "/my.toml"),
        ('panel = "~/my.toml"', "/home/me/my.toml"),
    ):
        file.write_text(text)
        assert load({"COMPANION_CONFIG": str(file)}).panel == found
    file.write_text('socket = "s"\nstate_dir = "~/games"')
    chosen = load({"COMPANION_CONFIG": str(file)})
    assert (chosen.socket, chosen.state_dir) == (tmp_path / "s", Path("/home/me/games"))
    assert load({"HOME": "/"}, {"socket": "s"}).socket == Path("/s"), (
        "but what is typed from where one is"
    )


def test_a_folder_that_cannot_be_looked_into_is_told(tmp_path):
    (tmp_path / ".config").mkdir()
    (tmp_path / ".config" / "hanabi-companion").symlink_to("hanabi-companion")
    with pytest.raises(ConfigError, match="the file cannot be read"):
        load({"HOME": str(tmp_path)})


def test_an_empty_variable_asks_for_no_file(tmp_path):
    assert load({"HOME": str(tmp_path), "COMPANION_CONFIG": ""}).panel == ""


@pytest.mark.parametrize("key", ["socket", "state_dir"])
@pytest.mark.parametrize("value", ["", "~nobodyatall/x", "a\x1b[2J", "two\nlines"])
def test_a_mistake_on_the_command_line_names_the_option(tmp_path, key, value):
    with pytest.raises(ConfigError) as caught:
        load({"HOME": str(tmp_path)}, {key: value})
    assert caught.value.where == f"--{key.replace('_', '-')}"
    assert len(caught.value.problems) == 1


def test_a_socket_may_be_as_long_as_the_system_takes_it(tmp_path):
    longest = "/" + "x" * 106
    assert load({"HOME": str(tmp_path)}, {"socket": longest}).socket == Path(longest)
    with pytest.raises(ConfigError, match="108 bytes"):
        load({"HOME": str(tmp_path)}, {"socket": f"{longest}x"})
    with pytest.raises(ConfigError, match="109 bytes"):
        load({"HOME": str(tmp_path)}, {"socket": "/" + "x" * 106 + "é"})
