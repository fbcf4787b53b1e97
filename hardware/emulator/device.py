"""The outside of an emulated device: presses its controls, and sees its display and its lights."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from companion.panel import ENCODER, Clock, LightLevels
from hardware.buses.ports import Port
from hardware.emulator.board import EmulatedBoard
from hardware.emulator.card_deck import CardDeck
from hardware.emulator.knob import Knob
from hardware.lights.all_lights import join_levels
from hardware.lights.values import group_levels
from wiring.spec import (
    LED_SHIM,
    SH1106,
    SK9822,
    SSD1306,
    SSD1309,
    Build,
    Colour,
    I2c,
    LightPlace,
    Spi,
    Strip,
)

if TYPE_CHECKING:
    from PIL.Image import Image

    from hardware.emulator.models.led_shim import ModelLedShim
    from hardware.emulator.models.oled import ModelOled
    from hardware.emulator.models.strip import ModelStrip
    from hardware.emulator.reader import EmulatedReader

ShownPixel = tuple[Colour, float]
"""The colour of a pixel as if fully lit, of a dark one its usual colour; its brightness, 0 to 1."""


class Emulated:
    """An emulated device: its display is `model`, its strip `pixels`; readers are by name.

    Controls are named as in `companion.panel`; one that the build lacks is a `KeyError`.
    """

    def __init__(self, build: Build, clock: Clock) -> None:
        """Make the device of a build, which nothing drives yet."""
        self.build: Final = build
        self.board: Final = EmulatedBoard(clock, build.active_high_pins)
        self.knob: Final = (
            Knob(self.board, build.encoder, build.per_detent) if build.encoder else None
        )
        self.card_deck: Final = CardDeck(build)
        self.readers: Final[dict[str, EmulatedReader]] = {}
        for reader in build.readers:
            if build.imitates(reader.port):
                from hardware.emulator import reader as reader_outside  # only such builds wait

                self.readers[reader.name] = reader_outside.EmulatedReader(reader.kind)

    def wired_build(self) -> Build:
        """Return the build as it is wired: its emulated parts are at the devices of their links."""
        readers = {reader.name: reader for reader in self.build.readers}
        for name, reader in self.readers.items():
            readers[name] = readers[name]._replace(port=reader.device)
        return self.build._replace(readers=tuple(readers.values()))

    @cached_property
    def model(self) -> "ModelOled | None":
        """The display, made when it is first asked for: the buttons do not wait for Pillow."""
        if self.build.screen is None:
            return None
        from hardware.emulator.models.oled import ModelSh1106, ModelSsd1306, ModelSsd1309

        models = {SSD1306: ModelSsd1306, SSD1309: ModelSsd1309, SH1106: ModelSh1106}
        reset = self.build.screen.reset
        model = models[self.build.screen.controller](reset_wired=reset is not None)
        model.first_column = self.build.screen.first_column
        if reset is not None:
            self.board.connect(reset, model.reset_line)
        return model

    @cached_property
    def pixels(self) -> "ModelStrip | ModelLedShim | None":
        """The strip, or the board of pixels."""
        strip = self.build.strip
        if strip is None:
            return None
        from hardware.emulator.models.led_shim import ModelLedShim
        from hardware.emulator.models.strip import ModelStrip

        if strip.controller == LED_SHIM:
            return ModelLedShim()
        return ModelStrip(strip.pixels, strip.controller == SK9822, strip.order)

    def model_port(self, bus: I2c | Spi, part: str) -> Port:
        """Return the place of a part on a bus, which is its model."""
        screen = self.build.screen
        if screen is None or bus != screen.bus:
            assert self.pixels
            return self.pixels
        from hardware.emulator.models.oled import OverSpi

        assert self.model
        dc = screen.dc
        return (
            self.model if dc is None else OverSpi(self.model, partial(self.board.driven_level, dc))
        )

    def press(self, control: str) -> None:
        """Press a button, a key or the joystick and hold it down."""
        self.board.pull_down(self.build.buttons[control])

    def release(self, control: str) -> None:
        """Release a control."""
        self.board.let_go(self.build.buttons[control])

    def is_down(self, control: str) -> bool:
        """Return True if a control is down."""
        return self.board.is_grounded(self.build.buttons[control])

    def has_control(self, control: str) -> bool:
        """Return True if the device has the control; not for the encoder."""
        return control in self.build.buttons

    def rotate(self, steps: int) -> None:
        """Turn the encoder by `steps` detents, clockwise if positive."""
        if self.knob is None:
            raise KeyError(ENCODER)
        self.knob.rotate(steps)

    def shown_picture(self) -> "Image | None":
        """Return the picture of the display, upright, mode "1"; None for a build without one."""
        if self.model is None or self.build.screen is None:
            return None
        return _upright_picture(self.model.glass_picture(), self.build.screen.rotate)

    def screen_brightness(self) -> float:
        """Return the display's brightness, 0 to 1 of the contrast of its build."""
        if self.model is None or self.build.screen is None:
            return 0.0
        return min(1.0, self.model.contrast / max(1, self.build.screen.contrast))

    def levels(self) -> LightLevels:
        """Return the lights, 0 to 1 each: LEDs by their pins, pixels by their bytes."""
        shine = self.brightness_by_place()
        leds = self.build.lights.places() if self.build.lights else {}
        pixels = self.build.strip.colours if self.build.strip else {}
        return join_levels([group_levels(places, shine.__getitem__) for places in (leds, pixels)])

    def lit_places(self) -> frozenset[LightPlace]:
        """Return the lights that are not dark."""
        return frozenset(place for place, level in self.brightness_by_place().items() if level)

    def brightness_by_place(self) -> dict[LightPlace, float]:
        """Return the brightness of every light, 0 to 1 of its full one."""
        shine = {}
        if self.build.lights:
            for place, light in self.build.lights.places().items():
                shine[place] = float(self.board.driven_level(light.pin) == light.active_high)
        for place, (_, level) in self.strip_pixels().items():
            shine[place] = level
        return shine

    def strip_pixels(self) -> dict[LightPlace, ShownPixel]:
        """Return every pixel of the strip."""
        strip = self.build.strip
        if strip is None or self.pixels is None:
            return {}
        # A strip is capped by its pixels' steps, the SHIM by the values sent.
        cap = strip.brightness if strip.controller == LED_SHIM else 1.0
        return _shown_pixels(strip, self.pixels.colours, cap)

    def watch_changes(self, on_change: Callable[[], None]) -> None:
        """Call `on_change` from any thread whenever the display, a light or a button changed."""
        self.board.watch_lines(on_change)
        for model in (self.model, self.pixels):
            if model:
                model.on_change = on_change


def _upright_picture(glass: "Image", rotate: int) -> "Image":
    """Return the picture of a glass as the viewer sees it, who has turned the glass so far."""
    from PIL.Image import Transpose

    back = (None, Transpose.ROTATE_90, Transpose.ROTATE_180, Transpose.ROTATE_270)[rotate]
    return glass if back is None else glass.transpose(back)


def _shown_pixels(
    strip: Strip, shown: Sequence[Colour], cap: float
) -> dict[LightPlace, ShownPixel]:
    """Return the pixels of a strip that shows these colours, and shines up to `cap`."""
    pixels = {}
    for place, number in strip.groups.places().items():
        usual = strip.colours[place]
        full = max(usual)
        most = max(shown[number])
        red, green, blue = (part * full // most for part in shown[number]) if most else usual
        level = min(1.0, round(most / max(1.0, full * cap), 2))
        pixels[place] = (red, green, blue), level
    return pixels
