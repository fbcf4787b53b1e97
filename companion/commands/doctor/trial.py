"""Probes with a person: each light in turn, a test picture, each button, a card on each reader."""

import math
import queue
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from PIL import Image, ImageDraw

from companion.errors import PanelError, quantity
from companion.face.gestures.debounce import Contacts, clean_edge, settle_contacts
from companion.panel import DARK, ENCODER, Edge, LightPlan, Panel, Rotated, Tagged, Unusable
from hardware.health.table import CheckResult, Probe, prompt_text, result_of, result_of_error
from hardware.keypads.finding import InputDevice, named_devices
from hardware.keypads.hearing import NothingReadable, heard_keys
from wiring.reading.build import Build
from wiring.reading.keypads import key_name
from wiring.spec import DETENTS, LED_SHIM, RDM6300, LightPlace

_SEEN: Final = {True: "right", False: "wrong", None: "unseen"}
_TURNS: Final = 4
"""Detents by which the knob is to be turned: a whole cycle or more, whatever its maker."""
T = TypeVar("T")
_Arrived: TypeAlias = "queue.SimpleQueue[Any]"


class Bench(NamedTuple):
    """A device whose parts are tried, and the person who watches and presses.

    `say` tells that person something, `confirm` asks yes or no (None: there is no answer).
    """

    panel: Panel
    build: Build
    say: Callable[[str], None]
    confirm: Callable[[str], bool | None]
    light_s: float = 0.4
    press_s: float = 15.0
    quiet_s: float = 0.3
    """How long a light shines, a press is waited for, and a quiet contact is quiet, in seconds."""

    def close(self) -> None:
        """Close all of its parts."""
        for part in (*self.panel.links, self.panel.lights, self.panel.screen, self.panel.controls):
            if part:
                part.close()

    def prompt(self, line: str, **facts: object) -> None:
        """Tell the person what to do, or what was heard."""
        self.say(prompt_text(line, **facts))

    def show(self, section: str, part: Any, plans: Iterable[Any], **facts: object) -> CheckResult:
        """Show each plan on a part for a while, and find what the person sees."""
        self.prompt(f"{section}.say", **facts)
        for plan in plans:
            part.show(plan)
            time.sleep(self.light_s)
        seen = self.confirm(prompt_text(f"{section}.ask"))
        return result_of(f"{section}.{_SEEN[seen]}", **facts)

    def await_messages(self, arrived: _Arrived, kind: type[T]) -> list[T]:
        """Return the messages of a kind that arrive until it is quiet, or the time is over."""
        messages: list[T] = []
        end = time.monotonic() + self.press_s
        wait = self.press_s
        with suppress(queue.Empty):
            while time.monotonic() < end:
                message = arrived.get(timeout=wait)
                if isinstance(message, kind):
                    messages.append(message)
                    is_held = isinstance(message, Edge) and message.down
                    wait = max(self.quiet_s, end - time.monotonic() if is_held else 0.0)
        return messages


def light_places(build: Build) -> tuple[LightPlace, ...]:
    """Return every light of a build."""
    groups = (build.lights, build.strip.groups if build.strip else None)
    # What several of them show is one light here.
    return tuple(dict.fromkeys(place for lights in groups if lights for place in lights.places()))


def _plan_of_light(place: LightPlace, all_places: Iterable[LightPlace]) -> LightPlan:
    count = sum(each[:2] == place[:2] for each in all_places)
    value: Any = tuple(float(number == place.number) for number in range(count))
    if place.group == "press":
        value = 1.0
    if place.part:
        value = {place.part: value}
    return LightPlan()._replace(**{place.group: value})


def lights(bench: Bench) -> Probe:
    """Light each light in turn, and ask after each group of them."""
    every = light_places(bench.build) if bench.panel.lights else ()
    for group in dict.fromkeys(place.group for place in every):
        plans = [_plan_of_light(place, every) for place in every if place.group == group]
        facts = {"group": group, "where": prompt_text(f"where.{group}"), "count": str(len(plans))}
        yield bench.show("lights", bench.panel.lights, (*plans, DARK), **facts)


def order(bench: Bench) -> Probe:
    """Show red, green and blue on a strip that has these fireworks, and ask after its order."""
    strip = bench.build.strip
    if strip is None or strip.controller == LED_SHIM:
        return
    pixels = Counter(place.part for place in strip.groups.places() if place.group == "firework")
    if bench.panel.lights and set("RGB") <= set(pixels):
        plans = [LightPlan(firework={suit: (1.0,) * pixels[suit]}) for suit in "RGB"]
        slow = bench._replace(light_s=3 * bench.light_s)
        yield slow.show("order", bench.panel.lights, (*plans, DARK), order=strip.order)


def picture(bench: Bench) -> Probe:
    """Show the test picture, and ask."""
    if screen := bench.panel.screen:
        yield bench.show("picture", screen, (trial_picture(screen.size),))


def trial_picture(size: tuple[int, int]) -> Image.Image:
    """Return a frame along the very edge, and a triangle that points up."""
    width, height = size
    drawn = Image.new("1", size)
    draw = ImageDraw.Draw(drawn)
    draw.rectangle((0, 0, width - 1, height - 1), outline=1)
    draw.polygon(((width // 2, 8), (width // 4, height - 9), (width * 3 // 4, height - 9)), fill=1)
    return drawn


def buttons(bench: Bench) -> Probe:
    """Ask for each button to be pressed, and for the encoder to be turned."""
    arrived: _Arrived = queue.SimpleQueue()
    controls = bench.panel.controls
    controls.listen(arrived.put)
    # Controls whose pins are taken are posted at the start.
    begun = bench._replace(press_s=bench.quiet_s).await_messages(arrived, Unusable)
    taken = {each.control: PanelError(each.why) for each in begun}
    for control in controls.names:
        facts = {"control": control, "pin": bench.build.buttons.get(control)}
        if control in taken:
            yield result_of_error("button.broken", taken[control], **facts)
        elif control == ENCODER:
            bench.prompt("encoder.say")
            slow = bench._replace(quiet_s=_TURNS * bench.quiet_s)
            steps = sum(each.steps for each in slow.await_messages(arrived, Rotated))
            yield _knob_result(steps, bench.build.per_detent)
        elif controls.is_down(control):
            is_high = control in bench.build.active_high
            yield result_of("button.high" if is_high else "button.down", **facts)
        else:
            bench.prompt("button.say", **facts, name=control.upper())
            yield press_result(control, bench.await_messages(arrived, Edge), bench.build)


def _knob_result(steps: int, per_detent: int) -> CheckResult:
    """Find how `_TURNS` detents came, of which each is so many quarters of a cycle by the build."""
    if steps <= 0:
        return result_of("encoder.wrong" if steps else "encoder.silent")
    quarters = steps * per_detent / _TURNS
    nearest = min(DETENTS, key=lambda one: abs(math.log(quarters / one)))
    line = "right" if nearest == per_detent else "quarters"
    return result_of(f"encoder.{line}", steps=quantity(steps, "step"), quarters=nearest)


def press_result(control: str, edges: Sequence[Edge], build: Build) -> CheckResult:
    """Find how a press came: of this button or another one, and whether it would count as one."""
    down = [edge.control for edge in edges if edge.down]
    own = [edge for edge in edges if edge.control == control]
    times = _times_counted(own)
    line = "doubles" if times > 1 else "right"
    if not down:
        line = "silent"
    elif control not in down:
        line = "other"
    elif all(edge.down for edge in own):
        line = "stays"
    other = down[0] if down else ""
    facts = {"control": control, "other": other, "times": times}
    pins = {"pin": build.buttons.get(control), "taken": build.buttons.get(other)}
    return result_of(f"button.{line}", **facts, **pins)


def _times_counted(edges: Iterable[Edge]) -> int:
    """Return for how many presses the companion takes the edges of a button's contact."""
    contacts: Contacts = {}
    times = 0
    for edge in edges:
        contacts, settled = settle_contacts(contacts, edge.at)
        contacts, counts = clean_edge(contacts, edge)
        times += sum(isinstance(each, Edge) and each.down for each in (*settled, counts))
    return times


def keys(bench: Bench) -> Probe:
    """Show each key that is pressed on any keypad, by the name that a build has for it."""
    own = [keypad.device for keypad in bench.build.keypads]
    came: dict[str, dict[str, None]] = {name: {} for name in own}
    bench.prompt("keys.say")
    try:
        for device, code in heard_keys(bench.press_s):
            _note_key(bench, came, device, code)
    except (ImportError, NothingReadable) as error:
        line = "nothing" if isinstance(error, NothingReadable) else "no_evdev"
        yield result_of(f"keys.{line}", device="a keypad")
        return
    for name, pressed in came.items():
        line = "right" if pressed else "silent"
        if name not in own:
            line = "other"
        yield result_of(f"keys.{line}", device=name, keys=", ".join(pressed))


def _note_key(
    bench: Bench, came: dict[str, dict[str, None]], device: InputDevice, code: int
) -> None:
    """Tell the person a key, and note it below the device that a build names."""
    facts = {"device": device.name, "pressed": key_name(code)}
    keypads = [each for each in bench.build.keypads if device in named_devices(each)]
    if not keypads:
        came.setdefault(device.name, {})[key_name(code)] = None
        bench.prompt("keys.unnamed", **facts)
    for keypad in keypads:
        control = keypad.keys.get(code)
        bench.prompt("keys.heard", **facts, control=control or "nothing yet")
        if control:
            came[keypad.device][control] = None


def cards(bench: Bench) -> Probe:
    """Ask for a card to be laid on each reader."""
    arrived: _Arrived = queue.SimpleQueue()
    for link in bench.panel.links:
        link.listen(arrived.put)
    for reader in bench.build.readers:
        name = prompt_text(f"where.{reader.name}")
        bench.prompt("cards.say", where=name)
        facts = {"reader": reader.name, "where": name}
        line = "unrepeated" if reader.kind == RDM6300 else "silent"
        if came := bench.await_messages(arrived, Tagged):
            laid = came[0]
            line = "right" if laid.reader == reader.name else "other"
            facts |= {"other": prompt_text(f"where.{laid.reader}"), "tags": " and ".join(laid.ids)}
        yield result_of(f"cards.{line}", **facts)
