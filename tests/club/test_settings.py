"""What the bridge finds in the settings, and the password in its own file."""

import os
import tempfile
from pathlib import Path

import pytest

from companion.club.settings import BridgeSettings, Broker, load_bridge
from companion.errors import ConfigError
from tests.rig.mosquitto import broker_certificate


def settings(folder: Path, text: str, **environ: str) -> dict[str, str]:
    file = folder / "companion.toml"
    file.write_text(text)
    return {"COMPANION_CONFIG": str(file), **environ}


def bridge(folder: Path, text: str, **environ: str) -> BridgeSettings:
    return load_bridge(settings(folder, f"[mqtt]\n{text}", **environ))


def test_the_bridge_needs_the_broker_alone(tmp_path):
    assert bridge(tmp_path, 'broker = "192.168.178.30"') == BridgeSettings(
        Broker("192.168.178.30", 1883)
    )
    assert bridge(tmp_path, 'broker = "hub.lan"\ntls = true').broker.port == 8883
    assert bridge(tmp_path, 'broker = "hub.lan"\ntls = true\nport = 1').broker.port == 1


def test_the_bridge_reads_its_section_and_the_files_that_belong_to_it(tmp_path):
    authority = broker_certificate(tmp_path, "DNS:broker").rename(tmp_path / "ca.pem")
    (tmp_path / "mqtt-password").write_text("pa ss\nmore\n")
    text = (
        'broker = "hub.lan"\nport = 1884\ntls = true\nca = "ca.pem"\nuser = "table"\n'
        'name = " Table 7 "\nplayers = true\nhome_assistant = false\n'
    )
    ca = str(authority)
    assert bridge(tmp_path, text) == BridgeSettings(
        Broker("hub.lan", 1884, True, ca, "table", "pa ss"), "Table 7", True, False
    )


LOGIN = 'broker = "b"\nuser = "u"\n'


def test_the_password_is_the_services_credential_else_beside_the_settings(tmp_path):
    handed = tmp_path / "credentials"
    handed.mkdir()
    (handed / "mqtt-password").write_text("of systemd\n")
    (tmp_path / "mqtt-password").write_text("beside\n")
    given = {"CREDENTIALS_DIRECTORY": str(handed)}
    assert bridge(tmp_path, LOGIN, **given).broker.password == "of systemd"
    assert bridge(tmp_path, 'broker = "b"', **given).broker.password == ""
    assert bridge(tmp_path, LOGIN).broker.password == "beside"
    (tmp_path / "mqtt-password").unlink()
    assert bridge(tmp_path, LOGIN).broker.password == ""


def test_without_a_password_file_the_unit_hands_over_an_empty_line(tmp_path):
    (tmp_path / "mqtt-password").write_text("\n")
    given = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert bridge(tmp_path, LOGIN, **given).broker.password == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody else")
def test_a_password_that_is_roots_is_read_by_root_alone_and_the_others_hear_how():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        secret = folder / "mqtt-password"
        secret.write_text("secret\n")
        secret.chmod(0o600)
        assert bridge(folder, LOGIN).broker.password == "secret"
        (folder / "companion.toml").chmod(0o644)
        try:
            os.seteuid(65534)
            with pytest.raises(ConfigError) as error:
                load_bridge({"COMPANION_CONFIG": str(folder / "companion.toml")})
        finally:
            os.seteuid(0)
        gist = f"this user may not read {secret}; root may, so put sudo before the command"
        assert str(error.value) == f"{folder}/companion.toml: mqtt.user: {gist}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "mqtt.broker: is missing; name your MQTT broker"),
        ('broker = ""', "mqtt.broker: is missing; name your MQTT broker"),
        ('broker = "b"\nca = "x"', "mqtt.ca: is of no use without tls = true"),
        (
            'broker = "b"\ntls = true\nca = "x"',
            "mqtt.ca: {folder}/x cannot be read: No such file or directory",
        ),
        (
            'broker = "b"\ntls = true\nca = "companion.toml"',
            "mqtt.ca: {folder}/companion.toml has no certificate (",
        ),
    ],
)
def test_what_makes_no_sense_together_is_one_sentence_with_the_file(tmp_path, text, sentence):
    with pytest.raises(ConfigError) as error:
        bridge(tmp_path, text)
    where = f"{tmp_path / 'companion.toml'}: "
    assert str(error.value).startswith(f"{where}{sentence.format(folder=tmp_path)}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("secret", "gist"),
    [(b"\xff", "is not text in UTF-8"), (b"x" * 1025, "too long"), (None, "Is a directory")],
)
def test_a_file_that_has_no_password_is_one_sentence_that_does_not_tell_it(tmp_path, secret, gist):
    file = tmp_path / "mqtt-password"
    file.mkdir() if secret is None else file.write_bytes(secret)
    with pytest.raises(ConfigError, match=gist) as error:
        bridge(tmp_path, LOGIN)
    assert "xxx" not in str(error.value)


def test_without_a_file_it_is_said_where_it_belongs(tmp_path):
    with pytest.raises(
        ConfigError, match=r"^/etc/hanabi-companion/companion.toml: mqtt.broker: is missing"
    ):
        load_bridge({"HOME": str(tmp_path)})
