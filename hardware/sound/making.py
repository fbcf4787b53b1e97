"""`python -m hardware.sound.making`: makes every sound of the companion anew, each of a few tones
and some noise, as `files/scores.toml` says.

Nothing but Python, fixed seeds, and arithmetic that gives the same bytes on every machine: sines
come from a rounded table, and what decays or glides is multiplied step by step.
"""

import math
import random
import struct
import tomllib
import wave
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).with_name("files")
SCORES: Final[Mapping[str, Any]] = tomllib.loads((FOLDER / "scores.toml").read_text("utf-8"))
RATE: Final = 22050
"""Samples a second."""
LEVELS: Final = {"loud": 0.14, "soft": 0.07, "striking": 0.24}
"""What the loudest `WINDOW` of a sound has for its root mean square, of full scale, as a small
speaker gives it."""
_SPEAKER_HZ: Final = 400
"""Below it a speaker of 40 mm grows faint, as a high-pass of the second order does."""
WINDOW: Final = RATE // 20
HIGHEST: Final = 0.9
"""No sample lies beyond."""
_FADE: Final = 0.004
"""Seconds at the end of each tone, and of each sound, in which it fades to nothing."""
RISE: Final = 0.0005
"""Seconds at the beginning of each sound in which it comes out of nothing."""

Samples = list[float]

_SIZE: Final = 4096
_SINE: Final = tuple(round(math.sin(math.tau * place / _SIZE), 9) for place in range(_SIZE))
_NOTES: Final = ("C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B")


def _note_hertz(note: str) -> float:
    semitones = _NOTES.index(note[:-1]) + 12 * int(note[-1])
    return round(440 * 2 ** ((semitones - 57) / 12), 3)


def _decay_factor(fraction: float, seconds: float) -> float:
    """Return the factor of one sample by which this fraction is left after some seconds."""
    return round(math.pow(fraction, 1 / (seconds * RATE)), 12)


def _tone_samples(note: str, part: Mapping[str, Any]) -> Samples:
    seconds = part["seconds"]
    found = [0.0] * round(seconds * RATE)
    glide = 1.0
    if "to" in part:
        glide = _decay_factor(_note_hertz(part["to"]) / _note_hertz(note), seconds)
    rise = max(1, round(part.get("attack", 0.002) * RATE))
    for pitch, strength, lasts in SCORES["timbres"][part["timbre"]]:
        phase, step = 0.0, _note_hertz(note) * pitch / RATE
        if step > 0.45:
            continue  # nothing above what the samples can hold
        level, fall = strength, _decay_factor(1 / 3, part["decay"] * lasts)
        for place in range(len(found)):
            found[place] += level * _SINE[int(phase * _SIZE) % _SIZE] * min(1.0, place / rise)
            phase, step, level = phase + step, step * glide, level * fall
    return _fade_end(found)


def _noise_samples(seed: int, seconds: float, decay: float, dull: float = 0.0) -> Samples:
    """Return a hiss that dies away; `dull`, from 0 to 1, takes its heights."""
    dice = random.Random(seed)
    level, fall, last = 1.0, _decay_factor(1 / 3, decay), 0.0
    found = []
    for _ in range(round(seconds * RATE)):
        last = dull * last + (1 - dull) * (2 * dice.random() - 1)
        found.append(level * last)
        level *= fall
    return found


def _spark_samples(seed: int, seconds: float, count: int) -> Samples:
    """Return crackles at odd times, fewer and fewer."""
    length = 0.006
    dice = random.Random(seed)
    crackles = []
    for number in range(count):
        start = dice.random() ** 2 * (seconds - length)
        strength = 0.3 + 0.7 * dice.random()
        crackle = _noise_samples(seed + number, length, length / 4)
        crackles.append((start, [strength * value for value in crackle]))
    return _mix_sounds(crackles)


def _part_samples(part: Mapping[str, Any]) -> Samples:
    if "hiss" in part:
        samples = _noise_samples(
            part["hiss"], part["seconds"], part["decay"], part.get("dull", 0.0)
        )
    elif "sparks" in part:
        samples = _spark_samples(part["sparks"], part["seconds"], part["count"])
    else:
        pace = part.get("pace", 0.0)
        notes = enumerate(part["notes"].split())
        samples = _mix_sounds(
            [(pace * number, _tone_samples(note, part)) for number, note in notes]
        )
    if "swell" in part:
        samples = _fade_beginning(samples, part["swell"])
    return [part.get("times", 1.0) * value for value in samples]


def _fade_end(samples: Samples) -> Samples:
    fade = _FADE * RATE
    return [
        value * min(1.0, (len(samples) - 1 - place) / fade) for place, value in enumerate(samples)
    ]


def _fade_beginning(samples: Samples, seconds: float) -> Samples:
    rise = seconds * RATE
    return [value * min(1.0, place / rise) for place, value in enumerate(samples)]


def _mix_sounds(parts: Iterable[tuple[float, Samples]]) -> Samples:
    places = [(round(start * RATE), samples) for start, samples in parts]
    found = [0.0] * max(place + len(samples) for place, samples in places)
    for place, samples in places:
        for number, value in enumerate(samples, place):
            found[number] += value
    return found


def _speaker_samples(samples: Sequence[float]) -> Samples:
    """Return what a small speaker gives of the samples: a Butterworth high-pass at `_SPEAKER_HZ`.

    Coefficients by the bilinear transform (R. Bristow-Johnson, Audio EQ Cookbook), Q = 1/sqrt(2).
    """
    turn = math.tau * _SPEAKER_HZ / RATE
    damping = math.sin(turn) / math.sqrt(2)
    cosine = math.cos(turn)
    ahead = round((1 + cosine) / 2 / (1 + damping), 12)
    behind = round(-2 * cosine / (1 + damping), 12)
    further = round((1 - damping) / (1 + damping), 12)
    found = []
    before = earlier = given = given_earlier = 0.0
    for value in samples:
        now = ahead * (value - 2 * before + earlier) - behind * given - further * given_earlier
        found.append(now)
        before, earlier = value, before
        given, given_earlier = now, given
    return found


def _peak_loudness(samples: Sequence[float]) -> float:
    """Return the root mean square of the loudest `WINDOW` as a small speaker gives it, of a
    shorter sound as if silence followed.
    """
    squares = [value * value for value in _speaker_samples(samples)]
    summed = most = sum(squares[:WINDOW])
    for new, old in zip(squares[WINDOW:], squares, strict=False):
        summed += new - old
        most = max(most, summed)
    return math.sqrt(most / WINDOW)


def _rounded_off(value: float) -> float:
    """Return the samples with the strong ones bent down, so that nothing is cut off."""
    knee = 0.6
    if abs(value) <= knee:
        return value
    beyond = (abs(value) - knee) / (HIGHEST - knee)
    return math.copysign(knee + (HIGHEST - knee) * beyond / (1 + beyond), value)


def _sound_file(name: str) -> bytes:
    """Return a sound as a WAV file of 16 bits, as loud as the others, without a click."""
    score = SCORES["sounds"][name]
    whole = _mix_sounds((part.get("at", 0.0), _part_samples(part)) for part in score["parts"])
    if score.get("backwards"):
        whole.reverse()
    whole = _fade_beginning(_fade_end(whole), RISE)
    times = round(LEVELS[score.get("level", "loud")] / _peak_loudness(whole), 9)
    samples = [round(32767 * _rounded_off(times * value)) for value in whole]
    found = BytesIO()
    with wave.open(found, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return found.getvalue()


def main() -> None:
    """Write every file."""
    for name in SCORES["sounds"]:
        (FOLDER / f"{name}.wav").write_bytes(_sound_file(name))


if __name__ == "__main__":
    main()
