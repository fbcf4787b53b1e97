"""Where the buttons do not lie below the display, each label says which button it belongs to."""

from itertools import pairwise

import pytest
from PIL import ImageChops

from companion.face import screens
from companion.face.dialogue import labels
from companion.face.glyphs import Canvas
from companion.face.screens.page import HEIGHT, LABELS, WIDTH
from companion.face.words import LANGUAGES
from companion.panel import BUTTONS
from tests.rig.views import marked, translated, views
from wiring.reading.build import load

VIEWS = views()
MARKS = [load(build).marks for build in ("bonnet", "oled-hat")]


def printed(mark):
    """A mark as it is drawn, in a column of its own."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.fill((0, 0, WIDTH, 8))
    canvas.text(1, 2, mark, "tiny", ink=0)
    return canvas.image


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("marks", MARKS)
def test_every_label_has_the_mark_of_its_button(marks, language):
    found = []
    for name, usual in VIEWS.items():
        view = marked(translated(usual, language), marks)._replace(pressed=frozenset())
        page = screens.draw(view)
        shown = labels.key_phrases(view.face, view.sitting)
        lacking = {control for control, label in shown.items() if label is not None} - set(page.marks)
        spoilt = {control for control in page.marks if not _whole(page, control)}
        found += [f"{name}: {control} has no mark" for control in lacking]
        found += [f"{name}: the mark of {control} is drawn over" for control in spoilt]
        found += [f"{name}: {text} is cut" for text in page.cut]
    assert not found


def _whole(page, control):
    """Whether a mark is as it was drawn, unless it is that of a cell under a notice, or turned round."""
    view, (left, top, width, height) = page.view, page.marks[control]
    if top < LABELS and (view.held is not None or view.face.notice is not None or view.flipped):
        return True
    found = page.image.crop((left, top, left + width, top + height)).convert("L")
    wanted = printed(view.face.marks[BUTTONS.index(control)]).crop((0, 0, width, height)).convert("L")
    return found.tobytes() == (ImageChops.invert(wanted) if page.lit else wanted).tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_with_marks_stand_apart(language):
    for name, view in VIEWS.items():
        page = screens.draw(marked(translated(view, language)))
        cells = sorted(rect for rects in page.keys.values() for rect in rects)
        for (left, _, width, _), (after, *_) in pairwise(cells):
            assert left + width <= after, f"{name} in {language}"
        assert not cells or cells[-1][0] + cells[-1][2] <= WIDTH, f"{name} in {language}"


@pytest.mark.parametrize("name", ["table", "choosing", "end-code", "turn"])
def test_where_the_buttons_lie_below_their_labels_there_is_no_mark(name):
    assert screens.draw(VIEWS[name]).marks == {}
