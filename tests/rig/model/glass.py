"""What the glass said when a finger came down: a gesture means that, or nothing."""

from typing import Any, Final

from companion.daemon.dialogue import Dialogue
from companion.daemon.interfaces import Reply
from companion.face.command import Do, Reaction
from companion.face.dialogue import presses
from companion.face.gestures.gestures import Chord, Gesture, Sleeve
from companion.face.happened import Step
from companion.face.state import Face, ScreenName
from companion.face.view import View
from tests.rig.model.promises import require

MEANS_WHAT_IT_SAW: Final = "a gesture means what the glass said when the finger came down"
REMEMBERED_S: Final = 60.0
"""Seconds for which a view is remembered: no gesture is under way for longer."""


class Glass:
    """The views that were on the glass, and what hands know beside: what their own gestures did."""

    def __init__(self) -> None:
        self._faces: list[tuple[float, Face, bool]] = []
        """Each face, when it came, and whether a finger brought it."""
        self._stepped_at = float("-inf")
        """When something but a finger changed the game."""

    def watch(self, dialogue: Dialogue) -> None:
        """Check each gesture of a finger before it is carried out."""
        take, carry_out, count = (
            dialogue.take_gesture,
            dialogue.carry_out_reaction,
            dialogue.count_step,
        )
        under_way: list[Gesture] = []

        def taking(gesture: Gesture, felt: float, reply: Reply | None, now: float) -> None:
            under_way[:] = [gesture] if reply is None else []
            take(gesture, felt, reply, now)
            under_way.clear()
            if reply is None:
                self._faces.append((now, dialogue.face, True))

        def carrying_out(target: Any, answer: Reaction, now: float, *rest: Any) -> None:
            if under_way and dialogue.opened:
                self._check(dialogue, under_way[0], answer, now)
            carry_out(target, answer, now, *rest)

        def counting(step: Step, now: float, reply: Reply | None) -> None:
            by_card = isinstance(step.command, Do) and step.command.tag
            if reply or by_card:
                self._stepped_at = now
            count(step, now, reply)

        dialogue.take_gesture = taking  # type: ignore[method-assign]
        dialogue.carry_out_reaction = carrying_out  # type: ignore[method-assign]
        dialogue.count_step = counting  # type: ignore[method-assign]

    def show(self, view: View | None, now: float) -> None:
        """Remember a view that is on the glass now."""
        known = self._faces[-1][1] if self._faces else None
        if view is not None and view.face is not known:
            recent = [one for one in self._faces if one[0] > now - REMEMBERED_S]
            self._faces = [*(recent or self._faces[-1:]), (now, view.face, False)]

    def _check(self, dialogue: Dialogue, gesture: Gesture, answer: Reaction, now: float) -> None:
        before = dialogue.face
        did = answer.command, _meant(answer.face)
        if did == (None, _meant(before)) or isinstance(gesture, Sleeve):
            return
        seen = self._seen(gesture.began)
        answers = isinstance(gesture, Chord) and gesture.answers
        names = answers and before.screen == ScreenName.NAMING
        if seen is None or names:
            return
        require(
            gesture.began >= self._stepped_at,
            MEANS_WHAT_IT_SAW,
            gesture,
            "the game went on at",
            self._stepped_at,
        )
        quiet_at = min(now, dialogue._publisher.voice.quiet_at)
        seen = seen._replace(touched=max(seen.touched, quiet_at))
        target = presses.at_hand(seen, dialogue.pending)
        meant = presses.press(seen, target, gesture, now, now, exempt=True)
        said = meant.command, _meant(meant.face)
        # Two refusals are equal in words alone.
        same = did == said or repr(did) == repr(said)
        require(same, MEANS_WHAT_IT_SAW, gesture, seen.scene, before.scene, *_brief(said, did))

    def _seen(self, began: float) -> Face | None:
        """Return the face that a finger knew that came down then."""
        seen = None
        for at, face, by_finger in self._faces:
            if at <= began or by_finger:
                seen = face
        return seen


def _meant(face: Face) -> tuple[Any, ...]:
    """Return what the meaning of presses depends on, apart from the game."""
    asked = (face.scene, face.menu, face.page, face.visit, face.marked, face.laid)
    practised = face.practice
    # The face that comes back has the time of a press, which depends on who judged it and when.
    lesson = practised and (practised.sitting, practised.lesson, _meant(practised.back))
    return (*asked, face.draft, face.preferences, lesson)


def _brief(said: Any, did: Any) -> tuple[object, ...]:
    """Return what differs between what a gesture was said to do, and what it did."""
    (command, faced), (asked, now) = said, did
    differ = [pair for pair in zip(faced, now, strict=True) if pair[0] != pair[1]]
    return tuple(repr(one)[:200] for one in (command, asked, *sum(differ, ())))
