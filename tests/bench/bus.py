"""Bytes on the display's bus over real games, and what they take on each build's bus."""

import random
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple

from PIL import Image, ImageChops

from companion.daemon.screensaver import BLANK_AFTER_S
from companion.face import screens
from companion.face.dialogue import tips
from companion.face.effects import motion
from companion.face.state import ScreenName
from companion.face.view import View
from companion.game.record import Record
from tests.bench import stock
from tests.bench.figures import Figure, Sample
from tests.games import real_games, turns
from tests.rig.rig import Rig

I2C_SLOW: Final = 100_000
A_TILE: Final = 8
A_WINDOW: Final = 10
THINKING_S: Final = (1.0, 30.0)
A_PICTURE: Final = 0.131
A_TURN: Final = 0.52
"""What a picture and a whole turn may take beside one picture of luma."""

WORN: Final = 200
"""As many as shone so long when the glass asked by dots alone."""


class Kind(Enum):
    """What a picture is for."""

    LABEL = auto()
    """A button went down: its label, or the firework that it stands for, is marked."""
    TURN = auto()
    """The table after a turn, without a notice; none was there before."""
    COVERED = auto()
    """Something is said over the table, or no longer."""
    END = auto()
    """The game is over."""
    MOTION = auto()
    """A frame of an animation."""
    OTHER = auto()
    """A question is asked, or the seat blinks."""


class Frame(NamedTuple):
    """What was sent for one picture, address bytes apart."""

    payload: int
    transactions: int
    tiles: int
    kind: Kind

    @property
    def windows(self) -> int:
        """Windows of the display's memory: each is told in one transaction, filled in another."""
        return self.transactions // 2


LONGEST_MS: Final = {
    Kind.LABEL: 8.0,
    Kind.TURN: 44.0,
    Kind.OTHER: 33.0,
    Kind.MOTION: 10.0,
}
"""What the longest picture of a kind may take on a bus of 100 kHz, counted by its bytes."""


def i2c_seconds(transactions: int, payload: int, hertz: int) -> float:
    """Return the seconds of a start, an address, a stop, and nine bits for each byte."""
    return (transactions * (1 + 9 + 1) + 9 * payload) / hertz


def frames(records: Sequence[Record]) -> list[Frame]:
    """Return every picture of games that are played by the buttons.

    The first one of each game is left out: it is the whole of it. The next press of a turn comes
    half a second after the one before, so that the seat blinks once.
    """
    found: list[Frame] = []
    for record in records:
        with Rig(frames=True) as rig:
            for _ in range(
                tips.GAMES
            ):  # people who know it: nothing is said that they could press at once
                rig.ask(do="new")
                rig.ask(do="action", action={"do": "concede", "reason": "conceded"})
            rig.ask(do="new", players=record.setup.players)
            rig.wait(5)
            found += _frames(rig, record)
    return found


def _frames(rig: Rig, record: Record) -> Iterator[Frame]:
    screen, model = rig.panel.screen, rig.device.model
    found: list[Frame] = []
    show, last = screen.show, rig.core.view

    def counted(picture: Image.Image) -> None:
        nonlocal last
        before, received, transactions = rig.glass, model.bytes_received, model.transactions
        show(picture)
        sent = model.bytes_received - received
        view = motion.moment_view(rig.core.view, rig.now)
        if sent:
            tiles = changed_tiles(before, picture)
            found.append(Frame(sent, model.transactions - transactions, tiles, _kind(last, view)))
        last = view

    screen.show = counted
    for do, suit, _ in turns(record):
        rig.enter(do, suit)
    yield from found


def _kind(before: View, view: View) -> Kind:
    """Return what a picture shows, by what stood on the glass before and what stands there."""
    if view == before:
        return Kind.MOTION
    if any(shown.face.notice or shown.held for shown in (before, view)):
        return Kind.COVERED
    if view.pressed:
        return Kind.LABEL
    if view.face.screen == ScreenName.END:
        return Kind.END
    return Kind.OTHER if view.sitting is before.sitting else Kind.TURN


def changed_tiles(before: Image.Image, after: Image.Image) -> int:
    """Return how many 8x8 tiles of two pictures differ."""
    difference = ImageChops.difference(before.convert("L"), after.convert("L"))
    return sum(
        difference.crop((x, y, x + 8, y + 8)).getbbox() is not None
        for x in range(0, screens.WIDTH, 8)
        for y in range(0, screens.HEIGHT, 8)
    )


def slow(sent: Sequence[Frame], kind: Kind) -> Sample:
    """Return the milliseconds that the pictures of a kind take on an I2C bus at 100 kHz."""
    return Sample(
        tuple(
            1e3 * i2c_seconds(frame.transactions, frame.payload, I2C_SLOW)
            for frame in sent
            if frame.kind is kind
        ),
        "ms",
    )


def turns_in(records: Sequence[Record]) -> int:
    """Return how many turns the games have."""
    return sum(len(record.actions) for record in records)


def stock_frame() -> int:
    """Return bytes that luma's own display() sends for any change."""
    serial = stock.Serial()
    device = stock.ssd1306(serial)
    device.persist = True
    before = serial.bytes
    device.display(Image.new("1", (128, 64), 1))
    return serial.bytes - before


def bus(games: int, turns: int | None) -> list[Figure]:
    """Measure beside what whole bytes need, and beside luma; `turns` of each game, None for all."""
    records = real_games(turns)[:games]
    sent = frames(records)
    least = [A_TILE * frame.tiles for frame in sent]
    whole = stock_frame()
    mean = sum(frame.payload for frame in sent) / len(sent)
    ratio = sum(frame.payload for frame in sent) / sum(least)
    a_turn = sum(frame.payload for frame in sent) / turns_in(records)
    note = f"{len(sent):,} pictures of {games} games, those of animations too"
    return [
        Figure(
            "bytes a picture",
            Sample((mean,), "bytes"),
            "the changed 8x8 tiles",
            Sample((sum(least) / len(least),), "bytes"),
            (ratio,),
            1.0,
            note=note,
        ),
        Figure(
            "bytes a picture",
            Sample((mean,), "bytes"),
            "luma's display()",
            Sample((float(whole),), "bytes"),
            (mean / whole,),
            A_PICTURE,
        ),
        Figure(
            "bytes a turn, from its first press to rest",
            Sample((a_turn,), "bytes"),
            "luma's display(), one picture",
            Sample((float(whole),), "bytes"),
            (a_turn / whole,),
            A_TURN,
        ),
        *_on_a_slow_bus(sent),
        *_evenings(records[:10]),
    ]


def _evenings(records: Sequence[Record]) -> list[Figure]:
    """Return how often everything is sent again, and how long the pixels shine, in games whose
    players think before each turn, and then leave the display alone.
    """
    dice = random.Random(1)
    presses = 0
    sizes: list[int] = []
    seconds: Counter[bytes] = Counter()
    for record in records:
        with Rig() as rig:
            rig.ask(do="new", players=record.setup.players)
            rig.wait(5)
            _count_refreshes(rig, sizes)
            before = rig.presses
            for do, suit, _ in turns(record):
                rig.enter(do, suit)
                _watch(rig, dice.uniform(*THINKING_S), seconds)
            presses += rig.presses - before
            _watch(rig, BLANK_AFTER_S, seconds)
    return [
        Figure(
            "refreshes of the display a press",
            Sample((len(sizes) / presses,), ""),
            at_most=1.0,
            judged="value",
            note=(
                f"{len(sizes):,} after {presses:,} presses with {THINKING_S[0]:g} to"
                f" {THINKING_S[1]:g} s before each turn; {max(sizes)} bytes each"
            ),
        ),
        _wear(seconds),
    ]


def _wear(seconds: Mapping[bytes, float]) -> Figure:
    """Return how many pixels age as fast as the display can, by how long each picture shone."""
    lit = [0.0] * (screens.WIDTH * screens.HEIGHT)
    for picture, lasting in seconds.items():
        for match in re.finditer("1", f"{int.from_bytes(picture):0{len(lit)}b}"):
            lit[match.start()] += lasting
    whole = sum(seconds.values())
    return Figure(
        "pixels that shine for nine tenths of the time",
        Sample((float(sum(each > 0.9 * whole for each in lit)),), "pixels"),
        at_most=WORN,
        judged="value",
        note=f"the mean one for {statistics.mean(lit) / whole:.0%} of {whole / 3600:.1f} h",
    )


def _watch(rig: Rig, duration_s: float, seconds: Counter[bytes]) -> None:
    """Let time pass, and count for each picture on the glass how long it shines."""
    for _ in range(round(duration_s)):
        rig.wait(1)
        seconds[rig.glass.tobytes()] += rig.device.screen_brightness()  # type: ignore[assignment]


def _count_refreshes(rig: Rig, sizes: list[int]) -> None:
    """Append the bytes of each refresh from now on."""
    screen, model = rig.panel.screen, rig.device.model
    refresh = screen.refresh

    def counted(undisturbed: Callable[[], bool]) -> bool:
        received = model.bytes_received
        complete = refresh(undisturbed)
        sizes.append(model.bytes_received - received)
        return complete

    screen.refresh = counted


def _on_a_slow_bus(sent: Sequence[Frame]) -> list[Figure]:
    """Return what the longest pictures take on the slowest bus, by their bytes."""
    return [
        Figure(
            f"the longest {kind.name.lower()} picture, I2C at 100 kHz",
            Sample((max(slow(sent, kind).values),), "ms"),
            at_most=at_most,
            judged="value",
        )
        for kind, at_most in LONGEST_MS.items()
    ]
