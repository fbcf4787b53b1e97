"""Trying a device part by part: each light in turn, a test picture, each button pressed by a
person.
"""

import queue
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from PIL import Image, ImageDraw

from companion.errors import PanelError, quantity
from companion.face.gestures.debounce import DEAF_S
from companion.panel import (
    CARD_READER,
    DARK,
    DISCARD_PAD,
    ENCODER,
    PLAY_PAD,
    Controls,
    Edge,
    LightPlan,
    Lights,
    Panel,
    Plugged,
    Rotated,
    Screen,
    Tagged,
    Unusable,
)
from hardware.health.check_result import CheckResult, fault, note, ok, wrong
from wiring.reading.build import Build
from wiring.spec import LED_SHIM, LightPlace

_GROUPS: Final[Mapping[str, str]] = {
    "clue": "the clue tokens, from the left",
    "fuse": "the fuses, from the left",
    "firework": "the fireworks, each from the bottom",
    "deck": "the deck",
    "seat": "the seats",
    "press": "the lights of the buttons",
}
_READERS: Final[Mapping[str, str]] = {
    CARD_READER: "card reader",
    PLAY_PAD: "play pad",
    DISCARD_PAD: "discard pad",
}
_SEEN: Final = "Did each shine alone, in this order?"
_PICTURE: Final = "Is there an unbroken frame along all four edges, and an arrow that points up?"
_MEND_PICTURE: Final = (
    "in the build's file: shifted or striped, another controller (ssd1306, sh1106); upside down,"
    " rotate = 2; dark, the wires and reset.pin"
)

T = TypeVar("T")
PressQueue: TypeAlias = "queue.SimpleQueue[Edge | Rotated]"
Cards: TypeAlias = "queue.SimpleQueue[Tagged | Plugged]"


class Timing(NamedTuple):
    """In seconds: how long each light shines, how long a press is waited for, when a contact is
    quiet.
    """

    light: float = 0.4
    press: float = 15.0
    quiet: float = 0.3


class Person(NamedTuple):
    """Who watches and presses: `say` tells, `confirm` asks yes or no (None: there is no answer)."""

    say: Callable[[str], None]
    confirm: Callable[[str], bool | None]


def trial(panel: Panel, build: Build, person: Person, timing: Timing) -> Iterator[CheckResult]:
    """Try everything that a device has; one result a part, and none stops the rest."""
    laid: Cards = queue.SimpleQueue()
    for link in panel.links:
        link.listen(laid.put)
    try:
        yield from try_sights(panel, build, person, timing)
        yield from try_controls(panel.controls, build, person, timing)
        for reader in build.readers:
            yield try_reader(reader.name, laid, person, timing)
    finally:
        for link in panel.links:
            link.close()


def try_sights(panel: Panel, build: Build, person: Person, timing: Timing) -> Iterator[CheckResult]:
    """Try what is to be seen: lights and display."""
    if panel.lights:
        yield from try_lights(panel.lights, places(build), person, timing)
        yield from try_order(panel.lights, build, person, timing)
    if panel.screen:
        yield try_screen(panel.screen, person)


def places(build: Build) -> tuple[LightPlace, ...]:
    """Return every light of a build."""
    strips = (build.strip, *(pod.strip for pod in build.pods))
    groups = (build.lights, *(strip.groups for strip in strips if strip))
    # What several of them show is one light here.
    return tuple(dict.fromkeys(place for lights in groups if lights for place in lights.places()))


def where(control: str, build: Build) -> str:
    """Return where a control is: its pin, or its pod."""
    if control in build.buttons:
        return f"GPIO {build.buttons[control]}"
    return " or ".join(f'on the pod "{pod.name}"' for pod in build.pods if control in pod.controls)


def only(place: LightPlace, all_places: Iterable[LightPlace]) -> LightPlan:
    """Return the plan in which one light alone is lit."""
    count = sum(each[:2] == place[:2] for each in all_places)
    value: Any = tuple(float(number == place.number) for number in range(count))
    if place.group == "press":
        value = 1.0
    if place.part:
        value = {place.part: value}
    return LightPlan()._replace(**{place.group: value})


def try_lights(
    lights: Lights, all_places: tuple[LightPlace, ...], person: Person, timing: Timing
) -> Iterator[CheckResult]:
    """Light each light in turn, and ask after each group of them."""
    for group in dict.fromkeys(place.group for place in all_places):
        mine = [place for place in all_places if place.group == group]
        name = f"lights: {group}"
        person.say(f"Watch {_GROUPS[group]}: {len(mine)} in turn.")
        try:
            for place in mine:
                lights.show(only(place, all_places))
                time.sleep(timing.light)
            lights.show(DARK)
        except PanelError as error:
            yield fault(name, error)
            continue
        bad = "a light that stays dark has its legs swapped or its wire loose; see companion wiring"
        yield _judged(
            name, person.confirm(_SEEN), f"{len(mine)} shone", "not every light shone", bad
        )


def try_order(
    lights: Lights, build: Build, person: Person, timing: Timing
) -> Iterator[CheckResult]:
    """Show red, green and blue on a strip that has these fireworks, and ask after its order."""
    strip = build.strip
    if strip is None or strip.controller == LED_SHIM:
        return
    pixels = Counter(place.part for place in strip.groups.places() if place.group == "firework")
    if not set("RGB") <= set(pixels):
        return
    name = "strip: order of colours"
    person.say("Watch the fireworks of the strip: red, then green, then blue.")
    try:
        for suit in "RGB":
            lights.show(LightPlan(firework={suit: (1.0,) * pixels[suit]}))
            time.sleep(3 * timing.light)
        lights.show(DARK)
    except PanelError as error:
        yield fault(name, error)
        return
    bad = (
        f'in order = "{strip.order}" of the build\'s file, write in place of r the first letter of'
        " the colour that came first, in place of g and b those of the second and the third"
    )
    answer = person.confirm("Were they red, green and blue, in this order?")
    good = f'the strip takes its colours as "{strip.order}"'
    yield _judged(name, answer, good, "the colours are swapped", bad)


def pattern(size: tuple[int, int]) -> Image.Image:
    """Return a frame along the very edge, an arrow that points up, and a chequered patch in a
    corner.
    """
    width, height = size
    picture = Image.new("1", size)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, width - 1, height - 1), outline=1)
    middle, top, bottom = width // 2, 8, height - 9
    draw.line((middle, top, middle, bottom), fill=1, width=3)
    draw.polygon(((middle, top - 3), (middle - 10, top + 9), (middle + 10, top + 9)), fill=1)
    for x in range(4, 28):
        for y in range(4, 28):
            if (x // 4 + y // 4) % 2:
                draw.point((x, y), fill=1)
    return picture


def try_screen(screen: Screen, person: Person) -> CheckResult:
    """Show the test picture, and ask."""
    try:
        screen.show(pattern(screen.size))
    except PanelError as error:
        return fault("picture", error)
    person.say("Look at the display.")
    answer = person.confirm(_PICTURE)
    return _judged(
        "picture", answer, "the test picture is right", "the picture is wrong", _MEND_PICTURE
    )


def _judged(name: str, answer: bool | None, good: str, bad: str, mend: str) -> CheckResult:
    if answer is None:
        return note(name, "sent without an error, but nobody said whether it is to be seen")
    return ok(name, good) if answer else wrong(name, bad, mend)


def try_controls(
    controls: Controls, build: Build, person: Person, timing: Timing
) -> Iterator[CheckResult]:
    """Ask for each button to be pressed, and for the encoder to be turned."""
    arrived: PressQueue = queue.SimpleQueue()
    taken = {}

    def hear(message: Edge | Rotated | Unusable) -> None:
        if isinstance(message, Unusable):
            taken[message.control] = message.why
        else:
            arrived.put(message)

    controls.listen(hear)
    _drain(arrived, timing.quiet)
    for control in controls.names:
        if why := taken.get(control):
            told, _, mend = why.partition("; ")
            yield wrong(f"button: {control}", told, mend)
        elif control == ENCODER:
            yield _try_encoder(arrived, person, timing)
        elif controls.is_down(control):
            told = f"{control} ({where(control, build)}) is down though nobody presses it"
            side = "3.3 V" if control in build.active_high else "ground"
            mend = f"see that nothing joins its pin to {side}"
            if control not in build.active_high:
                mend += "; a key that gives 3.3 V when touched needs active_high = true"
            yield wrong(f"button: {control}", told, mend)
        else:
            yield _try_button(control, arrived, build, person, timing)


def _try_button(
    control: str, arrived: PressQueue, build: Build, person: Person, timing: Timing
) -> CheckResult:
    name, place = f"button: {control}", where(control, build)
    person.say(f"Press {control.upper()} once ({place}).")
    for first in _arriving(arrived, timing.press):
        if not isinstance(first, Edge) or not first.down:
            continue
        edges = [first, *_burst(arrived, first.control, timing)]
        if first.control == control:
            return _bounces(name, control, edges)
        other = f"{first.control} ({where(first.control, build)})"
        mend = "swap their wires, or their pins in the build's file, or in config.py on a pod"
        return wrong(name, f"that was {other}, where {control} ({place}) was asked for", mend)
    told = f"no press came within {timing.press:g} seconds ({place})"
    return wrong(name, told, "look at its two wires; see companion wiring")


def _burst(arrived: PressQueue, control: str, timing: Timing) -> Iterator[Edge]:
    """Yield the further edges of a press, until the contact is up and quiet."""
    down = True
    end = time.monotonic() + timing.press
    while message := _next(arrived, end - time.monotonic() if down else timing.quiet):
        if time.monotonic() > end:
            return  # it never comes to rest
        if isinstance(message, Edge) and message.control == control:
            down = message.down
            yield message


def _bounces(name: str, control: str, edges: list[Edge]) -> CheckResult:
    """Return how cleanly a press came.

    Edges within the deaf time of each other are one move of the hand.
    """
    if not any(not edge.down for edge in edges):
        return wrong(name, f"{control} went down and did not come up", "see whether it sticks")
    moves: list[list[float]] = []
    for edge in edges:
        if moves and edge.at - moves[-1][-1] <= DEAF_S:
            moves[-1].append(edge.at)
        else:
            moves.append([edge.at])
    bounces = len(edges) - 2
    lasted = max(move[-1] - move[0] for move in moves)
    told = f"{control} bounces: {quantity(bounces, 'more edge')}, for up to {lasted * 1000:.1f} ms"
    if len(moves) > 2 or lasted > DEAF_S:
        told += ", so that one press may count as two"
        return wrong(name, told, "look for a loose wire, or change it")
    if bounces > 0:
        return ok(name, f"{told}, which the companion does not mind")
    return ok(name, f"{control} works, without a bounce")


def _try_encoder(arrived: PressQueue, person: Person, timing: Timing) -> CheckResult:
    person.say("Turn the knob clockwise by one step.")
    for message in _arriving(arrived, timing.press):
        if isinstance(message, Rotated):
            _drain(arrived, timing.quiet)
            if message.steps > 0:
                return ok("encoder", "the knob works")
            return wrong("encoder", "the knob counts the wrong way", "swap A and B")
    told = f"no step came within {timing.press:g} seconds"
    return wrong("encoder", told, "look at its three wires; see companion wiring")


def try_reader(name: str, laid: Cards, person: Person, timing: Timing) -> CheckResult:
    """Ask for a card to be laid on a reader."""
    person.say(f"Lay a card on the {_READERS[name]}.")
    for message in _arriving(laid, timing.press):
        if isinstance(message, Tagged):
            if message.reader == name:
                return ok(
                    f"cards: {name}", f"the {_READERS[name]} read {' and '.join(message.ids)}"
                )
            told = (
                f"that was the {_READERS[message.reader]}, where the {_READERS[name]} was asked for"
            )
            return wrong(f"cards: {name}", told, "swap their ports in the build's file")
    told = f"no card came within {timing.press:g} seconds"
    mend = "lay the sticker flat on the middle of the reader; see hardware/readers/README.md"
    return wrong(f"cards: {name}", told, mend)


def _arriving(arrived: "queue.SimpleQueue[T]", seconds: float) -> Iterator[T]:
    """Yield what arrives within this time."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and (message := _next(arrived, left)) is not None:
        yield message


def _next(arrived: "queue.SimpleQueue[T]", seconds: float) -> T | None:
    try:
        return arrived.get(timeout=max(0.0, seconds))
    except queue.Empty:
        return None


def _drain(arrived: PressQueue, quiet: float) -> None:
    """Forget what has arrived, until nothing more comes, or it never ends."""
    end = time.monotonic() + 10 * quiet
    while _next(arrived, quiet) is not None and time.monotonic() < end:
        pass
