"""Ears: what a listener understands of a sentence of the voice, from the words of its language alone."""

import re
from typing import Any, NamedTuple

from companion.face import words
from companion.game.actions import REPLAY, TILES
from companion.game.cards import RANKS, SUITS

Said = dict[str, Any]


class Understood(NamedTuple):
    """What a sentence says: an action as in records, and of a long one who did it and who is next."""

    action: Said
    who: str = ""
    next: str = ""
    counts: dict[str, int] = {}  # noqa: RUF012 - immutable


class Ears:
    """A listener who knows a language."""

    def __init__(self, language: str) -> None:
        self._texts = words.texts(language)
        self._suits = {self._texts[f"say_suit_{suit}"]: suit for suit in SUITS}
        suit, rank = "|".join(map(re.escape, self._suits)), "|".join(map(str, RANKS))
        self._facts = {
            "suit": f"(?P<suit>{suit})",
            "rank": f"(?P<rank>{rank})",
            "number": r"(?P<number>-?\d+)",
            "fuses": r"(?P<number>\d+)",
            "who": "(?P<who>.+?)",
            "what": "(?P<what>.+)",
        }
        self._facts["card"] = self._pattern("say_card")
        self._facts["tile"] = (
            f"(?P<tile>{'|'.join(re.escape(self._texts[f'tile_{tile}']) for tile in TILES)})"
        )
        self._tiles = {self._texts[f"tile_{tile}"]: tile for tile in TILES}

    def understood(self, sentence: str) -> Understood:
        """What is understood of what is said of a turn."""
        said = sentence.split(". ")[0].rstrip(".")
        said, _, after = said.partition("; ")
        who, what = "", said
        if by := self._match("say_by", said):
            who, what = by["who"], by["what"]
        action, *rest = what.split(", ")
        found = self._action(action)
        counts: dict[str, int] = {}
        for part in rest:
            self._part(part, found, counts)
        turn = self._match("say_to_act", after)
        return Understood(found, who, turn["who"] if turn else "", counts)

    def _part(self, part: str, found: Said, counts: dict[str, int]) -> None:
        """What follows an action: more of it, or a count."""
        for key in ("points", "clues", "fuses", "turns", "laid"):
            for form, number in (("", None), ("_one", 1), ("_none", 0)):
                if f"say_{key}{form}" in self._texts and (of := self._match(f"say_{key}{form}", part)):
                    counts[key] = int(of.groupdict().get("number", number))
                    return
        if self._match("say_as_replay", part):
            found["as"] = REPLAY
            return
        if self._match("say_unnamed_card", part):
            found["unnamed"] = True
            return
        if self._match("say_completes", part):
            found["completed"] = True
        elif of := self._match("say_completes_suit", part):
            found.update(completed=True, by=self._suits[of["suit"].lower()])
        elif of := self._match("say_card", part):
            found["card"] = self._card(of)
        elif part in self._suits:
            found["suit"] = self._suits[part]

    def _action(self, said: str) -> Said:
        for key, do in (
            ("a_clue", "clue"),
            ("a_discard", "discard"),
            ("a_misfire", "misfire"),
            ("a_play", "play"),
            ("a_correction", "correct"),
            ("an_end", "concede"),
        ):
            if self._match(key, said):
                return {"do": do}
        for key, do in (
            ("a_discard_of", "discard"),
            ("a_misfire_of", "misfire"),
            ("say_a_name", "name"),
            ("a_card", "play"),
        ):
            if of := self._match(key, said):
                return {"do": do, "card": self._card(of)}
        if of := self._match("a_play_on", said):
            return {"do": "play", "suit": self._suits[of["suit"].lower()]}
        if of := self._match("a_tile", said):
            names = {name.lower(): tile for name, tile in self._tiles.items()}
            return {"do": "bonus", "tile": names[of["tile"].lower()]}
        raise AssertionError(f"nobody understands {said!r}")

    def _card(self, of: "re.Match[str]") -> str:
        return f"{self._suits[of['suit'].lower()]}{of['rank']}"

    def _match(self, key: str, said: str) -> "re.Match[str] | None":
        return re.fullmatch(self._pattern(key), said, re.IGNORECASE)

    def _pattern(self, key: str) -> str:
        parts = re.split(r"(\{\w+\})", self._texts[key])
        found = [self._facts[part[1:-1]] if part.startswith("{") else re.escape(part) for part in parts]
        return re.sub(r"(\\?[\s\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}])+", r"\\s+", "".join(found))
