"""A look: what the device shows at one instant, as the lines of the view socket tell it."""

from typing import NamedTuple

from companion import LANGUAGES
from companion.errors import CompanionError
from companion.face import words
from companion.face.phrase_json import parse_phrase
from companion.face.preferences import Clues, Help
from companion.face.state import Phrase
from companion.face.view import TurnClock
from companion.journal.sitting import EMPTY, Sitting
from companion.numbers import Json
from companion.onlooking.replayed import Replayed, replay_record


class OpenQuestion(NamedTuple):
    """The question that is open on the device, its answers as items, and the one that is marked."""

    question: Phrase
    items: tuple[str, ...]
    marked: str | None


class Announcement(NamedTuple):
    """What the device says for a while."""

    phrase: Phrase
    refusal: bool


class Look(NamedTuple):
    """What the device shows."""

    sitting: Sitting = EMPTY
    mark: str = EMPTY.mark
    """That of the table, as the device tells it: what is asked of the device names it."""
    preset: str = ""
    """The edition's name, where it is known by which one it was chosen."""
    serial: int = 0
    practice: bool = False
    saved: bool = True
    language: str = words.DEFAULT
    help: str = Help.OUTLOOK
    clues: str = Clues.OFF
    guests: bool = False
    clock: TurnClock | None = None
    """That of the turn, if the group wants one; it began by the monotonic clock of this machine."""
    open_question: OpenQuestion | None = None
    announcement: Announcement | None = None
    replay: Replayed | None = None
    """What the sitting was made from."""

    @property
    def clock_s(self) -> int:
        """Seconds that the clock of the turn counts down from; 0 for no clock."""
        return self.clock.limit if self.clock else 0


class NoLook(CompanionError):
    """A line of the view socket that makes no sense."""


def next_look(line: Json, before: Look | None) -> Look:
    """Return the look after a line; one without a game keeps that of `before`. Raises NoLook."""
    try:
        return _parse_look(line, before or Look())
    except (CompanionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise NoLook(f"a line of it makes no sense ({type(error).__name__}: {error})") from error


def _parse_look(line: Json, before: Look) -> Look:
    """Return the look after a line; raises what a line without sense leads to."""
    language = str(line["language"])
    open_question = None
    if (choice := line["choice"]) is not None:
        items = tuple(map(str, choice["options"]))
        marked = str(line["marked"]) if line.get("marked") else None
        open_question = OpenQuestion(parse_phrase(choice["question"]), items, marked)
    clock = line.get("clock")
    look = before._replace(
        serial=int(line["serial"]),
        practice=bool(line["practice"]),
        saved=bool(line["saved"]),
        language=language if language in LANGUAGES else words.DEFAULT,
        help=str(line["help"]),
        clues=str(line["clues"]),
        guests=bool(line["guests"]),
        clock=clock and TurnClock(int(clock["limit"]), float(clock["since"])),
        open_question=open_question,
        announcement=None,
    )
    if notice := line["notice"]:
        shown = Announcement(parse_phrase(notice["phrase"]), bool(notice["refusal"]))
        look = look._replace(announcement=shown)
    if "record" not in line:
        return look
    state = line["state"]
    record = line["record"]
    if state is None or record is None:
        return look._replace(sitting=EMPTY, mark=EMPTY.mark, preset="", replay=None)
    replay = replay_record(int(state["game"]), record, int(state["place"][0]) - 1, before.replay)
    return look._replace(
        sitting=replay.sitting,
        mark=str(state["mark"]),
        preset=str(state.get("preset") or ""),
        replay=replay,
    )
