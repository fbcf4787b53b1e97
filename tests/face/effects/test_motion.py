"""Every motion, frame by frame: UPDATE_GOLDEN=1 writes the pictures anew (look at them then)."""

from functools import cache
from itertools import count
from pathlib import Path

import pytest
from PIL import Image

from companion.face import screens
from companion.face.effects import motion
from companion.face.happened import BANDS, Effect, EffectKind, StepEffects, Verdict
from companion.face.state import Notice, Phrase, ScreenName
from companion.face.view import Held, Night
from hardware.emulator.opening import emulate_build
from tests.bench.bus import I2C_SLOW, i2c_seconds
from tests.rig.goldens import picture_differences
from tests.rig.views import finished, game, show
from wiring.reading.build import load

GOLDEN = Path(__file__).with_name("motions.png")
BEGAN = 10.0
LONGEST = {"end": 2.0, "completed": 1.3, "misfired": 0.6}
"""What a moment may take in seconds, by the first word of its name; any other 0.4."""

FRAME = 70
"""Bytes on the display's bus that a frame takes at most."""


SLOWEST = 0.008
"""What a frame takes at most on an I2C bus at 100 kHz, in seconds."""


EDITIONS = {Verdict.PERFECT: "classic", Verdict.BEYOND: "rr-variant-1"}


def view(script, *events, **options):
    happened = StepEffects(BEGAN, tuple(Effect(*event) for event in events))
    return show(game(script, **options))._replace(happened=happened)


FIVE = Effect(EffectKind.LANDED, height=5)
CASES = {
    "landed": view("R R", (EffectKind.LANDED, "R")),
    "landed-in-seven": view("K K", (EffectKind.LANDED, "K"), edition="grand"),
    "landed-somewhere": view("+ + +", (EffectKind.LANDED,), detail="tokens"),
    "completed": view("R R R R R", FIVE._replace(suit="R"), (EffectKind.COMPLETED, "R")),
    "completed-at-the-edge": view(
        "G G G G G", FIVE._replace(suit="G"), (EffectKind.COMPLETED, "G")
    ),
    "completed-in-seven": view(
        "K K K K K", FIVE._replace(suit="K"), (EffectKind.COMPLETED, "K"), edition="grand"
    ),
    "completed-somewhere": view(
        "+ + + + ++", (EffectKind.LANDED,), (EffectKind.COMPLETED,), detail="tokens"
    ),
    "misfired": view("misfire", (EffectKind.MISFIRED, "", 2)),
    "misfired-with-names": view("R misfire misfire", (EffectKind.MISFIRED, "", 1), names=True),
    "undone": view("R R", (EffectKind.UNDONE,)),
    "put-back": view("R R", (EffectKind.REDONE,)),
    "landed-turned": view("R R", (EffectKind.LANDED, "R"))._replace(flipped=True),
    "misfired-turned": view("misfire", (EffectKind.MISFIRED, "", 2))._replace(flipped=True),
}


def _ended(verdict):
    """A game whose end has this verdict."""
    if verdict == Verdict.LOST:
        return game("R R R R R B B misfire misfire misfire")
    if verdict in (Verdict.PERFECT, Verdict.BEYOND):
        return game(
            " ".join(("WRBYGM" if verdict == Verdict.BEYOND else "WRBYG") * 5), EDITIONS[verdict]
        )
    return finished(game(" ".join("WRBYG"[: 1 + BANDS.index(verdict)] * 3)))


CASES |= {
    f"end-{verdict.replace(' ', '-')}": show(_ended(verdict), scene=ScreenName.END)._replace(
        happened=StepEffects(
            BEGAN, (Effect(EffectKind.LANDED, "R"), Effect(EffectKind.ENDED, verdict=verdict))
        )
    )
    for verdict in Verdict
}
TOLD = Notice(Phrase("completed", {"suit": "R"}), until=BEGAN + 5)
EVERY = pytest.mark.parametrize("name", CASES)


@cache
def frames(name):
    """The true picture, and every frame with its time, as the outputs draw them."""
    shown = CASES[name]
    truth = screens.draw(shown).image
    drawn, now = [], BEGAN
    for _ in count():
        stage = screens.draw(motion.moment_view(shown, now)).image
        drawn.append((now, motion.moving_picture(stage, shown, now)))
        change = motion.next_frame_at(shown, now)
        if change is None:
            return truth, drawn
        assert change > now
        now = change
    raise AssertionError


def test_the_frames_are_the_golden_ones(tmp_path):
    made = {}
    for name in CASES:
        truth, drawn = frames(name)
        film = Image.new("1", (truth.width, truth.height * len(drawn)))
        for number, (_, picture) in enumerate(drawn):
            film.paste(picture, (0, number * truth.height))
        made[name] = film
    differences = picture_differences(GOLDEN, made, tmp_path)
    assert not differences, "\n".join(differences)


@EVERY
def test_a_motion_begins_and_ends_with_the_true_picture_within_its_time(name):
    truth, drawn = frames(name)
    (first, began), *between, (last, ended) = drawn
    # A plate that fills and rockets that rise are not there yet.
    if not name.startswith(("completed", "end")):
        stage = screens.draw(motion.moment_view(CASES[name], BEGAN)).image
        assert began.tobytes() == stage.tobytes()
    assert ended.tobytes() == truth.tobytes()
    assert last - first <= LONGEST.get(name.partition("-")[0], 0.4) + 1e-6
    assert any(picture.tobytes() != truth.tobytes() for _, picture in between)
    assert motion.moving_picture(truth, CASES[name], last + 1000) == truth


@pytest.mark.parametrize("build", ["emulator", "oled-hat", "deluxe"])
def test_a_frame_is_a_few_bytes_on_the_bus_of_every_display(build):
    panel, device = emulate_build(load(build))
    for name, shown in CASES.items():
        _, drawn = frames(name)
        before = None
        for now, picture in drawn:
            stage, before = before, motion.moment_view(shown, now)
            received, transactions = device.model.bytes_received, device.model.transactions
            panel.screen.show(picture)
            if stage != before:
                continue  # another screen
            sent = device.model.bytes_received - received
            assert sent <= FRAME, name
            assert (
                i2c_seconds(device.model.transactions - transactions, sent, I2C_SLOW) <= SLOWEST
            ), name
    assert FRAME * 9 / 400_000 < motion.STEP_S / 20


@pytest.mark.parametrize(
    "still",
    [
        pytest.param({"held": Held("clue", False)}, id="a button is held"),
        pytest.param({"night": Night.BLANK}, id="the display is dark"),
        pytest.param({"happened": None}, id="a press since"),
        pytest.param(
            {"happened": StepEffects(BEGAN, (Effect(EffectKind.LAST_ROUND),))},
            id="the last round has its notice",
        ),
    ],
)
def test_nothing_moves_when(still):
    shown = CASES["landed"]._replace(**still)
    truth = screens.draw(shown).image
    assert motion.next_frame_at(shown, BEGAN) is None
    assert motion.moving_picture(truth, shown, BEGAN + 0.1) is truth


def test_nothing_moves_on_other_screens_nor_where_something_was_refused():
    landed = CASES["landed"]
    refused = Notice(Phrase("refused_fits"), until=BEGAN + 5, refusal=True)
    for face in ({"scene": ScreenName.MENU}, {"notice": refused}):
        assert (
            motion.next_frame_at(landed._replace(face=landed.face._replace(**face)), BEGAN) is None
        )


@pytest.mark.parametrize("name", ["landed", "completed"])
def test_a_card_is_seen_falling_before_anything_is_said_about_it(name):
    plain = CASES[name]
    told = plain._replace(face=plain.face._replace(notice=TOLD))
    bare = screens.draw(plain).image.tobytes()
    acts = 0
    now = BEGAN
    while (change := motion.next_frame_at(told, now)) is not None:
        assert screens.draw(motion.moment_view(told, now)).image.tobytes() == bare
        acts += 1
        now = change
    assert acts >= 5
    assert (
        screens.draw(motion.moment_view(told, now)).image.tobytes()
        == screens.draw(told).image.tobytes()
    )


def test_a_dimmed_display_moves_too():
    assert (
        motion.next_frame_at(CASES["landed"]._replace(night=Night.DIM), BEGAN)
        == BEGAN + motion.STEP_S
    )


def test_a_clock_before_the_event_shows_the_truth():
    landed = CASES["landed"]
    truth = screens.draw(landed).image
    assert motion.moving_picture(truth, landed, BEGAN - 5) is truth


def test_the_glass_jumps_at_a_misfire_and_nothing_flashes():
    jumps = [motion.jump(CASES["misfired"], BEGAN + frame * motion.STEP_S) for frame in range(10)]
    assert jumps == [0, 3, 0, 2, 0, 0, 0, 0, 0, 0]
    for name in CASES:
        truth, drawn = frames(name)
        lit = truth.convert("L").histogram()[-1]
        for now, picture in drawn:
            stage = screens.draw(motion.moment_view(CASES[name], now)).image
            if stage.tobytes() == truth.tobytes():
                assert abs(picture.convert("L").histogram()[-1] - lit) < 128 * 64 // 8, name
