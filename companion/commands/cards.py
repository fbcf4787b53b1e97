"""`companion cards`: which sticker is which card, asked of the running companion.

The stickers of a deck are enrolled by laying each card on a reader. Each card is kept at once, so
one can stop at any time and go on later.
"""

import json
import os
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from selectors import EVENT_READ, PollSelector
from shlex import quote
from typing import Final, NamedTuple, TextIO

from companion.commands import running
from companion.commands.ctl import REPLY_TIME_S, Unanswered, connected_socket, stream_answers
from companion.daemon.socket.fields import read_field
from companion.errors import BadInput, CompanionError, quantity, quotation
from companion.face import words
from companion.game.cards import CARDS, Card
from companion.game.edition import PRESETS, Edition, box
from companion.numbers import Json
from companion.settings import load

_HELP: Final = (
    "lay each card on the reader; type u to undo, s to skip one, q to stop (Enter after each)"
)


class LaidCards(NamedTuple):
    """Cards were laid on a reader."""

    ids: tuple[str, ...]


class Typed(NamedTuple):
    """A line was typed; "q" at the end of the input."""

    word: str


class CompanionClient:
    """The running companion: asked one thing at a time, and watched for laid cards."""

    def __init__(self, socket: str | None) -> None:
        """Make the companion that listens at `socket`, by default where the settings say."""
        self._path: Final = load(given={"socket": socket}, boot=()).socket

    def ask(self, **body: object) -> Json:
        """Return the answer to a request. Raises CompanionError where it is refused."""
        answer = next(stream_answers(self._path, body))
        if not answer["ok"]:
            raise CompanionError(str(answer["error"]))
        return answer

    def enrolled_decks(self) -> dict[str, dict[str, Card]]:
        """Return the cards of each deck by their tags, in the order in which they were enrolled."""
        decks: dict[str, dict[str, Card]] = {}
        for tag, sticker in self.ask(get="stickers")["stickers"].items():
            decks.setdefault(sticker["deck"], {})[tag] = CARDS[sticker["card"]]
        return decks

    def watch_reader(self) -> Iterator[LaidCards | Typed]:
        """Yield lines as they are typed, and cards as they are laid down: they play nothing."""
        note = running.read_note(self._path)
        if note and not note.readers:
            raise CompanionError(
                f"the build {note.build} has no card reader: give it one ([[readers]] in its"
                " .toml file), or start a build that has one, such as `companion run --panel"
                " emulator-pads`"
            )
        with ExitStack() as stack:
            sock = stack.enter_context(connected_socket(self._path, REPLY_TIME_S))
            sock.sendall(b'{"do":"watch"}\n')
            if not sock.recv(4096):
                raise Unanswered("the companion hung up")
            sock.settimeout(None)
            return _watch_events(sock, stack.pop_all())


def _watch_events(sock: socket.socket, connection: ExitStack) -> Iterator[LaidCards | Typed]:
    rest = b""
    # Not by epoll, which takes no files: standard input may be one, or be closed.
    with connection, open(os.devnull, encoding="utf-8") as closed, PollSelector() as both:
        typed: TextIO = sys.stdin or closed
        both.register(sock, EVENT_READ)
        both.register(typed, EVENT_READ)
        while True:
            ready = [key.fileobj for key, _ in both.select()]
            if typed in ready:
                line = typed.readline()
                yield Typed(line.strip().lower() if line else "q")
            if sock not in ready:
                continue
            received = sock.recv(4096)
            if not received:
                raise Unanswered("the companion ended; what was enrolled is kept")
            *lines, rest = (rest + received).split(b"\n")
            told = map(json.loads, lines)
            yield from (LaidCards(tuple(each["ids"])) for each in told if "ids" in each)


def list_decks(socket: str | None, out: TextIO) -> int:
    """List the decks. Return the exit status."""
    enrolled = CompanionClient(socket).enrolled_decks()
    for deck, cards in enrolled.items():
        suits = dict.fromkeys(card.suit for card in cards.values())
        called = ", ".join(words.suit("en", suit) for suit in suits)
        print(f"{deck}: {quantity(len(cards), 'sticker')} ({called})", file=out)
    if not enrolled:
        print("no decks yet: enrol one with `companion cards enrol NAME`", file=out)
    return 0


class EnrolmentWalk:
    """A walk through a deck, card by card."""

    def __init__(
        self, companion: CompanionClient, deck: str, edition: Edition, out: TextIO
    ) -> None:
        self._companion: Final = companion
        self._deck: Final = deck
        self._out: Final = out
        self._wanted: Final = Counter(box(edition).copies)
        self._enrolled: Final = dict(companion.enrolled_decks().get(deck, {}))
        self._skipped: Final = Counter[Card]()

    def run(self) -> None:
        """Ask for each card that is neither enrolled nor skipped."""
        events = self._companion.watch_reader()
        total = self._wanted.total()
        self._print_line(
            f"{self._deck}: {len(self._enrolled)} of {total} cards are enrolled; {_HELP}"
        )
        while (card := self._next_card()) is not None:
            copy = f"{self.handled_cards()[card] + 1} of {self._wanted[card]}"
            print(f"{_card_name(card)}, {copy}: ", end="", file=self._out, flush=True)
            match next(events):
                case Typed("q"):
                    self._print_line(
                        f"stopped at {len(self._enrolled)} of {total}; the same command goes on"
                    )
                    return
                case Typed("s"):
                    self._skipped[card] += 1
                    self._print_line("skipped")
                case Typed("u"):
                    self._undo_enrolment()
                case Typed():
                    self._print_line(_HELP)
                case LaidCards((tag,)):
                    self._enrol_card(tag, card)
                case LaidCards():
                    self._print_line("several stickers at once; lay down one card alone")
        left = self._skipped.total()
        end = f"{left} skipped" if left else "complete"
        self._print_line(f"{self._deck}: {quantity(len(self._enrolled), 'card')}, {end}")

    def _print_line(self, line: object) -> None:
        print(line, file=self._out)

    def handled_cards(self) -> Counter[Card]:
        """Return the copies of each card that are enrolled or skipped."""
        return Counter(self._enrolled.values()) + self._skipped

    def _next_card(self) -> Card | None:
        """Return the card to lay down next; None where none is left."""
        have = self.handled_cards()
        for card, count in self._wanted.items():
            if have[card] < count:
                return card
        return None

    def _enrol_card(self, tag: str, card: Card) -> None:
        try:
            self._companion.ask(do="enrol", id=tag, deck=self._deck, card=str(card))
        except Unanswered:
            raise
        except CompanionError as error:
            self._print_line(error)
        else:
            self._enrolled[tag] = card
            self._print_line("enrolled")

    def _undo_enrolment(self) -> None:
        """Forget the card that was enrolled last, and which cards were skipped."""
        self._skipped.clear()
        if not self._enrolled:
            self._print_line("nothing to undo")
            return
        tag, card = self._enrolled.popitem()
        self._companion.ask(do="forget", id=tag)
        self._print_line(f"{_card_name(card)} is forgotten")


def enrol_deck(socket: str | None, deck: str, multicolour: int, black: bool, out: TextIO) -> int:
    """Walk through a deck. Return the exit status. Raises BadInput for a name of no deck."""
    try:
        name = str(read_field("deck", deck))
    except CompanionError as error:
        raise BadInput(str(error)) from None
    edition = PRESETS["classic"]._replace(multicolour=multicolour, black=black)  # type: ignore[arg-type]
    EnrolmentWalk(CompanionClient(socket), name, edition, out).run()
    return 0


def _card_name(card: Card) -> str:
    """Return a card in words, as a terminal shows them."""
    return words.card("en", card).replace("\N{NO-BREAK SPACE}", " ")


def name_laid_cards(socket: str | None, out: TextIO) -> int:
    """Name each card that is laid down. Return the exit status."""
    companion = CompanionClient(socket)
    known = {
        tag: (deck, card)
        for deck, cards in companion.enrolled_decks().items()
        for tag, card in cards.items()
    }
    events = companion.watch_reader()
    say = partial(print, file=out, flush=True)
    say("lay a card on the reader; type q to stop")
    for event in events:
        match event:
            case Typed("q"):
                break
            case LaidCards((tag,)) if tag in known:
                deck, card = known[tag]
                say(f"{_card_name(card)}, of the deck {deck}")
            case LaidCards((tag,)):
                say(f"nobody said which card the sticker {tag} is")
            case LaidCards(ids):
                say(f"several stickers at once: {', '.join(ids)}")
    return 0


def forget_cards(socket: str | None, deck: str, card: str | None, out: TextIO) -> int:
    """Forget a deck, or every copy of one card of it. Return the exit status."""
    only = None if card is None else card.upper()
    if only is not None and only not in CARDS:
        raise BadInput(
            f"there is no card {quotation(card)}; a card is a suit's letter and a rank, such as R1"
        )
    companion = CompanionClient(socket)
    cards = companion.enrolled_decks().get(deck)
    if cards is None:
        raise CompanionError(f"there is no deck {deck!r}; see `companion cards list`")
    tags = [tag for tag, each in cards.items() if only in (None, str(each))]
    if not tags:
        raise CompanionError(f"the deck {deck} has no card {only!r}; see `companion cards list`")
    for tag in tags:
        companion.ask(do="forget", id=tag)
    again = f"`companion cards enrol {quote(deck)}` asks for it again"
    whole = f"the deck {deck} is forgotten"
    print(whole if only is None else f"{_card_name(CARDS[only])} of {whole}; {again}", file=out)
    return 0
