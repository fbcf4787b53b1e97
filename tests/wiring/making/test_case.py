"""`make case` refuses what does not fit with sentences, and writes no file then."""

from pathlib import Path

import pytest

from wiring import builds
from wiring.making import case, slicer


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("[65, 82]", "[53, 82]", "panel.discard: overlaps panel.clue by 7.0 mm; move one of them"),
        ('"led-5", at = [17', '"led-6", at = [17', 'panel.lights.clue.part: "led-6" is not known'),
        ("height = 106", "height = 94", "panel.clue: reaches 8.5 mm too far to the front"),
    ],
)
def test_a_mistake_is_told_and_no_file_is_written(
    before: str, after: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build = tmp_path / "mine.toml"
    text = builds.build_toml("table")
    assert before in text
    build.write_text(text.replace(before, after), "utf-8")
    assert case.main([str(build)], tmp_path / "made") == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


def test_a_build_without_a_panel_has_no_case(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert case.main(["emulator"], tmp_path / "made") == 2
    assert "emulator has no [panel]" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


def test_without_a_slicer_the_reason_stands_in_place_of_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert case._slicer_figures(tmp_path, "shell") == (
        f"(its filament and hours: needs {slicer.PROGRAM} (`apt install {slicer.PROGRAM}`))"
    )


@pytest.mark.parametrize(
    ("grams", "hours", "euros", "said"),
    [
        (73.2, 8.6, 1.83, "73 g, 8.6 h, 1.83 EUR"),
        (3.5, 0.5, 0.09, "3.5 g, 30 min, 0.09 EUR"),
        (0.2, 0.01, 0.0, "0.2 g, 1 min, 0.01 EUR"),
    ],
)
def test_what_printing_takes_is_told(grams: float, hours: float, euros: float, said: str) -> None:
    assert case._told_sizes(slicer.Sliced(grams, hours, euros, (), False)) == said
