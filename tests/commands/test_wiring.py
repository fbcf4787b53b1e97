"""`companion wiring` prints the tables of a build.

The page of the builds is what the builds say.
"""

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion import cli
from companion.commands.wiring import run
from companion.errors import CompanionError
from tests.rig.real_builds import PRESSED
from wiring import builds
from wiring.making import diagrams


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    return tmp_path


def printed(name: str | None, svg: str | None = None) -> str:
    out = io.StringIO()
    assert run(name, svg, None, out) == 0
    return out.getvalue()


def test_a_touch_screen_has_no_wires_and_a_list_of_what_to_buy() -> None:
    text = printed("touch")
    assert "Nothing is wired" in text
    assert "Pin  BCM" not in text
    assert "together" in text


@pytest.mark.parametrize("name", PRESSED)
def test_every_build_is_printed_and_drawn(name: str, tmp_path: Path) -> None:
    file = tmp_path / "wires.svg"
    text = printed(name, str(file))
    assert text.startswith(f"{name}: ")
    assert "Pin  BCM" in text
    assert "CLUE" in text
    assert f"The diagram is in {file}" in text
    assert ("together" in text) == (not name.startswith("emulator")), "list its [[parts]]"
    ElementTree.parse(file)


def test_the_table_names_pin_line_part_and_wire() -> None:
    lines = [line.split() for line in printed("table").splitlines()]
    assert ["29", "GPIO", "5", "Buttons", "CLUE", "green"] in lines
    assert ["1", "3.3", "V", "Display", "SSD1306", "VCC", "orange"] in lines


def test_a_build_without_pins_has_no_table_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('board = "none"\ntouch = true\n')
    assert cli.main(["wiring", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Terminal" not in told


def test_without_a_build_it_is_the_one_that_is_set_or_that_of_this_machine(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "_MODEL", home / "none")
    assert printed(None).startswith("emulator: ")
    config = home / ".config" / "hanabi-companion" / "companion.toml"
    config.parent.mkdir(parents=True)
    config.write_text('panel = "bonnet"')
    assert printed(None).startswith("bonnet: ")


def test_a_build_of_ones_own_tells_every_mistake(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('board = "raspberry-pi"\nbuttons = { clue.pin = 5, discard.pin = 5 }')
    with pytest.raises(CompanionError) as caught:
        printed(str(file))
    assert len(str(caught.value).splitlines()) == 2


def test_the_page_of_the_builds_is_what_they_say() -> None:
    stale = [
        str(file)
        for file, text in diagrams._diagram_files().items()
        if not file.exists() or file.read_text() != text
    ]
    assert not stale, "run `make pictures`"
    pictures = {file.name for file in (diagrams.WIRING / "pictures").glob("*.svg")}
    assert pictures == {f"{build.name}.svg" for build in diagrams.wired_builds()}


def test_a_template_is_written_as_its_name_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "panel.svg"
    assert cli.main(["wiring", "table", "--template", str(file)]) == 0
    assert f"The drilling template is in {file}; print it at 100 %" in capsys.readouterr().out
    assert 'width="211mm"' in file.read_text("utf-8")


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_a_build_with_a_mistake_is_told_and_nothing_is_written(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build = tmp_path / "mine.toml"
    build.write_text(builds.build_toml("table").replace("width = 130", "width = 117"), "utf-8")
    file = tmp_path / f"panel.{ending}"
    assert cli.main(["wiring", str(build), "--template", str(file)]) == 2
    told = capsys.readouterr().err
    assert "panel.play: reaches 8.5 mm too far to the right, where the wall is; move it" in told
    assert "panel.lights.firework.G[0]: reaches" in told
    assert not file.exists()
