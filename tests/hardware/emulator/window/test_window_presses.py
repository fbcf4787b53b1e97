"""What mouse and keyboard press in the emulator's window, and what they do not."""

import os
import time
from collections.abc import Callable

import pytest

from companion.commands.run import _open_window
from companion.panel import Edge, Rotated
from hardware.emulator.opening import emulate_build
from tests.rig.running import Script, running
from tests.rig.waiting import until
from tests.rig.windows import run_with
from wiring.reading.build import load

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.window import keyboard
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.window import Window

AWAY = (5, 5)
pytestmark = pytest.mark.usefixtures("large")


class Hand:
    """A device in its window, a hand at mouse and keyboard, and what the panel says of that."""

    def __init__(self, build: str = "emulator") -> None:
        self.panel, self.emulated = emulate_build(load(build))
        self.said: list[Edge | Rotated] = []
        self.cancelled: list[str] = []
        self.panel.controls.listen(self.said.append)
        self.window = Window(self.emulated, cancel=self._cancel)
        self.layout = WindowLayout(self.emulated.build)

    def _cancel(self, control: str) -> None:
        self.cancelled.append(control)
        self.said.append(Edge(control, down=False, at=0.0, cancelled=True))

    def mouse(self, kind: int, at: str | PixelPoint, button: int = 1) -> None:
        """An event of the mouse at a control, or at a point of the layout."""
        x, y = self.layout.press_point(at) if isinstance(at, str) else at
        across, down = self.layout.size
        width, height = pygame.display.get_window_size()
        pos = (round(x * width / across), round(y * height / down))
        pygame.event.post(pygame.event.Event(kind, pos=pos, button=button))

    def key(self, kind: int, code: int, modifiers: int = 0) -> None:
        pygame.event.post(pygame.event.Event(kind, key=code, mod=modifiers))

    def waits(self, control: str, down: bool = True) -> None:
        until(lambda: self.emulated.is_down(control) == down)

    @property
    def edges(self) -> list[tuple[str, bool, bool]]:
        return [
            (edge.control, edge.down, edge.cancelled)
            for edge in self.said
            if isinstance(edge, Edge)
        ]


def event(kind: int) -> None:
    pygame.event.post(pygame.event.Event(kind))


LEAVE: dict[str, Callable[[Hand], None]] = {
    "dragged off": lambda hand: hand.mouse(pygame.MOUSEMOTION, AWAY),
    "dragged onto another": lambda hand: hand.mouse(pygame.MOUSEMOTION, "discard"),
    "let go beside it": lambda hand: hand.mouse(pygame.MOUSEBUTTONUP, AWAY),
    "out of the window": lambda hand: event(pygame.WINDOWLEAVE),
    "another window": lambda hand: event(pygame.WINDOWFOCUSLOST),
    "closed": lambda hand: event(pygame.QUIT),
    "stopped": lambda hand: hand.window.stop(),
}


@pytest.mark.parametrize("leave", LEAVE)
def test_a_press_of_the_mouse_that_leaves_is_cancelled(leave):
    hand = Hand()

    def act() -> None:
        hand.mouse(pygame.MOUSEBUTTONDOWN, "clue")
        hand.waits("clue")
        LEAVE[leave](hand)
        hand.waits("clue", down=False)
        if leave not in ("closed", "stopped"):
            hand.mouse(pygame.MOUSEMOTION, "clue")
            hand.mouse(pygame.MOUSEBUTTONUP, "clue")
            hand.mouse(pygame.MOUSEBUTTONDOWN, "play")
            hand.waits("play")
            hand.mouse(pygame.MOUSEBUTTONUP, "play")
            hand.waits("play", down=False)

    run_with(hand.window, act)
    assert hand.edges[:2] == [("clue", True, False), ("clue", False, True)]
    assert hand.edges[2] == ("clue", False, False)
    assert all(edge == ("play", edge[1], False) for edge in hand.edges[3:]), "the next press counts"


def test_no_turn_comes_of_a_press_that_is_cancelled(tmp_path):
    with running(tmp_path) as companion, Script(tmp_path / "hanabi-companion.sock") as script:
        script.ask(do="new", players=3)
        window = _open_window(companion)
        emulated = companion.emulated
        layout = WindowLayout(emulated.build)

        def mouse(kind: int, at: PixelPoint, down: bool) -> None:
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
            until(lambda: emulated.is_down("clue") == down)
            time.sleep(0.03)  # what is quicker is a bounce

        def clues() -> int:
            return int(script.ask(get="state")["state"]["clues"])

        def act() -> None:
            for _ in range(3):
                mouse(pygame.MOUSEBUTTONDOWN, layout.press_point("clue"), True)
                mouse(pygame.MOUSEMOTION, AWAY, False)
                mouse(pygame.MOUSEBUTTONUP, AWAY, False)
            assert clues() == 8
            mouse(pygame.MOUSEBUTTONDOWN, layout.press_point("clue"), True)
            mouse(pygame.MOUSEBUTTONUP, layout.press_point("clue"), False)
            until(lambda: clues() == 7)

        run_with(window, act)


def test_a_click_a_touch_or_a_key_counts_however_short(tmp_path):
    with running(tmp_path) as companion, Script(tmp_path / "hanabi-companion.sock") as script:
        script.ask(do="new", players=3)
        window = _open_window(companion)
        at = WindowLayout(companion.emulated.build).press_point("clue")

        def post(*kinds: int) -> None:
            for kind in kinds:
                pygame.event.post(pygame.event.Event(kind, pos=at, button=1, key=pygame.K_c))

        def act() -> None:
            for left, kinds in (
                (7, (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)),
                (6, (pygame.KEYDOWN, pygame.KEYUP)),
            ):
                time.sleep(0.5)  # sooner after something happened no turn begins
                post(*kinds)
                until(lambda left=left: script.ask(get="state")["state"]["clues"] == left)

        run_with(window, act)


@pytest.mark.parametrize(
    ("control", "lock"),
    [(pygame.KMOD_LCTRL, pygame.KMOD_NUM), (pygame.KMOD_RCTRL, pygame.KMOD_CAPS)],
)
def test_ctrl_c_closes_the_window_and_presses_nothing(control, lock):
    hand = Hand()
    hand.key(pygame.KEYDOWN, pygame.K_c, control | lock)
    hand.window.run()  # until it is closed
    assert hand.said == []


@pytest.mark.parametrize("name", ["LCTRL", "RALT", "LMETA"])
def test_a_key_with_a_modifier_is_no_press(name):
    hand = Hand("emulator-keys")
    modifier = getattr(pygame, f"KMOD_{name}")

    def act() -> None:
        for code in (pygame.K_d, pygame.K_1, pygame.K_BACKSPACE, pygame.K_LEFT, pygame.K_PAGEUP):
            hand.key(pygame.KEYDOWN, code, modifier)
            hand.key(pygame.KEYUP, code, modifier)
        if "CTRL" not in name:
            hand.key(pygame.KEYDOWN, pygame.K_c, modifier)
        hand.key(pygame.KEYDOWN, pygame.K_p)
        hand.waits("play")
        hand.key(pygame.KEYUP, pygame.K_p, modifier)
        hand.waits("play", down=False)

    run_with(hand.window, act)
    assert hand.edges == [("play", True, False), ("play", False, False)]
    assert len(hand.said) == 2


@pytest.mark.parametrize(
    ("key", "place", "control"),
    [
        (pygame.K_c, 0, "clue"),
        (pygame.K_d, 0, "discard"),
        (pygame.K_p, 0, "play"),
        (pygame.K_u, 0, "undo"),
        (pygame.K_BACKSPACE, 0, "undo"),
        (pygame.K_1, 0, "W"),
        (pygame.K_7, 0, "K"),
        (pygame.K_KP5, 0, "G"),
        (pygame.K_AMPERSAND, pygame.KSCAN_1, "W"),
        (232, pygame.KSCAN_7, "K"),
        (pygame.K_UP, pygame.KSCAN_UP, "up"),
        (pygame.K_RIGHT, 0, "right"),
        (pygame.K_8, pygame.KSCAN_8, None),
        (pygame.K_x, pygame.KSCAN_X, None),
        (pygame.K_LEFTBRACKET, 0, None),
    ],
)
def test_each_control_has_its_key(key, place, control):
    assert keyboard.control_of_key(key, place) == control
    assert keyboard.STEPS.get(key) == (-1 if key == pygame.K_LEFTBRACKET else None)
