"""What becomes of a view on the lights and the screen: the truth first, then what moves over it."""

import pytest
from PIL import Image

from companion.daemon.drawing import DIMMED, REFRESH_S, Drawing
from companion.errors import PanelError
from companion.face import screens
from companion.face.effects import lights, motion
from companion.face.effects.light_shows import show as show_of
from companion.face.happened import Effect, EffectKind, StepEffects
from companion.face.view import Night
from companion.panel import Controls, LightPlan, Panel
from tests.rig.rig import Rig
from tests.rig.views import game, show
from wiring.reading.build import load

BEGAN = 10.0
BURST = show_of(Effect(EffectKind.COMPLETED, "R"))
COMPLETE = show(game("R R R R R"))._replace(
    happened=StepEffects(BEGAN, (Effect(EffectKind.LANDED, "R"), Effect(EffectKind.COMPLETED, "R")))
)
QUIET = show(game("clue"))
MOVES = 17
"""Frames of the card that falls and of the sparks."""


class Parts:
    """A screen and lights that write down what they are asked."""

    size = (128, 64)

    def __init__(self):
        self.done = []
        self.broken = set()
        self.complete = True

    def __getattr__(self, what):
        if what not in {"set_brightness", "shift_picture", "sleep"}:
            raise AttributeError(what)
        return lambda *values: self.note((what, *values))

    def show(self, shown):
        self.note(("lights" if isinstance(shown, LightPlan) else "screen", shown))

    def refresh(self, undisturbed=None):
        self.note(("refresh",))
        return self.complete

    def held_levels(self):
        plans = [call[1] for call in self.done if call[0] == "lights"]
        return {
            "clue": list(plans[-1].clue),
            "firework": {k: list(v) for k, v in plans[-1].firework.items()},
        }

    def note(self, call):
        if call[0] in self.broken:
            raise PanelError(f"the {call[0]} are gone")
        self.done.append(call)


class Bench:
    """A drawing on such parts, and a clock that stops at what is due."""

    def __init__(self, screen=True, lit=True):
        self.parts = Parts()
        parts = self.parts
        panel = Panel("fake", Controls, parts if screen else None, parts if lit else None)
        self.drawing = Drawing(panel, lambda: True)

    def run(self, view, delay=0.0):
        """Draw a view and all that comes of it, each frame so much late.

        The times at which it woke.
        """
        self.drawing.draw(view, BEGAN)
        now, woken = BEGAN, []
        while (due := self.drawing.next_due(now)) is not None:
            now = max(now, due) + delay
            woken.append(now)
            self.drawing.play_frames(now)
            assert len(woken) < 500, "it never ends"
        return woken

    @property
    def calls(self):
        return [call[0] for call in self.parts.done]


def test_the_truth_goes_out_first_the_lights_before_the_screen():
    bench = Bench()
    assert bench.drawing.draw(COMPLETE, BEGAN)
    assert bench.parts.done == [
        ("lights", lights.plan(COMPLETE)),
        ("screen", screens.draw(COMPLETE).image),
    ]
    assert bench.drawing.next_due(BEGAN) == BEGAN
    bench.drawing.play_frames(BEGAN)
    assert bench.parts.done[2] == ("lights", lights.plan(COMPLETE, BEGAN))
    assert bench.drawing.next_due(BEGAN) == BEGAN + motion.STEP_S


def test_a_label_under_a_finger_does_not_wait_for_the_lights():
    bench = Bench()
    bench.drawing.draw(QUIET, BEGAN)
    bench.drawing.draw(QUIET._replace(pressed=frozenset({"clue"})), BEGAN)
    bench.drawing.draw(QUIET, BEGAN)
    assert bench.calls == ["lights", "screen", "screen", "lights", "lights", "screen"]


def test_a_new_state_is_on_the_lights_first_whatever_is_held_down():
    bench = Bench()
    bench.drawing.draw(QUIET, BEGAN)
    bench.drawing.draw(COMPLETE._replace(pressed=frozenset({"clue"})), BEGAN)
    assert bench.calls[2:] == ["lights", "screen"]


def test_a_label_whose_screen_is_gone_still_lights_the_button():
    bench = Bench()
    bench.drawing.draw(QUIET, BEGAN)
    bench.parts.broken = {"screen"}
    assert not bench.drawing.draw(pressed := QUIET._replace(pressed=frozenset({"clue"})), BEGAN)
    assert bench.parts.done[-1] == ("lights", lights.plan(pressed))
    bench.parts.broken = set()
    assert bench.drawing.retry(BEGAN)
    assert bench.calls[2:] == ["lights", "screen"]


def test_what_is_told_of_the_lights_is_the_truth_while_a_show_plays_over_it():
    bench = Bench()
    bench.drawing.draw(COMPLETE, BEGAN)
    for number in range(BURST.frames):
        bench.drawing.play_frames(BEGAN + number * BURST.step)
        told = bench.drawing.true_levels
        assert (told["clue"], dict(told["firework"])["R"]) == ([1.0] * 8, [1.0] * 5)
    bench.drawing.draw(QUIET, BEGAN + 9)
    assert dict(bench.drawing.true_levels["firework"])["R"] == [0.0] * 5


def test_every_frame_is_drawn_once_and_then_there_is_rest():
    bench = Bench()
    woken = bench.run(COMPLETE)
    expected = {BEGAN + number * BURST.step for number in range(BURST.frames + 1)}
    expected |= {BEGAN + number * motion.STEP_S for number in range(1, MOVES + 1)}
    assert woken == pytest.approx(sorted(expected))
    assert dict(bench.parts.done) == {
        "lights": lights.plan(COMPLETE),
        "screen": screens.draw(COMPLETE).image,
    }


def test_on_a_slow_bus_frames_are_left_out_and_it_ends_no_later():
    bench = Bench()
    woken = bench.run(COMPLETE, delay=0.25)
    assert len(woken) < 7
    assert woken[-1] <= BEGAN + MOVES * motion.STEP_S + 0.25
    assert dict(bench.parts.done) == {
        "lights": lights.plan(COMPLETE),
        "screen": screens.draw(COMPLETE).image,
    }


def test_a_quiet_view_wakes_nobody():
    for view in (
        QUIET,
        QUIET._replace(night=Night.DIM),
        QUIET._replace(night=Night.BLANK),
        QUIET._replace(dim_seat=True),
    ):
        assert Bench().run(view) == []


@pytest.mark.parametrize(("broken", "well"), [("lights", "screen"), ("screen", "lights")])
def test_a_part_that_fails_has_no_frames_and_the_other_goes_on(broken, well):
    bench = Bench()
    if broken == "screen":
        bench.parts.broken.add("screen")
    else:
        bench.drawing.draw(QUIET, BEGAN)
        bench.parts.broken.add("lights")
        bench.parts.held_levels = dict
    bench.parts.done.clear()
    bench.run(COMPLETE)
    assert set(bench.calls) == {well}
    bench.parts.broken.clear()
    bench.drawing.play_frames(BEGAN + 0.1)
    assert set(bench.calls) == {well}
    bench.drawing.draw(COMPLETE, BEGAN)
    assert {"screen", "lights"} == set(bench.calls)


# The night


def test_the_screen_is_dimmed_moved_and_switched_off_by_its_own_commands():
    bench = Bench(lit=False)
    truth = ("screen", screens.draw(QUIET).image)
    for view in (
        QUIET,
        QUIET._replace(shift=1),
        QUIET._replace(shift=1, night=Night.DIM),
        QUIET._replace(night=Night.BLANK),
        QUIET._replace(night=Night.BLANK),
        QUIET,
    ):
        bench.drawing.draw(view, BEGAN)
    assert bench.parts.done == [
        truth,
        ("shift_picture", 1),
        truth,
        ("set_brightness", DIMMED),
        truth,
        ("sleep",),
        ("sleep",),
        ("set_brightness", 1.0),
        ("shift_picture", 0),
        truth,
    ]


@pytest.mark.parametrize(("step", "level"), [("1", 0.25), ("2", 0.5), ("3", 0.75), ("4", 1.0)])
def test_the_steps_of_brightness_and_none_is_dimmed_to_more(step, level):
    bench = Bench(lit=False)
    preferences = QUIET.face.preferences._replace(brightness=step)
    view = QUIET._replace(face=QUIET.face._replace(preferences=preferences))
    for night in ("", Night.DIM):
        bench.drawing.draw(view._replace(night=night), BEGAN)
    levels = [1.0, *(values[1] for values in bench.parts.done if values[0] == "set_brightness")]
    assert levels[-2:] == [level, DIMMED]
    assert level > DIMMED


# A whole companion: a press ends whatever plays


SCENES = {
    "completed": (["R"] * 4, ("play", {"suit": "R"})),
    "misfired": ([], ("misfire", {})),
    "lost": (["misfire", "misfire"], ("misfire", {})),
    "given up with points": (["R", "R"], ("concede", {"reason": "no_more_points"})),
    "perfect": (list("WRBYG" * 5)[:-1], ("play", {"suit": "G"})),
}
"""What is entered before, and what happens then."""


def enter(rig, before, last):
    rig.ask(do="new", players=3)
    for word in before:
        action = {"do": "misfire"} if word == "misfire" else {"do": "play", "suit": word}
        rig.ask(do="action", action=action)
    do, facts = last
    rig.ask(do="action", action={"do": do, **facts})


def true_lights(rig):
    """The lights as the state has them, on or off."""
    truth = lights._true_plan(rig.core.view)
    shown = {"clue": truth.clue, "fuse": truth.fuse, "seat": truth.seat}
    found = rig.device.levels()
    assert {group: tuple(found[group])[: len(row)] for group, row in shown.items()} == shown
    assert {suit: tuple(row) for suit, row in found["firework"].items()} == {
        suit: truth.firework[suit][: len(row)] if len(row) > 1 else (max(truth.firework[suit]),)
        for suit, row in found["firework"].items()
    }


def test_all_is_sent_again_once_after_a_press_and_given_up_for_a_newer_view():
    bench = Bench()
    bench.drawing.draw(QUIET, BEGAN)
    assert bench.drawing.next_due(BEGAN) != BEGAN + REFRESH_S
    pressed = QUIET._replace(face=QUIET.face._replace(touched=QUIET.face.touched + 1))
    bench.drawing.draw(pressed, BEGAN)
    at = pressed.face.touched + REFRESH_S
    bench.parts.done.clear()
    bench.drawing.play_frames(at - 0.1)
    assert "refresh" not in bench.calls
    bench.parts.complete = False
    bench.drawing.play_frames(at)
    assert bench.calls[-2:] == ["refresh", "refresh"]
    assert bench.drawing.next_due(at) == at, "it was given up"
    bench.parts.complete = True
    bench.drawing.play_frames(at)
    bench.parts.done.clear()
    bench.drawing.play_frames(at + 10)
    assert "refresh" not in bench.calls


@pytest.mark.parametrize("name", SCENES)
def test_a_show_plays_ends_at_once_at_a_press_and_does_not_come_back(name):
    with Rig(frames=True) as rig:
        enter(rig, *SCENES[name])
        seen = set()
        for _ in range(6):
            rig.wait(0.1)
            seen.add(tuple(sorted(rig.device.brightness_by_place().items())))
        assert len(seen) > 1, "nothing plays"
        rig.down("discard")
        true_lights(rig)
        assert rig.stage.drawing.next_due(rig.now) is None
        rig.wait(0.1)
        rig.up("discard")
        rig.check()
        true_lights(rig)
        assert rig.stage.drawing.next_due(rig.now) == rig.now + REFRESH_S


def test_the_picture_turns_to_those_opposite_and_back():
    build = load("emulator")
    with Rig(build=build._replace(screen=build.screen._replace(flips=True))) as rig:
        rig.ask(do="new", players=4)
        assert not rig.core.view.flipped
        for place in (1, 2, 3, 0):
            rig.wait(1)
            rig.tap("clue")
            view = rig.core.view
            assert view.flipped is (place == 2)
            rig.check()
            if view.flipped:
                upright = screens.draw(view._replace(flipped=False)).image
                fireworks, labels = upright.crop((0, 21, 128, 55)), upright.crop((0, 55, 128, 64))
                shown = rig.glass.crop((0, 0, 128, 34)).transpose(Image.Transpose.ROTATE_180)
                assert shown.tobytes() == fireworks.tobytes()
                assert rig.glass.crop((0, 55, 128, 64)).tobytes() == labels.tobytes()
        rig.more("menu")
        assert (rig.screen, rig.core.view.flipped) == ("menu", False)


def test_a_press_in_the_middle_of_an_animation_sends_but_a_frame_of_it_more():
    def acknowledged(after):
        """Bytes on the display's bus for a press so long after a misfire."""
        with Rig(frames=True) as rig:
            enter(rig, *SCENES["misfired"])
            rig.wait(6)
            rig.ask(do="undo")
            rig.ask(do="redo")
            rig.wait(after)
            before = rig.device.model.bytes_received
            rig.down("clue")
            rig.check()
            return rig.device.model.bytes_received - before

    still = acknowledged(5)
    for frame in range(1, 9):
        assert acknowledged((frame + 0.5) * motion.STEP_S) <= still + 100
