"""The dialogue with the group: the face, the game on the table, and what a press does to them."""

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from companion import clock
from companion.daemon.interfaces import Reply
from companion.daemon.log import log
from companion.daemon.mistakes import Ts, mistake_refusal
from companion.daemon.pending import PendingStep
from companion.daemon.publishing import Publisher
from companion.daemon.system import Computer
from companion.errors import CompanionError
from companion.face import preferences, words
from companion.face.command import (
    Begin,
    Do,
    Forget,
    GameCommand,
    Invite,
    Prefer,
    Reaction,
    SwitchOff,
)
from companion.face.dialogue import (
    guests,
    intents,
    laid_cards,
    menus,
    names,
    outcomes,
    practice,
    presses,
    timeouts,
    tips,
)
from companion.face.dialogue.guests import Guest
from companion.face.dialogue.presses import Target
from companion.face.effects import sounds
from companion.face.gestures.gestures import ANY, Chord, Gesture, Hold, Manner, Sleeve
from companion.face.happened import Step, effects_of
from companion.face.state import (
    Face,
    Notice,
    Phrase,
    ScreenName,
    Token,
    face_at_rest,
    face_at_start,
)
from companion.face.view import View
from companion.game.kinds import distinct_type
from companion.journal.sitting import EMPTY, Sitting
from companion.journal.stickers import NO_STICKERS, Stickers
from companion.journal.writer import Writer
from companion.journal.writer_messages import (
    Loaded,
    Mended,
    MendedKind,
    NotSaved,
    Opened,
    Restored,
    Retold,
    Saved,
)
from companion.panel import Charge, Charged, Labels, Plugged, Tagged, Unusable


def _new_token() -> Token:
    import secrets  # few evenings need it, and no start should wait for it

    return Token("".join(secrets.choice(guests.ALPHABET) for _ in range(guests.TOKEN_LENGTH)))


@distinct_type
class Options(NamedTuple):
    """What the settings and the build say to the dialogue."""

    language: str = ""
    """The language of the screens until the group chooses one; "" to ask for it at first."""
    players: tuple[str, ...] = ()
    """The players' names from the settings."""
    warning: Phrase | None = None
    """What the screen says first."""
    lacks: frozenset[str] = frozenset()
    """The preferences that mean nothing on this build."""
    labels: Labels = Labels()
    """Where the labels of the three buttons stand."""
    stickers: Stickers = NO_STICKERS
    """The stickers that are known without enrolment."""
    wears: bool = True
    """The display's pixels age, so its picture moves."""
    speaks: Callable[[], bool] = lambda: True
    """Says whether a program that speaks is installed."""
    shortcut: str = ""
    """What the build has beside the three buttons: `keys`, `pads` or nothing."""
    display: bool = True
    """Whether there is a display, whose letters players' names need."""


USUAL: Final = Options()
GOING_DOWN_S: Final = 20.0
"""Time within which a computer that was asked to switch off ends the companion, in seconds."""


class Dialogue:
    """The face and the game; each method takes the time at which it is called."""

    def __init__(
        self,
        store: Writer,
        publisher: Publisher,
        computer: Computer | None,
        options: Options,
    ) -> None:
        """Wait for `open`; `computer` can be asked to switch off."""
        self._store = store
        self._publisher = publisher
        self._computer = computer
        self._options = options
        self.has_display: Final = options.display
        self.pending: Final = PendingStep(store)
        self.face = face_at_start(EMPTY)
        self.opened = False
        self._off_by: float | None = None
        """When a computer that was asked to switch off should be down."""
        self._absent: dict[str, str] = {}
        """The controls that cannot be used, and why."""
        self._gone: set[str] = set()
        """The card readers and keypads that are not there."""
        self._warnings = deque([options.warning] if options.warning else ())
        """What the group has not read yet; each is shown until a press."""
        self._warned: Notice | None = None
        """The first of them as it was shown last."""
        self._finished = 0
        """How many games the group has finished."""
        self.mistaken_at = float("-inf")
        """When the program made a mistake last."""
        self._meant: tuple[object, ...] = ()
        self._touched = float("-inf")
        """When the face was touched, as it was noted last."""
        """What presses mean, as it was noted last."""
        self._felt = float("-inf")
        """When the step that is under way was asked for."""
        self._reply: Reply | None = None
        """The script that waits for the step that is under way."""
        self._codes: tuple[str, ...] = ()
        """The sums of the evening's codes that the store has."""
        self._guest: Guest | None = None
        """The guest who asked for the step that is under way."""

    def manner(self) -> Manner:
        """Return the manner of presses now; after a mistake each counts by itself."""
        try:  # raised among the fingers, a mistake of the face would lose the press
            return presses.manner_of(self.face, self._target.sitting)
        except Exception as error:
            self._publisher.mistakes.log_mistake("telling presses apart", error)
            return ANY

    @property
    def sitting(self) -> Sitting:
        """The game on the table, as far as it is settled."""
        return self.pending.sitting

    @property
    def _target(self) -> Target:
        """The game that presses act on."""
        return presses.at_hand(self.face, self.pending)

    @property
    def view(self) -> View:
        """What is to be shown, as far as the dialogue knows."""
        pending = self.pending
        return View(
            self._target.sitting,
            self.face,
            saved=pending.saved,
            lost=pending.lost_turn,
            group=pending.sitting,
        )

    @property
    def farewell(self) -> View | None:
        """The view that stays on the display when the computer goes down."""
        if not self.opened:
            return None
        halted = practice.leave_practice(self.face).of(ScreenName.HALTED)
        # Not from `view`: a mistake of the face in that must not keep the companion from its end.
        pending = self.pending
        return View(self.sitting, halted, saved=pending.saved, lost=pending.lost_turn)

    def open(self, opened: Opened, now: float) -> None:
        """Go on where the group left off."""
        options = self._options
        sitting = opened.sitting
        kept = opened.preferences
        problem = opened.problem
        # The game comes first: a mistake of the face in the rest leaves one that can be played.
        self.pending.open(sitting, opened.latest, problem is None)
        self._publisher.open(now)
        self.opened = True
        if problem is not None:
            log.warning("not saved: %s", problem)
        self._finished = opened.finished
        self.face = face_at_start(sitting, self.kept_preferences(opened))._replace(
            can_switch_off=self._computer is not None and self._computer.can_switch_off,
            lacks=options.lacks,
            shortcut=options.shortcut,
            labels=options.labels,
            newcomers=self._finished < tips.GAMES,
            touched=now,
            backup=tips.read_last_backup(kept),
            guests=self.face.guests,
        )
        self.take_kept_codes(opened, now)
        self.face, command = names.face_with_names(
            self.face, sitting, options.players, opened.names, kept
        )
        if command:
            self._store.prefer(*command)
        if self._warnings:
            self._warn_group()
        elif not sitting.playing:
            self.advise_backup(opened.latest)
        for part in self._gone:
            self.face = outcomes.tell_plugged(self.face, part, there=False, now=now)
        if self._absent:
            self.face = outcomes.tell_unusable(self.face, tuple(self._absent))

    def contain(
        self,
        work: str,
        now: float,
        call: Callable[[*Ts], object],
        *arguments: *Ts,
        reply: Reply | None = None,
    ) -> bool:
        """Call what must not end the process, whatever the face raises. Return True if it is well.

        After a mistake the face rests on the game as it is, and says nothing. work: what is done,
        for the log. reply: of the script that asked for it, which is told of the mistake, and whose
        request closes nothing that people have open.
        """
        before = self.face
        sitting = self.pending.sitting
        try:
            call(*arguments)
        except Exception as error:
            self._publisher.mistakes.log_mistake(work, error)
            self._publisher.mistaken = True
            self.mistaken_at = now
            if reply is not None and self.sitting is sitting:
                self.face = before
            else:
                resting = face_at_rest(practice.leave_practice(self.face), self.sitting)
                self.face = resting._replace(notice=None, touched=now)
            if reply is not None:
                reply(mistake_refusal(error))
            return False
        return True

    def deadlines(self, now: float) -> list[float]:
        """Return the times at which `tick` is due, or the view changes by itself."""
        times = self.pending.deadlines(now) + self._publisher.deadlines(self.view, now)
        for time in (self._off_by, timeouts.expiry(self._face_after_words)):
            if time is not None:
                times.append(max(time, self._publisher.kept_until))
        return times

    def tick(self, now: float) -> None:
        """Remove what had its time on the screen, go on with what waits for its place, and say so
        if the computer did not switch off.
        """
        if now < self._publisher.kept_until:
            return
        before = self._face_after_words
        after = timeouts.expire(before, self._target.sitting, now)
        if after is not before:
            self.face = after._replace(touched=self.face.touched)
        if self.opened:
            self._warn_group()
        if self._off_by is not None and now >= self._off_by:
            log.warning("switching off: the computer does not go down")
            self._off_by = None
            # People have to pull the plug.
            kept = outcomes.kept_from(self.pending.lost_turn)
            self.face = outcomes.warn_group(self.face, Phrase("still_on", {"kept": kept}))

    @property
    def _face_after_words(self) -> Face:
        """The face as if touched when the last words end: until then people listen."""
        quiet_at = self._publisher.voice.quiet_at
        return self.face if quiet_at <= self.face.touched else self.face._replace(touched=quiet_at)

    # What people do

    def take_gesture(self, gesture: Gesture, felt: float, reply: Reply | None, now: float) -> None:
        """Carry out a gesture that ended at `felt`; the disk may have been busy since then."""
        self.note_change(now)
        if self._warned and self.face.notice is self._warned:
            self._warnings.popleft()  # it is read
            self._warned = None
        face = self._face_after_words
        # While words are spoken it is as if touched now, and never later than now.
        face = face._replace(touched=min(face.touched, max(self.face.touched, now)))
        target = self._target
        by_finger = reply is None
        is_void = gesture.began < self._publisher.changed_at
        if isinstance(gesture, Chord) and face.screen == ScreenName.NAMING:
            # What a discard asks is asked once the disk has it: the answer may have come before.
            is_void &= not gesture.answers
        elif isinstance(gesture, Sleeve):
            is_void = False
        elif not isinstance(gesture, Hold):  # what a script taps takes no time
            is_void &= by_finger
        if is_void:
            answer = outcomes.refuse_press(face, now, "screen_changed")
        else:
            answer = presses.press(face, target, gesture, felt, now, exempt=not by_finger)
        self.carry_out_reaction(target, answer, now, reply, felt)
        if self.face.screen == ScreenName.MORE:  # it leads to the voice
            self.face = self.face._replace(mute=not self._options.speaks())
        self.note_change(now, by_finger)

    def note_change(self, now: float, by_finger: bool = False) -> None:
        """Note what presses mean from now on, and when something but a finger changed it."""
        face = self.face
        lists = (face.known, face.guests.urls, face.draft, face.preferences, face.practice)
        meant = (face.scene, face.menu, face.page, face.visit, face.marked, face.laid, *lists)
        # A finger that would only have woken a question finds it woken by another hand.
        is_woken = presses.awake_notice(face, self._target, face.touched - self._touched)
        is_another = is_woken or self._meant not in ((), meant)
        if is_another and not by_finger:
            self._publisher.changed_at = now
        self._meant = meant
        self._touched = face.touched

    def turn_encoder(self, detents: int, reply: Reply | None, now: float) -> None:
        """Carry out a turn of the encoder."""
        target = self._target
        answer = presses.rotate_mark(self.face, target.sitting, detents, now)
        self.carry_out_reaction(target, answer, now, reply, now)

    def lay_tags(self, tagged: Tagged, stickers: Stickers, reply: Reply | None, now: float) -> None:
        """Carry out what cards on a reader mean."""
        target = self._target
        answer = laid_cards.lay_card(
            self.face, target.sitting, stickers, tagged, now, exempt=reply is not None
        )
        self.carry_out_reaction(target, answer, now, reply, now)

    def take_step(
        self, command: GameCommand, reply: Reply | None, now: float, guest: Guest | None = None
    ) -> None:
        """Take a step of the game on the table for a script, which ends the practice; or a guest.

        Refused while people have something unfinished: it stays, and their next press is about it.
        A guest closes a question of which nothing was answered, and ends no practice.
        """
        face = self.face
        reason = None
        if guest is None:
            face = practice.leave_practice(face)
        elif not_now := guests.step_refusal(face, self.sitting, command):
            reason = not_now.phrase
        else:
            face = guests.close_untouched(face, self.sitting)
        reason = reason or outcomes.unfinished(face)
        if reason and reply:
            reply(outcomes.refused_answer(self.phrase_in_words(reason), reason))
            return
        self._felt = now
        self._guest = guest
        self.face = face
        self.commit_command(self.pending, command, now, reply)

    def set_preference(self, command: Prefer, reply: Reply | None, now: float) -> None:
        """Set a preference; what people have open stays open."""
        self._store.prefer(*command)
        self.face = intents.face_with_preference(
            self.face._replace(notice=None), self.sitting, command
        )
        self.answer_script(reply, now)

    def remove_name(self, name: str, reply: Reply | None, now: float) -> None:
        """Offer the name of a player no more."""
        self._store.remove_name(name)
        # Without what was said before: a refusal would be the answer to this.
        self.face = names.forget_player(self.face._replace(notice=None), name)
        self.answer_script(reply, now)

    # What guests do, by the page

    def on_served(self, urls: tuple[str, ...]) -> None:
        """Set the page's addresses; none while it is not served."""
        self.face = guests.set_urls(self.face, self.sitting, urls)

    def admit_guests(self, reply: Reply, now: float) -> None:
        """Let guests in; the answer has the code that they need, and where the page is found."""
        self.face = guests.admit(self.face, _new_token(), now)
        access = self.face.guests
        reply({"ok": True, "token": str(access.token), "urls": list(access.urls)})

    def turn_guests_out(self, reply: Reply, now: float) -> None:
        """Let no guest in any more."""
        self.face = guests.withdraw_at_once(self.face, self.sitting)
        self.answer_script(reply, now)

    def keep_codes(self, now: float) -> None:
        """Have the store keep the codes of the evening where they changed."""
        if self.opened and self.face.guests.sums != self._codes:
            self._codes = self.face.guests.sums
            self._store.prefer(*guests.codes_preference(self.face.guests, now, clock.passing()))

    def take_kept_codes(self, opened: Opened, now: float) -> None:
        """Take up the codes that the store kept: a restart ends no evening."""
        known = self.face.guests
        found = guests.with_kept_codes(known, opened.preferences, now, clock.passing())
        self.face = self.face._replace(guests=found)
        self._codes = found.sums

    def check_token(self, token: str, now: float) -> guests.NotGranted | None:
        """Check a guest's token. Return why it is refused, or None if it is this evening's."""
        before = self.face.guests.wrong
        self.face, not_granted = guests.check(self.face, token, now)
        if self.face.guests.wrong != before:
            log.warning("guests: a wrong code")
        return not_granted

    # What the store and the parts of the device say

    def on_saved(self, message: Saved | NotSaved, now: float) -> None:
        """Settle the step of a row that is on disk, or is kept until the disk takes it."""
        before = self.pending.saved
        step = self.pending.on_row(message)
        if before and isinstance(message, NotSaved):
            log.warning("not saved: %s", message.problem)
        elif not before and self.pending.saved:
            log.warning("saved again")
        if step:
            self.count_step(step, now, self.take_reply())

    def on_loaded(self, message: Loaded, now: float) -> None:
        """Go on with the step that waited for an earlier game from disk."""
        try:
            self.pending.take_loaded(message)
        except CompanionError as error:
            self.refuse_command(error, now, self.take_reply())

    def settle_overdue_step(self, now: float) -> bool:
        """Let the step count that the disk takes too long for. Return True if there was one."""
        before = self.pending.saved
        step = self.pending.settle_overdue(now)
        if step and before:
            log.warning("not saved: the disk does not answer")
        if step:
            self.count_step(step, now, self.take_reply())
        return step is not None

    def on_mended(self, message: Mended, now: float) -> None:
        """Tell the group that files of the games were damaged, and what became of them."""
        kept = f"; the old file is kept as {message.name}" if message.name else ""
        log.warning("the games: %s%s", message.sentence, kept)
        if message.kind == MendedKind.INDEX:
            return
        # It is shown until a press, once the games are there and one before it was read.
        state = self.sitting.state
        turn = state.turn if state else 0
        self._warnings.append(outcomes.mended(message.kind.value, message.name, turn))
        if self.opened:
            if self.face.notice is not self._warned:
                self.face = self.face._replace(notice=None)
            self._warn_group()

    def _warn_group(self) -> None:
        """Show the first warning that nobody has read, once nothing else is said."""
        if self._warnings and self.face.notice is None:
            self.face = outcomes.warn_group(self.face, self._warnings[0])
            self._warned = self.face.notice

    def on_restored(self, message: Restored, now: float) -> None:
        """Tell the group that a backup was merged; before the first game, go on where it ends."""
        opened = message.opened
        log.info("restored: %s games", message.games)
        if self.sitting is EMPTY and self.pending.under_way is None:
            self.open(opened, now)
        else:
            self.take_kept(opened)
        self.face = outcomes.warn_group(self.face, Phrase("restored", {"games": message.games}))

    def on_retold(self, message: Retold, now: float) -> None:
        """Call everybody as they are called now, at the table and in the next game."""
        self.take_kept(message.opened)
        self.pending.call_players(message.opened.sitting)
        if message.alias:
            self.face = names.call_player(self.face, *message.alias)

    def take_kept(self, opened: Opened) -> None:
        """Take up what is kept beside the games, while the game goes on."""
        self._finished = opened.finished
        self.face = self.face._replace(
            preferences=self.kept_preferences(opened),
            known=names.latest_first(self._options.players, opened.names),
            newcomers=self._finished < tips.GAMES,
            backup=tips.read_last_backup(opened.preferences),
        )

    def refuse_backup(self) -> None:
        """Tell the group that a backup was not restored, since something is wrong with it."""
        log.warning("restored: nothing, since something is wrong with the backup")
        self.face = outcomes.warn_group(self.face, Phrase("restore_refused"))

    def note_backup(self, at: float) -> None:
        """Keep that a backup was made at a time, in seconds since 1970."""
        made = self.face.backup._replace(at=at, game=self.pending.latest)
        self.face = self.face._replace(backup=made)
        self._store.prefer(*tips.keep_backup(made))

    def advise_backup(self, latest: int) -> None:
        """Tell the group, once, that many games have no backup."""
        self.face, tip = tips.backup_tip(self.face, latest)
        if tip:
            self.face = outcomes.warn_group(self.face, tip)
            self._store.prefer(*tips.keep_backup(self.face.backup))

    def kept_preferences(self, opened: Opened) -> preferences.Preferences:
        """Return the group's preferences as the store has them."""
        options = self._options
        mode = preferences.ButtonMode
        # Buttons are pressed together only if they lie in a row, until the group chooses.
        buttons = mode.TOGETHER if options.labels.in_a_row else mode.SINGLE
        return preferences.read_preferences(
            opened.preferences, words.LANGUAGES, options.language, buttons
        )

    def on_charged(self, message: Charged, now: float) -> None:
        """Show the sign of a low battery; switch off before an empty one does."""
        log.warning("battery: %s", message.charge)
        self._publisher.battery_low = message.charge != Charge.FINE
        if message.charge == Charge.EMPTY and self.face.can_switch_off:
            self._switch_off(now, None, "the battery is empty")

    def on_plugged(self, message: Plugged, now: float) -> None:
        """Tell the group that a card reader or a keypad was plugged in, or is gone."""
        log.warning("%s: %s", message.part, "there" if message.there else "not there")
        self._gone.discard(message.part)
        if not message.there:
            self._gone.add(message.part)
        if self.opened:
            self.face = outcomes.tell_plugged(self.face, message.part, message.there, now)

    def on_unusable(self, message: Unusable, now: float) -> None:
        """Tell the group that another program has the pin of a control, or released it."""
        control = message.control
        log.warning("%s: %s", control, message.why or "works again")
        self._absent.pop(control, None)
        if message.why:
            self._absent[control] = message.why
        if not self.opened:
            return
        if self._absent:
            self.face = outcomes.tell_unusable(self.face, tuple(self._absent))
        else:
            self.face = outcomes.tell_usable(self.face, control, now)

    def on_stuck(self, controls: frozenset[str]) -> None:
        """Tell the group of controls that are down for too long to be a finger."""
        for control in sorted(controls):
            log.warning("%s: is down all the time", control)
            if self.opened:
                self.face = outcomes.tell_stuck(self.face, control)

    # What becomes of it

    def carry_out_reaction(
        self, target: Target, answer: Reaction, now: float, reply: Reply | None, felt: float
    ) -> None:
        """Take the face after a press, and do what it asks for."""
        self._felt = felt
        self._guest = None
        self._publisher.mistaken = False
        before = self.face
        if before.practice is not None:
            answer = practice.check_lesson(before, answer, now)
        self.face, command = answer
        if before.menu.staged and not self.face.menu.staged:
            self.face = menus.tell_dropped(before, self.face, self.sitting)
        match command:
            case Prefer(key):
                self.set_preference(command, reply, now)
                if key == preferences.VOLUME:
                    self._publisher.sound = sounds.SAMPLE
            case Forget(name):
                self.remove_name(name, reply, now)
            case Invite():
                self.face = guests.invite(self.face, _new_token(), now)
                self.answer_script(reply, now)
            case SwitchOff():
                self._switch_off(now, reply, "the buttons asked")
            case None:
                self.answer_script(reply, now)
            case _:
                self.commit_command(target, command, now, reply)
        said = self.face.notice
        if said and said.refusal:
            self.face = self.face._replace(notice=outcomes.after_counted(said, before.notice))

    def commit_command(
        self, target: Target, command: GameCommand, now: float, reply: Reply | None
    ) -> None:
        """Carry out a command at a target, or say why not."""
        try:
            self.face, step = target.commit(self.face, command, now)
        except CompanionError as error:
            self.refuse_command(error, now, reply)
            return
        if step is None:
            self.answer_script(reply, now)
        elif step is self.pending.under_way:
            self._reply = reply
        else:  # a practised step asks no disk
            self.count_step(step, now, reply)

    def _switch_off(self, now: float, reply: Reply | None, why: str) -> None:
        assert self._computer is not None
        try:
            self._computer.switch_off()
        except CompanionError as error:
            log.warning("switching off: %s", error)
            self.refuse_command(error, now, reply)
        else:
            log.info("switching off: %s", why)
            resting = face_at_rest(self.face, self.sitting)
            kept = outcomes.kept_from(self.pending.lost_turn)
            self.face = outcomes.warn_group(resting, Phrase("switching_off", {"kept": kept}))
            self._off_by = now + GOING_DOWN_S
            self.answer_script(reply, now)

    def take_reply(self) -> Reply | None:
        """Take the reply that waits for the step under way, which is over."""
        reply = self._reply
        self._reply = None
        return reply

    def count_step(self, step: Step, now: float, reply: Reply | None) -> None:
        """Let a step count."""
        self.contain("what a step did", now, self.show_step, step, now)
        by_card = isinstance(step.command, Do) and step.command.tag
        if reply or by_card:
            self._publisher.changed_at = now
        self.answer_script(reply, now)

    def show_step(self, step: Step, now: float) -> None:
        """Show what a step did, and what follows from it."""
        face = self.face
        before = step.before
        after = step.after
        step = step._replace(effects=effects_of(before, after, step.command, now))
        self.face = outcomes.face_after_step(face, step, now)
        if self.face.practice is not None:
            self.face = practice.advance(self.face, self.face.practice, after)
        # Fingers are guarded from when they moved: a slow disk must not swallow the next press.
        if self._guest is not None and not isinstance(step.command, Begin):
            # It took the turn that a finger may be about to take: that one has longer to stop.
            self._felt += presses.OTHER_HAND_S
        self.face = self.face._replace(acted=self._felt, elsewhere=None)
        if self._guest is not None:
            self.face = guests.face_telling(self.face, step, self._guest.place, now)
        if before.game == after.game:  # newcomers, who have finished few games, get tips
            self._finished += before.playing - after.playing
            self.face = self.face._replace(newcomers=self._finished < tips.GAMES)
        self._publisher.announce_step(step)

    def refuse_command(self, error: CompanionError, now: float, reply: Reply | None) -> None:
        """Say why a command is refused: to a guest alone who asked for it."""
        if self._guest is None:
            self.face = outcomes.tell_refusal(self.face, error, now)
            self._publisher.sound = sounds.REFUSED
        if reply:
            reply(outcomes.refused_answer(error, outcomes.refusal_phrase(error)))

    def answer_script(self, reply: Reply | None, now: float) -> None:
        """Answer a script once the screen has what it changed; at once when it was refused. A
        refusal has a sound too.
        """
        notice = self.face.notice
        refused = notice and notice.refusal
        if refused:
            self._publisher.sound = sounds.REFUSED
        if reply is None:
            return
        if notice and refused:
            reply(outcomes.refused_answer(self.phrase_in_words(notice.phrase), notice.phrase))
        else:
            self._publisher.answer_when_shown(reply, self.view, now)

    def phrase_in_words(self, phrase: Phrase) -> str:
        """Return a phrase in the language of the screens."""
        return words.say(self.face.preferences.language or words.DEFAULT, phrase)
