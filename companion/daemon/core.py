"""The core: the state of everything, and what each message does to it.

It has no thread, no clock and no device of its own: the loop hands it stamped messages and the
time, so that a test plays a thousand games in virtual time. One step is in flight to the store
at a time; later gestures and requests wait in order.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from companion.daemon.enrolment import Enrolment
from companion.daemon.fingers import Fingers, Made
from companion.daemon.interfaces import Computer, Reply, Request, Shown, Stage, StoreInterface
from companion.daemon.log import log
from companion.daemon.pending import PendingStep, Settled
from companion.daemon.screensaver import Screensaver
from companion.daemon.socket import requests
from companion.daemon.socket.answers import Answers
from companion.errors import CompanionError
from companion.face import preferences, seats, words
from companion.face.command import Forget, GameCommand, Prefer, SwitchOff
from companion.face.dialogue import (
    intents,
    laid_cards,
    names,
    outcomes,
    practice,
    presses,
    repairs,
    shortcuts,
    timeouts,
    tips,
)
from companion.face.effects import sounds
from companion.face.gestures.gestures import Gesture
from companion.face.happened import Happened, happened
from companion.face.state import PROMPTS, ScreenName, wake
from companion.face.view import Night, View
from companion.panel import BUTTONS, Controls, Edge, Plugged, Rotated, Supplied, Tagged
from companion.table import past_games
from companion.table.sitting import EMPTY, Sitting
from companion.table.statistics.standings import Standing
from companion.table.writer_messages import Counted, Loaded, NotSaved, Opened, Saved, SetAside, WriterMessage

BLINK: Final = 0.5
"""Seconds between the halves of the seat's blinking."""
LINGER: Final = 60.0
"""Seconds for which the sign of a weak supply stays after that was well again."""

Message = Edge | Rotated | Tagged | Plugged | Supplied | Request | WriterMessage | Shown


class Core:
    """The companion without its threads.

    `handle` takes one message, `tick` what the time brings, `publish` shows what changed; then
    `deadline` says when `tick` is wanted again.
    """

    def __init__(
        self,
        store: StoreInterface,
        stage: Stage,
        controls: Controls | None,
        language: str = "",
        computer: Computer | None = None,
        warning: str = "",
        players: tuple[str, ...] = (),
        lacks: frozenset[str] = frozenset(),
        flips: bool = False,
    ) -> None:
        """A core that has not heard from the store yet: everything waits for `Opened`.

        language: of the screens, until the group chooses another; empty to ask at the first start.
        computer: that can be asked to switch off, if there is one. warning: what is said first, a key
        of the words. players: their names, as the settings have them. lacks: the preferences that
        mean nothing on this build. flips: the picture is turned to whoever acts.
        """
        self._store = store
        self._stage = stage
        self._names = controls.names if controls is not None else BUTTONS
        self._language = language
        self._computer = computer
        self.enrolment: Final = Enrolment(store)
        self._warning = warning
        self._players = players
        self._standing: Standing | None = None
        self._weak_until = float("-inf")
        self._fingers = Fingers(controls)
        self._answers = Answers()
        self._pending = PendingStep(store)
        self._face = wake(EMPTY)
        self._opened = False
        self._queue: deque[Callable[[float], None]] = deque()
        self._felt = float("-inf")
        self._view: View | None = None
        self._serial = 0
        self._told: Sitting | None = None
        self._finished = 0
        self._sound: str | None = None
        self._lacks = lacks
        self._flips = flips
        self._screensaver = Screensaver()
        self._blank_from = float("inf")
        self._happened: Happened | None = None

    @property
    def sitting(self) -> Sitting:
        """The game on the table, as far as it is settled."""
        return self._pending.sitting

    @property
    def _entered(self) -> Sitting:
        """The game in which turns count: that on the table, unless somebody practises."""
        return practice.at_hand(self._face, self.sitting)

    @property
    def _at_hand(self) -> Sitting:
        """The game that the buttons act on: a part of it, while a turn further back is told."""
        return repairs.at_hand(self._face, self._entered)

    @property
    def view(self) -> View | None:
        """What was published last."""
        return self._view

    @property
    def farewell(self) -> View | None:
        """What is left on the display when the computer goes down."""
        if not self._opened:
            return None
        return View(self.sitting, practice.left(self._face).of(ScreenName.HALTED), saved=self._pending.saved)

    # Messages

    def handle(self, message: Message, now: float) -> None:
        """Take one message; `now` is the time at which it is taken."""
        match message:
            case Edge():
                self._feel(partial(self._fingers.edge, message), now, message.at)
            case Rotated(detents, at):
                if not self._wakes(now, at):
                    self._enqueue(partial(self._rotate, detents), now)
            case Tagged():
                self._click()
                self._lay(message, now)
            case Plugged(part, there):
                self._face = outcomes.plugged(self._face, part, there, now)
                log.warning("%s: %s", part, "plugged in" if there else "not plugged in")
            case Request():
                self._request(message, now)
            case Saved() | NotSaved():
                saved, settled = self._pending.saved, self._pending.landed(message)
                self._note(saved, message)
                self._settle(settled, now)
            case SetAside(name):
                log.warning("the games were damaged: the file is now called %s", name)
                self._warning = "damaged"
                if self._opened:
                    self._face = outcomes.warn(self._face, self._warning)
            case Loaded():
                self._settle(self._pending.loaded(message), now)
            case Shown():
                self._answers.shown(message)
                self._answers.give(now)
            case Counted(standing):
                self._standing = standing
            case Opened():
                try:
                    self._open(message, now)
                except Exception:  # else each start would meet the same mistake
                    log.exception("the game on the table cannot be taken up: it stays in its file")
                    self._open(Opened(EMPTY, message.latest, None), now)
                self.publish(now)  # who asked meanwhile hears of what is shown
                self._work(now)
            case Supplied(low):
                self._weak_until = float("inf") if low else now + LINGER
                log.warning("supply: %s", "the voltage is too low" if low else "well again")

    def _open(self, opened: Opened, now: float) -> None:
        """Take up where the group left off."""
        sitting, problem, kept = opened.sitting, opened.problem, opened.preferences
        self.enrolment.stickers = opened.stickers
        self._pending.open(sitting, opened.latest, problem is None)
        if problem is not None:
            log.warning("not saved: %s", problem)
        chosen = preferences.read(kept, words.LANGUAGES, self._language)
        can_switch_off = self._computer is not None and self._computer.can_switch_off
        self._finished = opened.finished
        newcomers = self._finished < tips.GAMES
        face = wake(sitting, chosen)
        face = face._replace(can_switch_off=can_switch_off, lacks=self._lacks, newcomers=newcomers)
        self._screensaver = Screensaver(now)
        self._face, command = names.wake(face, sitting, self._players, opened.names, kept)
        if command is not None:
            self._store.prefer(*command)
        if self._warning:
            self._face = outcomes.warn(self._face, self._warning)
        self._opened = True

    def tick(self, now: float) -> None:
        """Do what is due: levels read again, holds of scripts, what goes away by itself, patience."""
        self._hurry(now)
        self._feel(partial(self._fingers.tick, now), now, now)
        self._face = timeouts.passed(self._face, self._at_hand, now)
        self._answers.give(now)

    def deadline(self, now: float) -> float | None:
        """When `tick` has something to do; None for not before the next message."""
        parts = (self._fingers, self._pending, self._screensaver)
        times = [time for part in parts for time in part.deadlines(now)] + self._answers.deadlines()
        if now < self._weak_until < float("inf"):
            times.append(self._weak_until)
        if (expiry := timeouts.expiry(self._face)) is not None:
            times.append(expiry)
        if self._face.screen in PROMPTS and not self._screensaver.night(now):
            times.append(self._face.touched + BLINK * (self._blinks(now) + 1))
        return min(times, default=None)

    def publish(self, now: float) -> None:
        """Show what changed, and tell those who asked to be told.

        While a step is on its way to disk that will be there in a moment, nothing is shown: the picture
        of a button that was let go would only hold the bus while that of the step waits.
        """
        if not self._opened:
            return
        before, view = self._view, self._look(now)
        if before is not None and before.sitting is view.sitting and self._pending.expects(now):
            self._play()
            return
        if view != before:
            if view.night == Night.BLANK and (before is None or before.night != Night.BLANK):
                self._blank_from = now
            self._view = view
            self._serial += 1
            self._stage.show(self._serial, view)
            if before is None or self._told is not self.sitting:
                self._told = self.sitting
                self._answers.tell({"serial": self._serial, "state": self._state()})
        self._play()
        self._answers.give(now)

    def forget(self, reply: Reply) -> None:
        """A client went away: tell it nothing more, and nothing comes of what it holds."""
        self._answers.forget(reply)
        if self._fingers.forget(reply):
            reply(_error("whoever held the button is gone"))
        self.enrolment.forget(reply)

    # Fingers

    def _feel(self, feel: Callable[[], list[Made]], now: float, at: float) -> None:
        """What fingers do; while the screen is blank, one that goes down only wakes it."""
        before = self._fingers.touched
        made = feel()
        if self._fingers.touched - before:
            if self._wakes(now, at):
                self._fingers.only_wake()
                made = []
            else:
                self._click()
        self._take(made, now)

    def _wakes(self, now: float, at: float) -> bool:
        """Somebody pressed `at` that time: whether that only wakes the screen, which was blank."""
        blank = self._view is not None and self._view.night == Night.BLANK and at >= self._blank_from
        self._stir(now)
        if blank:
            self._face = self._face._replace(touched=now)
        return blank

    def _stir(self, now: float) -> None:
        """Somebody pressed: the screen is awake, and what was shown of the last step is over."""
        self._happened = None
        if self._opened:
            self._screensaver.stir(now)

    # One thing after the other

    def _enqueue(self, act: Callable[[float], None], now: float) -> None:
        self._queue.append(act)
        self._work(now)

    def _work(self, now: float) -> None:
        while self._opened and not self._pending.busy and self._queue:
            self._felt = now
            self._queue.popleft()(now)

    def _take(self, made: list[Made], now: float) -> None:
        for gesture, reply in made:
            self._enqueue(partial(self._gesture, gesture, now, reply=reply), now)

    def _gesture(self, gesture: Gesture, felt: float, now: float, reply: Reply | None = None) -> None:
        """A gesture that ended at `felt`, perhaps while the disk was still busy with the one before."""
        self._felt = felt
        made = presses.press(self._face, self._at_hand, gesture, now, exempt=reply is not None)
        self._follow(made, now, reply)

    def _rotate(self, detents: int, now: float, reply: Reply | None = None) -> None:
        self._follow(shortcuts.rotate(self._face, self._at_hand, detents, now), now, reply)

    def _lay(self, tagged: Tagged, now: float, reply: Reply | None = None) -> None:
        """Cards on a reader: for whoever watches them, else for the game; laying one down is no mistake."""
        self._stir(now)
        if not self.enrolment.told(tagged):
            self._enqueue(partial(self._tap, tagged, reply=reply), now)
        elif reply is not None:
            reply({"ok": True, "shown": False})

    def _tap(self, tagged: Tagged, now: float, reply: Reply | None = None) -> None:
        self._follow(
            laid_cards.laid(self._face, self._at_hand, self.enrolment.stickers, tagged, now), now, reply
        )

    def _follow(self, made: intents.Answer, now: float, reply: Reply | None) -> None:
        self._face, command = practice.guided(self._face, *made, now)
        self._face, command = repairs.told(self._face, command, now)
        match command:
            case Prefer(key, value):
                self._store.prefer(key, value)
                self._face = intents.preferred(self._face, self.sitting, command)
                if key == "sound":
                    self._sound = sounds.SAMPLE
                self._answer(reply, now)
            case Forget(name):
                self._store.forget(name)
                self._answer(reply, now)
            case SwitchOff():
                self._switch_off(now, reply)
            case None:
                if self._face.notice and self._face.notice.refusal:
                    self._sound = sounds.REFUSED
                self._answer(reply, now)
            case _:
                self._grant(command, now, reply)

    def _grant(self, command: GameCommand, now: float, reply: Reply | None) -> None:
        """Send a command to disk as events, or say why not; one of the practice counts at once, unkept."""
        before = self._entered
        try:
            if self._face.practice is None:
                self._pending.grant(command, reply)
            else:
                after = practice.stepped(before, command)
                self._settle(Settled(command, before, after, None, reply), now)
        except CompanionError as error:
            self._refuse(error, now, reply)

    def _ask(self, command: GameCommand, now: float, reply: Reply) -> None:
        """A script asks for a step of the game on the table: nobody practises any longer."""
        self._face = practice.left(self._face)
        self._grant(command, now, reply)

    def _mend(self, order: requests.Mend, reply: Reply, now: float) -> None:
        """A script asks for a repair of the game on the table."""
        try:
            command = repairs.asked(self.sitting, order.turn, order.kind, order.told, order.cut)
        except CompanionError as error:
            reply(_error(str(error)))
        else:
            self._ask(command, now, reply)

    def _switch_off(self, now: float, reply: Reply | None) -> None:
        assert self._computer is not None
        try:
            self._computer.switch_off()
        except CompanionError as error:
            log.warning("switching off: %s", error)
            self._refuse(error, now, reply)
        else:
            log.info("switching off, as somebody asked with the buttons")
            self._face = outcomes.switching_off(self._face, self.sitting, now)
            self._answer(reply, now)

    def _note(self, saved: bool, message: Saved | NotSaved) -> None:
        """A line in the log when saving stops, and when it goes on; `saved` is how it was before."""
        if saved and isinstance(message, NotSaved):
            log.warning("not saved: %s", message.problem)
        elif not saved and self._pending.saved:
            log.warning("saved again")

    def _hurry(self, now: float) -> None:
        """Let a step count that the disk takes too long for."""
        saved = self._pending.saved
        while (settled := self._pending.overdue(now)) is not None:
            if saved:
                log.warning("not saved: the disk does not answer")
            saved = False
            self._settle(settled, now)

    def _settle(self, settled: Settled | None, now: float) -> None:
        """What was in flight counts now, or came to nothing."""
        if settled is None:
            return
        if settled.after is not None:
            did = happened(settled.before, settled.after, settled.command, now)
            self._face = outcomes.settled(
                self._face, settled.before, settled.after, settled.command, did, now
            )
            self._face = tips.told(self._face, settled.after, now)
            # Fingers are guarded from when they moved: a slow disk must not swallow the next press.
            self._face = self._face._replace(acted=self._felt)
            self._face = practice.advanced(self._face, settled.after)
            self._count(settled.before, settled.after)
            self._happened = None if self._fingers.pressed else did
            self._sound = sounds.sound(did) or self._sound
        if settled.problem is not None:
            self._refuse(settled.problem, now, settled.reply)
        else:
            self._answer(settled.reply, now)
        self._work(now)

    def _count(self, before: Sitting, after: Sitting) -> None:
        """Count the games that were finished, for those who are new to this."""
        if before.game == after.game and before.state is not None and after.state is not None:
            self._finished += after.state.over - before.state.over
            self._face = self._face._replace(newcomers=self._finished < tips.GAMES)

    def _refuse(self, error: CompanionError, now: float, reply: Reply | None) -> None:
        self._face = outcomes.refused(self._face, error, now)
        self._sound = sounds.REFUSED
        if reply is not None:
            reply(_error(str(error)))

    # What is shown

    def _look(self, now: float) -> View:
        night = self._screensaver.night(now)
        return View(
            self._at_hand,
            self._face,
            self._fingers.pressed,
            self._fingers.held(now),
            dim_seat=self._face.screen in PROMPTS and not night and self._blinks(now) % 2 == 1,
            saved=self._pending.saved,
            weak=now < self._weak_until,
            happened=self._happened,
            night=night,
            shift=self._screensaver.shift(now),
            flipped=self._flips and self._face.screen == ScreenName.TABLE and seats.opposite(self._at_hand),
            standing=self._means(),
        )

    def _means(self) -> Standing | None:
        """What the end of the game on the table means, once it is counted."""
        state, standing = self.sitting.state, self._standing
        if state is None or not state.over or standing is None or standing.game != self.sitting.game:
            return None
        return standing

    def _blinks(self, now: float) -> int:
        """How many halves of its blinking the seat has behind it (the clock's dust swept off)."""
        return int((now - self._face.touched) / BLINK + 1e-6)

    def _state(self) -> dict[str, Any] | None:
        return requests.state(self.sitting, self._pending.saved, self._serial)

    # What is heard

    def _click(self) -> None:
        """A button went down: heard at once, unless something happened that has more to say."""
        self._sound = self._sound or sounds.CLICK

    def _play(self) -> None:
        """Play what is to be heard; the lights and the screen were told before."""
        step = self._face.preferences.sound
        if self._sound is not None and step != preferences.SILENT:
            self._stage.sound(self._sound, step)
        self._sound = None

    # Scripts

    def _request(self, request: Request, now: float) -> None:
        try:
            self._obey(requests.parse(request.body, self._names), request.reply, now)
        except CompanionError as error:
            request.reply(_error(str(error)))

    def _obey(self, order: requests.Order, reply: Reply, now: float) -> None:
        match order:
            case requests.Press(gesture):
                self._stir(now)
                self._enqueue(partial(self._gesture, gesture._replace(began=now), now, reply=reply), now)
            case requests.HoldFor(control, seconds):
                self._stir(now)
                self._fingers.script(control, seconds, reply, now)
            case requests.Turn(detents):
                self._stir(now)
                self._enqueue(partial(self._rotate, detents, reply=reply), now)
            case requests.LayDown(ids, reader):
                self._lay(Tagged(ids, reader, now), now, reply)
            case requests.Enrol(tag, sticker):
                self._enqueue(lambda then: self.enrolment.enrol(tag, sticker, reply), now)
            case requests.Watch():
                self.enrolment.watch(reply)
            case requests.Ask(command):
                self._stir(now)
                self._enqueue(partial(self._ask, command, reply=reply), now)
            case requests.Mend():
                self._stir(now)
                self._enqueue(partial(self._mend, order, reply), now)
            case requests.Get("frame"):
                self._stage.frame(reply)
            case requests.Get("lights"):
                self._stage.lights(reply)
            case requests.History(limit):
                self._store.look(lambda store: past_games.history(store, limit), reply)
            case requests.OldRecord(game):
                self._enqueue(lambda then: self._old_record(game, reply), now)
            case requests.Get("stats"):
                self._enqueue(lambda then: self._store.look(past_games.stats, reply), now)
            case requests.Get(what):
                self._enqueue(lambda then: reply(self._told_of(what)), now)
            case requests.Subscribe():
                reply({"ok": True})
                self._answers.subscribe(reply)

    def _old_record(self, game: int, reply: Reply) -> None:
        """The record of any game: the one on the table is here, with what is not on disk yet."""
        sitting = self.sitting
        self._store.look(lambda store: past_games.past(store, game, sitting), reply)

    def _told_of(self, what: str) -> dict[str, Any]:
        """The answer to a question, which ends no game if it cannot be given."""
        try:
            return self._tell(what)
        except Exception as error:
            log.exception("get %s", what)
            return _error(f"the companion made a mistake: {error!r}")

    def _tell(self, what: str) -> dict[str, Any]:
        match what:
            case "state":
                return {"ok": True, "state": self._state()}
            case "screen":
                return {"ok": True, "screen": requests.screen(self._view)}
            case "stickers":
                return {"ok": True, "stickers": requests.stickers(self.enrolment.stickers)}
            case _:
                return {"ok": True, "record": past_games.record(self.sitting)}

    def _answer(self, reply: Reply | None, now: float) -> None:
        """Answer a script once the screen has what it changed; at once when it was refused."""
        if reply is None:
            return
        notice = self._face.notice
        if notice and notice.refusal:
            language = self._face.preferences.language or words.DEFAULT
            reply(_error(words.say(language, notice.phrase)))
            return
        self._answers.wait(self._serial + (self._look(now) != self._view), reply, now)


def _error(sentence: str) -> dict[str, Any]:
    return {"ok": False, "error": sentence}
