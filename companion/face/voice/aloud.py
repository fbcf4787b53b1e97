"""Aloud: phrases in words for the ear, and how sentences of them are made."""

import re
from typing import Final

from companion.face import seats, words
from companion.face.on_table import on_table
from companion.face.state import Phrase
from companion.game.actions import Value
from companion.game.cards import Card
from companion.journal.sitting import Sitting

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


Sentences = list[str]
"""What is said, in parts; some may be empty."""


class Aloud:
    """What is said in a language."""

    def __init__(self, language: str) -> None:
        """language: its code."""
        self.language: Final = language

    def say(self, key: str, /, **facts: object) -> str:
        """Return a text in words, its facts too."""
        return self.phrase(Phrase(key, facts))

    def phrase(self, phrase: Phrase | None) -> str:
        """Return a phrase in words; nothing for none."""
        return words.say(self.language, phrase, spoken=True) if phrase else ""

    def suit(self, letter: str) -> str:
        """Return the name of a suit."""
        return words.suit(self.language, letter, spoken=True)

    def value(self, value: Value) -> str:
        """Return the name that a clue gives: a suit, or a rank."""
        return self.suit(value) if isinstance(value, str) else str(value)

    def card(self, card: Card) -> str:
        """Return the name of a card."""
        return words.card(self.language, card, spoken=True)

    def player(self, sitting: Sitting, seat: int) -> str:
        """Return a player, by name where there is one, else by the place at the table."""
        who = self.short_name(sitting, seat)
        return who if on_table(sitting).began.names else self.say("player_at", place=who)

    def short_name(self, sitting: Sitting, seat: int) -> str:
        """Return a player's name, or the number of the place at the table where there is none."""
        names = on_table(sitting).began.names
        return names[seat] if names else str(seats.place_of(sitting, seat) + 1)

    def to_act(self, sitting: Sitting) -> str:
        """Return the player who acts; empty where no game is going on."""
        if not sitting.playing:
            return ""
        return self.say("to_act", who=self.player(sitting, on_table(sitting).state.seat))


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
