"""`python -m hardware.sound.making`: makes every sound of the companion anew, each of a few tones
and some noise.

Nothing but Python, a fixed seed, and arithmetic that gives the same bytes on every machine: sines
come from a rounded table, and what decays or glides is multiplied step by step.
"""

import math
import random
import struct
import wave
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("files")
RATE: Final = 22050
"""Samples a second."""
LOUD: Final = 0.14
"""What the loudest `WINDOW` of each sound has for its root mean square, of full scale."""
SOFT: Final = 0.07
"""The same of what a table hears some sixty times a game."""
STRIKING: Final = 0.24
"""The same of what nobody may miss, whoever talks and whatever clicks."""
WINDOW: Final = RATE // 20
HIGHEST: Final = 0.9
"""No sample lies beyond."""
FADE: Final = 0.004
"""Seconds at the end of each tone, and of each sound, in which it fades to nothing."""
RISE: Final = 0.0005
"""Seconds at the beginning of each sound in which it comes out of nothing."""

Samples = list[float]

_SIZE: Final = 4096
_SINE: Final = tuple(round(math.sin(math.tau * place / _SIZE), 9) for place in range(_SIZE))

BELL: Final = ((1.0, 1.0, 1.0), (2.0, 0.45, 0.6), (3.01, 0.2, 0.4), (5.4, 0.1, 0.15))
WOOD: Final = ((1.0, 1.0, 1.0), (2.7, 0.5, 0.4), (5.1, 0.25, 0.2))
REED: Final = ((1.0, 1.0, 1.0), (3.0, 0.4, 1.0), (5.0, 0.2, 1.0), (7.0, 0.1, 1.0))
"""Partials: of each the pitch, the strength and the decay, against those of the note."""
Partials = Sequence[tuple[float, float, float]]

SCALE: Final = {
    "C": -9,
    "Db": -8,
    "D": -7,
    "Eb": -6,
    "E": -5,
    "F": -4,
    "G": -2,
    "Ab": -1,
    "A": 0,
    "B": 2,
}
"""Semitones from the A of the same octave."""


def hertz(note: str) -> float:
    """Return the pitch of a note such as `C5`."""
    semitones = SCALE[note[:-1]] + 12 * (int(note[-1]) - 4)
    return round(440 * 2 ** (semitones / 12), 3)


def _factor(fraction: float, seconds: float) -> float:
    """Return the factor of one sample by which this fraction is left after some seconds."""
    return round(math.pow(fraction, 1 / (seconds * RATE)), 12)


def tone(
    note: str,
    seconds: float,
    partials: Partials = BELL,
    decay: float = 0.2,
    attack: float = 0.002,
    to: str = "",
) -> Samples:
    """Return a note; `decay` seconds after it began a third of it is left.

    `to`: the note that it glides to.
    """
    found = [0.0] * round(seconds * RATE)
    glide = _factor(hertz(to) / hertz(note), seconds) if to else 1.0
    rise = max(1, round(attack * RATE))
    for pitch, strength, lasts in partials:
        phase, step = 0.0, hertz(note) * pitch / RATE
        if step > 0.45:
            continue  # nothing above what the samples can hold
        level, fall = strength, _factor(1 / 3, decay * lasts)
        for place in range(len(found)):
            found[place] += level * _SINE[int(phase * _SIZE) % _SIZE] * min(1.0, place / rise)
            phase, step, level = phase + step, step * glide, level * fall
    return faded(found)


def noise(seed: int, seconds: float, decay: float, dull: float = 0.0) -> Samples:
    """Return a hiss that dies away; `dull`, from 0 to 1, takes its heights."""
    dice = random.Random(seed)
    level, fall, last = 1.0, _factor(1 / 3, decay), 0.0
    found = []
    for _ in range(round(seconds * RATE)):
        last = dull * last + (1 - dull) * (2 * dice.random() - 1)
        found.append(level * last)
        level *= fall
    return found


def sparks(seed: int, seconds: float, count: int, length: float = 0.006) -> Samples:
    """Return crackles at odd times, fewer and fewer."""
    dice = random.Random(seed)
    at = [
        (dice.random() ** 2 * (seconds - length), 0.3 + 0.7 * dice.random()) for _ in range(count)
    ]
    return together(
        *((start, [strength * value for value in noise(seed + number, length, length / 4)])
          for number, (start, strength) in enumerate(at)),
    )  # fmt: skip


def faded(samples: Samples) -> Samples:
    """Return the same, with an end that does not click."""
    fade = FADE * RATE
    return [
        value * min(1.0, (len(samples) - 1 - place) / fade) for place, value in enumerate(samples)
    ]


def together(*parts: tuple[float, Samples]) -> Samples:
    """Return several sounds, each from its time on."""
    places = [(round(start * RATE), samples) for start, samples in parts]
    found = [0.0] * max(place + len(samples) for place, samples in places)
    for place, samples in places:
        for number, value in enumerate(samples, place):
            found[number] += value
    return found


def louder(samples: Samples, times: float) -> Samples:
    """Return the same, so many times as strong."""
    return [times * value for value in samples]


def swelling(samples: Samples, seconds: float) -> Samples:
    """Return the same, growing out of nothing."""
    rise = seconds * RATE
    return [value * min(1.0, place / rise) for place, value in enumerate(samples)]


def run(notes: str, pace: float, length: float, decay: float, partials: Partials = BELL) -> Samples:
    """Return the samples of notes one after the other."""
    return together(
        *(
            (pace * number, tone(note, length, partials, decay))
            for number, note in enumerate(notes.split())
        )
    )


def chord(notes: str, seconds: float, decay: float, partials: Partials = BELL) -> Samples:
    """Return the samples of notes at once."""
    return together(*((0.0, tone(note, seconds, partials, decay)) for note in notes.split()))


# The sounds


def click() -> Samples:
    """Return the sound of a button that went down: a drop of wood."""
    return together((0.0, tone("E6", 0.03, WOOD, 0.006, 0.0005)), (0.0, noise(1, 0.004, 0.001)))


def refused() -> Samples:
    """Return the sound of a refusal: the same low reed twice, the second one lower."""
    return together((0.0, tone("F4", 0.08, REED, 0.1)), (0.12, tone("Db4", 0.13, REED, 0.1)))


def grow(height: int) -> Samples:
    """Return a rocket goes up and opens, higher with each card."""
    notes = ("C5", "D5", "E5", "G5")
    below = ("C4", "D4", "E4", "G4")
    note = notes[height - 1]
    whistle = swelling(tone(below[height - 1], 0.07, ((1.0, 1.0, 1.0),), 0.2, to=note), 0.05)
    return together((0.0, louder(whistle, 0.5)), (0.06, tone(note, 0.22, BELL, 0.08)))


def complete() -> Samples:
    """Return the sound of a complete firework: four notes up, and what falls crackles."""
    return together(
        (0.0, run("C5 E5 G5", 0.07, 0.25, 0.08)),
        (0.21, tone("C6", 0.4, BELL, 0.14)),
        (0.24, louder(sparks(20, 0.38, 22), 0.9)),
    )


def misfire() -> Samples:
    """Return a fuse hisses down, and what follows is a thud."""
    hiss = swelling(noise(30, 0.5, 0.6, 0.2), 0.2)
    thud = tone("A3", 0.26, ((1.0, 1.0, 1.0), (2.0, 0.3, 0.5)), 0.07, to="A2")
    return together(
        (0.0, louder(hiss, 0.5)),
        (0.05, louder(sparks(31, 0.42, 16), 0.8)),
        (0.46, louder(thud, 0.8)),
        (0.46, louder(noise(32, 0.2, 0.03, 0.8), 2.0)),
    )


def last_round() -> Samples:
    """Return a clock strikes twice."""
    stroke = together((0.0, tone("G5", 0.36, BELL, 0.12)), (0.0, tone("C5", 0.36, BELL, 0.12)))
    return together((0.0, stroke), (0.28, stroke))


def turns_left(turns: int) -> Samples:
    """Return tick tock, higher the fewer are left."""
    tick, tock = {4: ("E5", "C5"), 3: ("F5", "D5"), 2: ("G5", "E5"), 1: ("A5", "F5")}[turns]
    return together((0.0, tone(tick, 0.05, WOOD, 0.02)), (0.09, tone(tock, 0.06, WOOD, 0.02)))


def undo() -> Samples:
    """Return the sound of an undo: that of a redo, backwards."""
    return redo()[::-1]


def redo() -> Samples:
    """Return two notes up, drawn into one."""
    return together((0.0, tone("A4", 0.09, BELL, 0.1)), (0.08, tone("E5", 0.16, BELL, 0.07)))


def end() -> Samples:
    """Return two chords that come to rest."""
    return together((0.0, chord("F4 A4 C5", 0.3, 0.2)), (0.28, chord("C4 E4 G4 C5", 0.54, 0.2)))


def win() -> Samples:
    """Return a fanfare, and a burst."""
    return together(
        (0.0, run("G4 G4 C5", 0.12, 0.2, 0.12)),
        (0.36, chord("C5 E5 G5", 0.3, 0.16)),
        (0.6, chord("C5 E5 G5 C6", 0.56, 0.2)),
        (0.62, louder(sparks(50, 0.5, 26), 0.8)),
    )


def loss() -> Samples:
    """Return the sound of a lost game: three notes down, in the minor, ever slower."""
    return together(
        (0.0, tone("G4", 0.28, REED, 0.14)),
        (0.22, tone("Eb4", 0.32, REED, 0.16)),
        (0.48, tone("C4", 0.44, REED, 0.16)),
    )


def perfect() -> Samples:
    """Return rocket after rocket up the scale, and the whole sky at the end."""
    rockets: list[tuple[float, Samples]] = []
    for number, note in enumerate(("C5", "E5", "G5", "A5", "C6")):
        rockets.append((0.14 * number, tone(note, 0.4, BELL, 0.14)))
        rockets.append((0.14 * number + 0.04, louder(sparks(60 + 40 * number, 0.3, 8), 0.6)))
    return together(
        *rockets,
        (0.8, chord("F4 A4 C5 F5", 0.4, 0.2)),
        (1.1, chord("C5 E5 G5 C6 E6", 0.78, 0.26)),
        (1.12, louder(sparks(300, 0.7, 50), 1.0)),
    )


MAKERS: Final[dict[str, Callable[[], Samples]]] = {
    "click": click,
    "refused": refused,
    **{f"grow_{height}": partial(grow, height) for height in range(1, 5)},
    "complete": complete,
    "misfire": misfire,
    "last_round": last_round,
    **{f"turns_left_{turns}": partial(turns_left, turns) for turns in range(1, 5)},
    "undo": undo,
    "redo": redo,
    "end": end,
    "win": win,
    "loss": loss,
    "perfect": perfect,
}
LEVELS: Final = {"click": SOFT, "misfire": STRIKING}
"""The sounds that are not `LOUD`."""


# Levels and files


def loudness(samples: Sequence[float]) -> float:
    """Return the root mean square of the loudest `WINDOW`, of a shorter sound as if silence
    followed.
    """
    squares = [value * value for value in samples]
    summed = most = sum(squares[:WINDOW])
    for new, old in zip(squares[WINDOW:], squares, strict=False):
        summed += new - old
        most = max(most, summed)
    return math.sqrt(most / WINDOW)


def levelled(samples: Samples, wanted: float) -> list[int]:
    """Return the sound in 16 bits, as loud as the others, without a click at either end."""
    samples = swelling(faded(samples), RISE)
    times = round(wanted / loudness(samples), 9)
    return [round(32767 * rounded_off(times * value)) for value in samples]


def rounded_off(value: float) -> float:
    """Return the samples with the strong ones bent down, so that nothing is cut off."""
    knee = 0.6
    if abs(value) <= knee:
        return value
    beyond = (abs(value) - knee) / (HIGHEST - knee)
    return math.copysign(knee + (HIGHEST - knee) * beyond / (1 + beyond), value)


def made(name: str) -> bytes:
    """Return a sound as a WAV file."""
    samples = levelled(MAKERS[name](), LEVELS.get(name, LOUD))
    found = BytesIO()
    with wave.open(found, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return found.getvalue()


def main(names: Iterable[str] = MAKERS) -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        (FOLDER / f"{name}.wav").write_bytes(made(name))


if __name__ == "__main__":
    main()
