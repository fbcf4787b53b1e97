"""The page's settings: a file of its own, and every mistake in a sentence."""

from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.web.settings import PageSettings, load, places


def settings(folder: Path, text: str, **given: object) -> PageSettings:
    file = folder / "web.toml"
    file.write_text(text)
    return load({"COMPANION_WEB_CONFIG": str(file)}, given)


def test_without_a_file_the_page_is_at_8080_of_every_address(tmp_path):
    assert load({"HOME": str(tmp_path)}) == PageSettings(8080, "", (), False)


def test_the_file_lies_beside_the_companions(tmp_path):
    assert places({"HOME": str(tmp_path)}) == (
        tmp_path / ".config" / "hanabi-companion" / "web.toml",
        Path("/etc/hanabi-companion/web.toml"),
    )
    folder = tmp_path / ".config" / "hanabi-companion"
    folder.mkdir(parents=True)
    (folder / "web.toml").write_text("open = true")
    assert load({"HOME": str(tmp_path)}).open is True


def test_the_file_says_all_of_it_and_the_command_line_overrides_it(tmp_path):
    text = 'port = 80\nhost = "192.168.178.20"\nnames = ["hanabi.lan"]\nopen = true\n'
    assert settings(tmp_path, text) == PageSettings(80, "192.168.178.20", ("hanabi.lan",), True)
    assert settings(tmp_path, text, port=81, host="::1") == PageSettings(
        81, "::1", ("hanabi.lan",), True
    )
    assert settings(tmp_path, text, port=None, host=None).port == 80


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("port = 0", "port: must be a number from 1 to 65535, not 0"),
        ("port = true", "port: must be a number from 1 to 65535, not true"),
        ('port = "80"', "port: must be a number from 1 to 65535, not '80'"),
        (
            'host = "pi"',
            "host: must be an address of this computer such as 192.168.178.20, not 'pi'",
        ),
        ("host = 5", "host: must be an address of this computer such as 192.168.178.20, not 5"),
        ('names = "pi"', 'names: must be a list of names in quotes, such as ["hanabi.lan"]'),
        ('names = ["a b"]', "names: 'a b' is no name of a computer"),
        ("open = 1", "open: must be true or false, not 1"),
        ("prot = 1", "prot: there is no such setting; did you mean 'port'?"),
        ("port", "this is not TOML"),
    ],
)
def test_a_mistake_is_one_sentence_with_the_file(tmp_path, text, sentence):
    with pytest.raises(ConfigError) as error:
        settings(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path / 'web.toml'}: {sentence}")
    assert "\n" not in str(error.value)


def test_all_mistakes_are_told_at_once(tmp_path):
    with pytest.raises(ConfigError) as error:
        settings(tmp_path, "port = 0\nopen = 1")
    assert len(error.value.problems) == 2


def test_a_mistake_on_the_command_line_names_the_option(tmp_path):
    with pytest.raises(ConfigError, match=r"^--port: must be a number"):
        settings(tmp_path, "", port=70000)


def test_a_file_that_is_asked_for_must_be_there(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read"):
        load({"COMPANION_WEB_CONFIG": str(tmp_path / "none.toml")})
