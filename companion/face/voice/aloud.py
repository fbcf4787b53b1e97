"""Aloud: how phrases are spoken, and how long that takes."""

import re
from typing import Final

from companion.face import words
from companion.face.state import Phrase

_NOT_SPOKEN: Final = re.compile(r"[\[\]{}<>|\\_*#~^`=▲▼←→·…]+")
"""Signs of the screen, and those with a meaning of their own to a program that speaks."""
_SPACE: Final = re.compile(r"\s+")
_COLON: Final = " :\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""What a question may end with where its answers stand below it."""
_LETTER: Final = re.compile(r"[^\W\d_]")
_FIGURE: Final = re.compile(r"\d")
_PAUSES: Final = ((re.compile(r"[,;:](?=\s)"), 0.32), (re.compile(r"[.!?](?=\s)"), 0.47))
"""How long espeak-ng rests at each of these at its usual speed, in seconds."""
# Measured with espeak-ng: what waits for a press waits from the end of the sentence.
_SOUNDS: Final = {
    "en": (0.065, 0.27),
    "de": (0.07, 0.45),
    "es": (0.068, 0.28),
    "fr": (0.056, 0.16),
    "it": (0.066, 0.25),
    "nl": (0.068, 0.32),
    "pl": (0.076, 0.36),
    "pt": (0.07, 0.3),
}
"""How long a letter and a figure take in a language, in seconds; rather too long than too short."""


def aloud(language: str, phrase: Phrase) -> str:
    """Return a phrase in words for the ear."""
    return words.say(language, phrase, spoken=True)


def cleaned_text(text: str) -> str:
    """Return a text on one line, without signs that are not spoken."""
    return _SPACE.sub(" ", _NOT_SPOKEN.sub(" ", text)).strip()


def speaking_seconds(text: str, language: str) -> float:
    """Return the time that a text takes to be spoken, in seconds.

    An estimate that is a third wrong at most.
    """
    letter, figure = _SOUNDS.get(language, _SOUNDS["en"])
    signs = ((_LETTER, letter), (_FIGURE, figure), *_PAUSES)
    return sum(each * len(sign.findall(text)) for sign, each in signs)


def joined_sentences(*parts: str) -> str:
    """Return sentences in a row, each with a capital and a stop; empty ones are left out."""
    sentences = []
    for text in filter(None, map(str.strip, parts)):
        stop = "" if text[-1] in ".!?" else "."
        sentences.append(text[:1].upper() + (text[1:].rstrip(_COLON) if stop else text[1:]) + stop)
    return " ".join(sentences)
