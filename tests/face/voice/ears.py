"""Ears: what a listener understands of a sentence by the words of its language alone."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.face import words
from companion.game.actions import REPLAY, TILES
from companion.game.cards import RANKS, SUITS

Said = dict[str, Any]


class Understood(NamedTuple):
    """What a sentence says: an action as in records, by whom, who is next, what happened beside."""

    action: Said
    who: str = ""
    next: str = ""
    counts: dict[str, int] = {}  # noqa: RUF012 - immutable
    complete: bool = False
    last: bool = False
    """The last card was drawn."""


class Ears:
    """A listener who knows a language, and who plays: their names, or their places."""

    def __init__(self, language: str, players: Sequence[str] = ()) -> None:
        self._texts = words.texts(language)
        self._players = players
        self._suits = {
            self._texts.form(f"suit_{suit}", {}, spoken=True, of_card=of_card): suit
            for suit in SUITS
            for of_card in (False, True)
        }
        suit, rank = "|".join(map(re.escape, self._suits)), "|".join(map(str, RANKS))
        self._facts = {
            "suit": f"(?P<suit>{suit})",
            "card_suit": f"(?P<suit>{suit})",
            "rank": f"(?P<rank>{rank})",
            "number": r"(?P<number>-?\d+)",
            "fuses": r"(?P<number>\d+)",
            "who": "(?P<who>.+?)",
            "what": "(?P<what>.+)",
        }
        self._facts["card"] = self._pattern("card", {})
        self._facts["tile"] = (
            f"(?P<tile>{'|'.join(re.escape(self._texts[f'tile_{tile}']) for tile in TILES)})"
        )
        self._tiles = {self._texts[f"tile_{tile}"]: tile for tile in TILES}

    def understood(self, sentence: str) -> Understood:
        """Return what is understood of what is said of a turn."""
        said, *others = sentence.removesuffix(".").split(". ")
        who = self._begins(said)
        what, *rest = said.removeprefix(who).removeprefix(",").strip().split(", ")
        following = others[0] if others and others[0] in self._players else ""
        if rest and rest[-1] in self._players:
            following = rest.pop()
        complete = self._match("finished", what)
        found = self._action(complete["what"] if complete else what)
        counts: dict[str, int] = {}
        last = [part for part in rest if self._match("last", part)]
        for part in rest:
            if part not in last:
                self._part(part, found, counts)
        return Understood(found, who, following, counts, bool(complete), bool(last))

    def _begins(self, said: str) -> str:
        """Return the player with whom a sentence begins; empty for none."""
        found = (player for player in self._players if re.match(rf"{re.escape(player)}\b", said))
        return max(found, key=len, default="")

    def _part(self, part: str, found: Said, counts: dict[str, int]) -> None:
        """Hear what follows an action: more of it, or a count."""
        for number in (2, 1, 0):
            if of := self._match("fuses", part, number=number):
                counts["fuses"] = int(of.groupdict().get("number", number))
                return
        for key, fact in (
            ("as_replay", {"as": REPLAY}),
            ("unnamed_card", {"unnamed": True}),
            ("completes", {"completed": True}),
        ):
            if self._match(key, part):
                found.update(fact)
                return
        if of := self._match("completes_suit", part):
            found.update(completed=True, by=self._suits[of["suit"].lower()])
        elif of := self._match("card", part):
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
            ("a_name", "name"),
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

    def _match(self, key: str, said: str, **facts: int) -> "re.Match[str] | None":
        return re.fullmatch(self._pattern(key, facts), said, re.IGNORECASE)

    def _pattern(self, key: str, facts: Mapping[str, int]) -> str:
        parts = re.split(r"(\{\w+\})", self._texts.form(key, facts, spoken=True))
        found = [
            self._facts[part[1:-1]] if part.startswith("{") else re.escape(part) for part in parts
        ]
        return re.sub(
            r"(\\?[\s\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}])+", r"\\s+", "".join(found)
        )
