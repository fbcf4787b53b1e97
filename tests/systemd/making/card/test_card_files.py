"""`make card`: the folder that is copied onto a card, and what is refused."""

import hashlib
import json
import subprocess

import pytest

from companion import settings
from companion.errors import BadInput
from systemd.making.card import __main__ as card
from systemd.making.card import card_files
from wiring import builds
from wiring.reading.build import load


@pytest.fixture(scope="module")
def debs(tmp_path_factory):
    """Two packages that have nothing but their fields."""
    tmp_path, made = tmp_path_factory.mktemp("debs"), []
    for name in ("hanabi-companion", "python3-pil"):
        tree = tmp_path / name
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN" / "control").write_text(
            f"Package: {name}\nVersion: 1:2.0\nArchitecture: all\nInstalled-Size: 70\n"
            "Maintainer: nobody <root@localhost>\nDescription: for a test\n"
        )
        made.append(tmp_path / f"{name}_1%3a2.0_all.deb")
        words = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, made[-1]]
        subprocess.run(words, check=True, capture_output=True)
    return made


def test_the_folder_has_what_the_pi_needs_and_none_of_imagers_files(tmp_path, debs):
    target = tmp_path / "card"
    (target / "old").mkdir(parents=True)
    card_files.write_card(target, card_files.choose_build("bonnet"), debs, "arm64")
    names = sorted(str(file.relative_to(target)) for file in target.rglob("*") if file.is_file())
    assert names == sorted(
        [
            "companion-setup.txt",
            "companion.toml",
            "companion/card.json",
            "companion/set_up.py",
            "vendor-data",
            *(f"companion/{deb.name}" for deb in debs),
        ]
    )
    manifest = json.loads((target / "companion" / "card.json").read_text())
    assert (manifest["suite"], manifest["architecture"]) == ("trixie", "arm64")
    row = manifest["packages"][debs[0].name]
    assert row == {
        "package": "hanabi-companion",
        "version": "1:2.0",
        "size_kb": 70,
        "sha256": hashlib.sha256(debs[0].read_bytes()).hexdigest(),
    }


def test_the_settings_on_the_card_name_the_build_and_leave_the_language_open(tmp_path, debs):
    card_files.write_card(tmp_path / "card", card_files.choose_build("oled-hat"), debs, "arm64")
    chosen = settings.load({"COMPANION_CONFIG": str(tmp_path / "card" / "companion.toml")})
    assert (chosen.panel, chosen.language) == ("oled-hat", "")


def test_a_build_of_ones_own_comes_along(tmp_path, debs):
    mine = tmp_path / "my-device.toml"
    mine.write_text(builds.build_toml("bonnet"))
    card_files.write_card(tmp_path / "card", card_files.choose_build(str(mine)), debs, "arm64")
    copied = tmp_path / "card" / "my-device.toml"
    assert copied.read_bytes() == mine.read_bytes()
    chosen = settings.load({"COMPANION_CONFIG": str(copied.with_name("companion.toml"))})
    assert load(chosen.panel) == load(str(mine))


@pytest.mark.parametrize(
    ("name", "gist"),
    [
        ("", "no build is named; BUILD=NAME is one of bonnet, "),
        ("nosuch", "there is no build nosuch; BUILD=NAME is one of bonnet, "),
        ("emulator", "the build emulator is for no real board"),
        ("/nowhere/mine.toml", "/nowhere/mine.toml"),
    ],
)
def test_a_wrong_build_is_one_sentence(name, gist, monkeypatch, capsys):
    monkeypatch.setenv("BUILD", name)
    assert card.main() == 2
    said = capsys.readouterr().err
    assert said.startswith("make card: ")
    assert gist in said
    assert said.count("\n") == 1


def test_a_build_cannot_take_the_place_of_a_file_of_the_card(tmp_path):
    mine = tmp_path / "companion.toml"
    mine.write_text(builds.build_toml("bonnet"))
    with pytest.raises(BadInput, match="rename"):
        card_files.choose_build(str(mine))


def test_without_root_it_says_what_to_do(monkeypatch, capsys):
    monkeypatch.setenv("BUILD", "bonnet")
    monkeypatch.setattr(card, "why_not", lambda: "only root can; run it with sudo")
    assert card.main() == 1
    assert capsys.readouterr().err == "make card: only root can; run it with sudo\n"
