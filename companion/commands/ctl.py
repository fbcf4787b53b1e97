"""`companion ctl`: the control socket from a shell."""

import base64
import json
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from companion.commands.effective import effective
from companion.errors import BadInput, CompanionError, nearest, quoted
from companion.panel import BUTTONS, COLOUR_KEYS, ENCODER, JOYSTICK, POWER, UNDO

REPLY_TIME: Final = 5.0
_LONGEST: Final = 3600.0
"""Seconds above which nothing is waited for: the companion refuses a hold of less than that."""
_HELP: Final = """\
press CONTROL            tap a button: clue, discard, play
hold CONTROL [SECONDS]   hold a button (0.8 s)
chord CONTROL CONTROL    press buttons together
new [PLAYERS] [PRESET]   begin a game
tag ID [READER]          lay a card on a reader: card, play or discard
action JSON              a record's action, such as {"do":"play","card":"R1"}
undo | redo              a step back, or back again
repair TURN insert|replace JSON, repair TURN remove
                         a turn was forgotten before this one, was another, or never was
turn STEPS               turn the encoder, clockwise or (-1) back
state | screen | lights  what is on the table, on the display, on the lights
record [GAME]            the game as a record, or an earlier one by its number
history [LIMIT] | stats  the games so far, the newest first; what came of them
frame FILE.png           the picture on the display
subscribe                a line at each change, until interrupted
JSON                     any request as it is"""

_CONTROLS: Final = (*BUTTONS, UNDO, POWER, *JOYSTICK, *COLOUR_KEYS, ENCODER)
"""Those that a build may have."""
_GETS: Final = ("state", "screen", "lights", "record", "history", "stats")
_WORDS: Final = (
    *("press", "hold", "chord", "turn", "tag"),
    *("new", "action", "undo", "redo", "repair"),
    *("subscribe", "frame"),
    *_GETS,
)
_STREAMS: Final = ("subscribe", "watch")
"""After their answer come further lines."""


class Unanswered(CompanionError):
    """No companion answers, or it refused."""


def request(words: Sequence[str]) -> dict[str, Any]:
    """The request that the words stand for.

    Raises:
        BadInput: they stand for none.
    """
    match list(words):
        case []:
            raise BadInput("say what to do: see companion ctl")
        case [raw] if raw.lstrip().startswith("{"):
            return _json(raw)
        case [word] if word in _GETS:
            return {"get": word}
        case ["record", game]:
            return {"get": "record", "game": _number(game)}
        case ["history", limit]:
            return {"get": "history", "limit": _number(limit)}
        case ["frame", _]:
            return {"get": "frame"}
        case ["undo" | "redo" | "subscribe" as word]:
            return {"do": word}
        case ["new" | "action" | "repair", *_]:
            body = _of_the_game(words)
        case _:
            body = _of_controls(words)
    if body is None:
        raise _not_understood(words)
    return body


def _of_controls(words: Sequence[str]) -> dict[str, Any] | None:
    """What is done to a part of the device; None for no such thing."""
    match list(words):
        case ["press", control]:
            return {"do": "press", "control": control}
        case ["hold", control]:
            return {"do": "hold", "control": control, "seconds": 0.8}
        case ["hold", control, seconds]:
            return {"do": "hold", "control": control, "seconds": _number(seconds)}
        case ["chord", *controls]:
            return {"do": "chord", "controls": controls}
        case ["turn", steps]:
            return {"do": "turn", "steps": _number(steps)}
        case ["tag", tag]:
            return {"do": "tag", "id": tag}
        case ["tag", tag, reader]:
            return {"do": "tag", "id": tag, "reader": reader}
    return None


def _of_the_game(words: Sequence[str]) -> dict[str, Any] | None:
    """What is done to the game without a button; None for no such thing."""
    match list(words):
        case ["new"]:
            return {"do": "new"}
        case ["new", players]:
            return {"do": "new", "players": _number(players)}
        case ["new", players, preset]:
            return {"do": "new", "players": _number(players), "edition": {"preset": preset}}
        case ["action", raw]:
            return {"do": "action", "action": _json(raw)}
        case ["repair", turn, "insert" | "replace" as how, raw]:
            return {"do": "repair", "turn": _number(turn), "as": how, "action": _json(raw)}
        case ["repair", turn, "remove"]:
            return {"do": "repair", "turn": _number(turn), "as": "remove"}
    return None


def _not_understood(words: Sequence[str]) -> BadInput:
    if words[0] in _WORDS:
        return BadInput(f"ctl {words[0]} takes other words: see companion ctl")
    return BadInput(f"ctl has no word {quoted(words[0])}; {nearest(words[0], _WORDS)}")


def _json(raw: str) -> dict[str, Any]:
    try:
        body = json.loads(raw)
        json.dumps({"action": body})  # what is nested very deeply can be read but not sent
    except (ValueError, RecursionError) as error:
        raise BadInput(f"that is no valid JSON: {error}") from None
    if not isinstance(body, dict):
        raise BadInput("that is no JSON object")
    return body


def _number(text: str) -> float | int:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise BadInput(f"{quoted(text)} is no number") from None


def ask(path: Path, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Send a request and give each answer.

    Raises:
        CompanionError: no companion answers.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(REPLY_TIME + _held(body.get("seconds")))
        try:
            sock.connect(str(path))
            sock.sendall(json.dumps(body).encode() + b"\n")
            with sock.makefile("rb") as lines:
                for line in lines:
                    yield _answer(path, line)
                    sock.settimeout(None)
        except TimeoutError:
            raise Unanswered(f"the companion at {path} does not answer") from None
        except PermissionError:
            join = "`sudo usermod -aG hanabi-companion $USER`, then log in again"
            raise Unanswered(f"the companion at {path} may not be asked: {join}") from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise Unanswered(
                f"no companion listens at {path} ({reason}): start it with `companion run`"
            ) from None


def _answer(path: Path, line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Unanswered(f"the companion at {path} hung up in the middle of its answer") from None
    if not isinstance(answer, dict):
        raise Unanswered(f"what answers at {path} is no companion")
    return answer


def _held(seconds: object) -> float:
    """How long a request holds a button; what is no such time will be refused."""
    return seconds if isinstance(seconds, int | float) and 0 < seconds < _LONGEST else 0.0


def run(words: Sequence[str], path: str | None, out: TextIO) -> int:
    """Ask, and print the answer as JSON; gives the exit status.

    Raises:
        BadInput: no companion would take these words.
        CompanionError: none answers, it refuses, or a picture cannot be written.
    """
    if list(words) in ([], ["help"]):
        print(_HELP, file=out)
        return 0
    body = request(words)
    chosen = effective({"socket": path}).settings
    try:
        _print_answers(chosen.socket, words, body, out)
    except Unanswered:
        _check(body)
        raise
    return 0


def _print_answers(path: Path, words: Sequence[str], body: dict[str, Any], out: TextIO) -> None:
    for answer in ask(path, body):
        if answer.get("ok") is False:
            raise Unanswered(str(answer.get("error")))
        if words[0] == "frame":
            _save(Path(words[1]), answer)
        else:
            wanted = answer.get(str(body.get("get")), answer)
            print(json.dumps(wanted), file=out, flush=True)
        if body.get("do") not in _STREAMS:
            return
    raise Unanswered("the companion hung up")


def _check(body: dict[str, Any]) -> None:
    """Tell a request that makes no sense from one that came to nothing.

    Raises:
        BadInput: it makes no sense.
    """
    from companion.daemon.socket.requests import parse  # a request that is granted does not wait for it

    try:
        parse(body, _CONTROLS)
    except CompanionError as error:
        raise BadInput(str(error)) from None


def _save(file: Path, answer: dict[str, Any]) -> None:
    try:
        file.write_bytes(base64.b64decode(answer["png"]))
    except OSError as error:
        raise CompanionError(f"{file} cannot be written: {error.strerror or error}") from None
