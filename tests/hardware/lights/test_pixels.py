"""Colour pixels show the plan, capped, and come back after errors of their bus."""

import errno
import os
from typing import NamedTuple

import pytest

from companion.errors import PanelError
from companion.panel import DARK, PALETTES, LightPlan
from hardware.buses.ports import QUIET_S
from hardware.emulator.models.led_shim import ModelLedShim
from hardware.emulator.models.strip import ModelStrip
from hardware.lights.apa102 import ApaStrip
from hardware.lights.led_shim import BLUE, GREEN, RED, LedShim
from hardware.lights.pixels import Pixels
from wiring.reading.build import load, parse_build
from wiring.reading.palettes import COLOURS
from wiring.spec import Colour, Strip

SHIM = """
controller = "led-shim"
brightness = 0.5
[strip.lights]
clue = "0-7"
fuse = [8, 9, 10]
firework.R = "15-11"
seat = [20, 22]
deck = "23-27"
[strip.colours]
clue = "#0000ff"
"""
STRIP = SHIM.replace('"led-shim"', '"apa102"\npixels = 28\nsupply_milliamps = 2000').replace(
    "0.5", "0.25"
)
PARTS = ["apa102", "sk9822", "led-shim"]


class Bench(NamedTuple):
    """Pixels, their model, and the time."""

    pixels: Pixels
    model: ModelStrip | ModelLedShim
    now: list[float]


def strip(controller: str) -> Strip:
    text = SHIM if controller == "led-shim" else STRIP.replace("apa102", controller)
    return parse_build(
        'board = "mock"\nbuttons = { clue.pin = 5, discard.pin = 6, play.pin = 13'
        f" }}\n[strip]{text}",
        "m",
        "m",
    ).strip


def bench(controller: str) -> Bench:
    spec = strip(controller)
    now = [0.0]
    if controller == "led-shim":
        shim = ModelLedShim()
        return Bench(Pixels(spec, LedShim(shim, spec.brightness), lambda: now[0]), shim, now)
    model = ModelStrip(spec.pixels, latches=controller == "sk9822")
    return Bench(Pixels(spec, ApaStrip(model, spec.pixels, spec.steps), lambda: now[0]), model, now)


def cap(made: Bench, colour: Colour) -> Colour:
    """What a colour is on the bus of a SHIM, whose pixels have no brightness of their own."""
    share = 0.5 if isinstance(made.model, ModelLedShim) else 1
    red, green, blue = (max(round(part * share), bool(part)) for part in colour)
    return red, green, blue


@pytest.mark.parametrize("controller", PARTS)
def test_each_pixel_shows_what_it_stands_for(controller):
    made = bench(controller)
    made.pixels.show(LightPlan((1, 1), (0, 1), {"R": (1, 1, 0, 0, 0)}, (1,) * 9 + (0,) * 6, (0, 1)))
    colours = {number: colour for number, colour in enumerate(made.model.colours) if any(colour)}
    blue, red, white = (cap(made, each) for each in ((0, 0, 255), (255, 0, 0), (255, 255, 255)))
    assert colours == {
        **dict.fromkeys((0, 1), blue),
        **dict.fromkeys((9, 15, 14), red),
        **dict.fromkeys((23, 24, 25), white),
        22: cap(made, (255, 120, 0)),
    }
    assert made.pixels.held_levels() == {
        "clue": [1.0, 1.0] + [0.0] * 6,
        "fuse": [0.0, 1.0, 0.0],
        "firework": {"R": [1.0, 1.0, 0.0, 0.0, 0.0]},
        "deck": [1.0, 1.0, 1.0, 0.0, 0.0],
        "seat": [0.0, 1.0],
    }
    assert made.model.faults == []


def test_a_strip_is_no_brighter_than_its_build_says_and_within_its_estimate():
    made = bench("apa102")
    made.pixels.show(LightPlan((1,) * 8, (1,) * 3, {"R": (1,) * 5}, (1,) * 10, (1,) * 5))
    assert {pixel.steps for pixel in made.model.pixels} == {8}
    drawn = sum(sum(pixel.colour) / 765 * 60 * pixel.steps / 31 + 1 for pixel in made.model.pixels)
    assert drawn == pytest.approx(strip("apa102").milliamps)


@pytest.mark.parametrize("controller", PARTS)
def test_all_pixels_are_dimmed_alike_and_none_goes_out(controller):
    made = bench(controller)
    plan = LightPlan((1,) * 8, (1,) * 3, {"R": (1,) * 5}, (), (1,))
    made.pixels.show(plan)
    levels, full = made.pixels.held_levels(), made.model.colours
    made.pixels.show(plan._replace(brightness=0.1))
    for before, after in zip(full, made.model.colours, strict=True):
        for bright, dim in zip(before, after, strict=True):
            assert bool(dim) == bool(bright)
            assert dim == pytest.approx(bright * 0.1, abs=1)
    assert made.pixels.held_levels() == levels
    made.pixels.show(plan)
    assert made.model.colours == full


@pytest.mark.parametrize("controller", PARTS)
def test_the_palette_of_the_plan_is_shown_where_the_build_leaves_it_open(controller):
    made = bench(controller)
    for palette in PALETTES:
        made.pixels.show(LightPlan((1,), firework={"R": (1,) * 5}, palette=palette))
        assert made.model.colours[15] == cap(made, COLOURS[palette]["R"])
        assert made.model.colours[0] == cap(made, (0, 0, 255))


@pytest.mark.parametrize("controller", PARTS)
def test_what_did_not_change_is_not_sent(controller):
    made = bench(controller)
    plan = LightPlan(seat=(1, 0))
    made.pixels.show(plan)
    count = made.model.bytes_received
    made.now[0] += 10 * QUIET_S
    made.pixels.show(plan._replace(press={"play": 1.0}))
    assert made.model.bytes_received == count


def test_the_shim_is_wired_as_its_maker_says():
    assert (RED[0], GREEN[0], BLUE[0]) == (118, 69, 85)
    assert (RED[27], GREEN[27], BLUE[27]) == (13, 77, 93)
    assert len({*RED, *GREEN, *BLUE}) == 84
    made = bench("led-shim")
    made.pixels.show(DARK)
    enabled = bytes(made.model._pages[0][:18])
    assert enabled.hex() == "00bf3e3e3fbe078630303fbe3fbe7ffe7f00", "what its own library enables"


@pytest.mark.parametrize("controller", PARTS)
def test_an_error_is_one_sentence_and_the_next_call_sends_everything(controller, monkeypatch):
    made = bench(controller)
    made.pixels.show(LightPlan(seat=(1, 0)))

    def fail(payload: bytes) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(made.model, "write", fail)
        with pytest.raises(PanelError, match="emulated"):
            made.pixels.show(LightPlan(seat=(0, 1)))
        assert made.pixels.held_levels()["seat"] == [0.0, 0.0], "it is unknown"
    made.pixels.show(LightPlan(seat=(1, 0)))
    assert made.pixels.held_levels()["seat"] == [1.0, 0.0]
    assert any(made.model.colours[20])
    assert not any(made.model.colours[22])


def test_a_shim_that_another_program_left_following_sounds_shows_its_colours():
    made = bench("led-shim")
    for payload in (b"\xfd\x0b", b"\x00\x18\x01", b"\x06\x01", b"\xfd\x03"):
        made.model.write(payload)
    made.pixels.show(LightPlan(clue=(1,) * 8))
    assert any(map(any, made.model.colours))


def test_a_shim_that_was_gone_is_set_up_again():
    made = bench("led-shim")
    made.model.unplug()
    for _ in range(2):
        with pytest.raises(PanelError, match="does not answer"):
            made.pixels.show(LightPlan(clue=(1,) * 8))
    made.model.plug_in()
    made.pixels.show(LightPlan(clue=(1,) * 8))
    assert made.model.colours[7] == (0, 0, 128)
    made.model.brown_out()
    assert not any(map(any, made.model.colours))
    made.now[0] += QUIET_S + 1
    made.pixels.show(LightPlan(clue=(1,) * 7))
    assert [any(colour) for colour in made.model.colours] == [True] * 7 + [False] * 21


@pytest.mark.parametrize("controller", PARTS)
def test_a_refresh_shows_the_pixels_after_a_loss_of_power(controller):
    made = bench(controller)
    made.pixels.refresh()
    assert made.model.bytes_received == 0, "nothing was shown yet"
    made.pixels.show(LightPlan(clue=(1,) * 8))
    shown = list(made.model.colours)
    seen: list[list[Colour]] = []
    made.model.on_change = lambda: seen.append(list(made.model.colours))
    made.pixels.refresh()
    assert all(colours == shown for colours in seen), "it flickers"
    if isinstance(made.model, ModelLedShim):
        made.model.brown_out()
        assert list(made.model.colours) != shown
    made.pixels.refresh()
    assert list(made.model.colours) == shown
    made.pixels.close()
    made.pixels.refresh()
    assert not any(map(any, made.model.colours))


def test_what_an_is31fl3731_would_not_understand_is_noted():
    model = ModelLedShim()
    model.write(b"\xfd\x09")
    model.write(b"\x00\x01")
    model.write(b"\xfd\x0b")
    model.write(b"\x0c\x00\x00")
    assert model.faults == ["there is no page 0x09", "page 0x0B ends before register 0x0D"]


@pytest.mark.parametrize("controller", PARTS)
def test_closed_pixels_are_dark(controller):
    made = bench(controller)
    made.pixels.show(LightPlan(clue=(1,) * 8))
    made.pixels.close()
    made.pixels.close()
    assert not any(map(any, made.model.colours))
    with pytest.raises(PanelError, match="switched off"):
        made.pixels.show(DARK)
    never = bench(controller)
    never.pixels.close()
    assert never.model.bytes_received == 0


def test_the_strip_of_the_deluxe_build_can_be_fed():
    assert load("deluxe").strip.steps == 5
