"""A whole companion in virtual time, in one life after the other, that takes steps and checks its
promises.

A step is a tuple of plain values, its word first, so that a list of them can be kept, shortened and
played again. Everything is real but the threads, the pins, the bus and the clock.
"""

import logging
import operator
import random
import shutil
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, Self
from unittest.mock import patch

from companion.daemon import dialogue, pending
from companion.daemon.core import Core
from companion.daemon.dialogue import Options
from companion.daemon.door import Door
from companion.daemon.interfaces import Request
from companion.daemon.log import log
from companion.daemon.loop import SOONEST_S, _status_line
from companion.daemon.pending import PendingStep
from companion.daemon.socket import questions
from companion.face.dialogue import menus
from companion.face.dialogue.outcomes import unfinished
from companion.face.state import Face, Phrase, ScreenName, Token
from companion.face.view import View
from companion.game.actions import TILES, Tile
from companion.journal.events import Began
from companion.journal.sitting import Sitting
from companion.journal.store import Row
from companion.journal.writer_messages import Loaded, Mended, MendedKind, NotSaved, Opened
from companion.panel import Charge, Charged, Edge, Plugged, Rotated, Supplied, Tagged, Unusable
from tests.rig.levels import Levels
from tests.rig.model.disk import Disk, Kept, only_reader
from tests.rig.model.glass import Glass
from tests.rig.model.outside import Client, Off, Outside, Plan, panel
from tests.rig.model.promises import (
    MISTAKE,
    Replayed,
    check_deadline,
    check_history,
    check_idle,
    check_lost,
    check_screen,
    check_state,
    check_told,
    registered,
    require,
)
from tests.rig.model.seen import held_meanings, tapped_meanings
from tests.rig.rig import MEMORY

Step = tuple[Any, ...]
TOKEN: Final = "K7Q2X9MP"
"""The code that guests get: that of the examples of the requests."""
FOREVER_S: Final = 1300.0
"""Seconds after which everything that was asked is answered."""
_QUIET: Final = frozenset({"wait", "glance", "jump", "disk", "display"})
"""Steps in which nobody does anything."""
IDLE_S: Final = 700.0
"""Seconds without anything done after which all that closes by itself is closed."""
LISTENERS: Final = ("control-0", "view-0")
"""Clients that listen all the time."""
LATE_S: Final = 1e-3
"""Seconds by which something may come before its deadline."""
MOST_AT_ONCE: Final = 50
"""How often a deadline may be due again at once."""


class Heard(logging.Handler):
    """The log: an exception in it is a broken promise."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.error: BaseException | None = None
        self.line = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.line = self.line or record.getMessage()
        if self.error is None and record.exc_info:
            self.error = record.exc_info[1]


class Device:
    """The companion, its disk, its clients and its fingers."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.panel = panel(plan.build)
        self.root = Path(tempfile.mkdtemp(dir=MEMORY))
        self.now = plan.epoch
        self.kept = Kept()
        self.levels = Levels(self.panel.controls.names)
        self.clients: dict[str, Client] = {}
        self.life = 0
        self.heard = Heard()
        self._preferred: Any = None
        self._seen: tuple[Sitting, bool] | None = None
        self._replayed = Replayed()
        self._told: tuple[Any, ...] = ()
        self._quiet = 0
        self._stirred = plan.epoch
        self._begin()
        for key, value in plan.preferences.items():
            self.disk.store.prefer(key, value)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.disk.store.close()
        shutil.rmtree(self.root)

    # Lives

    def _begin(self) -> None:
        """Start a new process."""
        plan = self.plan
        self.life += 1
        self.directory = self.root / str(self.life)
        self.directory.mkdir(exist_ok=True)
        self.inbox: deque[Any] = deque()
        self.clients = {}
        self.left: list[Client] = []
        self.disk = Disk(self.directory, self.kept, self._from_disk, lambda: self.now)
        self.outside = Outside(lambda: self.now, self.inbox.append, self.check_first)
        computer = Off(plan.switches_off)
        first = Phrase(plan.warning) if plan.warning else None
        options = Options(plan.language, plan.players, first, self.panel.lacks, self.panel.labels)
        writer, flips = self.disk.writer, self.panel.flips
        self.core = Core(writer, self.outside, self.levels, options, computer, flips)
        self.written: list[Row] = []
        self._watch_steps()
        self._glass = Glass()
        self._glass.watch(self.core.dialogue)
        for control in sorted(self.levels.down):
            self.inbox.append(Edge(control, down=True, at=self.now))
        for name in LISTENERS:
            self.on_ask(name, {"do": "subscribe"})

    def _from_disk(self, message: Any) -> None:
        if isinstance(message, NotSaved | Loaded | Opened):
            require(
                MISTAKE not in (message.problem or ""), "the disk meets no mistake", message.problem
            )
        require(not isinstance(message, Mended), "no file is damaged", message)
        self.inbox.append(message)

    def _watch_steps(self) -> None:
        """Look at each command: where a game begins, the one before it stays as it was left."""
        step, write = self.core.dialogue.pending, self.disk.writer.write
        commit = step.commit

        def writing(ticket: int, row: Row) -> None:
            self.written.append(row)
            new = isinstance(row.event, Began)
            require(
                not new or row.sitting.game not in self.kept.games,
                "a new game has a new number",
                row,
            )
            write(ticket, row)

        def committing(face: Face, command: Any, now: float) -> Any:
            self.written.clear()
            left = step.sitting
            committed = commit(face, command, now)
            same = all(
                row.sitting.steps == left.steps
                for row in self.written
                if row.sitting.game == left.game
            )
            begins = type(command).__name__ == "Begin"
            require(same or not begins, "a new game leaves the one before it as it was", left.game)
            return committed

        self.disk.writer.write = writing  # type: ignore[method-assign]
        step.commit = committing  # type: ignore[method-assign]

    def check_first(self, view: View) -> None:
        """Check that the first picture of a life is that of the game on disk."""
        sitting, face = self.kept.sitting, view.face
        require(view.sitting == sitting, "a start goes on where the disk is", view.sitting, sitting)
        require(view.saved and view.lost is None, "what is on disk is saved")
        same = dict(self.core.enrolment.stickers) == self.kept.stickers
        require(
            same, "a start knows the stickers", self.core.enrolment.stickers, self.kept.stickers
        )
        state = sitting.state
        if state is None or state.over:
            expected = "start" if face.preferences.language else "language"
        else:
            expected = "tile" if state.bonus_pending else "table"
        require(
            face.screen == expected, "a start shows where the game rests", face.screen, expected
        )
        if self._preferred is not None:
            chosen = face.preferences, face.newcomers
            require(
                chosen == self._preferred,
                "a start has what was chosen before",
                chosen,
                self._preferred,
            )

    # Steps

    def take(self, step: Step) -> None:
        """Take a step, and check what must hold after it."""
        word, *rest = step
        if word not in _QUIET:
            self._stirred = self.now
        getattr(self, f"on_{word}")(*rest)
        if not self._quiet:
            self.settle()

    def on_down(self, control: str, lag: float = 0.0) -> None:
        self.levels.move(control, down=True)
        self.inbox.append(Edge(control, down=True, at=self.now - lag))

    def on_up(self, control: str, lag: float = 0.0, cancelled: bool = False) -> None:
        self.levels.move(control, down=False)
        self.inbox.append(Edge(control, down=False, at=self.now - lag, cancelled=cancelled))

    def on_edge(self, control: str, down: bool) -> None:
        """Send an edge without its level: a bounce, or a doubled one."""
        self.inbox.append(Edge(control, down, self.now))

    def on_level(self, control: str, down: bool) -> None:
        """Change a level whose edge is lost."""
        self.levels.move(control, down)

    def on_press(self, *controls: str, seconds: float = 0.08, gap: float = 0.03) -> None:
        """Press controls one after the other, and then release them."""
        for control in controls:
            self.take(("down", control))
            self.on_wait(gap)
        self.on_wait(seconds)
        for control in controls:
            self.take(("up", control))

    def on_select(self, line: str) -> None:
        """Choose the line of the menu with this label."""
        face, sitting = self.core.view.face, self.core.view.sitting
        labels = [one.label.key for one in menus.menu_lines(face, sitting)]
        for _ in range((labels.index(f"menu_{line}") - face.menu.cursor) % len(labels)):
            self.on_press("discard")
            self.on_wait(0.5)
        self.on_press("play")

    def on_hold(self, control: str, seconds: float) -> None:
        self.on_press(control, seconds=seconds, gap=0.0)

    def on_rotate(self, steps: int) -> None:
        self.inbox.append(Rotated(steps, self.now))

    def on_lay(self, ids: list[str], reader: str) -> None:
        self.inbox.append(Tagged(tuple(ids), reader, self.now))

    def on_plugged(self, part: str, there: bool) -> None:
        self.inbox.append(Plugged(part, there))

    def on_unusable(self, control: str, why: str) -> None:
        self.inbox.append(Unusable(control, why))

    def on_supplied(self, low: bool) -> None:
        self.inbox.append(Supplied(low))

    def on_charged(self, charge: str) -> None:
        self.inbox.append(Charged(Charge(charge)))

    def on_aside(self, cause: str) -> None:
        kept = "" if cause == MendedKind.BROKEN_OFF else "games.damaged-1.txt"
        self.inbox.append(Mended(MendedKind(cause), kept, "it was mended"))

    def on_display(self, delay: float, there: bool) -> None:
        self.outside.delay, self.outside.there = delay, there

    def on_disk(self, delay: float | None, full: bool) -> None:
        self.disk.become(delay, full)

    def on_together(self, *steps: Step) -> None:
        """Take several steps before the loop looks at any of them."""
        self._quiet += 1
        for step in steps:
            self.take(tuple(step))
        self._quiet -= 1

    def on_ask(self, name: str, body: Any) -> None:
        """Send a request of a client, which connects if it must.

        Who waits for an answer asks nothing more.
        """
        door = Door.VIEW if name.startswith("view") else Door.CONTROL
        client = self.clients.setdefault(name, Client(door))
        if client.waiting is None:
            client.waiting = body
            self.inbox.append(Request(body, client.reply, door))

    def on_offered(self, number: int, held: bool) -> None:
        """Press, as a program, what the screen says that can be pressed: it is not refused."""
        self.settle()
        view = self.core.view
        if view is None or not self._calm:
            return
        if self.core.dialogue.face.practice or view.night:
            return
        offered = [] if held else tapped_meanings(view)
        if not offered:  # a list is left by a hold
            held, offered = True, held_meanings(view)
        if not offered:
            return
        buttons = offered[number % len(offered)]
        client = self.clients.setdefault("chooser", Client(Door.CONTROL))
        self.take(("ask", "chooser", buttons))
        if held:
            self.on_wait(1.0)
        taken = client.waiting is not None or client.answer["ok"]
        promise = f"what the screen {view.face.screen} offers is taken"
        require(taken, promise, buttons, client.answer)

    @property
    def _calm(self) -> bool:
        """The disk answers at once, nothing is on its way to it, and no press waits to be told."""
        quick = self.disk.delay == 0.0 and not self.disk.store.full
        at_rest = self.core._fingers._at_rest
        return quick and at_rest and not self.core.dialogue.pending.under_way

    def on_leave(self, name: str) -> None:
        """Hang up as a client: the server drops its place, and tells the core in its turn."""
        if (client := self.clients.pop(name, None)) is not None:
            self.inbox.append(partial(self._forget, client))

    def _forget(self, client: Client) -> None:
        self.core.drop_client(client.reply)
        client.gone = True
        held = client.reply in registered(self.core)
        require(not held, "nothing is held for a client that left", client.waiting)
        self.left.append(client)

    def on_stop(self, kind: str, seconds: float) -> None:
        """End the process, and start another so many seconds later, or after a reboot."""
        if (farewell := self.core.dialogue.farewell) is not None:
            self.outside.eyes.draw(farewell)
        self._preferred = None
        writes = self.disk.delay is not None and not self.disk.store.full
        if kind == "clean" and writes:
            if self.core.dialogue.opened and not self.core.dialogue.pending.under_way:
                face = self.core.dialogue.face
                self._preferred = face.preferences, face.newcomers
            self.disk.close()
            shutil.copytree(self.directory, self.root / str(self.life + 1))
        else:
            (self.root / str(self.life + 1)).mkdir()
            self.disk.cut(self.root / str(self.life + 1))
        shutil.rmtree(self.directory)
        self.now = seconds if kind == "reboot" else self.now + seconds
        self._stirred = self.now
        self._begin()

    # Time

    def on_wait(self, seconds: float) -> None:
        """Let time pass, with a stop at each deadline."""
        end, stuck = self.now + seconds, 0
        while (due := self.due()) is not None and due <= end:
            if due <= self.now:
                stuck += 1
                due = self.now + SOONEST_S
            else:
                stuck = 0
                due += self.plan.late
            require(stuck < MOST_AT_ONCE, "a deadline passes", due, self.now)
            self.now = min(end, due)
            self.settle()
        self.now = max(self.now, end)
        self.settle()

    def on_jump(self, seconds: float) -> None:
        """Let time pass in which the loop does not run."""
        self.now += seconds

    def on_glance(self, part: float) -> None:
        """Look before the next deadline: nothing changes by itself before it."""
        self.settle()
        due = self.due()
        before = self.core._publisher.view
        if due is None or before is None:
            return
        if due > self.now + LATE_S:
            self.now += (due - LATE_S - self.now) * part
            self.settle()
            view = self.core.view
            require(view == before, "nothing changes before its deadline", before, view)

    def due(self) -> float | None:
        """Return when something happens by itself."""
        deadline = self.core.deadline(self.now)
        check_deadline(deadline)
        times = (deadline, self.disk.due(), self.outside.due())
        return min((time for time in times if time is not None), default=None)

    def settle(self) -> None:
        """Let the loop take what waits, then what is due, and show it."""
        for _ in range(MOST_AT_ONCE):
            for message in self._batch():
                if callable(message):
                    message()
                else:
                    self.core.handle(message, self.now)
            self.core.tick(self.now)
            self.core.publish(self.now)
            self._glass.show(self.core.view, self.now)
            self.disk.work()
            self.outside.work()
            if not self.inbox:
                return self.check()
        raise AssertionError("messages without end")

    def _batch(self) -> Iterator[Any]:
        """Yield what waits, in the order of its stamps."""
        batch = sorted(self.inbox, key=self._stamp)
        self.inbox.clear()
        yield from batch

    def _stamp(self, message: Any) -> float:
        at: float = message.at if isinstance(message, Edge | Tagged) else self.now
        return at

    # Promises

    def check(self) -> None:
        """Check what holds whenever the loop rests."""
        require(
            not self.heard.line, "nothing is logged as an error", self.heard.line, self.heard.error
        )
        check_deadline(self.core.deadline(self.now))
        check_screen(self.core)
        held = registered(self.core)
        for client in self.left:
            require(
                client.reply not in held, "nothing is held for a client that left", client.waiting
            )
        view = self.core.view
        if view is not None:
            _status_line(view.sitting, view.saved)
        self._check_sitting(self.core.dialogue.pending)
        self._check_told()
        check_lost(self.core, self.kept)
        idle = self.now - self._stirred > IDLE_S and not self.levels.down
        if view is not None and idle:
            check_idle(view)

    def _check_told(self) -> None:
        """Check that who listens was told the game, where either has changed since."""
        lines = [self.clients[name].told for name in LISTENERS]
        step, screen = self.core.dialogue.pending, self.core.dialogue.face.screen
        now = (*lines, step.sitting, step.under_way, screen)
        if not all(map(operator.is_, now, self._told)) or not self._told:
            self._told = now
            state = questions.table_state_json(self.core.sitting, saved=True, serial=0)
            for told in lines:
                check_told(told, self.core, state)

    def _check_sitting(self, step: PendingStep) -> None:
        """Check that the game is what its actions lead to, and what counts as saved is on disk."""
        if self._seen is None or self._seen[0] is not step.sitting:
            check_state(step.sitting, self._replayed)
        elif self._seen[1] == step.saved:
            return
        self._seen = step.sitting, step.saved
        saved = step.saved and step.under_way is None
        if self.core.dialogue.opened and saved:
            there = self.kept.games.get(step.sitting.game, step.sitting)
            require(there == step.sitting, "what is saved is on disk", step.sitting, there)

    def check_books(self) -> None:
        """Check that the history and the statistics agree with what was written."""
        if (self.directory / "games.txt").exists():
            store = only_reader(self.directory)
            try:
                check_history(store, self.kept)
            finally:
                store.close()

    def check_answers(self) -> None:
        """Check that everything was answered, also to clients that left."""
        for client in (*self.clients.values(), *self.left):
            require(client.waiting is None, "every request is answered", client.waiting)

    # The end

    def on_finish(self, undo: bool) -> None:
        """Let everything go and be well.

        All is answered then, and undoing all of it gives back the start.
        """
        self.take(("disk", 0.0, False))
        self.take(("display", 0.0, True))
        for control in sorted(self.levels.down):
            self.take(("up", control))
        self.on_wait(FOREVER_S)
        self.check_answers()
        self.check_books()
        if undo:
            self._undo_all()
            self.check_books()

    def _undo_all(self) -> None:
        for _ in range(6):
            if unfinished(self.core.dialogue.face) is not None:  # a request takes no turn then
                naming = self.core.dialogue.face.screen == ScreenName.NAMING
                self.take(("hold", "discard" if naming else "clue", 1.3))
                self.take(("wait", 1.0))
        end, undone = self.core.sitting, 0
        while self._asked({"do": "undo"}):
            undone += 1
            require(undone < 2000, "undo comes to an end")
        require(self.core.sitting.state is None, "undo gives back the start", self.core.sitting)
        for _ in range(undone):
            require(self._asked({"do": "redo"}), "what was undone can be redone")
        again = self.core.sitting
        same = (again.game, again.steps) == (end.game, end.steps)
        require(same, "redoing all gives back what was undone", again, end)

    def _asked(self, body: dict[str, Any]) -> bool:
        """Ask for a step. Return True if it was granted."""
        self.take(("ask", "finish", body))
        return bool(self.clients["finish"].answer["ok"])


@contextmanager
def living(plan: Plan) -> Iterator[Device]:
    """Run a device; what it draws from chance is the plan's."""
    dice = random.Random(plan.seed)

    def shuffled() -> tuple[Tile, ...]:
        return tuple(dice.sample(TILES, len(TILES)))

    with (
        patch.object(pending, "_shuffle_tiles", shuffled),
        patch.object(dialogue, "_new_token", lambda: Token(TOKEN)),
        Device(plan) as device,
    ):
        level, propagate = log.level, log.propagate
        log.addHandler(device.heard)
        log.setLevel(logging.ERROR)
        log.propagate = False
        try:
            yield device
        finally:
            log.removeHandler(device.heard)
            log.setLevel(level)
            log.propagate = propagate
