"""`companion ctl`: the control socket from a shell."""

import base64
import json
import socket
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from companion.commands import whole_file
from companion.daemon.door import STREAMS
from companion.daemon.requests import DECLARATIONS, Declaration, parse_request
from companion.daemon.socket.fields import FIELDS, LONGEST_HOLD_S
from companion.errors import BadInput, CompanionError, nearest_advice, quotation
from companion.numbers import Json
from companion.panel import BUTTONS, COLOUR_KEYS, ENCODER, JOYSTICK, POWER, UNDO
from companion.settings import APP, load

REPLY_TIME_S: Final = 5.0
_CONTROLS: Final = (*BUTTONS, UNDO, POWER, *JOYSTICK, *COLOUR_KEYS, ENCODER)
"""The controls that a build may have."""
_WORDS: Final = {one.word: one for one in DECLARATIONS if one.ctl is not None}
_HANDS: Final = ("press", "hold", "chord", "turn", "tag")
_GROUPS: Final[Sequence[tuple[str, str, Callable[[Declaration], bool]]]] = (
    ("What hands do", "press clue", lambda one: one.word in _HANDS),
    ("The game", "new 3 flamboyants", lambda one: one.verb == "do" and one.word not in _HANDS),
    ("Questions", "frame out.png", lambda one: one.verb == "get"),
)


class Unanswered(CompanionError):
    """No companion answers, or it refuses."""


class NotAllowed(Unanswered):
    """The user may not ask it."""


class Refused(Unanswered):
    """It refuses; `answer` is all that it says."""

    def __init__(self, answer: Json) -> None:
        self.answer: Final = answer
        super().__init__(str(answer.get("error", "the companion refuses, without a reason")))


def _request_of_words(words: Sequence[str]) -> Json:
    """Return the request that the words stand for; a `BadInput` where they stand for none."""
    if not words:
        raise BadInput("say what to do: see companion ctl")
    word, *given = words
    if not given and word.lstrip().startswith("{"):
        return _json_object(word)
    if word not in _WORDS:
        raise BadInput(f"ctl has no word {quotation(word)}; {nearest_advice(word, _WORDS)}")
    declared = _WORDS[word]
    slots = (declared.ctl or "").split()
    if slots == ["controls..."]:
        # As `options` and people write a chord: joined by `+`, or apart.
        return {declared.verb: word, "controls": "+".join(given).split("+")}
    if not sum(not slot.startswith("[") for slot in slots) <= len(given) <= len(slots):
        usage = " ".join(filter(None, (word, _usage_words(declared))))
        raise BadInput(f"write it as companion ctl {usage}; companion ctl help has all words")
    body: Json = {declared.verb: word}
    keys = [slot.strip("[]").partition("=") for slot in slots]
    left_out = [usual or None for _, _, usual in keys[len(given) :]]
    for (key, _, _), text in zip(keys, [*given, *left_out], strict=True):
        if key in FIELDS and text is not None:
            body[key] = _VALUES.get(key, str)(text)
    return body


def vocabulary() -> str:
    """Return all words by groups, each group with an example."""
    found = []
    for title, example, belongs in _GROUPS:
        found.append(f"{title}, such as: companion ctl {example}")
        for word, declared in _WORDS.items():
            if belongs(declared):
                usage = f"{word} {_usage_words(declared)}"
                does = declared.does.partition(". ")[0]
                found.append(
                    textwrap.fill(f"  {usage:<28} {does}", 100, subsequent_indent=" " * 31)
                )
        found.append("")
    return "\n".join([*found, "Any other request is given whole, as JSON: companion ctl '{...}'"])


def _usage_words(declared: Declaration) -> str:
    return (declared.ctl or "").replace("edition", "preset").upper()


def _json_object(raw: str) -> Json:
    try:
        body = json.loads(raw)
        json.dumps({"action": body})  # an object nested very deeply can be read but not sent
    except (ValueError, RecursionError) as error:
        raise BadInput(f"that is no valid JSON: {error}") from None
    if not isinstance(body, dict):
        raise BadInput("that is no JSON object")
    return body


def _number_of_text(text: str) -> float | int:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise BadInput(f"{quotation(text)} is no number") from None


_VALUES: Final[Mapping[str, Callable[[str], object]]] = {
    **dict.fromkeys(("seconds", "steps", "players", "turn", "game", "limit"), _number_of_text),
    "trial": lambda text: {"yes": True, "no": False}.get(text, text),
    "action": _json_object,
    "edition": lambda preset: {"preset": preset},
}
"""How a word becomes the value of a field; a text for the other fields."""


def stream_answers(path: Path, body: Json) -> Iterator[Json]:
    """Send a request and give each answer; `Unanswered` where no companion answers.

    Once there is one answer, the next may take any time.
    """
    held = body.get("seconds")
    held = held if isinstance(held, int | float) and 0 < held <= LONGEST_HOLD_S else 0.0
    with connected_socket(path, REPLY_TIME_S + held) as sock, sock.makefile("rb") as lines:
        sock.sendall(json.dumps(body).encode() + b"\n")
        yield _parse_answer(path, lines.readline())
        sock.settimeout(None)
        for line in lines:
            yield _parse_answer(path, line)


@contextmanager
def open_conversation(path: Path, patience_s: float) -> Iterator[Callable[[Json], Json]]:
    """Give a function that sends a request and returns its answer, all over one connection.

    `Unanswered` where no companion answers within this time, or it refuses.
    """
    with connected_socket(path, patience_s) as sock, sock.makefile("rb") as lines:

        def tell(body: Json) -> Json:
            sock.sendall(json.dumps(body).encode() + b"\n")
            answer = _parse_answer(path, lines.readline())
            if not answer.get("ok"):
                raise Refused(answer)
            return answer

        yield tell


@contextmanager
def connected_socket(path: Path, patience_s: float) -> Iterator[socket.socket]:
    """Connect to the companion, and say what is wrong where that fails, then or later."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(patience_s)
        try:
            sock.connect(str(path))
            yield sock
        except TimeoutError:
            raise Unanswered(f"the companion at {path} does not answer") from None
        except PermissionError:
            join = f"`sudo usermod -aG {APP} $USER`, then log in again"
            raise NotAllowed(
                f"the companion at {path} may not be asked by this user: put sudo before the"
                f" command, or where it is the installed one {join}"
            ) from None
        except OSError as error:
            why = f"no companion listens at {path} ({error.strerror or error})"
            raise Unanswered(f"{why}: start it with `companion run`") from None


def _parse_answer(path: Path, line: bytes) -> Json:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Unanswered(f"the companion at {path} hung up in the middle of its answer") from None
    if not isinstance(answer, dict):
        raise Unanswered(f"what answers at {path} is no companion")
    return answer


def run(words: Sequence[str], path: str | None, out: TextIO) -> int:
    """Ask, and print the answer as JSON. Return the exit status.

    Words that no companion would take raise a `BadInput`; what fails raises another
    `CompanionError`.
    """
    if list(words) in ([], ["help"]):
        print(vocabulary(), file=out)
        return 0
    body = _request_of_words(words)
    chosen = load(given={"socket": path}, boot=())
    try:
        _print_answers(chosen.socket, words, body, out)
    except Unanswered as unanswered:
        try:
            parse_request(body, _CONTROLS)
        except CompanionError as error:  # the request makes no sense
            raise BadInput(str(error)) from None
        raise unanswered
    return 0


def _print_answers(path: Path, words: Sequence[str], body: Json, out: TextIO) -> None:
    for answer in stream_answers(path, body):
        if answer.get("ok") is False:
            raise Unanswered(str(answer.get("error")))
        if words[0] == "frame":
            whole_file.save_result(Path(words[1]), base64.b64decode(answer["png"]))
        else:
            wanted = answer.get(str(body.get("get")), answer)
            print(json.dumps(wanted), file=out, flush=True)
        if body.get("do") not in STREAMS:
            return
    raise Unanswered("the companion hung up")
