"""Probes with a person: each light in turn, a test picture, each button, a card on each reader."""

import queue
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from PIL import Image, ImageDraw

from companion.commands.doctor.table import prompt
from companion.errors import PanelError, quantity
from companion.face.gestures.debounce import DEAF_S
from companion.panel import (
    DARK,
    ENCODER,
    Edge,
    LightPlan,
    Panel,
    Plugged,
    Rotated,
    Tagged,
    Unusable,
)
from hardware.health.found import Found, Probe, fault, found
from wiring.reading.build import Build
from wiring.spec import LED_SHIM, RDM6300, LightPlace

_SEEN: Final[Mapping[bool | None, str]] = {True: "right", False: "wrong", None: "unseen"}
_ONCE: Final = '; one that sends each tag only once is an RDM630: write kind = "rdm630"'

T = TypeVar("T")
PressQueue: TypeAlias = "queue.SimpleQueue[Edge | Rotated]"
Cards: TypeAlias = "queue.SimpleQueue[Tagged | Plugged]"


class Timing(NamedTuple):
    """In seconds: how long a light shines, a press is waited for, a quiet contact is quiet."""

    light: float = 0.4
    press: float = 15.0
    quiet: float = 0.3


class Person(NamedTuple):
    """Who watches and presses: `say` tells, `confirm` asks yes or no (None: there is no answer)."""

    say: Callable[[str], None]
    confirm: Callable[[str], bool | None]


class Bench(NamedTuple):
    """A device whose parts are tried, who tries them, and the cards that are laid on it."""

    panel: Panel
    build: Build
    person: Person
    timing: Timing
    laid: Cards

    def judged(self, section: str, **facts: object) -> Found:
        """Find what the person sees."""
        answer = self.person.confirm(prompt(f"{section}.ask"))
        return found(f"{section}.{_SEEN[answer]}", **facts)

    def say(self, section: str, **facts: object) -> None:
        """Tell the person what to do."""
        self.person.say(prompt(f"{section}.say", **facts))


@contextmanager
def opened(panel: Panel, build: Build, person: Person, timing: Timing) -> Iterator[Bench]:
    """Open the links of a panel, and give it to a person."""
    laid: Cards = queue.SimpleQueue()
    for link in panel.links:
        link.listen(laid.put)
    try:
        yield Bench(panel, build, person, timing, laid)
    finally:
        for link in panel.links:
            link.close()


def places(build: Build) -> tuple[LightPlace, ...]:
    """Return every light of a build."""
    strips = (build.strip, *(pod.strip for pod in build.pods))
    groups = (build.lights, *(strip.groups for strip in strips if strip))
    # What several of them show is one light here.
    return tuple(dict.fromkeys(place for lights in groups if lights for place in lights.places()))


def only(place: LightPlace, all_places: Iterable[LightPlace]) -> LightPlan:
    """Return the plan in which one light alone is lit."""
    count = sum(each[:2] == place[:2] for each in all_places)
    value: Any = tuple(float(number == place.number) for number in range(count))
    if place.group == "press":
        value = 1.0
    if place.part:
        value = {place.part: value}
    return LightPlan()._replace(**{place.group: value})


def lights(bench: Bench) -> Probe:
    """Light each light in turn, and ask after each group of them."""
    shown, every = bench.panel.lights, places(bench.build)
    if shown is None:
        return
    for group in dict.fromkeys(place.group for place in every):
        mine = [place for place in every if place.group == group]
        facts = {"group": group, "where": prompt(f"where.{group}"), "count": len(mine)}
        bench.say("lights", **facts)
        try:
            for place in mine:
                shown.show(only(place, every))
                time.sleep(bench.timing.light)
            shown.show(DARK)
            yield bench.judged("lights", **facts)
        except PanelError as error:
            yield fault("lights.broken", error, **facts)


def order(bench: Bench) -> Probe:
    """Show red, green and blue on a strip that has these fireworks, and ask after its order."""
    shown, strip = bench.panel.lights, bench.build.strip
    if not shown or not strip:
        return
    if strip.controller == LED_SHIM:
        return
    pixels = Counter(place.part for place in strip.groups.places() if place.group == "firework")
    if not set("RGB") <= set(pixels):
        return
    bench.say("order")
    try:
        for suit in "RGB":
            shown.show(LightPlan(firework={suit: (1.0,) * pixels[suit]}))
            time.sleep(3 * bench.timing.light)
        shown.show(DARK)
        yield bench.judged("order", order=strip.order)
    except PanelError as error:
        yield fault("order.broken", error)


def picture(bench: Bench) -> Probe:
    """Show the test picture, and ask."""
    if bench.panel.screen is None:
        return
    try:
        bench.panel.screen.show(pattern(bench.panel.screen.size))
        bench.say("picture")
        yield bench.judged("picture")
    except PanelError as error:
        yield fault("picture.broken", error)


def pattern(size: tuple[int, int]) -> Image.Image:
    """Return a frame along the very edge, an arrow that points up, and a chequered patch."""
    width, height = size
    drawn = Image.new("1", size)
    draw = ImageDraw.Draw(drawn)
    draw.rectangle((0, 0, width - 1, height - 1), outline=1)
    middle, top, bottom = width // 2, 8, height - 9
    draw.line((middle, top, middle, bottom), fill=1, width=3)
    draw.polygon(((middle, top - 3), (middle - 10, top + 9), (middle + 10, top + 9)), fill=1)
    for x in range(4, 28):
        for y in range(4, 28):
            if (x // 4 + y // 4) % 2:
                draw.point((x, y), fill=1)
    return drawn


def buttons(bench: Bench) -> Probe:
    """Ask for each button to be pressed, and for the encoder to be turned."""
    arrived: PressQueue = queue.SimpleQueue()
    taken = {}

    def hear(message: Edge | Rotated | Unusable) -> None:
        if isinstance(message, Unusable):
            taken[message.control] = PanelError(message.why)
        else:
            arrived.put(message)

    controls = bench.panel.controls
    controls.listen(hear)
    _drain(arrived, bench.timing.quiet)
    for control in controls.names:
        facts = {"control": control, "where": where(control, bench.build)}
        if control in taken:
            yield fault("button.broken", taken[control], **facts)
        elif control == ENCODER:
            yield _turned(arrived, bench)
        elif controls.is_down(control):
            is_high = control in bench.build.active_high
            touched = "; a key that gives 3.3 V when touched needs active_high = true"
            facts["touched"] = "" if is_high else touched
            yield found("button.down", **facts, side="3.3 V" if is_high else "ground")
        else:
            bench.say("button", **facts, name=control.upper())
            yield _pressed(control, arrived, bench, facts)


def where(control: str, build: Build) -> str:
    """Return where a control is: its pin, or its pod."""
    if control in build.buttons:
        return f"GPIO {build.buttons[control]}"
    return " or ".join(f'on the pod "{pod.name}"' for pod in build.pods if control in pod.controls)


def _pressed(control: str, arrived: PressQueue, bench: Bench, facts: Mapping[str, object]) -> Found:
    """Find how a press came: of this button or another one, clean or with bounces."""
    for first in _arriving(arrived, bench.timing.press):
        if isinstance(first, Edge) and first.down:
            edges = [first, *_burst(arrived, first.control, bench.timing)]
            if first.control == control:
                return bounced(control, edges)
            other = f"{first.control} ({where(first.control, bench.build)})"
            return found("button.other", **facts, other=other)
    return found("button.silent", **facts, seconds=f"{bench.timing.press:g}")


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


def bounced(control: str, edges: list[Edge]) -> Found:
    """Find how cleanly a press came.

    Edges within the deaf time of each other are one move of the hand.
    """
    if all(edge.down for edge in edges):
        return found("button.stays", control=control)
    moves: list[list[float]] = []
    for edge in edges:
        if moves and edge.at - moves[-1][-1] <= DEAF_S:
            moves[-1].append(edge.at)
        else:
            moves.append([edge.at])
    more = len(edges) - 2
    longest = max(move[-1] - move[0] for move in moves)
    line = "bounces" if more else "right"
    if len(moves) > 2 or longest > DEAF_S:
        line = "doubles"
    told = {"edges": quantity(more, "more edge"), "lasted": f"{longest * 1000:.1f}"}
    return found(f"button.{line}", control=control, **told)


def _turned(arrived: PressQueue, bench: Bench) -> Found:
    bench.say("encoder")
    for message in _arriving(arrived, bench.timing.press):
        if isinstance(message, Rotated):
            _drain(arrived, bench.timing.quiet)
            return found("encoder.right" if message.steps > 0 else "encoder.wrong")
    return found("encoder.silent", seconds=f"{bench.timing.press:g}")


def cards(bench: Bench) -> Probe:
    """Ask for a card to be laid on each reader."""
    for reader in bench.build.readers:
        facts = {"reader": reader.name, "where": prompt(f"where.{reader.name}")}
        facts["once"] = _ONCE if reader.kind == RDM6300 else ""
        bench.say("cards", **facts)
        yield _laid(bench, facts)


def _laid(bench: Bench, facts: Mapping[str, object]) -> Found:
    for message in _arriving(bench.laid, bench.timing.press):
        if isinstance(message, Tagged):
            line = "right" if message.reader == facts["reader"] else "other"
            tags = " and ".join(message.ids)
            return found(
                f"cards.{line}", **facts, other=prompt(f"where.{message.reader}"), tags=tags
            )
    return found("cards.silent", **facts, seconds=f"{bench.timing.press:g}")


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
