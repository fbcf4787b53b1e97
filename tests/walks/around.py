"""What is around a device in a walk: wires, supply, disk, the computer, phones and onlookers."""

import errno
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, Self
from unittest.mock import Mock, patch

from companion.daemon.door import Door
from companion.daemon.interfaces import Request
from companion.daemon.log import log
from companion.daemon.requests import DECLARATIONS
from companion.daemon.system import POWEROFF, Computer
from companion.journal.writer_messages import Loaded, Mended, MendedKind, NotSaved
from companion.panel import ENCODER, Charge, Charged, Edge, Rotated, Supplied, Unusable
from tests.rig.menu_lines import select
from tests.rig.rig import InstantWriter, Rig

if TYPE_CHECKING:
    from tests.walks import Walker

FIELDS: Final = {(one.verb, one.word): one.fields for one in DECLARATIONS if Door.VIEW in one.doors}
"""The fields of each request that a phone may make."""


class Around:
    """What a walker knows of all this."""

    def __init__(self) -> None:
        self.held: list[tuple[Any, ...]] = []
        """Rows that a slow disk has not written yet."""
        self.answers: list[dict[str, Any]] = []
        """What a script was told that asked and did not wait."""
        self.page: Any = None
        """The connection of the page."""
        self.tokens: list[str] = []
        """The codes that the glass showed."""
        self.told: list[dict[str, Any]] = []
        """What an onlooker was told."""
        self.shown: list[str] = []
        """Each view: the buttons that are down, and the turn."""
        self.logged: list[str] = []
        self.passed = 0.0
        """Seconds of the computer's clock that went by while the companion was stopped."""

    def coded(self, words: str) -> str:
        """Return words with the codes that the glass showed: `CODE1` is the first one."""
        for number, code in enumerate(self.tokens, 1):
            words = words.replace(f"CODE{number}", code)
        return words

    def watch(self, rig: Rig) -> None:
        """Note what a companion shows from its start on."""
        show = rig.stage.show_view

        def noted(serial: int, view: Any) -> None:
            state = view.sitting.state
            turn = state.turn if state else 0
            self.shown.append("+".join(sorted(view.pressed)) + f"/{turn}")
            show(serial, view)

        rig.stage.show_view = noted  # type: ignore[method-assign]


class Notes(logging.Handler):
    """Keeps what is logged."""

    def __init__(self, into: list[str]) -> None:
        super().__init__()
        self.into = into

    def __enter__(self) -> Self:
        log.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        log.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.into.append(record.getMessage())


def computer(folder: Any, kind: str) -> Computer:
    """Return a computer that can be switched off, or one whose file cannot be made."""
    file = folder / "poweroff" if kind == "listens" else folder / "none" / "poweroff"
    return Computer({POWEROFF: str(file)})


@contextmanager
def taken_pin(control: str) -> Iterator[None]:
    """Have a companion that starts hear that a pin is taken before it has its games."""

    def opened(books: InstantWriter) -> None:
        books.inbox.append(Unusable(control, "GPIO 6 is in use"))
        books.inbox.append(books.store.opened())

    with patch.object(InstantWriter, "open", opened) if control else nullcontext():
        yield


# What happens to it


def post(walker: "Walker", message: object) -> None:
    walker.rig.inbox.append(message)
    walker.rig.settle()


def spike(walker: "Walker", controls: str, seconds: str) -> None:
    """Pull lines low for an instant: `spike clue+play 0.005`."""
    for control in controls.split("+"):
        walker.rig.down(control)
    walker.rig.wait(float(seconds))
    for control in controls.split("+"):
        walker.rig.device.release(control)
        walker.rig.settle()


def gap(walker: "Walker", control: str, seconds: str) -> None:
    """Let the line of a control that is down come up for an instant."""
    walker.rig.device.release(control)
    walker.rig.settle()
    walker.rig.wait(float(seconds))
    walker.rig.down(control)


def plug(walker: "Walker") -> None:
    """Put the display back, which is tried now."""
    walker.rig.device.model.plug_in()  # type: ignore[union-attr]
    walker.rig.stage.drawing.retry(walker.rig.now)
    walker.rig.stage.drawing.play_frames(walker.rig.now)


def lights(walker: "Walker", how: str) -> None:
    """Have the lights be gone from now on, or back again."""
    pixels = walker.rig.device.pixels
    if how == "gone":
        pixels.write = Mock(side_effect=OSError(errno.EIO, "gone"))  # type: ignore[method-assign, union-attr]
    else:
        del pixels.write  # type: ignore[union-attr]
        walker.rig.stage.drawing.retry(walker.rig.now)
        walker.rig.stage.drawing.play_frames(walker.rig.now)


def late(walker: "Walker", control: str, seconds: str) -> None:
    """Take an edge or a detent that is older: `late clue 0.1`."""
    at = walker.rig.now - float(seconds)
    if control == ENCODER:
        post(walker, Rotated(1, at))
        return
    walker.rig.inbox.append(Edge(control, down=True, at=at))
    walker.rig.tap(control)


def disk(walker: "Walker", how: str) -> None:
    """Have the disk take its time, write what waits, or be full from now on."""
    books, held = walker.rig.books, walker.around.held
    if how == "slow":
        books.write = lambda *row: held.append(row)  # type: ignore[method-assign]
    elif how == "writes":
        while held:
            type(books).write(books, *held.pop(0))
            walker.rig.settle()
    elif how == "full":
        post(walker, NotSaved(walker.rig.core.dialogue.pending._ticket, "full"))
        books.write = lambda ticket, row: walker.rig.inbox.append(NotSaved(ticket, "full"))  # type: ignore[method-assign]
    else:  # it cannot be read
        walker.rig.books.load_game = held.append  # type: ignore[method-assign]


HAPPENS: Final = {
    "spike": spike,
    "gap": gap,
    "unplug": lambda walker: walker.rig.device.model.unplug(),
    "plug": plug,
    "lights": lights,
    "late": late,
    "disk": disk,
    "unread": lambda walker, *why: post(walker, Loaded(None, " ".join(why))),
    "battery": lambda walker, level: post(walker, Charged(Charge(level))),
    "supply": lambda walker, level: post(walker, Supplied(level == "low")),
    "pin": lambda walker, control, *why: post(walker, Unusable(control, " ".join(why))),
    "files": lambda walker, kind, *name: post(
        walker, Mended(MendedKind(kind), "".join(name), "two rows came back")
    ),
    "clock": lambda walker, seconds: setattr(
        walker.around, "passed", walker.around.passed + float(seconds)
    ),
}


# Phones, and others at the sockets


def serve(walker: "Walker", *urls: str) -> None:
    """Have a page come that is found there."""
    walker.around.page = walker.around.answers.append
    post(walker, Request({"do": "serve", "urls": list(urls)}, walker.around.page, Door.VIEW))


def gone(walker: "Walker") -> None:
    """Have the page end."""
    walker.rig.core.drop_client(walker.around.page)
    walker.rig.settle()


def invite(walker: "Walker") -> None:
    """Choose *Phone* by the buttons, and read the code."""
    select(walker.rig, "phone")
    texts = walker.told("texts")
    code = next(text.rpartition("/")[2] for text in texts if text.startswith("HTTP://"))
    walker.around.tokens.append(code)


def phone(walker: "Walker", words: str) -> None:
    """Have a phone ask that has the latest code, and sees the table that lies there.

    `phone refused {…}` is one that is refused; `CODE1` stands for the first code, `OLD` for the
    table that was remembered.
    """
    around = walker.around
    is_refused = words.startswith("refused ")
    text = around.coded(words.removeprefix("refused "))
    body = json.loads(text.replace("OLD", str(walker.known.get("mark"))))
    verb = "do" if "do" in body else "get"
    state = walker.rig.ask(get="state")["state"]
    usual = {"token": around.tokens[-1] if around.tokens else "", "seen": state and state["mark"]}
    known = FIELDS.get((verb, body[verb]), {})
    given = {key: usual[key] for key in usual if key in known and usual[key]}
    answer = walker.rig.ask(Door.VIEW, **{**given, **body})
    assert answer["ok"] is not is_refused, answer
    walker.note(answer)


def asks(walker: "Walker", body: str) -> None:
    """Have a script ask for something, and go on before it is answered."""
    walker.around.answers = []
    post(walker, Request(json.loads(body), walker.around.answers.append, Door.CONTROL))


def look_on(walker: "Walker") -> None:
    """Have an onlooker come, who is told all once and then each change."""
    told = walker.around.told
    post(walker, Request({"do": "subscribe"}, told.append, Door.VIEW))
    assert told.pop(0) == {"ok": True}
