"""A whole companion in virtual time on the emulated device, without threads."""

import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from PIL import Image

from companion.daemon.core import Core
from companion.daemon.dialogue import Options
from companion.daemon.door import Door
from companion.daemon.drawing import Drawing
from companion.daemon.interfaces import Reply, Request, Shown, Spoken
from companion.daemon.system import Computer
from companion.errors import StoreError, refusal_answer
from companion.face import screens
from companion.face.dialogue import menus
from companion.face.effects import lights, motion
from companion.face.gestures.debounce import DEAF_S
from companion.face.view import Night, View
from companion.game.state import State
from companion.game.view import state_json
from companion.journal.reader import GamesReader
from companion.journal.restoring import Restoring
from companion.journal.stickers import Sticker
from companion.journal.store import Row, Store
from companion.journal.writer_messages import Counted, Loaded, NotSaved, Restored, Retold, Saved
from companion.panel import CARD_READER, Edge, Panel, Speech, Tagged, Touched
from hardware.emulator.opening import emulate_build
from wiring.reading.build import Build, load


def count(lights: Iterable[float]) -> int:
    """Return how many lights are lit."""
    return sum(level > 0 for level in lights)


class InstantWriter:
    """The writer without its thread: answers wait in the rig's inbox."""

    def __init__(self, store: Store, inbox: deque) -> None:
        self.store = store
        self.inbox = inbox
        self.backlog: list[tuple[int, Row]] = []

    def open(self) -> None:
        self.inbox.append(self.store.opened())

    def write(self, ticket: int, row: Row) -> None:
        self.backlog.append((ticket, row))
        try:
            self.store.record([row for _, row in self.backlog])
        except StoreError as error:
            self.inbox.append(NotSaved(ticket, str(error)))
        else:
            self.backlog.clear()
            standing = self.store.standing(row.sitting)
            if standing is not None:
                self.inbox.append(Counted(standing))
            self.inbox.append(Saved(ticket))
            self.store.follow_up()

    def load_game(self, game: int) -> None:
        self.inbox.append(Loaded(self.store.load_game(game), None))

    def prefer(self, key: str, value: str) -> None:
        self.store.prefer(key, value)

    def remove_name(self, name: str) -> None:
        self.store.remove_name(name)

    def enrol(self, tag: str, sticker: Sticker | None, reply: Reply) -> None:
        self.store.enrol(tag, sticker)
        reply({"ok": True})

    def rename(self, name: str, to: str, reply: Reply) -> None:
        self._retell(lambda: self.store.keep_alias(name, to), reply)

    def count_game(self, game: int, counts: bool, reply: Reply) -> None:
        self._retell(lambda: self.store.keep_trial(game, counts), reply)

    def _retell(self, act: Callable, reply: Reply) -> None:
        try:
            alias = act()
        except StoreError as error:
            reply(refusal_answer(error))
            return
        self.inbox.append(Retold(self.store.opened(), alias))
        reply({"ok": True})

    def restore(self, backup: Restoring, after: int, reply: Reply) -> None:
        merged = backup.take_in(self.store, after)
        self.inbox.append(Restored(self.store.opened(), merged["report"]["games"]))
        reply({"ok": True, **merged})

    def answer_query(self, question: Callable[[GamesReader], dict[str, Any]], reply: Reply) -> None:
        try:
            reply({"ok": True, **question(self.store)})
        except StoreError as error:
            reply(refusal_answer(error))


_load = cache(load)
"""A build by its name, read once."""

MEMORY: Final = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where files are written at once; None for the usual place."""


_ROUNDING_S: Final = 1e-6
"""How far the sums of waited times may lie beside a frame's time."""

MORE: Final = {
    "voice": "clue",
    "turns": "clue",
    "look": "discard",
    "edition": "discard",
    "menu": "play",
}
"""The button of each thing that *more* opens."""


class Stage:
    """The outputs without their thread."""

    def __init__(self, panel: Panel, inbox: deque, clock: Callable[[], float]) -> None:
        self.panel = panel
        self.inbox = inbox
        self.clock = clock
        self.drawing = Drawing(panel, lambda: True)
        self.sounds: list[tuple[str, str]] = []
        self.heard: list[str] = []

    def play_sound(self, name: str, step: str) -> None:
        self.sounds.append((name, step))

    def speak_words(self, words: Callable[[], Speech | None], sound: str, step: str) -> None:
        if sound:
            self.sounds.append((sound, step))
        if said := words():
            self.heard.append(said.text)
            self.inbox.append(Spoken(self.clock() + said.seconds))

    def end_sounds(self) -> None:
        pass

    def show_view(self, serial: int, view: View) -> None:
        assert self.panel.screen is not None
        sent = self.drawing.draw(view, self.clock())
        cut = self._page(view).cut
        assert not cut, f"{cut} does not fit on the screen {view.face.screen!r}"
        self.inbox.append(Shown(serial, sent))

    def _page(self, view: View) -> screens.Page:
        """Return the page of a view: that on the screen, unless it has another moment of it."""
        page = self.drawing.drawer.page
        released = view._replace(pressed=frozenset(), happened=None)
        if page is not None and page.view == released:
            return page
        return screens.draw(view)

    def answer_frame(self, reply: Reply) -> None:
        reply({"ok": True, "png": ""})

    def answer_lights(self, reply: Reply) -> None:
        assert self.panel.lights is not None
        reply({"ok": True, "lights": dict(self.drawing.true_levels)})


class Rig:
    """A companion, and fingers, eyes and time for it."""

    def __init__(
        self,
        directory: Path | None = None,
        build: Build | None = None,
        language: str = "en",
        computer: Computer | None = None,
        frames: bool = False,
        blind: bool = False,
        **preferences: str,
    ) -> None:
        """Start a companion.

        frames: every frame of a show is drawn, else only those when time stops. blind: nothing is
        drawn at all, which is faster where a test looks at nothing. preferences: what the group
        chose, such as `buttons`.
        """
        self.frames = frames
        self._temporary = tempfile.TemporaryDirectory(dir=MEMORY) if directory is None else None
        self.directory = directory or Path(self._temporary.name)  # type: ignore[union-attr]
        self.now = 1000.0
        self._drawn: View | None = None
        """The view that was drawn last."""
        self._due: float | None = None
        """When its next frame is due; None for never."""
        self.inbox: deque[Any] = deque()
        self.panel, self.device = emulate_build(build or _load("emulator"), lambda: self.now)
        self.store = Store(self.directory)
        self.books = InstantWriter(self.store, self.inbox)
        self.stage = Stage(self.panel, self.inbox, lambda: self.now)
        if blind:
            self.stage.show_view = lambda serial, view: self.inbox.append(Shown(serial, sent=True))  # type: ignore[method-assign]
        flips = self.panel.flips
        for key, value in preferences.items():
            if value:
                self.store.prefer(key, value)
        options = Options(language, labels=self.panel.labels, shortcut=self.panel.shortcut)
        self.core = Core(self.books, self.stage, self.panel.controls, options, computer, flips)
        self.presses = 0
        self.panel.controls.listen(self.inbox.append)
        self.books.open()
        self.settle()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.panel.controls.close()
        if self.panel.screen is not None:
            self.panel.screen.close()
        if self.panel.lights is not None:
            self.panel.lights.close()
        self.store.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    # Time

    def settle(self) -> None:
        """Handle everything that waits, now."""
        while True:
            while self.inbox:
                self.core.handle(self.inbox.popleft(), self.now)
            self.core.tick(self.now)
            self.core.publish(self.now)
            if not self.inbox:
                self._go_on()
                return

    def _go_on(self) -> None:
        """Draw the frames of this time if the view is new or one of them is due."""
        is_due = self._due is not None and self._due <= self.now + _ROUNDING_S
        if is_due or self._drawn is not self.core.view:
            self._drawn = self.core.view
            self.stage.drawing.play_frames(self.now)
            self._due = self.stage.drawing.next_due(self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass, and look at all that is there in the end."""
        self.pass_time(seconds)
        self.settle()

    def pass_time(self, seconds: float) -> None:
        """Let time pass, stopping at each deadline, as the loop does."""
        end = self.now + seconds
        while True:
            deadline = self.core.deadline(self.now)
            due = self.stage.drawing.next_due(self.now) if self.frames else None
            if due is not None and due <= min(end, deadline or end):
                self.now = due
                self.stage.drawing.play_frames(due)
                continue
            if deadline is None or deadline > end:
                break
            self.now = max(self.now, deadline)
            self.settle()
            after = self.core.deadline(self.now)
            assert after is None or after > self.now, "a deadline that never passes"
        self.now = end

    # Fingers

    def down(self, control: str) -> None:
        self.device.press(control)
        self.settle()

    def up(self, control: str) -> None:
        """Let go; a long press ends once the level was read."""
        self.device.release(control)
        self.settle()
        if control in self.core._fingers.controls_down:
            self.wait(DEAF_S)

    def tap(self, control: str, after: float = 0.5) -> None:
        """Tap as a person does, and do nothing for a while."""
        self.hold(control, 0.08, after)

    def hold(self, control: str, seconds: float = 1.0, after: float = 0.5) -> None:
        self.presses += 1
        self.down(control)
        self.wait(seconds)
        self.up(control)
        self.wait(after)

    def chord(self, *controls: str, after: float = 0.5) -> None:
        self.presses += 1
        for control in controls:
            self.down(control)
            self.wait(0.03)
        self.wait(0.1)
        for control in controls:
            self.up(control)
        self.wait(after)

    def press(self, buttons: str, after: float = 0.5) -> None:
        """Tap a button, or a chord of buttons that are joined by `+`."""
        if "+" in buttons:
            self.chord(*buttons.split("+"), after=after)
        else:
            self.tap(buttons, after)

    def more(self, item: str, after: float = 0.5) -> None:
        """Hold DISCARD, and open what *more* has over a button."""
        self.hold("discard")
        self.tap(MORE[item], after)

    def select(self, key: str, after: float = 0.5) -> None:
        """Select the line of the open list that has this key of the words."""
        for _ in range(100):
            face = self.core.dialogue.face
            if menus.menu_lines(face, self.core.sitting)[face.menu.cursor].label.key == key:
                return self.tap("play", after)
            self.tap("discard")
        raise AssertionError(f"there is no line {key}")

    def lose(self, control: str) -> None:
        """Say, as a driver does, that edges of a control are lost."""
        self.inbox.append(Edge(control, down=False, at=self.now, cancelled=True))
        self.settle()

    # Scripts

    def ask(self, door: Door = Door.CONTROL, /, **body: object) -> dict[str, Any]:
        """Return a request of a socket; its answer once the screen has it."""
        answers: list[dict[str, Any]] = []
        self.inbox.append(Request(body, answers.append, door))
        self.settle()
        if not answers:
            self.wait(float(body.get("seconds", 0)) + 0.001)  # type: ignore[arg-type]
        assert answers, f"no answer to {body}"
        return answers[0]

    def play(self, suit: str) -> None:
        """Play on a firework by the buttons that the screen offers for it."""
        self.tap("play")
        for _ in range(3):
            if self.screen != "choosing":
                return
            options = self.ask(get="screen")["screen"]["options"]
            self.press(next(buttons for buttons, suits in options.items() if suit in suits))
        assert self.screen != "choosing", f"{suit} cannot be reached"

    def enter(self, do: str, suit: str | None) -> None:
        """Enter a turn as a group does in the detail colours."""
        if do == "play":
            assert suit is not None
            self.play(suit)
        elif do == "misfire":
            self.hold("play")
        else:
            self.tap(do)

    def touch(self, place: tuple[int, int] | str, after: float = 0.5) -> None:
        """Touch a point of the display, or a firework's lights by its suit."""
        self.presses += 1
        self.inbox.append(Touched(place, self.now))
        self.settle()
        self.wait(after)

    def touch_firework(self, suit: str) -> None:
        """Touch a firework where it stands on the display."""
        suits = list(self.state.fireworks)
        column = 128 // len(suits)
        self.touch((column * suits.index(suit) + column // 2, 40))

    def lay(self, *ids: str, reader: str = CARD_READER, after: float = 0.5) -> None:
        """Lay cards on a reader, by the tags of their stickers."""
        self.inbox.append(Tagged(ids, reader, self.now))
        self.settle()
        self.wait(after)

    # Eyes

    @property
    def screen(self) -> str:
        assert self.core.view is not None
        return self.core.view.face.screen

    @property
    def notice(self) -> str | None:
        assert self.core.view is not None
        notice = self.core.view.face.notice
        return notice.phrase.key if notice else None

    @property
    def state(self) -> State:
        assert self.core.sitting.state is not None
        return self.core.sitting.state

    @property
    def json(self) -> dict[str, Any]:
        return state_json(self.state)

    @property
    def glass(self) -> Image.Image:
        picture = self.device.shown_picture()
        assert picture is not None
        return picture

    def drawn(self) -> Image.Image:
        """Return what the glass should show."""
        view = self.core.view
        assert view is not None
        glass = Image.new("1", self.glass.size)
        if view.night != Night.BLANK:
            picture = screens.draw(motion.moment_view(view, self.now)).image
            glass.paste(motion.moving_picture(picture, view, self.now), (0, view.shift))
        return glass

    def check(self) -> None:
        """Check that glass, lights and store agree with the state, whatever happened."""
        self.check_store()
        self.look()

    def check_store(self) -> None:
        """Check that the store has the game that is on the table."""
        assert self.store.current() == self.core.sitting, "the store has another game"

    def look(self) -> None:
        """Check that the glass and the lights agree with the state."""
        assert self.glass.tobytes() == self.drawn().tobytes(), "the glass shows another picture"
        view = self.core.view
        assert view is not None
        state = view.sitting.state
        levels = self.device.levels()
        if view.night == Night.BLANK:
            assert not self.device.lit_places(), "a light shines in the night"
        elif state is not None and lights.next_change_of_lights(view, self.now) is None:
            if "clue" in levels:
                assert count(levels["clue"]) == state.clues
            if "fuse" in levels:
                assert count(levels["fuse"]) == min(state.fuses, len(levels["fuse"]))
            for suit, row in levels.get("firework", {}).items():
                height = state.fireworks.get(suit, 0)
                assert count(row) == min(height, len(row)), f"the lights of {suit}"
