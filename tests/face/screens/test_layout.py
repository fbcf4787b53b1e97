"""Where the buttons do not lie in a row below the display, each label stands beside its button."""

from functools import cache
from itertools import pairwise, product

import pytest
from PIL import Image, ImageChops

from companion.face import screens, words
from companion.face.dialogue import choices, labels
from companion.face.dialogue.choices import question_columns
from companion.face.glyphs.canvas import Canvas
from companion.face.preferences import ButtonMode
from companion.face.screens import code, parts
from companion.face.screens.layout import HEIGHT, LABELS, ROWS, WIDTH
from companion.face.screens.touch import gesture_at, label_at
from companion.panel import BUTTONS, Labels
from companion.words.texts import Texts
from tests.face.screens.watched import watched
from tests.rig.samples import SOME_LANGUAGES, paired
from tests.rig.views import BONNET, OLED_HAT, labelled, translated, views
from tests.tools.rooms import instead
from wiring.reading.build import load

VIEWS = {
    name: view for name, view in views().items() if not name.startswith(("bonnet-", "oled-hat-"))
}
BUILDS = {"bonnet": BONNET, "oled-hat": OLED_HAT}
OTHER_MARKS = BONNET._replace(order=BUTTONS, marks="ABC")
EVERYWHERE = {"table": Labels(), **BUILDS}
SIGNS = ({"saved": False}, {"weak": True}, {"battery": True}, {"mistaken": True})
EACH = pytest.mark.parametrize("build", BUILDS)
EACH_LANGUAGE = pytest.mark.parametrize(("language", "build"), paired(SOME_LANGUAGES[:2], BUILDS))


def every(build, language):
    """Every view on a build, by one button at a time and, where that differs, by columns."""
    for name, usual in VIEWS.items():
        view = translated(usual, language)
        yield name, labelled(view, build)
        together = labelled(view, build, ButtonMode.TOGETHER)
        choice = view.face.choice
        if choice and not choice.spread and question_columns(together.face, together.sitting):
            yield f"{name} by columns", together


@cache
def drawn(build, language):
    """The same by their names, each with its page."""
    return {name: (view, screens.draw(view)) for name, view in every(BUILDS[build], language)}


def misplaced(page):
    """What lies in the row that leaves the display when the picture stands a row lower, labels
    that touch or leave it, and boxes of a question that are not beside their labels.
    """
    if page.image.crop((0, ROWS, WIDTH, HEIGHT)).getbbox():
        yield "the last row"
    axis = 1 if page.layout.beside else 0
    keys = () if page.columns else sorted(page.keys.values(), key=lambda rect: rect[axis])
    for before, after in pairwise(keys):
        if before[axis] + before[axis + 2] > after[axis]:
            yield f"{before} touches {after}"
    for left, top, width, height in keys:
        if left + width > WIDTH or top + height > ROWS:
            yield f"{left, top} leaves the picture"
    for control, box in page.layout.boxes.items():
        label = page.layout.labels[control]
        middle = label[axis] + label[axis + 2] // 2
        is_beside = box[axis] <= middle < box[axis] + box[axis + 2]
        if not is_beside or (page.layout.beside and box[0] + box[2] > label[0]):
            yield f"the box of {control}"


def test_the_builds_say_where_their_labels_stand():
    assert (load("bonnet").labels, load("oled-hat").labels) == (BONNET, OLED_HAT)


@pytest.mark.parametrize(("language", "build"), paired(SOME_LANGUAGES, EVERYWHERE))
def test_everything_has_its_place_on_every_build_under_every_sign(build, language):
    """A sign only takes room away."""
    views = list(every(EVERYWHERE[build], language))
    tables = [(name, view) for name, view in views if view.face.screen == "table"]
    signed = {
        f"{name} {sign}": view._replace(**sign)
        for (name, view), sign in (*paired(views, SIGNS), *product(tables, SIGNS))
    }
    found = {}
    for name, (page, hidden, broken) in watched(signed, touching=2).items():
        found[name] = [*page.cut, *hidden, *broken, *misplaced(page)]
    wrong = {name: what for name, what in found.items() if what}
    assert not wrong, "say these shorter, or give them more room"


@pytest.mark.parametrize("build", EVERYWHERE)
def test_there_is_room_for_a_ninth_language(build, monkeypatch):
    for module in (choices, labels):
        monkeypatch.setattr(module, "LANGUAGES", ("cs", *words.LANGUAGES))
    with instead("cs", Texts("cs", {**words.texts("en").by_key, "own_name": "Čeština"})):
        seen = watched({"": labelled(VIEWS["language"], EVERYWHERE[build])})[""]
        assert "Čeština" in screens.draw(labelled(VIEWS["language"], EVERYWHERE[build])).texts
    assert (seen.hidden, seen.page.cut) == ([], [])


@EACH_LANGUAGE
def test_nothing_of_the_picture_lies_under_a_label(build, language, monkeypatch):
    pages = drawn(build, language)
    monkeypatch.setattr(parts, "draw_labels", lambda page: None)
    monkeypatch.setattr(code, "draw_code_labels", lambda page: None)
    for name, (view, page) in pages.items():
        if page.columns:
            continue
        bare = screens.draw(view._replace(pressed=frozenset())).image
        for control, (left, top, width, height) in page.keys.items():
            low, high = bare.crop((left, top, left + width, top + height)).convert("L").getextrema()
            assert (low if page.lit else 255 - high) == 255, f"{name}: {control}"


@EACH
def test_labels_stand_in_the_order_of_the_hands(build):
    page = screens.draw(labelled(VIEWS["table"], BUILDS[build]))
    axis = 1 if page.layout.beside else 0
    found = sorted(page.keys, key=lambda control: page.keys[control][axis])
    assert found == list(BUILDS[build].order)


@EACH
def test_a_click_on_a_label_or_on_its_box_presses_its_button(build):
    view = labelled(VIEWS["cells-choosing"], BUILDS[build])
    page = screens.draw(view)
    for control in BUTTONS:
        left, top, width, height = page.layout.boxes[control]
        touched = {
            gesture_at(view, (left + x, top + height // 2), 0.0).target for x in range(0, width, 4)
        }
        assert touched - {""} == set(page.items[control])
        left, top, width, height = page.layout.labels[control]
        assert label_at(view, (left + width - 3, top + height // 2)) == control
        assert (
            label_at(labelled(VIEWS["end-code"], BUILDS[build]), _middle(view, "end-code", control))
            == control
        )


def _middle(view, name, control):
    """The middle of a button's label on another view."""
    left, top, width, height = screens.draw(labelled(VIEWS[name], view.face.labels)).keys[control]
    return left + width // 2, top + height // 2


@pytest.mark.parametrize("control", BUTTONS)
def test_a_press_at_the_right_inverts_two_pages_of_the_display_at_most(control):
    view = labelled(VIEWS["table"], OLED_HAT)
    pressed = screens.draw(view._replace(pressed=frozenset({control}))).image
    left, top, right, bottom = ImageChops.logical_xor(screens.draw(view).image, pressed).getbbox()
    assert (bottom - 1) // 8 - top // 8 <= 1
    assert right - left <= WIDTH - 84


def test_for_players_opposite_each_part_beside_the_labels_is_turned_round():
    view = labelled(VIEWS["look-pile"], OLED_HAT)
    wanted = screens.draw(view).image
    between = ((86, 8, 128, 21), (86, 28, 128, 46), (86, 53, 128, 63))
    for left, top, right, bottom in ((0, 0, 84, 55), (0, 55, 84, 63), *between):
        part = wanted.crop((left, top, right, bottom))
        wanted.paste(part.transpose(Image.Transpose.ROTATE_180), (left, top))
    assert screens.draw(view._replace(flipped=True)).image.tobytes() == wanted.tobytes()


# Marks


def printed(mark):
    """A mark as it is drawn, in a column of its own."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.fill((0, 0, WIDTH, 8))
    canvas.text(1, 1, mark, "small", ink=0)
    return canvas.image


@pytest.mark.parametrize(
    ("language", "build"),
    paired(SOME_LANGUAGES[:2], [BONNET, OTHER_MARKS]),
)
def test_every_label_below_has_the_mark_of_its_button(build, language):
    for name, usual in VIEWS.items():
        view = labelled(translated(usual, language), build)._replace(pressed=frozenset())
        page = screens.draw(view)
        shown = labels.key_phrases(view.face, view.sitting)
        assert not {control for control, label in shown.items() if label is not None} - set(
            page.marks
        ), name
        assert all(_whole(page, control) for control in page.marks), name


def _whole(page, control):
    """Whether a mark is as it was drawn, but for cells under a notice, or turned round."""
    view, (left, top, width, height) = page.view, page.marks[control]
    under = view.held is not None or view.face.notice is not None
    if top < LABELS and (under or view.flipped):
        return True
    found = page.image.crop((left, top, left + width, top + height)).convert("L")
    mark = view.face.labels.marks[BUTTONS.index(control)]
    wanted = printed(mark).crop((0, 0, width, height)).convert("L")
    return found.tobytes() == (ImageChops.invert(wanted) if page.lit else wanted).tobytes()


@pytest.mark.parametrize("name", ["table", "choosing", "end-code", "turn"])
def test_where_the_buttons_lie_below_their_labels_there_is_no_mark(name):
    assert screens.draw(VIEWS[name]).marks == {}
