"""The cards beside an emulated device with readers: a deck whose stickers nobody has to enrol."""

from collections import Counter

import pytest

from companion.game.cards import CARDS
from companion.game.edition import PRESETS, box
from hardware.emulator.fan import NO_FAN, Fan, FanCard, fan_of
from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.models.rdm6300 import ModelRdm6300
from hardware.emulator.opening import emulate
from wiring import spec
from wiring.reading.build import load

PADS = {"play": spec.PN532, "discard": spec.PN532}


def test_it_is_a_whole_deck() -> None:
    deck = Counter(CARDS[card] for card in Fan(PADS, spec.SUITS).stickers.values())
    assert deck == Counter(box(PRESETS["grand"]).copies)
    assert len(emulate(load("emulator-pads"))[0].stickers) == 50


def test_copies_of_a_card_are_taken_one_after_the_other() -> None:
    fan = fan_of(load("emulator-pads"))
    taken = [fan.take(FanCard("R", 1), "play") for _ in range(4)]
    assert len(set(taken)) == 3
    assert taken[3] == taken[0]
    assert {fan.stickers[tag] for tag in taken} == {"R1"}
    assert fan.take(FanCard("R", 5), "discard") == fan.take(FanCard("R", 5), "play")


@pytest.mark.parametrize(
    ("kind", "lengths"), [(spec.PN532, ModelPn532.lengths), (spec.RDM6300, ModelRdm6300.lengths)]
)
def test_each_reader_can_read_its_stickers(kind: str, lengths: tuple[int, ...]) -> None:
    fan = Fan({"card": kind}, "W")
    assert {len(bytes.fromhex(tag)) for tag in fan.stickers} <= set(lengths)


def test_without_an_emulated_reader_there_are_no_cards() -> None:
    assert fan_of(load("emulator")) is NO_FAN
    assert emulate(load("emulator"))[0].stickers == {}


def test_a_suit_without_a_light_is_not_in_the_fan() -> None:
    assert [row[0].suit for row in fan_of(load("emulator-pads")).rows] == list("WRBYG")
