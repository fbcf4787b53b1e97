"""Every screen, as a picture: UPDATE_GOLDEN=1 writes the pictures anew (look at them then)."""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.face import screens, words
from companion.face.glyphs import FACES, fits
from companion.face.hints import key_phrases
from companion.face.state import Notice, Phrase
from tests.face.views import views

GOLDEN = Path(__file__).parent / "golden"
VIEWS = views()
CASES = [(name, language) for name in VIEWS for language in words.LANGUAGES]


@pytest.mark.parametrize(("name", "language"), CASES)
def test_the_picture_is_the_golden_one(name, language):
    page = screens.draw(VIEWS[name]._replace(language=language))
    path = GOLDEN / f"{name}.{language}.png"
    if os.environ.get("UPDATE_GOLDEN"):
        page.image.save(path)
    with Image.open(path) as golden:
        difference = ImageChops.difference(page.image.convert("L"), golden.convert("L")).getbbox()
    assert difference is None, f"{name} differs in {difference}"


def test_no_golden_picture_is_left_over():
    assert {path.name for path in GOLDEN.iterdir()} == {f"{name}.{language}.png" for name, language in CASES}


@pytest.mark.parametrize(("name", "language"), CASES)
def test_nothing_is_cut_off(name, language):
    assert screens.draw(VIEWS[name]._replace(language=language)).cut == []


@pytest.mark.parametrize(("name", "language"), CASES)
def test_every_label_fits_its_button(name, language):
    view = VIEWS[name]
    for control, phrase in key_phrases(view.face, view.sitting).items():
        if phrase is not None:
            assert fits(words.say(language, phrase), "tiny", screens.CELLS[control][1])


WIDEST = {
    "what": Phrase("a_misfire_of", {"card": Phrase("card", {"suit": "multicolour", "rank": 5})}),
    "card": Phrase("card", {"suit": "multicolour", "rank": 5}),
    "suit": "M",
    "fuses": 4,
    "turns": 5,
    "sum": 70,
    "total": 70,
    "counter": "fireworks.M",
    "expected": "a number from 0 to 5",
    "problem": "the store cannot be written: no space left on device",
}


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    "key", [key for key in words.texts(words.DEFAULT) if not key.startswith(("key_", "label_"))]
)
def test_every_text_fits_where_notices_stand(language, key):
    facts = {fact: value for fact, value in WIDEST.items() if f"{{{fact}}}" in words.texts(language)[key]}
    known = {"rank", "suits", "players", "count", "score", "maximum"}
    if any(f"{{{other}}}" in words.texts(language)[key] for other in known):
        pytest.skip("no notice: it is measured on its own screen")
    view = VIEWS["table"]
    face = view.face._replace(notice=Notice(Phrase(key, facts), None))
    assert screens.draw(view._replace(face=face, language=language)).cut == []


def test_the_main_figures_are_at_least_twenty_pixels_high():
    from companion.face.glyphs import face

    assert {name: face(name).cap for name in FACES if name in ("large", "narrow")} == {
        "large": 20,
        "narrow": 20,
    }


def test_the_texts_are_those_on_the_screen():
    assert screens.texts(VIEWS["start"])[:1] == ["New game"]
