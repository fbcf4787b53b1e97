"""The board's settings: a broker as the bridge's, a page as that of one table."""

from pathlib import Path

import pytest

from companion.club.board.settings import BoardSettings, load
from companion.club.broker_settings import Broker
from companion.errors import ConfigError


def settings(folder: Path, text: str, **given: object) -> BoardSettings:
    file = folder / "club.toml"
    file.write_text(text)
    return load({"COMPANION_CLUB_CONFIG": str(file)}, given)


def test_the_broker_alone_is_enough(tmp_path):
    assert settings(tmp_path, 'broker = "hub.lan"') == BoardSettings(
        Broker("hub.lan"), 8090, "", ()
    )


def test_the_file_says_all_of_it_and_the_command_line_overrides_it(tmp_path):
    text = (
        'broker = "hub.lan"\nport = 1884\npage_port = 80\npage_host = "::1"\nnames = ["board.lan"]'
    )
    broker = Broker("hub.lan", 1884)
    assert settings(tmp_path, text) == BoardSettings(broker, 80, "::1", ("board.lan",))
    assert settings(tmp_path, text, port=81, host="127.0.0.1")[1:3] == (81, "127.0.0.1")
    assert settings(tmp_path, f'{text}\ntitle = " Spielekreis  Nord "').title == "Spielekreis Nord"
    assert settings(tmp_path, text, port=None, host=None).port == 80


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "broker: is missing; name your MQTT broker"),
        ('broker = "b"\npage_port = 0', "page_port: must be a number from 1 to 65535, not 0"),
        ('broker = "b"\npage_host = "pi"', "page_host: must be an address of this computer"),
        ('broker = "b"\nnames = "pi"', "names: must be a list of names in quotes"),
        ('broker = "b"\ntitle = 7', "title: must be text in quotes, not 7"),
        (f'broker = "b"\ntitle = "{"M" * 41}"', "title: has 41 letters, at most 40"),
        ('broker = "b"\ntitle = "a\\nb"', "title: has a character that cannot be printed (U+000A)"),
        (
            'broker = "b"\npage_prot = 1',
            "page_prot: there is no such setting; did you mean 'page_port'?",
        ),
    ],
)
def test_a_mistake_is_one_sentence_with_the_file(tmp_path, text, sentence):
    with pytest.raises(ConfigError) as error:
        settings(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path / 'club.toml'}: {sentence}")
    assert "\n" not in str(error.value)


def test_a_mistake_on_the_command_line_names_the_option(tmp_path):
    with pytest.raises(ConfigError, match=r"^--port: must be a number"):
        settings(tmp_path, 'broker = "b"', port=70000)
