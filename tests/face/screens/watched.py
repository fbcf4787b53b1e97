"""Pages, drawn while it is watched what becomes of their texts."""

from collections.abc import Mapping
from typing import NamedTuple
from unittest.mock import patch

from PIL import ImageChops

import companion
from companion.face import screens
from companion.face.glyphs.canvas import Canvas
from companion.face.glyphs.letters import text_width
from companion.face.screens.typography import PLAIN
from companion.face.view import View
from tests.rig.views import VERSION


class Seen(NamedTuple):
    """A view as it was drawn."""

    page: screens.Page
    hidden: list[str]
    """What has a glyph where light is already, or a dark one where it is dark."""
    broken: list[str]
    """Words that are wider than their lines."""


def watched(views: Mapping[str, View], touching: int = 0) -> dict[str, Seen]:
    """Draw each view.

    touching: so many pixels of a glyph may be where light is, as an accent below a descender.
    """
    stamp, paragraph, sentences = Canvas._stamp_mask, screens.Page.paragraph, screens.Page.sentences
    hidden: list[str] = []
    broken: list[str] = []

    def stamping(canvas, x, y, glyph, ink, what):
        area = (x, y + glyph.top, x + glyph.mask.width, y + glyph.top + glyph.mask.height)
        under = canvas.image.crop(area)
        taken = under if ink else ImageChops.invert(under)
        if ImageChops.logical_and(taken, glyph.mask).convert("L").histogram()[-1] > touching:
            hidden.append(what)
        return stamp(canvas, x, y, glyph, ink, what)

    def setting(page, rect, string, names=PLAIN, *rest, **more):
        broken.extend(word for word in string.split() if text_width(word, names[-1]) > rect[2])
        paragraph(page, rect, string, names, *rest, **more)

    def listing(page, rect, said):
        for suit, phrase in said:
            room = rect[2] - 10 if suit else rect[2]
            words = page.words(phrase).split()
            broken.extend(word for word in words if text_width(word, "tiny") > room)
        sentences(page, rect, said)

    found = {}
    with (
        patch.object(companion, "__version__", VERSION),
        patch.object(Canvas, "_stamp_mask", stamping),
        patch.object(screens.Page, "paragraph", setting),
        patch.object(screens.Page, "sentences", listing),
    ):
        for name, view in views.items():
            hidden.clear()
            broken.clear()
            page = screens.draw(view)
            found[name] = Seen(page, hidden.copy(), broken.copy())
    return found
