"""The bridge's settings: a file of its own, and every mistake in a sentence."""

import os
import tempfile
from pathlib import Path

import pytest

from companion.club.broker_settings import Broker
from companion.club.settings import BridgeSettings, load
from companion.errors import ConfigError


def settings(folder: Path, text: str, **environ: str) -> BridgeSettings:
    file = folder / "mqtt.toml"
    file.write_text(text)
    return load({"COMPANION_MQTT_CONFIG": str(file), **environ})


def test_the_broker_alone_is_enough(tmp_path):
    assert settings(tmp_path, 'broker = "192.168.178.30"') == BridgeSettings(
        Broker("192.168.178.30", 1883)
    )


def test_with_tls_the_usual_port_is_another_one(tmp_path):
    assert settings(tmp_path, 'broker = "hub.lan"\ntls = true').broker.port == 8883
    assert settings(tmp_path, 'broker = "hub.lan"\ntls = true\nport = 1').broker.port == 1


def test_the_file_says_all_of_it_and_names_others_beside_it(tmp_path):
    (tmp_path / "ca.pem").write_text("anything")
    (tmp_path / "secret").write_text("pa ss\nmore\n")
    text = (
        'broker = "hub.lan"\nport = 1884\ntls = true\nca = "ca.pem"\nuser = "table"\n'
        'password_file = "secret"\nname = " Table 7 "\nplayers = true\nhome_assistant = false\n'
    )
    ca = str(tmp_path / "ca.pem")
    assert settings(tmp_path, text) == BridgeSettings(
        Broker("hub.lan", 1884, True, ca, "table", "pa ss"), "Table 7", True, False
    )


def test_the_password_is_the_services_credential_where_no_file_is_named(tmp_path):
    handed = tmp_path / "credentials"
    handed.mkdir()
    (handed / "mqtt-password").write_text("of systemd\n")
    (tmp_path / "mqtt-password").write_text("beside\n")
    (tmp_path / "other").write_text("of the file")
    given = {"CREDENTIALS_DIRECTORY": str(handed)}
    assert settings(tmp_path, 'broker = "b"\nuser = "u"', **given).broker.password == "of systemd"
    assert settings(tmp_path, 'broker = "b"', **given).broker.password == ""
    named = 'broker = "b"\nuser = "u"\npassword_file = "other"'
    assert settings(tmp_path, named, **given).broker.password == "of the file"
    assert settings(tmp_path, 'broker = "b"\nuser = "u"').broker.password == "beside"
    (tmp_path / "mqtt-password").unlink()
    assert settings(tmp_path, 'broker = "b"\nuser = "u"').broker.password == ""


def test_without_a_password_file_the_unit_hands_over_an_empty_line(tmp_path):
    (tmp_path / "mqtt-password").write_text("\n")
    given = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert settings(tmp_path, 'broker = "b"\nuser = "u"', **given).broker.password == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody else")
def test_a_password_that_is_roots_is_read_by_root_alone_and_the_others_hear_how():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "mqtt-password").write_text("secret\n")
        (folder / "mqtt-password").chmod(0o600)
        text = 'broker = "b"\nuser = "u"'
        assert settings(folder, text).broker.password == "secret"
        (folder / "mqtt.toml").chmod(0o644)
        try:
            os.seteuid(65534)
            with pytest.raises(
                ConfigError, match="Permission denied; root may, so put sudo before"
            ):
                load({"COMPANION_MQTT_CONFIG": str(folder / "mqtt.toml")})
        finally:
            os.seteuid(0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "broker: is missing; name your MQTT broker"),
        ('broker = ""', "broker: must be a name or an address such as 192.168.178.30, not ''"),
        (
            'broker = "mqtt://hub"',
            "broker: must be a name or an address such as 192.168.178.30, not",
        ),
        ("broker = 5", "broker: must be a name or an address such as 192.168.178.30, not 5"),
        ('broker = "b"\nport = 0', "port: must be a number from 1 to 65535, not 0"),
        ('broker = "b"\nport = true', "port: must be a number from 1 to 65535, not true"),
        ('broker = "b"\ntls = 1', "tls: must be true or false, not 1"),
        ('broker = "b"\nca = "x"', "ca: is of no use without tls = true"),
        (
            'broker = "b"\ntls = true\nca = "x"',
            "ca: {folder}/x cannot be read: No such file or directory",
        ),
        ('broker = "b"\nca = 5', "ca: must be text in quotes, not 5"),
        (
            'broker = "b"\nca = "~nobody-here/x"',
            "ca: '~nobody-here/x' is in the home of nobody here",
        ),
        ('broker = "b"\nuser = 5', "user: must be text in quotes, not 5"),
        ('broker = "b"\npassword_file = "x"', "password_file: is of no use without user"),
        (
            'broker = "b"\nuser = "u"\npassword_file = "x"',
            "password_file: {folder}/x cannot be read: No such file or directory",
        ),
        (f'broker = "b"\nname = "{65 * "x"}"', "name: has 65 letters, at most 64"),
        ('broker = "b"\nplayers = "yes"', "players: must be true or false, not 'yes'"),
        ('broker = "b"\nhome_assistant = "no"', "home_assistant: must be true or false, not 'no'"),
        ('borker = "b"', "borker: there is no such setting; did you mean 'broker'?"),
        ("broker", "this is not TOML"),
    ],
)
def test_a_mistake_is_one_sentence_with_the_file(tmp_path, text, sentence):
    with pytest.raises(ConfigError) as error:
        settings(tmp_path, text)
    assert str(error.value).startswith(
        f"{tmp_path / 'mqtt.toml'}: {sentence.format(folder=tmp_path)}"
    )
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("secret", "gist"), [(b"\xff", "is not text in UTF-8"), (b"x" * 1025, "too long")]
)
def test_a_file_that_has_no_password_is_one_sentence_that_does_not_tell_it(tmp_path, secret, gist):
    (tmp_path / "secret").write_bytes(secret)
    with pytest.raises(ConfigError, match=gist) as error:
        settings(tmp_path, 'broker = "b"\nuser = "u"\npassword_file = "secret"')
    assert "xxx" not in str(error.value)


def test_without_a_file_it_is_said_where_it_belongs(tmp_path):
    with pytest.raises(ConfigError, match=r"^/etc/hanabi-companion/mqtt.toml: broker: is missing"):
        load({"HOME": str(tmp_path)})
