"""Publishing: what the screen, the lights and the speaker are given, and who is told of it.

A view is made from what the dialogue has (the game and the face) and from what only this module knows: the
night, the blinking, the sign of a weak supply, and what the last step did.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from companion.daemon.fingers import Fingers
from companion.daemon.interfaces import Reply, Shown, Spoken, Stage
from companion.daemon.log import log
from companion.daemon.mistakes import Mistakes
from companion.daemon.onlookers import Onlookers
from companion.daemon.screensaver import Screensaver
from companion.daemon.socket import questions
from companion.daemon.socket.answers import Answers
from companion.face import preferences, seats
from companion.face.dialogue.choices import choosing_by_columns
from companion.face.effects import sounds
from companion.face.happened import Happened, Step
from companion.face.state import PROMPTS, Face, ScreenName
from companion.face.view import View
from companion.panel import Speech, Supplied
from companion.table.sitting import Sitting
from companion.table.statistics.standings import Standing
from companion.table.writer_messages import Counted

ANSWERS_S: Final = 3.0
"""Time without a press after a question was spoken until its answers are, in seconds."""
BLINK_S: Final = 0.5
"""Time between the halves of the seat's blinking, in seconds."""
LINGER_S: Final = 60.0
"""Time for which the sign of a weak supply stays after the supply recovered, in seconds."""
_TOLERANCE: Final = 1e-6
"""Tolerance for comparing clock readings, in halves of a blink."""


class Publisher:
    """Shows each new view once, and answers the scripts that wait for it."""

    def __init__(self, stage: Stage, fingers: Fingers, flips: bool) -> None:
        """A publisher that has shown nothing yet.

        flips: the picture of the table is turned to the player who acts.
        """
        self._stage: Final = stage
        self._fingers: Final = fingers
        self._flips: Final = flips
        self.mistakes: Final = Mistakes()
        self._mistaken = False
        """The program made a mistake since the last press that worked."""
        self.answers: Final = Answers()
        self.onlookers: Final = Onlookers()
        self.view: View | None = None
        """The view that was published last."""
        self.sound: str | None = None
        """The sound that is played at the next publication, if any."""
        self._step: Step | None = None
        """The step to announce with the next view, if any."""
        self.quiet_at = float("-inf")
        """When the last words end."""
        self._asked_at = float("-inf")
        """When the last words end that were no answers of a question."""
        self._spoken: View | None = None
        """The view of which was spoken last."""
        self._serial = 0
        self._told: Sitting | None = None
        self._screensaver = Screensaver()
        self._happened: Happened | None = None
        self._standing: Standing | None = None
        self._weak_until = float("-inf")

    def open(self, now: float) -> None:
        """There is a game to show from now on: the display wakes."""
        self._screensaver = Screensaver(now)

    def publish(self, plain: View, now: float, hold: bool = False) -> None:
        """Show what changed, play the sound, and tell the subscribers.

        hold: a step will be on disk in a moment, so no view of the same game is shown before: the picture
        of a released button would only occupy the bus while that of the step waits.
        """
        before = self.view
        view = self._look(plain, now)
        if hold and before is not None and before.sitting is view.sitting:
            self._play(view.face, None)
            return
        words = None
        if view != before:
            self._screensaver.shows(view.night, now)
            self.view = view
            self._serial += 1
            self._stage.show(self._serial, view)
            words = self._words(view)
            if before is None or self._told is not view.group:
                self._told = view.group
                if self.answers.subscribers:
                    self.answers.tell({"serial": self._serial, "state": self.state(view)})
        self.mistakes.contain(
            "telling the onlookers", partial(self.onlookers.tell, self._serial, view)
        )
        self._play(view.face, words)
        self.answers.give(now)

    def mistaken(self, work: str, error: Exception) -> None:
        """Tell a mistake of the program; a sign shows that there was one until a press works."""
        self.mistakes.tell(work, error)
        self._mistaken = True

    def works(self) -> None:
        """Take the sign of a mistake away: a press worked."""
        self._mistaken = False

    def publish_sign(self, plain: View, now: float) -> None:
        """Show the view before with the sign of a mistake, since none can be made of this one."""
        view = (self.view or plain)._replace(mistaken=True)
        if view != self.view:
            self.view = view
            self._serial += 1
            self._stage.show(self._serial, view)
        self.answers.give(now)

    def answer(self, reply: Reply, plain: View, now: float) -> None:
        """Answer a script once the screen shows this view."""
        self.answers.wait(self._serial + (self._look(plain, now) != self.view), reply, now)

    def subscribe(self, reply: Reply, view: View) -> None:
        """Tell an onlooker the view, and each change of it."""
        self.onlookers.subscribe(reply, self._serial, view)

    def state(self, view: View) -> dict[str, Any] | None:
        """Return the state of the game as scripts are told it."""
        return questions.state(view.group, view.saved, self._serial)

    def deadlines(self, face: Face, now: float) -> list[float]:
        """When the view changes by itself, or an answer is due."""
        times = self._screensaver.deadlines(now) + self.answers.deadlines()
        if now < self._weak_until < float("inf"):
            times.append(self._weak_until)
        answers = self._answers_at(face)
        if answers is not None and now < answers:
            times.append(answers)
        if face.screen in PROMPTS and not self._screensaver.night(now):
            times.append(face.touched + BLINK_S * (_blinks(face, now) + 1))
        return times

    # What the view depends on

    def stir(self, now: float) -> None:
        """A press: the display stays awake, and the effects of the last step end."""
        self._happened = None
        self._screensaver.stir(now)

    def wakes(self, now: float, at: float) -> bool:
        """Whether a press `at` that time only wakes the display."""
        wakes = self._screensaver.wakes(at)
        self.stir(now)
        return wakes

    def take_step(self, step: Step) -> None:
        """Announce a step with the next view. Lights show it unless a control is down already."""
        self._happened = None if self._fingers.pressed else step.did
        self._step = step
        self.sound = sounds.sound(step.did) or self.sound

    def click(self) -> None:
        """A button went down: a click, unless a step's sound waits to be played."""
        self.sound = self.sound or sounds.CLICK

    def shown(self, message: Shown, now: float) -> None:
        """The outputs have shown a view."""
        self.answers.shown(message)
        self.answers.give(now)

    def spoken(self, message: Spoken, now: float) -> None:
        """Words are spoken: what waits for a press waits from their end."""
        self.quiet_at = message.until
        if self.view is None or not self.view.unanswered:
            self._asked_at = message.until

    def _answers_at(self, face: Face) -> float | None:
        """When the answers of an open question are spoken; None without such a question."""
        if face.choice is None or face.preferences.voice != preferences.VoiceLevel.FULL:
            return None
        return max(face.touched, self._asked_at) + ANSWERS_S

    def counted(self, message: Counted, now: float) -> None:
        """The finished game was compared with the others."""
        self._standing = message.standing

    def supplied(self, message: Supplied, now: float) -> None:
        """The supply's voltage fell too low, or recovered."""
        self._weak_until = float("inf") if message.low else now + LINGER_S
        log.warning("supply: %s", "the voltage is too low" if message.low else "well again")

    def _look(self, plain: View, now: float) -> View:
        """Return the view with what only this module knows."""
        at_hand = plain.sitting
        face = plain.face
        night = self._screensaver.night(now)
        answers = self._answers_at(face)
        together = choosing_by_columns(face, at_hand)
        return plain._replace(
            pressed=self._fingers.together if together else self._fingers.pressed,
            held=self._fingers.held(now),
            dim_seat=face.screen in PROMPTS and not night and _blinks(face, now) % 2 == 1,
            weak=now < self._weak_until,
            mistaken=self._mistaken,
            unanswered=answers is not None and now >= answers,
            happened=self._happened,
            night=night,
            shift=self._screensaver.shift(now),
            flipped=self._flips and _of_the_table(face, at_hand) and seats.opposite(at_hand),
            standing=self._standing_of(plain.group),
        )

    def _standing_of(self, sitting: Sitting) -> Standing | None:
        """Return what a game means beside the others, if it is over and that is known."""
        standing = self._standing
        if standing is None or standing.game != sitting.game:
            return None
        over = sitting.state is not None and sitting.state.over
        return standing if over else None

    def _words(self, view: View) -> Callable[[], Speech | None] | None:
        """What makes the words on this view, in another thread; None where there is nothing to speak of."""
        before = self._spoken
        step = self._step
        self._spoken = view
        self._step = None
        if view.face.preferences.voice == preferences.VoiceLevel.OFF:
            return None
        if step is None and before is not None and _sounds_alike(before, view):
            return None
        return partial(self._aloud, before, view, step)

    def _aloud(self, before: View | None, after: View, step: Step | None) -> Speech | None:
        """Return the words on what is new, or after a mistake all that is on the screen; None for none."""
        from companion.face.voice.aloud import seconds  # only a table with a voice needs them
        from companion.face.voice.heard import shown, spoken_text

        screen = after.face.screen
        text = self.mistakes.contain(
            f"speaking of the screen {screen}", partial(spoken_text, before, after, step)
        )
        if text is None:
            text = self.mistakes.contain(
                f"reading the screen {screen} aloud", partial(shown, after)
            )
        return Speech(text, after.language, seconds(text, after.language)) if text else None

    def _play(self, face: Face, words: Callable[[], Speech | None] | None) -> None:
        volume = face.preferences.sound
        sound = self.sound if volume != preferences.SILENT else None
        if words is not None:
            self._stage.say(words, sound or "", volume)
        elif sound is not None:
            self._stage.sound(sound, volume)
        elif self.sound is not None and face.preferences.voice != preferences.VoiceLevel.OFF:
            self._stage.hush()
        self.sound = None


def _sounds_alike(one: View, other: View) -> bool:
    """Whether nothing is new of what is spoken of, a step apart."""
    return one.face is other.face and _besides(one) == _besides(other)


def _besides(view: View) -> tuple[object, ...]:
    """What is spoken of in a view beside its face."""
    return view.held, view.night, view.saved, view.weak, view.unanswered


def _of_the_table(face: Face, at_hand: Sitting) -> bool:
    """Whether the screen has the table's picture."""
    return face.screen == ScreenName.TABLE or (
        face.screen != ScreenName.TILE and choosing_by_columns(face, at_hand)
    )


def _blinks(face: Face, now: float) -> int:
    """How many halves of its blinking the seat has behind it."""
    return int((now - face.touched) / BLINK_S + _TOLERANCE)
