"""The requests of the two sockets, each declared once.

The parser (`requests`), the words of `companion ctl` and the table in README.md follow from these
declarations; `companion.daemon.scripts` has a method for each. `companion ctl` starts with this
module, so it imports little.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.daemon.door import Door
from companion.game.kinds import distinct_type
from companion.game.names import RULE
from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD

LONGEST_HOLD_S: Final = 600.0
MOST_GAMES: Final = 1000
MOST_STEPS: Final = 100
FEWEST_DIGITS: Final = 4
MOST_DIGITS: Final = 32
MOST_URLS: Final = 8
LONGEST_TEXT: Final = 10_000
"""Characters of a part of a backup: in a request one may take six bytes."""
LONGEST_URL: Final = 38
"""Characters of an address: a QR code of it with the token keeps its margin on the display."""
READERS: Final = (CARD_READER, PLAY_PAD, DISCARD_PAD)

FIELDS: Final[Mapping[str, str]] = {
    "control": "a control of the build, such as `clue`, `discard`, `play`, `undo` or `R`",
    "seconds": f"a number above 0, at most {LONGEST_HOLD_S:.0f}",
    "controls": "a list of two or three of `clue`, `discard` and `play`",
    "steps": f"a whole number from -{MOST_STEPS} to {MOST_STEPS}, not 0",
    "id": f"the id of a sticker: {FEWEST_DIGITS} to {MOST_DIGITS} hex digits",
    "reader": "{}, {} or {}".format(*(f"`{reader}`" for reader in READERS)),
    "deck": f"the name of a deck: {RULE}",
    "card": "a suit's letter and a rank, such as `R1`",
    "edition": "an object as in a record",
    "players": "the number of players, or a list of their names",
    "detail": "`tokens`, `colours` or `cards`",
    "action": "an action of a record",
    "first": "the place at the table of the player who begins, from 1",
    "turn": "the number of a turn, from 1",
    "seen": "the `mark` of the table that the one who asks saw, as the state has it",
    "purpose": "`play`, `outcome`, `name`, `name late` or `tile`",
    "path": "what is chosen, one after the other, as the offers have it",
    "counters": 'a list of what is set: name, part and value, such as `["clues","",5]`',
    "key": "a preference: `language`, `help`, `tiles`, `sound`, `voice` or another of the menu",
    "value": "one of its values, such as `de` or `off`",
    "name": "the name of a player",
    "as": "`insert`, `replace` or `remove`",
    "bonus": "the action of a bonus tile",
    "cut": "`true` or `false`",
    "game": "the number of a game, from 1",
    "limit": f"a number from 1 to {MOST_GAMES}",
    "urls": f"a list of at most {MOST_URLS} addresses such as `HTTP://192.168.178.20:8080`, "
    f"each at most {LONGEST_URL} characters: of the local network, "
    "or a name that ends in `.local`",
    "token": "the code that *Phone* in the device's menu shows",
    "after": "a place in the journal, from 0; without it what a backup begins with is told",
    "last": "the place where the backup ends, as its beginning says",
    "tag": "the tag of the journal, as the beginning of a backup says: 8 hex digits",
    "step": "`begin`, `text`, `check` or `end`, in this order; `text` and `check` again and again",
    "text": f"the next part of a backup, at most {LONGEST_TEXT} characters",
    "partial": "`true` to take in what is whole of a damaged backup",
}
"""What each field of a request may be."""


@distinct_type
class Declaration(NamedTuple):
    """A request."""

    example: Mapping[str, object]
    """One as it stands on a line: first "do" or "get" with its word, then its fields."""
    does: str
    """What it does, or what the answer to the question is."""
    may: Mapping[str, object] = {}
    """The fields that may be left out, each with its default; the others are needed."""
    ctl: str | None = None
    """The fields that `companion ctl` takes as words, optional ones in brackets; None for none."""
    streams: bool = False
    """Whether further lines follow the answer."""
    doors: tuple[Door, ...] = (Door.CONTROL,)
    """The sockets that take it."""

    @property
    def verb(self) -> str:
        """Whether it is a "do" or a "get"."""
        return next(iter(self.example))

    @property
    def word(self) -> str:
        """What it is called."""
        return str(self.example[self.verb])

    @property
    def fields(self) -> dict[str, None]:
        """Every field that it may have."""
        return dict.fromkeys([*list(self.example)[1:], *self.may])


_SEEN: Final = {"seen": None}
_CARD: Final = {"do": "play", "card": "R1"}
_STICKER: Final = "04e141124c2880"
_TOKEN: Final = "K7Q2X9MP"
_BOTH: Final = tuple(Door)

DECLARATIONS: Final = (
    Declaration({"do": "press", "control": "clue"}, "tap a control", _SEEN, ctl="control"),
    Declaration(
        {"do": "hold", "control": "play", "seconds": 0.8},
        "hold a control, in real time",
        _SEEN,
        ctl="control [seconds=0.8]",
    ),
    Declaration(
        {"do": "chord", "controls": ["discard", "play"]},
        "press buttons together, where something is chosen by columns",
        _SEEN,
        ctl="controls...",
    ),
    Declaration(
        {"do": "turn", "steps": -1},
        "turn the encoder, clockwise or (negative) back",
        _SEEN,
        ctl="steps",
    ),
    Declaration(
        {"do": "tag", "id": _STICKER, "reader": "play"},
        "lay a card on a reader",
        {"reader": CARD_READER, **_SEEN},
        ctl="id [reader]",
    ),
    Declaration(
        {"do": "new", "edition": {"preset": "grand"}, "players": 3, "detail": "cards"},
        "begin a game; undo brings back the one in progress. At the view socket only where no game"
        " is played. The answer has `unshown` where the display shows names by their places",
        {"edition": {}, "players": 3, "detail": "colours", "first": 1, "token": "", **_SEEN},
        ctl="[players] [edition]",
        doors=_BOTH,
    ),
    Declaration(
        {"do": "action", "action": _CARD},
        'take an action of a record, such as {"do":"play","card":"R1"}',
        _SEEN,
        ctl="action",
    ),
    Declaration(
        {"do": "answer", "purpose": "tile", "path": ["R", "3"]},
        "answer a question of the game as a whole",
        _SEEN,
    ),
    Declaration({"do": "undo"}, "undo a step of the game, or a repair as a whole", _SEEN, ctl=""),
    Declaration({"do": "redo"}, "redo what was undone", _SEEN, ctl=""),
    Declaration(
        {"do": "repair", "turn": 21, "as": "insert", "action": {"do": "clue"}},
        "a turn was forgotten before this one (insert), "
        "was another (replace) or never was (remove)",
        {"action": None, "bonus": None, "cut": False, **_SEEN},
        ctl="turn as [action]",
    ),
    Declaration(
        {"do": "correct", "counters": [["clues", "", 5]]},
        "set counters, as *Correct* in the menu does",
        _SEEN,
    ),
    Declaration({"do": "prefer", "key": "language", "value": "de"}, "set a preference of the menu"),
    Declaration({"do": "remove", "name": "Ben"}, "offer the name of a player no more"),
    Declaration(
        {"get": "offers"},
        "what can be done and answered now, or where a turn is entered",
        {"turn": None, "as": "insert", "action": None},
        ctl="[turn]",
    ),
    Declaration({"get": "turns"}, "the turns of the game on the table", ctl=""),
    Declaration(
        {"get": "counters"}, "what can be corrected, with its bounds", {"counters": ()}, ctl=""
    ),
    Declaration(
        {"get": "state"}, "the game on the table; null before the first one", ctl="", doors=_BOTH
    ),
    Declaration({"get": "screen"}, "what the display says, and what each button does", ctl=""),
    Declaration({"get": "frame"}, "the picture on the display, as a PNG", ctl="file"),
    Declaration({"get": "lights"}, "what the lights were set to, 0 to 1, by group", ctl=""),
    Declaration(
        {"get": "record", "game": 1},
        "the game on the table as a record, or any game by its number",
        {"game": None},
        ctl="[game]",
        doors=_BOTH,
    ),
    Declaration(
        {"get": "history", "limit": 20},
        "the games so far in brief, the newest first",
        {"limit": MOST_GAMES},
        ctl="[limit]",
        doors=_BOTH,
    ),
    Declaration({"get": "stats"}, "what came of the games", ctl="", doors=_BOTH),
    Declaration(
        {"do": "subscribe"},
        "tell each change of the game from now on",
        ctl="",
        streams=True,
        doors=_BOTH,
    ),
    Declaration(
        {"do": "watch"}, "tell each card that is laid on a reader from now on", streams=True
    ),
    Declaration(
        {"do": "enrol", "id": _STICKER, "deck": "blue", "card": "R1"},
        "make a sticker stand for a card",
    ),
    Declaration({"do": "forget", "id": _STICKER}, "make a sticker stand for no card"),
    Declaration({"get": "stickers"}, "the deck and the card of each sticker, by its id"),
    Declaration(
        {"get": "backup", "after": 0, "last": 61, "tag": "6f1c20aa"},
        "everything that people made, in pieces; at the view socket games and names",
        {"after": None, "last": 0, "tag": "", "token": ""},
        doors=_BOTH,
    ),
    Declaration({"do": "backup"}, "note that a backup was made", {"token": ""}, doors=_BOTH),
    Declaration(
        {"do": "restore", "step": "text", "text": "hanabi-companion-games 1 6f1c20aa\n"},
        "merge a backup into the games, in steps",
        {"text": "", "partial": False},
    ),
    Declaration(
        {"get": "view"},
        "the device's language, preferences and version, and the next game as it would begin",
        doors=(Door.VIEW,),
    ),
    Declaration(
        {"do": "serve", "urls": ["HTTP://192.168.178.20:8080"]},
        "say where the page is found, until this connection ends",
        doors=(Door.VIEW,),
    ),
    Declaration(
        {"do": "enter", "token": _TOKEN}, "ask whether a code is this evening's", doors=(Door.VIEW,)
    ),
)
"""Every request, in the order in which people read of them."""

VERBS: Final[Mapping[Door, Mapping[str, Mapping[str, Declaration]]]] = {
    door: {
        verb: {
            request.word: request
            for request in DECLARATIONS
            if request.verb == verb and door in request.doors
        }
        for verb in ("do", "get")
    }
    for door in Door
}
"""The requests of each socket by their verbs and words."""
STREAMS: Final = tuple(request.word for request in DECLARATIONS if request.streams)
