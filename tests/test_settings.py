"""The settings and their file."""

import logging
from pathlib import Path

import pytest

from companion import settings
from companion.commands.run import choose
from companion.errors import ConfigError, WiringError
from companion.settings import load


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
        environ(tmp_path, 'panel = "table"\nstate_dir = "/a"\n'), {"state_dir": "/b", "socket": None}
    )
    assert (settings.panel, settings.state_dir) == ("table", Path("/b"))
    assert settings.sources["panel"].endswith("companion.toml")
    assert settings.sources["state_dir"] == "command line"
    assert settings.sources["socket"] == "default"


def test_every_mistake_is_told_at_once_with_the_nearest_name(tmp_path):
    with pytest.raises(ConfigError) as error:
        load(environ(tmp_path, 'pannel = "table"\nlanguage = "xx"\nsocket = 5\nstate_dir = ""\n'))
    problems = "\n".join(error.value.problems)
    assert len(error.value.problems) == 4
    assert "did you mean 'panel'?" in problems
    assert "language: 'xx' is none" in problems
    assert "socket: must be text" in problems
    assert "state_dir: must not be empty" in problems


def test_the_players_have_names_in_their_order(tmp_path):
    settings = load(environ(tmp_path, 'players = ["Ada", " Bo "]'))
    assert settings.players == ("Ada", "Bo")
    assert 'players = ["Ada", "Bo"]' in settings.toml()
    assert load({"HOME": "/nowhere"}).players == ()


@pytest.mark.parametrize(
    ("players", "gist"),
    [
        ('"Ada"', "must be a list of names in quotes"),
        ("3", "must be a list of names in quotes"),
        ("[1, 2]", "must be a list of names in quotes"),
        ('["Ada"]', "2 to 5 names, not 1"),
        ('["A", "B", "C", "D", "E", "F"]', "2 to 5 names, not 6"),
        ('["Ada", "  "]', "each name must have 1 to 16 letters"),
        ('["Ada", "Maximiliane-Charlotte"]', "each name must have 1 to 16 letters"),
        (r'["Ada", "B\u0007"]', "each name must have 1 to 16 letters"),
        ('["Ada", "Bo", "Ada "]', "'Ada' is there twice"),
    ],
)
def test_players_that_cannot_sit_down_are_one_sentence(tmp_path, players, gist):
    with pytest.raises(ConfigError) as error:
        load(environ(tmp_path, f"players = {players}"))
    (problem,) = error.value.problems
    assert problem.startswith("players: ")
    assert gist in problem


@pytest.mark.parametrize("text", ["panel = ", "panel = 'a'\npanel = 'b'", "\x00"])
def test_a_file_that_is_no_toml_is_one_sentence(tmp_path, text):
    with pytest.raises(ConfigError, match="no valid TOML"):
        load(environ(tmp_path, text))


def test_a_file_that_was_asked_for_must_be_there(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read"):
        load({"HOME": str(tmp_path), "COMPANION_CONFIG": str(tmp_path / "none.toml")})


def test_what_is_printed_gives_the_same_settings_again(tmp_path):
    first = load({"HOME": str(tmp_path)}, {"panel": 'a"b\\c'})
    file = tmp_path / "again.toml"
    file.write_text(first.toml())
    again = load({"HOME": "/elsewhere", "COMPANION_CONFIG": str(file)})
    assert (again.panel, again.state_dir, again.socket) == (first.panel, first.state_dir, first.socket)


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


@pytest.mark.parametrize("text", ["panel = bonnet", 'pannel = "bonnet"', 'panel = "bonet"', "\x00"])
def test_a_mistake_on_the_boot_partition_does_not_stop_the_device(tmp_path, monkeypatch, caplog, text):
    logging.getLogger("companion").propagate = True
    everywhere, places = settings.load, boot(tmp_path, text)

    def load_here(given, boot=places):
        return everywhere(environ(tmp_path), given, boot)

    monkeypatch.setattr(settings, "load", load_here)
    chosen, build, ignored = choose({"panel": None})
    assert (chosen.panel, build.name, ignored) == ("", "emulator", True)
    assert "on the boot partition are ignored" in caplog.text


def test_a_mistake_elsewhere_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(WiringError, match="bonet"):
        choose({"panel": "bonet"})
