"""`companion ctl`: the control socket from a shell."""

import base64
import json
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from companion import settings
from companion.errors import CompanionError, nearest

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

_GETS: Final = ("state", "screen", "lights", "record", "history", "stats")
_STREAMS: Final = ("subscribe", "watch")
"""After their answer come further lines."""


class Unanswered(CompanionError):
    """No companion answers, or it refused."""


def request(words: Sequence[str]) -> dict[str, Any]:
    """The request that the words stand for.

    Raises:
        CompanionError: they stand for none.
    """
    match list(words):
        case [raw] if raw.lstrip().startswith("{"):
            return _json(raw)
        case ["press", control]:
            return {"do": "press", "control": control}
        case ["hold", control]:
            return {"do": "hold", "control": control, "seconds": 0.8}
        case ["hold", control, seconds]:
            return {"do": "hold", "control": control, "seconds": _number(seconds)}
        case ["chord", *controls]:
            return {"do": "chord", "controls": controls}
        case ["new", *chosen] if len(chosen) <= 2:
            body: dict[str, Any] = {"do": "new"}
            if chosen:
                body["players"] = _number(chosen[0])
            if len(chosen) > 1:
                body["edition"] = {"preset": chosen[1]}
            return body
        case ["turn", steps]:
            return {"do": "turn", "steps": _number(steps)}
        case ["record", game]:
            return {"get": "record", "game": _number(game)}
        case ["history", limit]:
            return {"get": "history", "limit": _number(limit)}
        case ["tag", tag]:
            return {"do": "tag", "id": tag}
        case ["tag", tag, reader]:
            return {"do": "tag", "id": tag, "reader": reader}
        case ["action", raw]:
            return {"do": "action", "action": _json(raw)}
        case ["repair", turn, "insert" | "replace" as how, raw]:
            return {"do": "repair", "turn": _number(turn), "as": how, "action": _json(raw)}
        case ["repair", turn, "remove"]:
            return {"do": "repair", "turn": _number(turn), "as": "remove"}
        case ["undo" | "redo" | "subscribe" as word]:
            return {"do": word}
        case [word] if word in _GETS:
            return {"get": word}
        case ["frame", _]:
            return {"get": "frame"}
        case []:
            raise CompanionError(f"say what to do:\n{_HELP}")
        case [word, *_]:
            known = (
                "press",
                "hold",
                "chord",
                "new",
                "turn",
                "tag",
                "action",
                "undo",
                "redo",
                "repair",
                "subscribe",
                "frame",
                *_GETS,
            )
            if word in known:
                raise CompanionError(f"ctl {word} takes other words: see companion ctl")
            raise CompanionError(f"ctl has no word {word!r}; {nearest(word, known)}")
    raise AssertionError("every list of words is matched")


def _json(raw: str) -> dict[str, Any]:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise CompanionError(f"that is no valid JSON: {error}") from None
    if not isinstance(body, dict):
        raise CompanionError("that is no JSON object")
    return body


def _number(text: str) -> float | int:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise CompanionError(f"{text!r} is no number") from None


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
                    yield json.loads(line)
                    sock.settimeout(None)
        except ValueError:
            raise Unanswered(f"the companion at {path} hung up in the middle of its answer") from None
        except TimeoutError:
            raise Unanswered(f"the companion at {path} does not answer") from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise Unanswered(
                f"no companion listens at {path} ({reason}): start it with `companion run`"
            ) from None


def _held(seconds: object) -> float:
    """How long a request holds a button; what is no such time will be refused."""
    return seconds if isinstance(seconds, int | float) and 0 < seconds < _LONGEST else 0.0


def run(words: Sequence[str], path: str | None, out: TextIO) -> int:
    """Ask, and print the answer as JSON; gives the exit status."""
    if list(words) in ([], ["help"]):
        print(_HELP, file=out)
        return 0
    body = request(words)
    chosen = settings.load(given={"socket": path})
    for answer in ask(chosen.socket, body):
        if answer.get("ok") is False:
            raise Unanswered(str(answer.get("error")))
        if words[0] == "frame":
            _save(Path(words[1]), answer)
        else:
            wanted = answer.get(str(body.get("get")), answer)
            print(json.dumps(wanted), file=out, flush=True)
        if body.get("do") not in _STREAMS:
            return 0
    raise Unanswered("the companion hung up")


def _save(file: Path, answer: dict[str, Any]) -> None:
    try:
        file.write_bytes(base64.b64decode(answer["png"]))
    except OSError as error:
        raise CompanionError(f"{file} cannot be written: {error.strerror or error}") from None
