"""Every settings file is read and checked in one way."""

from pathlib import Path

import pytest

from companion import settings, settings_file
from companion.errors import ConfigError
from companion.settings_file import no_path, no_port, no_text, no_truth

CHECKS = {"port": no_port, "open": no_truth, "view_socket": no_path, "title": no_text}


def test_all_mistakes_are_told_at_once_each_with_its_key():
    with pytest.raises(ConfigError) as caught:
        settings_file.check("x.toml", {"port": 0, "opne": True, "title": 3}, CHECKS)
    assert str(caught.value).splitlines() == [
        "x.toml: port: must be a number from 1 to 65535, not 0",
        "x.toml: opne: there is no such setting; did you mean 'open'?",
        "x.toml: title: must be text in quotes, not 3",
    ]


def test_a_file_that_is_no_toml_is_named(tmp_path: Path):
    file = tmp_path / "x.toml"
    file.write_text("port = ")
    with pytest.raises(ConfigError, match=f"{file}: this is not TOML"):
        settings_file.read(file)


def test_options_count_where_they_are_given_and_are_named_as_they_are_written():
    given = {"port": 80, "view_socket": None}
    assert settings_file.given_options(given, CHECKS) == {"port": 80}
    assert settings_file.given_options(None, CHECKS) == {}
    with pytest.raises(ConfigError, match=r"^--view-socket: must be text in quotes, not 3$"):
        settings_file.given_options({"view_socket": 3}, CHECKS)


@pytest.mark.parametrize("value", [True, 1.0, "80", 0, 65536])
def test_a_port_is_a_whole_number_and_no_truth(value: object):
    assert no_port(value)


def test_a_path_in_the_home_of_nobody_is_told():
    assert "home of nobody" in no_path("~nobody-of-this-name/x")
    assert no_path("~/x") == ""


def test_each_setting_of_the_companion_has_a_meaning_and_a_check():
    assert settings.KEYS.keys() == settings.CHECKS.keys(), (
        "a setting of companion/settings.py stands in KEYS and in CHECKS"
    )
