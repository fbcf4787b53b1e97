"""The core: the state of everything, and what each message does to it.

It has no thread, no clock and no device of its own: the loop hands it stamped messages and the
time, so that a test plays a thousand games in virtual time. One step is in flight to the store
at a time; later gestures and requests wait in order.
"""

import random
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from companion.daemon import requests
from companion.daemon.ports import Books, Reply, Request, Shown, Stage
from companion.errors import CompanionError
from companion.face import debounce, presses, words
from companion.face.gestures import HOLD, TOO_LONG, Down, Fingers, Gesture, feel, length
from companion.face.presses import Begin, Do, DropStep, PutBackSteps, Undo, Wish
from companion.face.state import CHOOSING, wake
from companion.face.view import Held, View
from companion.game.actions import TILES
from companion.panel import Controls, Edge
from companion.table.events import Began, Did, Dropped, Event, PutBack, Returned, Undid, Withdrew
from companion.table.keeper import Histories, KeeperMessage, Loaded, NotSaved, Opened, Saved
from companion.table.sitting import EMPTY, Sitting, begin, follow
from companion.table.store import Row

BLINK: Final = 0.5
"""Seconds between the halves of the seat's blinking."""
PATIENCE: Final = 1.0
"""Seconds after which a reply no longer waits for the screen."""

Message = Edge | Request | KeeperMessage | Shown


class Flight(NamedTuple):
    """A step on its way to disk: where it leads, and who asked."""

    ticket: int
    after: Sitting
    wish: Wish
    problem: CompanionError | None
    reply: Reply | None


class Fetch(NamedTuple):
    """A game on its way from disk, and what is to be done with it."""

    then: Callable[[Sitting, float], None]
    reply: Reply | None


class ScriptHold(NamedTuple):
    """A button that a script holds until a moment."""

    down: Down
    until: float
    reply: Reply


class Awaiting(NamedTuple):
    """A reply that waits for the screen to have shown a serial."""

    serial: int
    until: float
    reply: Reply


class Core:
    """The companion without its threads.

    `handle` takes one message, `tick` what the time brings, `publish` shows what changed; then
    `deadline` says when `tick` is wanted again.
    """

    def __init__(
        self, books: Books, stage: Stage, controls: Controls | None, language: str = words.DEFAULT
    ) -> None:
        """A core that has not heard from the store yet: everything waits for `Opened`."""
        self._books = books
        self._stage = stage
        self._controls = controls
        self._language = language
        self._sitting = EMPTY
        self._face = wake(EMPTY)
        self._latest = 0
        self._opened = False
        self._saved = True
        self._ticket = 0
        self._busy: Flight | Fetch | None = None
        self._queue: deque[Callable[[float], None]] = deque()
        self._contacts: debounce.Contacts = {}
        self._fingers = Fingers()
        self._script: tuple[ScriptHold, ...] = ()
        self._awaiting: tuple[Awaiting, ...] = ()
        self._subscribers: tuple[Reply, ...] = ()
        self._view: View | None = None
        self._serial = 0
        self._shown = Shown(0, False)

    @property
    def sitting(self) -> Sitting:
        """The game on the table, as far as it is settled."""
        return self._sitting

    @property
    def view(self) -> View | None:
        """What was published last."""
        return self._view

    # Messages

    def handle(self, message: Message, now: float) -> None:
        """Take one message; `now` is the time at which it is taken."""
        match message:
            case Edge():
                self._edge(message, now)
            case Request():
                self._request(message, now)
            case Saved(ticket):
                self._saved = ticket == self._ticket
                self._land(ticket, now)
            case NotSaved(ticket):
                self._saved = False
                self._land(ticket, now)
            case Shown():
                self._shown = message
                self._answer_shown(now)
            case Opened(sitting, latest, problem):
                self._sitting, self._latest = sitting, latest
                self._face = wake(sitting)
                self._opened, self._saved = True, problem is None
                self._work(now)
            case Loaded(sitting, problem):
                self._loaded(sitting, problem, now)
            case Histories(reply, games, problem):
                reply({"ok": True, "history": games} if problem is None else _error(problem))

    def tick(self, now: float) -> None:
        """Do what is due: levels read again, holds of scripts, notices, patience."""
        if self._controls is not None:
            self._contacts, edges = debounce.reread(self._contacts, now, self._controls.is_down)
            for edge in edges:
                self._finger(edge, now)
            self._ask_again(now)
        for hold in self._script:
            if now >= hold.until:
                self._script = tuple(other for other in self._script if other is not hold)
                gesture = length(hold.down.control, hold.down.at, hold.until)
                self._enqueue(partial(self._gesture, gesture, reply=hold.reply), now)
        self._face = presses.quiet(self._face, now)
        self._answer_shown(now)

    def deadline(self, now: float) -> float | None:
        """When `tick` has something to do; None for not before the next message."""
        times = [debounce.deadline(self._contacts)]
        times += [hold.until for hold in self._script]
        times += [waiting.until for waiting in self._awaiting]
        if self._face.notice:
            times.append(self._face.notice.until)
        if self._face.screen == CHOOSING:
            times.append(self._face.touched + BLINK * (self._blinks(now) + 1))
        for button in self._alone():
            times += [button.at + step for step in (HOLD, TOO_LONG) if button.at + step > now]
        return min((time for time in times if time is not None), default=None)

    def publish(self, now: float) -> None:
        """Show what changed, and tell those who asked to be told."""
        if not self._opened:
            return
        before, view = self._view, self._look(now)
        if view != before:
            self._view = view
            self._serial += 1
            self._stage.show(self._serial, view)
            if before is None or before.sitting is not view.sitting:
                self._tell_subscribers()
        self._answer_shown(now)

    # Buttons

    def _edge(self, edge: Edge, now: float) -> None:
        self._contacts, clean = debounce.clean(self._contacts, edge)
        if clean:
            self._finger(clean, now)

    def _finger(self, edge: Edge, now: float) -> None:
        self._fingers, gestures = feel(self._fingers, edge)
        for gesture in gestures:
            self._enqueue(partial(self._gesture, gesture), now)

    def _ask_again(self, now: float) -> None:
        """Before a hold counts, ask its pin: an edge may have been lost."""
        button = self._fingers.alone
        if (
            button
            and self._controls
            and now - button.at >= HOLD
            and not self._controls.is_down(button.control)
        ):
            self._edge(Edge(button.control, False, now), now)

    def _alone(self) -> list[Down]:
        mine = self._fingers.alone
        return [*([mine] if mine else []), *(hold.down for hold in self._script)]

    # One thing after the other

    def _enqueue(self, act: Callable[[float], None], now: float) -> None:
        self._queue.append(act)
        self._work(now)

    def _work(self, now: float) -> None:
        while self._opened and self._busy is None and self._queue:
            self._queue.popleft()(now)

    def _gesture(self, gesture: Gesture, now: float, reply: Reply | None = None) -> None:
        self._face, wish = presses.press(self._face, self._sitting, gesture, now, exempt=reply is not None)
        if wish is not None:
            self._grant(wish, now, reply)
        elif reply is not None:
            self._answer(reply, now)

    def _grant(self, wish: Wish, now: float, reply: Reply | None) -> None:
        """Turn a wish into events on their way to disk, or refuse it."""
        sitting = self._sitting
        try:
            match wish:
                case Do(action):
                    self._commit([Did(action)], wish, reply)
                case Undo() if sitting.steps or not sitting.game:
                    self._commit([Undid()], wish, reply)
                case Undo():
                    assert sitting.began is not None
                    self._fetch(sitting.began.previous, lambda game, then: self._withdraw(game, reply), reply)
                case PutBackSteps() if not sitting.undone and sitting.successor:
                    self._fetch(sitting.successor, lambda game, then: self._return(game, reply), reply)
                case PutBackSteps(all=everything):
                    self._commit([PutBack()] * (len(sitting.undone) if everything else 1), wish, reply)
                case DropStep() if not sitting.undone and sitting.successor:
                    self._commit([Withdrew(0)], wish, reply)
                case DropStep():
                    self._commit([Dropped()], wish, reply)
                case Begin(draft):
                    tiles = random.SystemRandom().sample(TILES, len(TILES))
                    began = Began(draft.setup, draft.names, draft.first, tuple(tiles), sitting.game)
                    self._latest += 1
                    self._land_on(began, begin(self._latest, began), wish, reply)
        except CompanionError as error:
            self._face = presses.refused(self._face, error, now)
            if reply is not None:
                reply(_error(str(error)))

    def _commit(self, events: list[Event], wish: Wish, reply: Reply | None) -> None:
        """Send events to disk, as far as the game takes them; refuse when it takes none."""
        sitting, problem = self._sitting, None
        for number, event in enumerate(events):
            try:
                sitting = follow(sitting, event)
            except CompanionError as error:
                if not number:
                    raise
                problem = error
                break
            self._send(event, sitting)
        self._busy = Flight(self._ticket, sitting, wish, problem, reply)

    def _land_on(self, event: Event, sitting: Sitting, wish: Wish, reply: Reply | None) -> None:
        self._send(event, sitting)
        self._busy = Flight(self._ticket, sitting, wish, None, reply)

    def _send(self, event: Event, sitting: Sitting) -> None:
        self._ticket += 1
        self._books.write(self._ticket, Row(event, sitting))

    def _land(self, ticket: int, now: float) -> None:
        """What was in flight is on disk (or kept for it): now it counts and is shown."""
        flight = self._busy
        if not isinstance(flight, Flight) or ticket < flight.ticket:
            return
        before, self._sitting, self._busy = self._sitting, flight.after, None
        self._face = presses.settled(self._face, before, flight.after, flight.wish, now)
        if flight.problem:
            self._face = presses.refused(self._face, flight.problem, now)
        if flight.reply is not None:
            self._answer(flight.reply, now)
        self._work(now)

    # Other games

    def _fetch(self, game: int, then: Callable[[Sitting, float], None], reply: Reply | None) -> None:
        self._busy = Fetch(then, reply)
        self._books.load(game)

    def _loaded(self, sitting: Sitting | None, problem: str | None, now: float) -> None:
        fetch, self._busy = self._busy, None
        assert isinstance(fetch, Fetch)
        if sitting is None:
            self._face = presses.refused(self._face, CompanionError(problem), now)
            if fetch.reply is not None:
                fetch.reply(_error(str(problem)))
        else:
            fetch.then(sitting, now)
        self._work(now)

    def _withdraw(self, previous: Sitting, reply: Reply | None) -> None:
        """The game has no step left to undo: the one before it comes back."""
        event = Withdrew(self._sitting.game)
        self._land_on(event, follow(previous, event), Undo(), reply)

    def _return(self, game: Sitting, reply: Reply | None) -> None:
        self._land_on(Returned(), game, PutBackSteps(all=False), reply)

    # What is shown

    def _look(self, now: float) -> View:
        held = None
        alone = self._alone()
        if len(alone) == 1 and now - alone[0].at >= HOLD:
            held = Held(alone[0].control, now - alone[0].at > TOO_LONG)
        scripted = frozenset(hold.down.control for hold in self._script)
        dim = self._face.screen == CHOOSING and self._blinks(now) % 2 == 1
        return View(
            self._sitting,
            self._face,
            self._fingers.pressed | scripted,
            held,
            dim,
            self._saved,
            self._language,
        )

    def _blinks(self, now: float) -> int:
        """How many halves of its blinking the seat has behind it (the clock's dust swept off)."""
        return int((now - self._face.touched) / BLINK + 1e-6)

    def _tell_subscribers(self) -> None:
        if self._subscribers:
            line = {"serial": self._serial, "state": requests.state(self._sitting, self._saved, self._serial)}
            for tell in self._subscribers:
                tell(line)

    # Scripts

    def _request(self, request: Request, now: float) -> None:
        try:
            self._obey(requests.parse(request.body), request.reply, now)
        except CompanionError as error:
            request.reply(_error(str(error)))

    def _obey(self, order: requests.Order, reply: Reply, now: float) -> None:
        match order:
            case requests.Press(gesture):
                began = gesture._replace(began=now)
                self._enqueue(partial(self._gesture, began, reply=reply), now)
            case requests.HoldFor(control, seconds):
                self._script = (*self._script, ScriptHold(Down(control, now), now + seconds, reply))
            case requests.Ask(wish):
                self._enqueue(lambda then: self._grant(wish, then, reply), now)
            case requests.Get("frame"):
                self._stage.frame(reply)
            case requests.Get("lights"):
                self._stage.lights(reply)
            case requests.History(limit):
                self._books.history(limit, reply)
            case requests.Get(what):
                self._enqueue(lambda then: reply(self._tell(what)), now)
            case requests.Subscribe():
                reply({"ok": True})
                self._subscribers = (*self._subscribers, reply)

    def _tell(self, what: str) -> dict[str, Any]:
        match what:
            case "state":
                return {"ok": True, "state": requests.state(self._sitting, self._saved, self._serial)}
            case "screen":
                return {"ok": True, "screen": requests.screen(self._view)}
            case _:
                return {"ok": True, "record": requests.record(self._sitting)}

    def forget(self, reply: Reply) -> None:
        """A client went away: tell it nothing more."""
        self._subscribers = tuple(other for other in self._subscribers if other is not reply)

    def _answer(self, reply: Reply, now: float) -> None:
        """Answer a press once the screen has what it changed; at once when it was refused."""
        notice = self._face.notice
        if notice and notice.refusal:
            reply(_error(words.say(self._language, notice.phrase)))
            return
        serial = self._serial + (self._look(now) != self._view)
        self._awaiting = (*self._awaiting, Awaiting(serial, now + PATIENCE, reply))

    def _answer_shown(self, now: float) -> None:
        if not self._awaiting:
            return
        waiting = []
        for one in self._awaiting:
            if self._shown.serial >= one.serial or now >= one.until:
                sent = self._shown.sent and self._shown.serial >= one.serial
                one.reply({"ok": True, "serial": one.serial, "shown": sent})
            else:
                waiting.append(one)
        self._awaiting = tuple(waiting)


def _error(sentence: str) -> dict[str, Any]:
    return {"ok": False, "error": sentence}
