"""More languages: one of nonsense, long and full of accents, and the first start among all."""

import json

import pytest

from companion.face import screens
from companion.words.texts import DEFAULT, LANGUAGES, Texts, read
from tests.rig.rig import Rig
from tests.rig.samples import paired
from tests.tools.nonsense import nonsense
from tests.tools.rooms import without_room
from tests.tools.words import flaws
from wiring.reading.build import load


def test_a_language_of_nonsense_is_whole_and_what_has_no_room_is_told_by_key():
    groups = nonsense("xx")
    assert flaws("xx", json.dumps(groups)) == []
    english = read(DEFAULT)["glass"]
    labels = {
        key: text for key, text in english.items() if key.startswith(("key_", "item_", "label_"))
    }
    for texts in (groups["glass"], groups["glass"] | labels):
        sentences = without_room("xx", Texts("xx", texts | groups["voice"]))
        told = [sentence.partition(":")[0].removeprefix("glass.") for sentence in sentences]
        assert len(told) == len(set(told)) > 10
        assert set(told) <= texts.keys() | {"a symbol"}


def test_a_language_has_the_plural_forms_that_it_needs():
    groups = nonsense("pl")
    assert groups["page"]["games_count"].keys() == {"one", "few", "many"}
    assert flaws("pl", json.dumps(groups)) == []
    del groups["page"]["games_count"]["few"]
    assert flaws("pl", json.dumps(groups)) == ["page.games_count: its form “few” is missing"]


@pytest.mark.parametrize(
    ("language", "build"),
    paired(LANGUAGES, ["table", "bonnet", "oled-hat", "deluxe", "emulator", "emulator-keys"]),
)
def test_the_first_start_asks_for_every_language_on_every_build(language, build):
    with Rig(build=load(build), language="") as rig:
        presses = 0
        while not rig.core.dialogue.face.preferences.language:
            page = screens.draw(rig.core.view)
            assert page.cut == []
            items = page.items.items()
            rig.tap(next(button for button, cell in items if language in cell))
            presses += 1
        assert rig.core.dialogue.face.preferences.language == language
        assert presses <= 2
