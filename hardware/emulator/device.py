"""The outside of an emulated device: presses its controls, and sees its display and its lights."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.panel import ENCODER, LightLevels
from hardware.emulator.board import EmulatedBoard
from hardware.emulator.fan import Fan, FanCard
from hardware.emulator.knob import Knob
from hardware.lights.all_lights import join_levels
from hardware.lights.values import levels
from wiring.spec import LED_SHIM, Build, Colour, LightPlace, PodStrip, Strip

if TYPE_CHECKING:
    from PIL.Image import Image

    from hardware.display.oled import Oled
    from hardware.emulator.models.led_shim import ModelLedShim
    from hardware.emulator.models.oled import ModelOled
    from hardware.emulator.models.strip import ModelStrip
    from hardware.emulator.pod import EmulatedPod
    from hardware.emulator.reader import EmulatedReader

PLUG: Final = "plug"
"""The name of a pod's plug among its controls: a press pulls it, or puts it back."""
_ON: Final = "@"

ShownPixel = tuple[Colour, float]
"""The colour of a pixel as if fully lit, of a dark one its usual colour; its brightness, 0 to 1."""


def on_pod(control: str, pod: str) -> str:
    """Return the name of a control on the pod of this name."""
    return f"{control}{_ON}{pod}"


def at_panel(control: str) -> str:
    """Return the panel's name of a control, on a pod or not."""
    return control.partition(_ON)[0]


class Emulated(NamedTuple):
    """An emulated device: its display is `model`, its strip `pixels`; readers and pods are by name.

    Controls are named as in `companion.panel`; one that the build lacks is a `KeyError`. One that
    only a pod has is pressed there, and any of a pod by its `on_pod`.
    """

    build: Build
    board: EmulatedBoard
    model: "ModelOled | None"
    screen: "Oled | None"
    pixels: "ModelStrip | ModelLedShim | None"
    knob: Knob | None
    readers: "Mapping[str, EmulatedReader]"
    pods: "Mapping[str, EmulatedPod]"
    fan: Fan

    def press(self, control: str) -> None:
        """Press a button, a key or the joystick and hold it down."""
        pod, name = self._owner(control)
        if pod and name == PLUG:
            pod.move_plug()
        elif pod:
            pod.press(name)
        else:
            self.board.pull_down(self.build.buttons[control])

    def release(self, control: str) -> None:
        """Release a control."""
        pod, name = self._owner(control)
        if pod and name != PLUG:
            pod.release(name)
        elif not pod:
            self.board.let_go(self.build.buttons[control])

    def is_down(self, control: str) -> bool:
        """Return True if a control is down, or a plug is pulled."""
        pod, name = self._owner(control)
        if pod:
            return not pod.plugged if name == PLUG else pod.is_down(name)
        return self.board.is_grounded(self.build.buttons[control])

    def has(self, control: str) -> bool:
        """Return True if the device has the control; not for the encoder."""
        return control in self.build.buttons or self._owner(control)[0] is not None

    def rotate(self, steps: int) -> None:
        """Turn the encoder by `steps` detents, clockwise if positive."""
        if self.knob is None:
            raise KeyError(ENCODER)
        self.knob.rotate(steps)

    def lay(self, card: FanCard, pad: str) -> None:
        """Lay a card of the fan on a card reader."""
        self.readers[pad].lay(self.fan.take(card, pad))

    def picture(self) -> "Image | None":
        """Return the picture of the display, upright, mode "1"; None for a build without one."""
        return self.screen.visible_picture() if self.screen else None

    def brightness(self) -> float:
        """Return the display's brightness, 0 to 1 of the contrast of its build."""
        if self.model is None or self.build.screen is None:
            return 0.0
        return min(1.0, self.model.contrast / max(1, self.build.screen.contrast))

    def levels(self) -> LightLevels:
        """Return the lights, 0 to 1 each: LEDs by their pins, pixels by their bytes."""
        shine = self.shine()
        leds = self.build.lights.places() if self.build.lights else {}
        pixels = self.build.strip.colours if self.build.strip else {}
        return join_levels([levels(places, shine.__getitem__) for places in (leds, pixels)])

    def lit(self) -> frozenset[LightPlace]:
        """Return the lights that are not dark."""
        return frozenset(place for place, level in self.shine().items() if level)

    def shine(self) -> dict[LightPlace, float]:
        """Return the brightness of every light, 0 to 1 of its full one."""
        shine = {}
        if self.build.lights:
            for place, light in self.build.lights.places().items():
                shine[place] = float(self.board.driven(light.pin) == light.active_high)
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
        return shown_pixels(strip, self.pixels.colours, cap)

    def pod_pixels(self, name: str) -> dict[LightPlace, ShownPixel]:
        """Return every pixel of a pod."""
        pod = self.pods[name]
        return shown_pixels(pod.strip, pod.colours, pod.strip.brightness) if pod.strip else {}

    def watch(self, on_change: Callable[[], None]) -> None:
        """Call `on_change` from any thread whenever the display, a light or a button changed."""
        self.board.watch(on_change)
        for model in (self.model, self.pixels, *self.pods.values()):
            if model:
                model.on_change = on_change

    def _owner(self, control: str) -> "tuple[EmulatedPod | None, str]":
        """Return the pod that has a control (None for the header), and the control's name there."""
        name, _, pod = control.partition(_ON)
        if pod:
            return self.pods[pod], name
        if name not in self.build.buttons:
            for owner in self.pods.values():
                if name in owner.controls:
                    return owner, name
        return None, name


def shown_pixels(
    strip: Strip | PodStrip, shown: Sequence[Colour], cap: float
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
