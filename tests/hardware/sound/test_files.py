"""The sound files: one a name, small, equally loud, clean at both ends, as their script makes."""

import struct
import wave
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from companion.face.effects import sounds
from hardware.sound import making
from tests.rig.samples import sample

FILES = sorted(making.FOLDER.glob("*.wav"))
SHOWS = {
    sounds.COMPLETE,
    sounds.COMPLETE_BARE,
    sounds.LAST_ROUND,
    sounds.END,
    sounds.WIN,
    sounds.LOSS,
    sounds.PERFECT,
}
EVERY = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def samples(path: Path) -> list[float]:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (
            1,
            2,
            making.RATE,
        )
        raw = file.readframes(file.getnframes())
    return [value / 32768 for (value,) in struct.iter_unpack("<h", raw)]


def crossings(values: list[float]) -> float:
    """About how high a sound is: half of how often it crosses zero, in hertz."""
    found = sum(a < 0 <= b for a, b in pairwise(values))
    return found * making.RATE / len(values)


def test_every_sound_has_its_file_and_no_file_is_left_over():
    assert {path.name for path in making.FOLDER.glob("*.wav")} == {
        f"{name}.wav" for name in sounds.SOUNDS
    }, (
        "write the tones of a new one into scores.toml, run `python -m hardware.sound.making`,"
        " and delete the files of sounds that are gone"
    )


def test_all_of_them_are_small():
    assert sum(path.stat().st_size for path in FILES) < 600 * 1024, "make the longest ones shorter"


@pytest.mark.parametrize("path", sample(FILES, 8), ids=lambda path: path.stem)
def test_the_script_makes_the_same_bytes(path):
    assert making._sound_file(path.stem) == path.read_bytes(), (
        "run `python -m hardware.sound.making`"
    )


@EVERY
def test_a_sound_is_as_long_and_as_loud_as_it_may_be_and_nothing_of_it_is_cut_off(path):
    found = samples(path)
    seconds = len(found) / making.RATE
    longest = 0.04 if path.stem == sounds.CLICK else 3.0 if path.stem in SHOWS else 0.4
    assert 0.02 < seconds < longest, "make it shorter, or name it in SHOWS if it has a show"
    # A small speaker gives all of a level equally loud.
    wanted = making.LEVELS[making.SCORES["sounds"][path.stem].get("level", "loud")]
    assert making._peak_loudness(found) == pytest.approx(wanted, rel=0.06), (
        "give it another level in scores.toml"
    )
    assert max(map(abs, found)) <= making.HIGHEST
    # Nothing clicks where it begins or ends.
    assert abs(found[0]) < 0.02
    assert found[-1] == 0
    assert max(map(abs, found[-12:])) < 0.05
    assert abs(sum(found)) / len(found) < 0.002, "the membrane stays in its middle"


@pytest.mark.parametrize(
    ("names", "hertz"),
    [
        (sounds.GROWS, [587, 659, 784, 880]),
        (sounds.BLACK_GROWS, [1175, 988, 880, 784]),  # its ranks fall
    ],
)
def test_the_height_of_a_firework_is_heard(names, hertz):
    for name, height, pitch in zip(names, range(1, 5), hertz, strict=True):
        found = samples(making.FOLDER / f"{name}.wav")
        assert crossings(found[-2205:]) == pytest.approx(pitch, rel=0.04)
        assert strokes(found) == height


def strokes(values: list[float]) -> int:
    """How often a sound grows at once by a half, in steps of 10 ms."""
    step = making.RATE // 100
    rms = [making._peak_loudness(values[at : at + step]) for at in range(0, len(values), step)]
    return 1 + sum(later > 1.25 * now for now, later in pairwise(rms[2:]))


def test_the_last_turns_are_heard_higher_and_higher():
    found = [crossings(samples(making.FOLDER / f"{name}.wav")[:900]) for name in sounds.LAST_TURNS]
    assert found == sorted(found, reverse=True), "the fewer turns are left, the higher"


def test_an_undo_falls_and_what_is_put_back_rises():
    undo, redo = (samples(making.FOLDER / f"{name}.wav") for name in (sounds.UNDO, sounds.REDO))
    assert crossings(undo[:1200]) > 1.2 * crossings(undo[-1200:])
    assert crossings(redo[:1200]) * 1.2 < crossings(redo[-1200:])


def test_no_two_sounds_are_alike():
    """By where they are loud: no two have the same envelope in 20 ms steps and the same pitch."""
    seen = {}
    for path in FILES:
        found = samples(path)
        step = making.RATE // 50
        rms = [making._peak_loudness(found[at : at + step]) for at in range(0, len(found), step)]
        shape = tuple(round(8 * value / max(rms)) for value in rms)
        key = (shape, round(crossings(found) / 20))
        assert key not in seen, f"{path.stem} sounds like {seen[key]}"
        seen[key] = path.stem
