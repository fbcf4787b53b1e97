"""Publishing: what the screen, the lights and the speaker are given, and who is told of it.

A view is made from what the dialogue has (the game and the face) and from what only this module
knows: the night, the blinking, the sign of a weak supply, and what the last step did.
"""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Final

from companion.daemon.fingers import Fingers
from companion.daemon.interfaces import Reply, Spoken, Stage
from companion.daemon.log import log
from companion.daemon.mistakes import Mistakes
from companion.daemon.onlookers import Onlookers
from companion.daemon.screensaver import Screensaver
from companion.daemon.socket.answers import Answers
from companion.face import seats
from companion.face.dialogue.choices import question_columns
from companion.face.dialogue.labels import hold_deed
from companion.face.effects import sounds
from companion.face.happened import Effect, EffectKind, Step, StepEffects
from companion.face.preferences import CLOCKS, NUDGES, SILENT, STILL, VoiceLevel
from companion.face.state import PROMPTS, Face, ScreenName
from companion.face.view import Night, TurnClock, View
from companion.journal.sitting import Sitting
from companion.journal.statistics.standings import Standing
from companion.journal.writer_messages import Counted
from companion.numbers import Json
from companion.panel import Speech, Supplied

ANSWERS_S: Final = 3.0
"""Time without a press after a question was spoken until its answers are, in seconds."""
BLINK_S: Final = 0.5
"""Time between the halves of the seat's blinking, in seconds."""
CLOCK_STEP_S: Final = 5
"""Time between two figures of the clock on the display, in seconds; the page counts each."""
LINGER_S: Final = 60.0
"""Time for which the sign of a weak supply stays after the supply recovered, in seconds."""
_TOLERANCE: Final = 1e-6
"""Tolerance for comparing clock readings, in halves of a blink or steps of the clock."""


class Voice:
    """What is spoken of the views, and when the last words end."""

    def __init__(self, mistakes: Mistakes) -> None:
        self._mistakes = mistakes
        self.step: Step | None = None
        """The step to announce with the next view, if any."""
        self.quiet_at = -inf
        """When the last words end."""
        self._asked_at = -inf
        """When the last words end that were no answers of a question."""
        self._spoken: View | None = None
        """The view that was spoken of last."""

    def on_spoken(self, message: Spoken, now: float) -> None:
        """Note when the words end: what waits for a press waits until then."""
        self.quiet_at = message.until
        if self._spoken is None or not self._spoken.unanswered:
            self._asked_at = message.until

    def answers_at(self, face: Face) -> float:
        """Return the time at which an open question's answers are spoken; `inf` without one."""
        if face.choice is None or face.preferences.voice != VoiceLevel.FULL:
            return inf
        return max(face.touched, self._asked_at) + ANSWERS_S

    def new_words(self, view: View) -> Callable[[], Speech | None] | None:
        """Return the function that makes a view's words, for another thread; None if none is new"""
        before = self._spoken
        step = self.step
        self._spoken = view
        self.step = None
        nothing_new = step is None and before is not None and _sounds_alike(before, view)
        if nothing_new or view.face.preferences.voice == VoiceLevel.OFF:
            return None
        return partial(self._make_speech, before, view, step)

    def _make_speech(self, before: View | None, after: View, step: Step | None) -> Speech | None:
        """Return the words on what is new, or after a mistake all that is on the screen."""
        # Only a table with a voice needs them.
        from companion.face.voice.aloud import speaking_seconds
        from companion.face.voice.heard import screen_text, spoken_text

        contain = self._mistakes.contain
        screen = after.face.screen
        text = contain(f"speaking of the screen {screen}", spoken_text, before, after, step)
        if text is None:
            text = contain(f"reading the screen {screen} aloud", screen_text, after)
        return (
            Speech(text, after.language, speaking_seconds(text, after.language)) if text else None
        )


_NUDGED: Final = Effect(EffectKind.NUDGED)


class Publisher:
    """Shows each new view once, and answers the scripts that wait for it."""

    def __init__(self, stage: Stage, fingers: Fingers, flips: bool, wears: bool) -> None:
        """Show nothing yet.

        flips: the picture of the table is turned to the player who acts. wears: the display's
        pixels age.
        """
        self._stage = stage
        self._fingers = fingers
        self._flips = flips
        self._wears: Final = wears
        self.mistakes: Final = Mistakes()
        self.answers: Final = Answers()
        self.onlookers: Final = Onlookers()
        self.screensaver = Screensaver()
        self.serial = 0
        self.view: View | None = None
        """The view that was published last."""
        self.sound = ""
        """The sound that is played at the next publication, if any."""
        self._nudged_since = -inf
        """Since when nobody had acted at the last nudge."""
        self._timed: Sitting | None = None
        self._timed_since = -inf
        """The game whose turn is timed, and since when."""
        self.voice: Final = Voice(self.mistakes)
        self._happened: StepEffects | None = None
        """What the last step did, for the lights."""
        self._standing: Standing | None = None
        self.mistaken = False
        """The program made a mistake since the last press that worked."""
        self._weak_until = -inf
        self.battery_low = False
        self.changed_at = -inf
        """When something but a finger changed what presses mean."""

    @property
    def kept_until(self) -> float:
        """When fingers that are down cease to keep the screen."""
        return self._fingers.kept_until

    def open(self, now: float) -> None:
        """Wake the display: there is a game to show from now on."""
        self.screensaver = Screensaver(now, self._wears)

    def publish(self, plain: View, now: float, hold: bool = False) -> None:
        """Show what changed, play the sound, and tell the subscribers.

        hold: a step will be on disk in a moment, so no view of the same game is shown before: the
        picture of a released button would only occupy the bus while that of the step waits.
        """
        before = self.view
        if now >= self._nudge_at(plain):
            self._nudged_since = self.screensaver.stirred
            self._happened = StepEffects(now, (_NUDGED,))
            self.sound = self.sound or sounds.NUDGE
        if self._timed is not plain.group:
            self._timed, self._timed_since = plain.group, now
        view = self.complete_view(plain, now)
        same_game = before is not None and before.sitting is view.sitting
        if hold and same_game:
            self._play_sound_and_words(view.face, None)
            return
        words = None
        if view != before:
            self.screensaver.on_shown(view.night, now)
            self.show_view(view)
            words = self.voice.new_words(view)
            same_group = before is not None and before.group is view.group
            subscribers = {} if same_group else self.answers.subscribers
            # Each state as JSON costs time, so it is made only for somebody.
            line = {"serial": self.serial, "state": self.state_of_view(view)} if subscribers else {}
            for reply in subscribers:
                reply(line)
        if self.onlookers.told:
            replies = tuple(self.onlookers.told)
            notify = self.onlookers.notify_clients
            self.mistakes.contain("telling the onlookers", notify, replies, self.serial, view)
        self._play_sound_and_words(view.face, words)
        self.answers.give_answers(now)

    def show_view(self, view: View) -> None:
        """Show a view, under the next serial."""
        self.view = view
        self.serial += 1
        self._stage.show_view(self.serial, view)

    def publish_sign(self, plain: View, now: float) -> None:
        """Show the view before with the sign of a mistake, since none can be made of this one."""
        view = (self.view or plain)._replace(mistaken=True)
        if view != self.view:
            self.show_view(view)
        self.answers.give_answers(now)

    def answer_when_shown(self, reply: Reply, plain: View, now: float) -> None:
        """Answer a script once the screen shows this view."""
        self.answers.wait_for_screen(
            self.serial + (self.complete_view(plain, now) != self.view), reply, now
        )

    def state_of_view(self, view: View) -> Json | None:
        """Return the state of the game, in the JSON of scripts."""
        from companion.daemon.socket import questions  # few tables have a subscriber

        return questions.table_state_json(view.group, view.saved, self.serial)

    def _nudge_at(self, plain: View) -> float:
        """Return when the player who acts is reminded; once, and at the table alone."""
        since = self.screensaver.stirred
        if plain.face.screen != ScreenName.TABLE or not plain.group.playing:
            return inf
        if plain.face.practice or since == self._nudged_since:
            return inf
        return since + NUDGES[plain.face.preferences.nudge]

    def _clock_of(self, plain: View, now: float) -> tuple[TurnClock | None, int | None]:
        """Return the clock of the turn, and what of it stands on the display."""
        limit = CLOCKS[plain.face.preferences.clock]
        if not limit or not plain.group.playing:
            return None, None
        clock = TurnClock(limit, self._timed_since)
        at_table = plain.face.screen == ScreenName.TABLE and plain.face.practice is None
        if not at_table or self.screensaver.night(now) == Night.BLANK:
            return clock, None
        return clock, limit - CLOCK_STEP_S * _clock_steps(clock, now)

    def deadlines(self, plain: View, now: float) -> list[float]:
        """Return the time at which the view changes by itself, or an answer is due."""
        face = plain.face
        times = self.screensaver.deadlines(now) + self.answers.deadlines()
        times += [time for time in (self._nudge_at(plain),) if now < time < inf]
        changes = (self._weak_until, self.voice.answers_at(face))
        times += [time for time in changes if now < time < inf]
        clock, left = self._clock_of(plain, now)
        if clock is not None and left is not None:
            times.append(clock.since + CLOCK_STEP_S * (_clock_steps(clock, now) + 1))
        if self._blinks(face, now):
            times.append(face.touched + BLINK_S * (_half_blinks(face, now) + 1))
        return times

    def _blinks(self, face: Face, now: float) -> bool:
        """Return True if the seat of the player who acts blinks."""
        is_asked = face.screen in PROMPTS and face.preferences.motion != STILL
        return is_asked and not self.screensaver.night(now)

    # What the view depends on

    def keep_awake(self, now: float) -> None:
        """Keep the display awake after a press, and end what the lights show."""
        self._happened = None
        if self.screensaver.night(now) == Night.BLANK:
            self._timed = None  # nobody was at the table: the clock starts anew
        self.screensaver.note_press(now)

    def announce_step(self, step: Step) -> None:
        """Announce a step with the next view. Lights show it unless a control is down already."""
        self._happened = None if self._fingers.pressed_controls else step.effects
        self.voice.step = step
        self.sound = sounds.sound(step) or self.sound

    def play_click(self) -> None:
        """Play a click for a button, unless a step's sound waits, and end what the lights show."""
        self._happened = None
        self.sound = self.sound or sounds.CLICK

    def on_counted(self, message: Counted, now: float) -> None:
        """Note how the finished game stands beside the others."""
        self._standing = message.standing

    def on_supplied(self, message: Supplied, now: float) -> None:
        """Show the sign of a weak supply, or take it away some time after the supply recovered."""
        self._weak_until = inf if message.low else now + LINGER_S
        log.warning("supply: %s", "the voltage is too low" if message.low else "well again")

    def complete_view(self, plain: View, now: float) -> View:
        """Return the view with what only this module knows."""
        at_hand = plain.sitting
        face = plain.face
        night = self.screensaver.night(now)
        fingers = self._fingers
        clock, left = self._clock_of(plain, now)
        by_columns = bool(question_columns(face, at_hand))
        shows_table = (
            face.screen != ScreenName.TILE if by_columns else face.screen == ScreenName.TABLE
        )
        holding = fingers.coming_hold(now, self.changed_at)
        if holding and hold_deed(face, at_hand, holding.control) is None:
            holding = None
        return plain._replace(
            pressed=fingers.together if by_columns else fingers.pressed_controls,
            held=fingers.held_control(now, self.changed_at),
            holding=holding,
            dim_seat=self._blinks(face, now) and _half_blinks(face, now) % 2 == 1,
            weak=now < self._weak_until,
            battery=self.battery_low,
            mistaken=self.mistaken,
            unanswered=now >= self.voice.answers_at(face),
            happened=self._happened if face.preferences.motion != STILL else None,
            night=night,
            shift=self.screensaver.shift(now),
            flipped=self._flips and shows_table and seats.opposite(at_hand),
            clock=clock,
            left=left,
            standing=self._standing_of(plain.group),
        )

    def _standing_of(self, sitting: Sitting) -> Standing | None:
        """Return the place of a finished game among the others, if that is known."""
        standing = self._standing
        if standing is None or standing.game != sitting.game:
            return None
        over = sitting.state is not None and sitting.state.over
        return standing if over else None

    def _play_sound_and_words(self, face: Face, words: Callable[[], Speech | None] | None) -> None:
        volume = face.preferences.sound
        silent = volume == SILENT
        if words:
            sound = "" if silent or self.sound in sounds.TOKENS else self.sound
            self._stage.speak_words(words, sound, volume)
        elif self.sound and not silent:
            self._stage.play_sound(self.sound, volume)
        elif self.sound and face.preferences.voice != VoiceLevel.OFF:
            self._stage.end_sounds()
        self.sound = ""


def _sounds_alike(one: View, other: View) -> bool:
    """Return True if two views differ in nothing that is spoken of, but perhaps for a step."""
    facts, others = (
        (view.held, view.night, view.saved, view.weak, view.battery, view.unanswered)
        for view in (one, other)
    )
    return one.face is other.face and facts == others


def _half_blinks(face: Face, now: float) -> int:
    """Return the number of half blink periods since the last touch."""
    return int((now - face.touched) / BLINK_S + _TOLERANCE)


def _clock_steps(clock: TurnClock, now: float) -> int:
    """Return the number of figures of the clock since the turn began."""
    return int((now - clock.since) / CLOCK_STEP_S + _TOLERANCE)
