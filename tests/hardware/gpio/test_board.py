"""A board is the chip that the build asks for, or a sentence that says what to do."""

import fcntl
import os
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device  # type: ignore[import-untyped]

from companion.errors import PanelError
from companion.panel import Edge, Rotated, Unusable
from hardware.emulator.board import EmulatedBoard
from hardware.gpio import board as board_module
from hardware.gpio.board import find_chip, open_board
from hardware.gpio.buttons import GpioControls
from wiring.spec import ChipSpec, EncoderPins

AUTO = ChipSpec("raspberry-pi", "auto", "")
CHIPS = {
    "gpiochip0": "pinctrl-rp1",
    "gpiochip10": "gpio-brcmstb@107d508500",
    "gpiochip4": "pinctrl-mine",
}


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A /dev with chips, whose labels the kernel would tell, on a computer without libgpiod 2."""
    monkeypatch.setitem(sys.modules, "gpiod", None)
    monkeypatch.delitem(sys.modules, "hardware.gpio.kernel_pins", raising=False)
    monkeypatch.setattr(board_module, "_DEV", str(tmp_path))
    monkeypatch.setattr(board_module, "_label", lambda path: CHIPS[path.name])
    for name in CHIPS:
        (tmp_path / name).touch()
    return tmp_path


def test_the_chip_of_the_header_is_found_by_its_label(dev: Path) -> None:
    assert find_chip("auto") == 0
    assert find_chip("pinctrl-mine") == 4
    assert find_chip("gpio-brcmstb@107d508500") == 10


def test_a_label_that_no_chip_has_is_told_with_those_there_are(dev: Path) -> None:
    with pytest.raises(
        PanelError, match=r'labelled "pinctrl-bcm2711", only pinctrl-rp1 \(0\), .*; correct chip'
    ):
        find_chip("pinctrl-bcm2711")


def test_a_computer_that_is_no_raspberry_pi_is_told_so(dev: Path) -> None:
    (dev / "gpiochip0").unlink()
    with pytest.raises(
        PanelError, match=r"no GPIO chip here \(.*\) is that of a Raspberry Pi's header; without"
    ):
        find_chip("auto")
    for name in ("gpiochip4", "gpiochip10"):
        (dev / name).unlink()
    with pytest.raises(
        PanelError, match="this computer has no GPIO chip; without a Raspberry Pi, use the emulator"
    ):
        find_chip("auto")


def test_a_chip_that_may_not_be_used_is_told_with_the_cure(
    dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(board_module, "_label", refused)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(
        PanelError, match=r"may not be used; allow it with `sudo usermod -aG gpio \$USER`"
    ):
        find_chip("auto")


def test_the_label_is_asked_of_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ioctl(fd: int, request: int, answer: bytes) -> bytes:
        assert (request, len(answer)) == (0x8044B401, 68)
        return (
            b"gpiochip0".ljust(32, b"\0")
            + b"pinctrl-bcm2711".ljust(32, b"\0")
            + (58).to_bytes(4, "little")
        )

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    monkeypatch.setattr(board_module, "_DEV", str(tmp_path))
    (tmp_path / "gpiochip0").touch()
    assert find_chip("auto") == 0


class FakeLgpio(types.ModuleType):
    """lgpio as gpiozero uses it, over a dictionary of levels; `edge` plays the kernel."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = RuntimeError

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.opened: list[int] = []
        self.closed: list[int] = []
        self.levels: dict[int, int] = {}
        self.modes: dict[int, int] = {}
        self.busy: set[int] = set()
        self.callbacks: list[tuple[int, Callable[[int, int, int, int], None]]] = []

    def gpiochip_open(self, chip: int) -> int:
        self.opened.append(chip)
        return 100 + len(self.opened)

    def gpiochip_close(self, handle: int) -> None:
        self.closed.append(handle)

    def gpio_claim_input(self, handle: int, pin: int, flags: int = 0) -> None:
        if pin in self.busy:
            raise RuntimeError("'GPIO busy'")
        self.modes[pin] = flags
        if flags & 32:
            self.levels.setdefault(pin, 1)

    def gpio_claim_output(self, handle: int, pin: int) -> None:
        self.modes[pin] = 2

    def gpio_claim_alert(self, handle: int, pin: int, edges: int, flags: int) -> None:
        assert flags & 32, "the pull-up must survive"

    def gpio_get_mode(self, handle: int, pin: int) -> int:
        return self.modes.get(pin, 0)

    def gpio_free(self, handle: int, pin: int) -> None:
        self.modes.pop(pin, None)

    def gpio_read(self, handle: int, pin: int) -> int:
        return self.levels.get(pin, 0)

    def gpio_write(self, handle: int, pin: int, level: int) -> None:
        self.levels[pin] = int(level)

    def gpio_set_debounce_micros(self, handle: int, pin: int, micros: int) -> None:
        assert micros == 0

    def callback(
        self, handle: int, pin: int, edges: int, function: Callable[[int, int, int, int], None]
    ) -> Any:
        entry = (pin, function)
        self.callbacks.append(entry)
        return types.SimpleNamespace(cancel=lambda: self.callbacks.remove(entry))

    def edge(self, pin: int, level: int, nanoseconds: int) -> None:
        self.levels[pin] = level
        for wanted, function in tuple(self.callbacks):
            if wanted == pin:
                function(0, pin, level, nanoseconds)


@pytest.fixture
def lgpio(dev: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLgpio]:
    fake = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    from gpiozero.pins import local  # type: ignore[import-untyped]

    monkeypatch.setattr(local, "get_pi_revision", lambda: 0xC03111)
    yield fake
    sys.modules.pop("gpiozero.pins.lgpio", None)


def test_a_real_board_is_lgpio_on_the_chip_that_was_found(lgpio: FakeLgpio) -> None:
    board = open_board(AUTO)
    assert lgpio.opened == [0]
    board.hold()
    board.release()
    assert lgpio.closed == [101]
    open_board(ChipSpec("raspberry-pi", 4, ""))
    assert lgpio.opened == [0, 4]
    assert Device.pin_factory is None


def test_real_edges_carry_the_time_of_the_kernel(
    lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    buttons = GpioControls(open_board(AUTO), {"clue": 5, "play": 13})
    posted: list[Edge] = []
    buttons.listen(posted.append)
    assert not buttons.is_down("clue")
    now = time.monotonic()
    lgpio.edge(5, 0, int((now - 0.25) * 1e9))
    assert buttons.is_down("clue")
    lgpio.edge(5, 1, int((now - 0.125) * 1e9))
    buttons.close()
    assert [(edge.control, edge.down) for edge in posted] == [("clue", True), ("clue", False)]
    assert [edge.at for edge in posted] == pytest.approx([now - 0.25, now - 0.125], abs=0.001)
    assert lgpio.closed == [101]


def test_a_real_encoder_turns_by_the_edges_of_the_kernel(lgpio: FakeLgpio) -> None:
    controls = GpioControls(open_board(AUTO), {"clue": 5}, EncoderPins(a=17, b=27))
    posted: list[Edge | Rotated] = []
    controls.listen(posted.append)
    now = time.monotonic()
    for number, (pin, level) in enumerate(((17, 0), (27, 0), (27, 1), (27, 0), (17, 1), (27, 1))):
        lgpio.edge(pin, level, int((now - 0.5 + 0.05 * number) * 1e9))
    controls.close()
    (turned,) = posted
    assert isinstance(turned, Rotated)
    assert (turned.steps, turned.at) == (1, pytest.approx(now - 0.25, abs=0.001))
    assert lgpio.callbacks == []


def test_boards_of_one_process_do_not_share_pins(lgpio: FakeLgpio) -> None:
    for _ in range(3):
        one = GpioControls(open_board(AUTO), {"clue": 5})
        other = GpioControls(open_board(ChipSpec("raspberry-pi", 4, "")), {"clue": 5})
        one.close()
        posted: list[Edge] = []
        other.listen(posted.append)
        lgpio.edge(5, 0, 1)
        assert [edge.down for edge in posted] == [True]
        lgpio.levels[5] = 1
        other.close()
    assert lgpio.callbacks == [], "lgpio would call a pin that is gone"


def test_an_edge_in_the_moment_of_opening_does_not_turn_a_button_around(lgpio: FakeLgpio) -> None:
    claim = lgpio.gpio_claim_alert
    pressed: list[int] = []

    def claim_while_pressed(handle: int, pin: int, edges: int, flags: int) -> None:
        claim(handle, pin, edges, flags)
        # The level changes right behind gpiozero's back, once: its event is still to come.
        if not pressed:
            pressed.append(pin)
            read = lgpio.gpio_read

            def old_level(handle: int, pin: int) -> int:
                lgpio.gpio_read = read  # type: ignore[method-assign]
                lgpio.levels[pin] = 0
                return 1

            lgpio.gpio_read = old_level  # type: ignore[method-assign]

    lgpio.gpio_claim_alert = claim_while_pressed  # type: ignore[method-assign]
    buttons = GpioControls(open_board(AUTO), {"clue": 5})
    posted: list[Edge] = []
    buttons.listen(posted.append)
    lgpio.edge(5, 1, 2)
    buttons.close()
    assert [edge.down for edge in posted] == [True, False]


def test_a_pin_in_use_elsewhere_is_one_sentence(lgpio: FakeLgpio) -> None:
    lgpio.busy = {13}
    buttons = GpioControls(open_board(AUTO), {"clue": 5, "play": 13})
    posted: list[object] = []
    buttons.listen(posted.append)
    sentence = "GPIO 13 is in use by the kernel or another program; free it or use another pin"
    assert posted == [Unusable("play", sentence)]
    buttons.close()
    assert lgpio.closed == [101]


def test_a_board_that_cannot_be_used_is_let_go(lgpio: FakeLgpio) -> None:
    with pytest.raises(PanelError, match="GPIO 99 cannot be used"):
        GpioControls(open_board(AUTO), {"clue": 5, "play": 99})
    assert lgpio.closed == [101]


def test_a_computer_that_hides_its_revision_is_told_so(
    lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpiozero.exc import PinUnknownPi  # type: ignore[import-untyped]
    from gpiozero.pins import local

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr(local, "get_pi_revision", unknown)
    with pytest.raises(
        PanelError, match="does not say which Raspberry Pi it is; without a Raspberry Pi, use"
    ):
        GpioControls(open_board(AUTO), {"clue": 5})


def test_a_chip_that_does_not_open_is_one_sentence(
    lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(chip: int) -> int:
        raise RuntimeError("'can not open gpiochip'")

    monkeypatch.setattr(lgpio, "gpiochip_open", refuse)
    with pytest.raises(
        PanelError, match=r"/dev/gpiochip0 cannot be opened .*; see that no other program uses it"
    ):
        open_board(AUTO)


@pytest.mark.parametrize("stub", [None, types.ModuleType("lgpio")], ids=["absent", "empty stub"])
def test_without_lgpio_the_sentence_says_how_to_get_it(
    dev: Path, monkeypatch: pytest.MonkeyPatch, stub: types.ModuleType | None
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", stub)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(PanelError, match="`sudo apt install python3-lgpio`"):
        open_board(AUTO)


def test_lgpio_is_imported_in_a_directory_of_its_own(
    dev: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, scratch = tmp_path / "home", tmp_path / "scratch"
    home.mkdir()
    scratch.mkdir()
    (home / "lgpio.py").write_text(
        "import os, pathlib\n"
        "os.chdir(os.environ['LG_WD'])\n"
        "pathlib.Path('.lgd-nfy0').touch()\n"
        "pathlib.Path(__file__).with_name('went').write_text(os.getcwd())\n"
        "SET_PULL_NONE = 0\n"
    )
    monkeypatch.syspath_prepend(str(home))
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    monkeypatch.chdir(home)
    monkeypatch.setenv("LG_WD", "/mine")
    with pytest.raises(PanelError):  # that module has nothing else
        open_board(AUTO)
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    assert (home / "went").read_text().startswith(str(scratch / "lgpio-"))
    assert list(scratch.iterdir()) == []
    assert (os.getcwd(), os.environ["LG_WD"]) == (str(home), "/mine")


def test_an_emulated_board_tells_its_watcher(monkeypatch: pytest.MonkeyPatch) -> None:
    board = EmulatedBoard("4B", lambda: 0.0)
    told: list[int] = []
    board.watch(lambda: told.append(1))
    board.hold()
    light = board.output(17, active_high=True)
    assert board.driven(17) is False
    count = len(told)
    light.set(True)
    light.set(True)
    assert board.driven(17) is True
    assert len(told) == count + 1
    light.close()
    assert board.driven(17) is None


def test_a_pin_that_the_board_lacks_is_one_sentence() -> None:
    with pytest.raises(PanelError, match="GPIO 45 cannot be used: "):
        EmulatedBoard("4B", lambda: 0.0).output(45, active_high=True)


def test_an_edge_keeps_its_time_where_another_process_runs_between_two_readings() -> None:
    now = 10.0
    pauses = [0.0, 0.0, 0.3, 0.0]  # of the reading that stamps the edge, and of those after it

    def clock() -> float:
        nonlocal now
        now += pauses.pop(0) if pauses and pressed else 0.0
        return now

    pressed = False
    board = EmulatedBoard("4B", clock)
    button = board.input(5)
    edges: list[float] = []
    button.listen(lambda *, down, at: edges.append(at))
    pressed = True
    board.pull_down(5)
    assert edges == [pytest.approx(10.0)]
