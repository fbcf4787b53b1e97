"""An emulated build is opened whole; its deck has stickers that nobody has to enrol."""

import gc
import os
import random
import subprocess
import sys
import threading
from collections import Counter

import pytest
from PIL import Image

from companion.game.cards import CARDS
from companion.game.edition import PRESETS, box
from companion.panel import Edge, Labels, LightPlan, Rotated, Side
from hardware.display.luma_oled import BareDevice
from hardware.emulator.card_deck import CardDeck, DeckCard
from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.models.rdm6300 import ModelRdm6300
from hardware.emulator.opening import emulate_build
from tests.rig.real_builds import PRESSED
from tests.rig.samples import sample
from wiring import builds, spec
from wiring.reading.build import Build, load, parse_build

BUTTONS = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"


def emulated_build(rest: str = "") -> Build:
    return parse_build(f'board = "mock"\n{BUTTONS}{rest}', "mine", "mine.toml")


def test_what_a_build_lacks_cannot_be_worked():
    _, device = emulate_build(emulated_build())
    for work in (lambda: device.press("undo"), lambda: device.rotate(1)):
        with pytest.raises(KeyError):
            work()


def test_the_brightness_can_be_seen():
    opened, device = emulate_build(load("emulator"))
    opened.screen.show(Image.new("1", (128, 64)))
    assert device.screen_brightness() == 1
    opened.screen.set_brightness(0)
    assert device.screen_brightness() == 0
    assert emulate_build(emulated_build())[1].screen_brightness() == 0


def test_a_build_says_whether_its_picture_turns_and_whether_its_colours_are_open():
    text = builds.build_toml("deluxe")
    assert emulate_build(parse_build(text, "deluxe", "deluxe.toml"))[0].coloured
    turning = parse_build(text.replace("turns = false", "turns = true"), "deluxe", "deluxe.toml")
    assert (turning.flips, load("deluxe").flips, emulated_build().flips) == (True, False, False)
    assert (emulate_build(turning)[0].flips, emulate_build(load("deluxe"))[0].flips) == (
        True,
        False,
    )
    assert not emulate_build(load("emulator"))[0].coloured
    assert not emulate_build(load("table"))[0].wears, "a window does not wear"
    shown = [emulate_build(load(name))[0].labels for name in ("bonnet", "oled-hat", "table")]
    assert shown == [
        Labels(order=("play", "clue", "discard"), marks="56•"),
        Labels(Side.RIGHT, rows=(-2, 24, 49)),
        Labels(),
    ]


def test_a_part_that_a_build_lacks_is_none():
    opened, device = emulate_build(emulated_build())
    assert (opened.screen, opened.lights) == (None, None)
    assert (device.model, device.shown_picture(), device.levels(), device.lit_places()) == (
        None,
        None,
        {},
        frozenset(),
    )
    told: list[int] = []
    device.watch_changes(lambda: told.append(1))
    device.press("clue")
    assert told


def test_the_watcher_hears_of_buttons_lights_and_display():
    opened, device = emulate_build(load("emulator"))
    told: list[bool] = []
    device.watch_changes(lambda: told.append(True))
    device.press("clue")
    assert told.pop()
    told.clear()
    opened.lights.show(LightPlan(seat=(1,)))
    assert told.pop()
    told.clear()
    opened.screen.show(Image.new("1", (128, 64)))
    assert told.pop()


def some_plan(dice: random.Random) -> LightPlan:
    def row(count: int) -> tuple[float, ...]:
        return tuple(dice.choice((0.0, 1.0)) for _ in range(count))

    fireworks = {suit: row(5) for suit in "WRBYGMK"}
    return LightPlan(row(8), row(4), fireworks, row(32), row(5), {"clue": 1.0})


@pytest.mark.parametrize("name", PRESSED)
def test_every_build_works_over_modelled_parts(name):
    opened, device = emulate_build(load(name), clock=lambda: 7.0)
    posted: list[Edge | Rotated] = []
    opened.controls.listen(posted.append)
    for control in device.build.buttons:
        device.press(control)
        assert device.is_down(control)
        assert opened.controls.is_down(control)
        device.release(control)
        assert not device.is_down(control)
    assert posted == [
        Edge(control, down, 7.0) for control in device.build.buttons for down in (True, False)
    ]
    dice = random.Random(name)
    for _ in range(20):
        picture = Image.frombytes("1", (128, 64), dice.randbytes(1024))
        opened.screen.show(picture)
        held = opened.screen.held_picture()
        assert device.shown_picture().tobytes() == held.tobytes() == picture.tobytes()
        if opened.lights:
            opened.lights.show(some_plan(dice))
            told, shown = opened.lights.held_levels(), device.levels()
            assert told.keys() == shown.keys()
            assert {group: told[group] for group in shown if group != "deck"} == {
                group: shown[group] for group in shown if group != "deck"
            }
            assert shown.get("deck", []) == pytest.approx(told.get("deck", []), abs=0.01)
    assert device.model.faults == []
    for part in (opened.screen, opened.lights, opened.controls):
        if part:
            part.close()
    assert not device.model.lit
    assert device.lit_places() == frozenset()


def test_opening_again_and_again_leaks_nothing():
    def use(name: str) -> None:
        opened, _ = emulate_build(load(name))
        opened.screen.show(Image.new("1", (128, 64), 1))
        if opened.lights:
            opened.lights.show(LightPlan(clue=(1,)))
            opened.lights.close()
        opened.screen.close()
        opened.controls.close()

    def things() -> tuple[int, int, int]:
        gc.collect()
        devices = sum(isinstance(thing, BareDevice) for thing in gc.get_objects())
        return len(os.listdir("/proc/self/fd")), threading.active_count(), devices

    use("table")
    before = things()
    for name in sample([*PRESSED] * 3, 3):
        use(name)
    assert things() == before


def test_opening_a_panel_does_not_import_the_window():
    script = (
        "import sys, hardware.opening, hardware.emulator.opening as emulator;"
        "sys.exit(any(name in sys.modules for name in ('pygame', 'hardware.lights.pixels')))"
    )
    assert subprocess.run([sys.executable, "-c", script], timeout=30, check=False).returncode == 0


def test_buttons_are_heard_before_luma_and_pillow_are_imported():
    script = (
        "import sys\nfrom wiring.reading.build import load\nfrom hardware.gpio.buttons import"
        " GpioControls\nfrom hardware.emulator.opening import emulate_build\ndef heard(self, post):"
        " sys.exit(any(name in sys.modules for name in ('luma.oled',"
        " 'PIL.Image')))\nGpioControls.listen = heard\nemulate_build(load('emulator'),"
        " post=print)\nsys.exit('never heard')"
    )
    assert subprocess.run([sys.executable, "-c", script], timeout=30, check=False).returncode == 0


@pytest.mark.parametrize("where", ["clue.active_high = true\n", "active_high = true\n"])
def test_a_key_that_gives_three_volts_is_down_while_it_is_touched(where):
    text = builds.build_toml("emulator").replace("[buttons]\n", f"[buttons]\n{where}")
    panel, device = emulate_build(parse_build(text, "high", "high.toml"), lambda: 7.0)
    edges = []
    panel.controls.listen(edges.append)
    assert not any(map(panel.controls.is_down, panel.controls.names))
    assert edges == []
    for control in panel.controls.names:
        device.press(control)
        assert panel.controls.is_down(control)
        device.release(control)
    assert edges == [
        Edge(control, down, 7.0) for control in panel.controls.names for down in (True, False)
    ]
    panel.controls.close()


def test_it_is_a_whole_deck():
    deck = CardDeck(load("emulator-pads")._replace(lights=None))
    cards = Counter(CARDS[card] for card in deck.stickers.values())
    assert cards == Counter(box(PRESETS["grand"]).copies)
    assert len(emulate_build(load("emulator-pads"))[0].stickers) == 50


def test_copies_of_a_card_are_taken_one_after_the_other():
    deck = CardDeck(load("emulator-pads"))
    taken = [deck.take_copy(DeckCard("R", 1), "play") for _ in range(4)]
    assert len(set(taken)) == 3
    assert taken[3] == taken[0]
    assert {deck.stickers[tag] for tag in taken} == {"R1"}
    assert deck.take_copy(DeckCard("R", 5), "discard") == deck.take_copy(DeckCard("R", 5), "play")


@pytest.mark.parametrize(
    ("kind", "lengths"), [(spec.PN532, ModelPn532.lengths), (spec.RDM6300, ModelRdm6300.lengths)]
)
def test_each_reader_can_read_its_stickers(kind, lengths):
    reader = spec.Reader("card", kind, spec.EMULATED)
    deck = CardDeck(load("emulator-pads")._replace(readers=(reader,)))
    assert {len(bytes.fromhex(tag)) for tag in deck.stickers} <= set(lengths)


def test_without_an_emulated_reader_there_are_no_cards():
    assert not CardDeck(load("emulator")).pads
    assert emulate_build(load("emulator"))[0].stickers == {}


def test_a_suit_without_a_light_is_not_in_the_deck():
    assert [row[0].suit for row in CardDeck(load("emulator-pads")).rows] == list("WRBYG")
