"""Luma's drivers on modelled controllers: the glass shows what was drawn, also on a bad bus."""

import errno
import random
from contextlib import suppress
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageDraw

from companion.errors import PanelError
from hardware.buses.ports import QUIET_S
from hardware.display.changes import changed_runs, changed_windows, pack_picture
from hardware.display.oled import Oled
from hardware.display.wire import Wires
from hardware.emulator.board import EmulatedBoard
from hardware.emulator.device import _upright_picture
from hardware.emulator.models.oled import (
    ModelOled,
    ModelSh1106,
    ModelSsd1306,
    ModelSsd1309,
    OverSpi,
)
from hardware.gpio.board import Output
from tests.hardware.made_up import Clock
from tests.rig.printed import printed_by
from tests.rig.samples import fewer, paired, sample
from wiring.spec import Display, I2c

FULL_FRAME = 1024
MODELS = {"ssd1306": ModelSsd1306, "ssd1309": ModelSsd1309, "sh1106": ModelSh1106}
KINDS = [(controller, bus) for controller in MODELS for bus in ("i2c", "spi")]
DC, RESET = 24, 25


class Bench(NamedTuple):
    """A display, its model, and the clock of both."""

    screen: Oled
    model: ModelOled
    clock: Clock
    board: EmulatedBoard
    rotate: int


def bench(
    rotate: int = 0,
    contrast: int = 207,
    controller: str = "ssd1306",
    bus: str = "i2c",
    reset: bool = False,
    first_column: int | None = None,
) -> Bench:
    clock = Clock()
    board = EmulatedBoard(clock)
    model = MODELS[controller](reset_wired=reset)
    line = None
    if reset:
        line = Output(board, RESET)
        board.connect(RESET, model.reset_line)
    wires = Wires(model, line)
    if bus == "spi":
        port = OverSpi(model, lambda: board.driven_level(DC) is True)
        wires = Wires(port, line, Output(board, DC))
    model.first_column = {"sh1106": 2}.get(controller, 0) if first_column is None else first_column
    display = screen_of(controller)._replace(
        rotate=rotate, contrast=contrast, first_column=model.first_column
    )
    return Bench(Oled(display, wires, clock), model, clock, board, rotate)


def screen_of(controller: str) -> Display:
    """A display of this controller."""
    return Display(controller, I2c(1, 0x3C), 0, 207)


def blank(screen: Oled) -> Image.Image:
    return Image.new("1", screen.size)


def box(screen: Oled, *corners: int) -> Image.Image:
    picture = blank(screen)
    ImageDraw.Draw(picture).rectangle(corners, fill=1)
    return picture


def inverted(picture: Image.Image) -> Image.Image:
    """The picture with light and dark swapped.

    Pillow's own invert() takes a drawn 1 for no full light.
    """
    return ImageChops.logical_xor(picture, Image.new("1", picture.size, 1))


def shows(made: Bench, picture: Image.Image, shift: int = 0) -> bool:
    """Whether the glass shows the picture, so many rows lower, and it is told as the last one."""
    glass = ImageChops.offset(_upright_picture(made.model.glass_picture(), made.rotate), 0, -shift)
    sent = made.screen.held_picture()
    return made.model.lit and glass.tobytes() == sent.tobytes() == picture.tobytes()


def change(picture: Image.Image, dice: random.Random) -> Image.Image:
    """Some boxes, lines and dots more or less, as screens change."""
    changed = picture.copy()
    draw = ImageDraw.Draw(changed)
    for _ in range(dice.randrange(1, 5)):
        x, y = dice.randrange(changed.width), dice.randrange(changed.height)
        far = (x + dice.randrange(1, 30), y + dice.randrange(1, 24))
        match dice.randrange(4):
            case 0:
                draw.rectangle((x, y, *far), fill=dice.randrange(2))
            case 1:
                draw.line((x, y, *far), fill=dice.randrange(2))
            case 2:
                draw.text((x, y), str(dice.randrange(100)), fill=dice.randrange(2))
            case _:
                draw.point((x, y), fill=dice.randrange(2))
    return changed


@pytest.mark.parametrize(("kind", "rotate"), paired(KINDS, range(4)))
def test_the_glass_shows_what_was_drawn_and_the_bytes_keep_the_bound(kind, rotate):
    controller, bus = kind
    made = bench(rotate, controller=controller, bus=bus)
    windowed = changed_runs if controller == "sh1106" else changed_windows
    assert made.screen.size == ((64, 128) if rotate % 2 else (128, 64))
    dice = random.Random(rotate)
    picture = blank(made.screen)
    made.screen.show(picture)
    assert shows(made, picture)
    for _ in range(fewer(150, 3)):
        before, picture = picture, change(picture, dice)
        bytes_before, transactions_before = made.model.bytes_received, made.model.transactions
        made.screen.show(picture)
        assert shows(made, picture)
        old, new = pack_picture(before, rotate), pack_picture(picture, rotate)
        tiles = len({(at // 128, at % 128 // 8) for at in range(1024) if old[at] != new[at]})
        windows = (made.model.transactions - transactions_before) // 2
        # On I2C a transaction also carries the address, which the model does not see.
        on_wire = (
            made.model.bytes_received - bytes_before + made.model.transactions - transactions_before
        )
        assert on_wire <= 8 * tiles + 10 * windows
        assert windows == len(windowed(old, new))
    assert made.model.faults == []


def test_a_rotated_picture_lies_on_the_glass_as_the_module_is_mounted():
    made = bench(rotate=2)
    made.screen.show(box(made.screen, 0, 0, 9, 4))
    glass = made.model.glass_picture().getbbox()
    assert glass == (118, 59, 128, 64)
    made = bench(rotate=1)
    made.screen.show(box(made.screen, 0, 0, 9, 4))
    assert made.model.glass_picture().getbbox() == (123, 0, 128, 10)


@pytest.mark.parametrize("shift", [0, 3])
@pytest.mark.parametrize(("kind", "rotate"), paired(KINDS, range(4)))
def test_a_refresh_shows_the_picture_after_a_loss_of_power(kind, rotate, shift):
    controller, bus = kind
    made = bench(rotate, controller=controller, bus=bus, reset=bus == "spi")
    picture = box(made.screen, 3, 8, 40, 40)
    made.screen.show(picture)
    made.screen.shift_picture(shift)
    made.screen.set_brightness(0.5)
    shown = made.model.glass_picture().tobytes()
    if bus == "spi":
        made.model.unplug()
        made.model.plug_in()
    else:
        made.model.brown_out()
    assert not made.model.lit
    assert made.screen.refresh(lambda: True)
    assert made.model.lit
    assert made.model.glass_picture().tobytes() == shown
    assert made.model.contrast == round(207 / 2)
    assert made.model.faults == []
    later = box(made.screen, 5, 8, 60, 20)
    made.screen.show(later)
    assert shows(made, later, 0 if rotate % 2 else shift)


def test_a_refresh_of_a_display_that_lost_nothing_does_not_flicker():
    made = bench()
    picture = box(made.screen, 3, 8, 40, 40)
    made.screen.show(picture)
    seen: list[tuple[bool, bytes]] = []
    made.model.on_change = lambda: seen.append(
        (made.model.lit, made.model.glass_picture().tobytes())
    )
    assert made.screen.refresh(lambda: True)
    assert set(seen) == {(True, made.model.glass_picture().tobytes())}
    assert shows(made, picture)


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("pieces", sample(range(17), 4))
def test_a_refresh_gives_up_for_a_picture_that_waits(pieces, lost):
    made = bench()
    picture = box(made.screen, 3, 8, 40, 40)
    made.screen.show(picture)
    if lost:
        made.model.brown_out()
    left = pieces

    def undisturbed() -> bool:
        nonlocal left
        left -= 1
        return left >= 0

    assert made.screen.refresh(undisturbed) == (pieces == 16)
    later = box(made.screen, 5, 8, 60, 20)
    made.screen.show(later)
    assert lost or shows(made, later)
    assert made.screen.refresh(lambda: True)
    assert shows(made, later)
    assert made.model.faults == []


def test_a_refresh_of_a_display_that_sleeps_or_is_gone_sends_no_picture():
    made = bench()
    assert made.screen.refresh(lambda: True)
    assert made.model.bytes_received == 0, "nothing was shown yet"
    picture = box(made.screen, 3, 8, 40, 40)
    made.screen.show(picture)
    made.screen.sleep()
    received = made.model.bytes_received
    assert made.screen.refresh(lambda: True)
    assert made.model.bytes_received == received
    made.screen.show(picture)
    made.model.unplug()
    with pytest.raises(PanelError, match="does not answer"):
        made.screen.refresh(lambda: True)
    made.model.plug_in()
    made.screen.show(picture)
    assert shows(made, picture), "the same picture, but the display has forgotten it"


def test_the_brightness_is_a_share_of_the_contrast_of_the_build():
    made = bench(contrast=200)
    made.screen.show(blank(made.screen))
    for level, contrast in ((0.0, 0), (0.25, 50), (1.0, 200), (0.5, 100)):
        count = made.model.bytes_received
        made.screen.set_brightness(level)
        assert made.model.contrast == contrast
        made.screen.set_brightness(level)
        assert made.model.bytes_received == count + 3, "sent once"
    made.screen.show(box(made.screen, 0, 0, 9, 9))
    assert made.model.contrast == 100
    assert made.model.faults == []


def test_a_brightness_waits_for_a_display_that_is_not_there():
    made = bench(contrast=200)
    made.screen.set_brightness(0.5)
    assert made.model.bytes_received == 0
    contrasts: list[int] = []
    made.model.on_change = lambda: contrasts.append(made.model.contrast if made.model.lit else 100)
    made.screen.show(blank(made.screen))
    assert set(contrasts) == {100}, "it never shines brighter"


def test_a_display_that_is_back_has_the_brightness_again():
    made = bench(contrast=200)
    made.screen.show(blank(made.screen))
    made.screen.set_brightness(0.25)
    made.model.unplug()
    with pytest.raises(PanelError, match="does not answer"):
        made.screen.set_brightness(0.5)
    made.screen.set_brightness(0.75)  # known to be away: only remembered
    made.model.plug_in()
    assert made.model.contrast == 0x7F
    picture = blank(made.screen)
    made.screen.show(picture)
    assert shows(made, picture), "the same picture, but the display has forgotten it"
    assert made.model.contrast == 150


def test_held_is_the_last_picture_sent_where_the_glass_cannot_be_seen():
    model = ModelSsd1306()
    screen = Oled(screen_of("ssd1306")._replace(rotate=2), Wires(model), Clock())
    assert screen.held_picture().getbbox() is None
    picture = box(screen, 2, 2, 9, 9)
    screen.show(picture)
    model.unplug()
    with pytest.raises(PanelError):
        screen.show(box(screen, 2, 2, 10, 10))
    assert screen.held_picture().tobytes() == picture.tobytes()


@pytest.mark.parametrize(("kind", "rotate"), paired(KINDS, range(4)))
def test_whatever_happens_to_a_display_its_glass_is_right_again(kind, rotate):
    controller, bus = kind
    made = bench(rotate, controller=controller, bus=bus, reset=True)
    dice = random.Random(rotate)
    picture = blank(made.screen)
    for _ in range(60):
        picture = change(picture, dice)
        match dice.randrange(4):
            case 0:
                made.model.unplug()
                if bus == "i2c":
                    with pytest.raises(PanelError, match="does not answer"):
                        made.screen.show(inverted(change(picture, dice)))
                made.model.plug_in()
                made.clock.now += 0 if bus == "i2c" else QUIET_S + 1
            case 1:
                made.model.brown_out()
                made.clock.now += QUIET_S + 1
            case _:
                made.clock.now += 1
        if dice.randrange(4) == 0:
            picture = inverted(picture)
            made.screen.show(picture)
            assert shows(made, picture)
        picture.putpixel((0, 0), 1 - int(bool(picture.getpixel((0, 0)))))
        made.screen.show(picture)
        assert shows(made, picture)
    assert made.model.faults == []
    assert made.model.contrast == 207


def test_a_display_on_i2c_is_reset_when_it_is_reached_and_not_while_it_shines():
    made = bench(controller="ssd1309", reset=True)
    made.screen.show(blank(made.screen))
    assert made.model.resets == 1
    made.clock.now += QUIET_S + 1
    made.screen.show(box(made.screen, 0, 0, 7, 7))
    assert made.model.resets == 1
    made.model.unplug()
    with pytest.raises(PanelError):
        made.screen.show(blank(made.screen))
    made.model.plug_in()
    picture = box(made.screen, 0, 0, 9, 9)
    made.screen.show(picture)
    assert made.model.resets >= 2
    assert shows(made, picture)


def test_an_ssd1309_that_was_never_reset_does_not_answer():
    model = ModelSsd1309(reset_wired=True)
    screen = Oled(screen_of("ssd1309"), Wires(model), Clock())
    with pytest.raises(PanelError, match="does not answer"):
        screen.show(blank(screen))


@pytest.mark.parametrize(("controller", "bus"), KINDS)
def test_a_line_beside_the_bus_that_fails_is_a_sentence(controller, bus, monkeypatch):
    made = bench(controller=controller, bus=bus, reset=True)

    def busy(pin: int, active_high: bool) -> None:
        raise PanelError(f"GPIO {pin} is in use")

    with monkeypatch.context() as patch:
        patch.setattr(made.board, "open_led", busy)
        with pytest.raises(PanelError, match="GPIO 25 is in use"):
            made.screen.show(blank(made.screen))
    picture = box(made.screen, 0, 0, 7, 7)
    made.screen.show(picture)
    assert shows(made, picture)
    made.screen.close()
    assert not made.model.lit


def test_a_picture_of_another_shape_is_a_mistake_of_the_program():
    screen = bench().screen
    for picture in (Image.new("1", (64, 128)), Image.new("L", (128, 64))):
        with pytest.raises(ValueError, match="a picture must be"):
            screen.show(picture)


def test_a_closed_display_is_dark_and_takes_no_picture():
    made = bench()
    made.screen.show(box(made.screen, 0, 0, 7, 7))
    made.screen.close()
    made.screen.close()
    assert not made.model.lit
    for use in (
        lambda: made.screen.show(blank(made.screen)),
        lambda: made.screen.set_brightness(1),
    ):
        with pytest.raises(PanelError, match="switched off"):
            use()


def test_the_end_of_the_program_sends_nothing_and_says_nothing():
    script = (
        "from hardware.display.oled import Oled\nfrom hardware.display.wire import Wires\nfrom"
        " wiring.spec import Display\nclass"
        " Bus:\n    def write(self, payload): print('written')\n    explain_error = close = None\n"
        "things = [Oled(Display(each, None, 0, 207), Wires(Bus()), float) for each in ('ssd1306',"
        " 'ssd1309', 'sh1106')]\nprint('end')\n"
    )
    assert printed_by(script) == "end\n"


class CutBus:
    """A display's bus that breaks off once, within a transaction or between two."""

    def __init__(self, model: ModelOled, until: int) -> None:
        self.model = model
        self.left = until
        self.explain_error = model.explain_error
        self.close = model.close

    def write(self, payload: bytes) -> None:
        if len(payload) <= self.left or self.left < 0:
            self.left -= len(payload) if self.left >= 0 else 0
            self.model.write(payload)
            return
        if self.left:
            self.model.write(payload[: self.left])
        self.left = -1
        raise OSError(errno.EIO, "cut")


@pytest.mark.parametrize("controller", MODELS)
def test_half_a_command_after_an_error_spoils_nothing(controller):
    for until in sample(range(120), 3):
        model = MODELS[controller]()
        model.first_column = 2 if controller == "sh1106" else 0
        bus = CutBus(model, until + 2000)
        screen = Oled(
            screen_of(controller)._replace(first_column=model.first_column), Wires(bus), Clock()
        )
        for size in range(200):
            with suppress(PanelError):
                screen.show(box(screen, 8 + size % 40, 9, 9 + size % 50, 30))
            with suppress(PanelError):
                screen.set_brightness(0.2 + size % 2 / 2)
            if bus.left < 0:
                break
        before = len(model.faults)
        picture = box(screen, 3, 3, 100, 60)
        screen.show(picture)
        screen.set_brightness(1)
        assert shows(Bench(screen, model, Clock(), None, 0), picture), until
        assert model.contrast == 207, until
        assert [fault for fault in model.faults[before:] if "no window" not in fault] == [], until


@pytest.mark.parametrize("rotate", range(4))
@pytest.mark.parametrize("first_column", range(5))
def test_the_glass_of_an_sh1106_begins_at_the_column_of_its_maker(first_column, rotate):
    made = bench(rotate, controller="sh1106", first_column=first_column)
    picture = Image.effect_noise(made.screen.size, 200).convert("1")
    made.screen.show(picture)
    assert shows(made, picture)
    made.model.first_column = (first_column + 1) % 5
    assert not shows(made, picture)
