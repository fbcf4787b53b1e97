"""`companion cards`: which sticker is which card, asked of the running companion.

The stickers of a deck are enrolled by laying each card on a reader. Each card is kept at once, so one can
stop at any time and go on later.
"""

import json
import os
import selectors
import socket
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any, Final, NamedTuple, TextIO

from companion.commands import running
from companion.commands.ctl import Unanswered, ask
from companion.commands.effective import effective
from companion.daemon.socket.requests import deck_name
from companion.errors import BadInput, CompanionError, quoted
from companion.face import words
from companion.game.cards import CARDS, Card
from companion.game.edition import PRESETS, Edition, box

_HELP: Final = "lay each card on the reader; type u to undo, s to skip one, q to stop (Enter after each)"


class Laid(NamedTuple):
    """Cards were laid on a reader."""

    ids: tuple[str, ...]


class Typed(NamedTuple):
    """A line was typed; "q" at the end of the input."""

    word: str


class Companion:
    """The running companion: asked one thing at a time, and watched for cards that are laid down."""

    def __init__(self, path: Path) -> None:
        """A companion that listens at `path`."""
        self._path: Final = path

    def ask(self, **body: object) -> dict[str, Any]:
        """Send a request.

        Raises:
            CompanionError: no companion answers, or it refuses.
        """
        answer = next(ask(self._path, body))
        if not answer["ok"]:
            raise CompanionError(str(answer["error"]))
        return answer

    def decks(self) -> dict[str, dict[str, Card]]:
        """The cards of each deck by their tags, in the order in which they were enrolled."""
        found: dict[str, dict[str, Card]] = {}
        for tag, sticker in self.ask(get="stickers")["stickers"].items():
            found.setdefault(sticker["deck"], {})[tag] = CARDS[sticker["card"]]
        return found

    def watch(self, typed: TextIO) -> Iterator[Laid | Typed]:
        """Cards as they are laid down and lines as they are typed; meanwhile cards play nothing in the game.

        Raises:
            CompanionError: its build has no card reader.
            Unanswered: no companion answers, or (while waiting) it ended.
        """
        started = running.told(self._path)
        if started and not started.readers:
            raise CompanionError(
                f"the build {started.build} has no card reader: give it one ([[readers]] in its .toml file),"
                " or start a build that has one, such as `companion run --panel emulator-pads`"
            )
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            sock.connect(str(self._path))
            sock.sendall(b'{"do":"watch"}\n')
            if not sock.recv(4096):
                raise Unanswered("the companion hung up")
        except OSError as error:
            sock.close()
            raise Unanswered(f"no companion listens at {self._path} ({error.strerror or error})") from None
        return _events(sock, typed)


def run(action: str, deck: str, card: str | None, edition: Edition, path: str | None, out: TextIO) -> int:
    """List the decks, enrol one, check cards, or forget a deck or a card of it; returns the exit status.

    Raises:
        BadInput: no deck can have this name, or there is no such card.
        CompanionError: no companion answers, or it has no such deck or no card reader.
    """
    if card is not None and card.upper() not in CARDS:
        raise BadInput(f"there is no card {quoted(card)}; a card is a suit's letter and a rank, such as R1")
    companion = Companion(effective({"socket": path}).settings.socket)
    match action:
        case "list":
            _list(companion, out)
        case "enrol":
            _enrol(companion, _name(deck), edition, out)
        case "check":
            _check(companion, out)
        case "forget":
            _forget(companion, deck, card, out)
    return 0


def _name(deck: str) -> str:
    try:
        return deck_name(deck)
    except CompanionError as error:
        raise BadInput(str(error)) from None


def edition_of(multicolour: int, black: bool) -> Edition:
    """The edition whose box has these cards."""
    return replace(PRESETS["classic"], multicolour=multicolour, black=black)  # type: ignore[arg-type]


def _keyboard() -> TextIO:
    """Where lines are typed; nowhere, where standard input is closed."""
    return sys.stdin or open(os.devnull, encoding="utf-8")


def _events(sock: socket.socket, typed: TextIO) -> Iterator[Laid | Typed]:
    rest = b""
    # Not by epoll, which takes no files: standard input may be one.
    with sock, selectors.PollSelector() as both:
        both.register(sock, selectors.EVENT_READ)
        both.register(typed, selectors.EVENT_READ)
        while True:
            for key, _ in both.select():
                if key.fileobj is typed:
                    line = typed.readline()
                    yield Typed(line.strip().lower() if line else "q")
                    continue
                data = sock.recv(4096)
                if not data:
                    raise Unanswered("the companion ended; what was enrolled is kept")
                *lines, rest = (rest + data).split(b"\n")
                for raw in lines:
                    if "ids" in (heard := json.loads(raw)):
                        yield Laid(tuple(heard["ids"]))


def _list(companion: Companion, out: TextIO) -> None:
    decks = companion.decks()
    for deck, cards in decks.items():
        suits = ", ".join(
            words.suit("en", suit) for suit in dict.fromkeys(card.suit for card in cards.values())
        )
        stickers = "1 sticker" if len(cards) == 1 else f"{len(cards)} stickers"
        print(f"{deck}: {stickers} ({suits}){_lacking(cards.values())}", file=out)
    if not decks:
        print("no decks yet: enrol one with `companion cards enrol NAME`", file=out)


def _lacking(cards: Iterable[Card]) -> str:
    """What a deck lacks of the suits in it."""
    have = Counter(cards)
    missing = sum(
        max(0, count - have[card])
        for card, count in _wanted(_fitting(have)).items()
        if card.suit in {other.suit for other in have}
    )
    return f", {missing} still to be enrolled" if missing else ", complete"


def _fitting(have: Counter[Card]) -> Edition:
    """The edition that a deck fits, by its suits; a multicolour suit without doubles is short."""
    multicolour = {card: count for card, count in have.items() if card.suit == "M"}
    short = len(multicolour) == 5 and max(multicolour.values()) == 1
    return edition_of((5 if short else 10) if multicolour else 0, any(card.suit == "K" for card in have))


def _wanted(edition: Edition) -> Counter[Card]:
    return Counter(box(edition).copies)


def _enrol(companion: Companion, deck: str, edition: Edition, out: TextIO) -> None:
    """Walk through a deck, card by card."""
    wanted = _wanted(edition)
    mine = dict(companion.decks().get(deck, {}))
    skipped: Counter[Card] = Counter()
    events = companion.watch(_keyboard())
    print(f"{deck}: {len(mine)} of {wanted.total()} cards are enrolled; {_HELP}", file=out)
    while (card := _next(wanted, mine, skipped)) is not None:
        print(f"{_which(card, wanted, mine, skipped)}: ", end="", file=out, flush=True)
        match next(events):
            case Typed("q"):
                print(f"stopped at {len(mine)} of {wanted.total()}; the same command goes on", file=out)
                return
            case Typed("s"):
                skipped[card] += 1
                print("skipped", file=out)
            case Typed("u"):
                _undo(companion, mine, skipped, out)
            case Typed():
                print(_HELP, file=out)
            case Laid((tag,)):
                _take(companion, deck, mine, tag, card, out)
            case Laid():
                print("several stickers at once; lay down one card alone", file=out)
    left = skipped.total()
    print(f"{deck}: {len(mine)} cards" + (f", {left} skipped" if left else ", complete"), file=out)


def _next(wanted: Counter[Card], mine: dict[str, Card], skipped: Counter[Card]) -> Card | None:
    """The card to lay down next."""
    have = Counter(mine.values()) + skipped
    return next((card for card, count in wanted.items() if have[card] < count), None)


def _which(card: Card, wanted: Counter[Card], mine: dict[str, Card], skipped: Counter[Card]) -> str:
    copy = (Counter(mine.values()) + skipped)[card] + 1
    return f"{_named(card)}, {copy} of {wanted[card]}"


def _named(card: Card) -> str:
    return words.card("en", card).replace("\N{NO-BREAK SPACE}", " ")


def _take(companion: Companion, deck: str, mine: dict[str, Card], tag: str, card: Card, out: TextIO) -> None:
    try:
        companion.ask(do="enrol", id=tag, deck=deck, card=str(card))
    except Unanswered:
        raise
    except CompanionError as error:
        print(error, file=out)
    else:
        mine[tag] = card
        print("enrolled", file=out)


def _undo(companion: Companion, mine: dict[str, Card], skipped: Counter[Card], out: TextIO) -> None:
    """Forget the card that was enrolled last, and which cards were skipped."""
    skipped.clear()
    if not mine:
        print("nothing to undo", file=out)
        return
    tag, card = mine.popitem()
    companion.ask(do="forget", id=tag)
    print(f"{_named(card)} is forgotten", file=out)


def _check(companion: Companion, out: TextIO) -> None:
    """Name each card that is laid down."""
    known = {tag: (deck, card) for deck, cards in companion.decks().items() for tag, card in cards.items()}
    events = companion.watch(_keyboard())
    print("lay a card on the reader; type q to stop", file=out, flush=True)
    for event in events:
        match event:
            case Typed("q"):
                return
            case Laid((tag,)) if tag in known:
                deck, card = known[tag]
                print(f"{_named(card)}, of the deck {deck}", file=out, flush=True)
            case Laid((tag,)):
                print(f"nobody said which card the sticker {tag} is", file=out, flush=True)
            case Laid(ids):
                print(f"several stickers at once: {', '.join(ids)}", file=out, flush=True)


def _forget(companion: Companion, deck: str, only: str | None, out: TextIO) -> None:
    """Forget a deck, or every copy of one card of it."""
    cards = companion.decks().get(deck)
    if cards is None:
        raise CompanionError(f"there is no deck {deck!r}; see `companion cards list`")
    if only is None:
        for tag in cards:
            companion.ask(do="forget", id=tag)
        print(f"the deck {deck} is forgotten", file=out)
        return
    tags = [tag for tag, card in cards.items() if str(card) == only.upper()]
    if not tags:
        raise CompanionError(f"the deck {deck} has no card {only.upper()!r}; see `companion cards list`")
    for tag in tags:
        companion.ask(do="forget", id=tag)
    again = f"`companion cards enrol {quote(deck)}` asks for it again"
    print(f"{_named(CARDS[only.upper()])} of the deck {deck} is forgotten; {again}", file=out)
