"""Motion: what moves over the picture for a moment after something happened.

A moment is a row of acts. While a card falls and its firework bursts, the table is on the glass
without what covers it. In each act the picture beneath is the true one: an act only turns a few
pixels of it over, so that each frame is 70 bytes at most on the display's bus. At a misfire all of
the glass jumps, which is a command. Nothing flashes. The next press ends the moment.
"""

from collections.abc import Callable, Mapping
from typing import Final

from PIL import ImageChops
from PIL.Image import Image

from companion.face.effects.light_shows import JUMP, STEP_S
from companion.face.game_pages import PageName, open_page
from companion.face.glyphs.canvas import icon
from companion.face.happened import Act, Effect, EffectKind, Playing, Verdict, playing_now
from companion.face.preferences import STILL
from companion.face.screens import draw
from companion.face.screens.end import Rocket, draw_burst, draw_rocket, rise, rockets_of
from companion.face.screens.holding import TOP, bar_width
from companion.face.screens.layout import LABELS, ROWS, UPPER
from companion.face.screens.page import Page
from companion.face.screens.table import complete_left, firework_at, fuse_at, plate_of
from companion.face.shown import is_counted
from companion.face.state import ScreenName
from companion.face.view import Holding, Night, View
from companion.game.cards import HIGHEST

_FALL: Final = (24, 32, 40, 46)
"""The first row of the card in each frame: mostly that of a page of the display's memory, since
what crosses two pages is sent twice."""
_PLAYED: Final = 16
"""The middle of the figure that counts the cards, where the fireworks are not named."""
_STAR: Final = 23
"""Columns from the figure of complete fireworks that are not named to the middle of its star."""
_RISE: Final = (0, 32, 24, 8)
"""The first row of the symbol that rises out of its column, from the second frame on."""
_BURST: Final = 4
_BURST_ROW: Final = 7
_FILLED: Final = {8: 48, 9: 40, 10: 32, 11: 0}
"""The frame and the row of the burst, and from which row on the plate is filled in later ones."""
_FUSE: Final = 5
"""The frame in which the fuse bursts."""
_RAYS: Final = ((0, -4), (3, -3), (4, 0), (3, 3), (0, 4), (-3, 3), (-4, 0), (-3, -3))
_FAR: Final = (2, 4, 6)
"""Where sparks fly, and how far in each frame, in quarters of a ray."""
_SWEEP: Final = 5
_BAND: Final = 8
"""Frames of the band that an undo moves across, and its columns."""
_PIECE: Final = 60
"""Columns of the words about a hold that come in a frame."""
_FILLED_PIECE: Final = 30
"""Columns of its bar that are filled in a frame at most."""
_TOLERANCE: Final = 1e-6
"""A frame that is due now may be asked for by so much too early."""


__all__ = ["STEP_S", "jump", "moment_view", "moving_picture", "next_frame_at"]
DrawMotion = Callable[[Page, Effect, int], None]
"""Lights on an empty page what is turned over in a frame."""


def moment_view(view: View, now: float) -> View:
    """Return the view that is on the glass at this time."""
    playing = _playing_act(view, now)
    if playing is None or playing[1].kind not in _UNCOVERING:
        return view
    return view._replace(face=view.face._replace(scene=ScreenName.TABLE, notice=None))


def moving_picture(picture: Image, view: View, now: float) -> Image:
    """Return the picture of a view's moment as it is at this time."""
    if view.holding:
        return _filled_picture(picture, view, view.holding, now)
    playing = _playing_act(view, now)
    if playing is None:
        return picture
    act, event, number, _ = playing
    page = Page(view)
    act.draw(page, event, number)
    if page.image.getbbox() is None:
        return picture
    if view.flipped:
        page.flip()
    return ImageChops.logical_xor(picture, page.image)


def jump(view: View, now: float) -> int:
    """Return the rows by which all of the glass is moved down at this time."""
    playing = _playing_act(view, now)
    if playing is None or playing[1].kind != EffectKind.MISFIRED:
        return 0
    return JUMP.get(playing[2], 0)


def next_frame_at(view: View, now: float) -> float | None:
    """Return the time of the next frame; None for never."""
    if view.holding:
        due = view.holding.since + (_frames_since(view.holding, now) + 1) * STEP_S
        return due if _is_moving(view) and due < view.holding.until else None
    playing = _playing_act(view, now)
    return None if playing is None else playing[-1]


def _playing_act(view: View, now: float) -> Playing[DrawMotion] | None:
    """Return the act that moves over the picture, unless something else has the picture."""
    notice = view.face.notice
    if view.held or view.night == Night.BLANK:
        return None
    if notice is not None and notice.refusal:
        return None
    screen = view.face.screen
    # One effect is asked for: going through all acts for it took 150,000 instructions a turn.
    return playing_now(
        view.happened,
        lambda event: (
            _ACTS.get(event.kind)
            if screen in _SCREENS.get(event.kind, (ScreenName.TABLE,))
            else None
        ),
        now,
    )


# The bar of words of a button that is down: the words come, then it fills until the hold counts


def _filled_picture(picture: Image, view: View, holding: Holding, now: float) -> Image:
    """Return the picture with as much of its bar, and that as full, as it is at this time."""
    if not _is_moving(view):
        return picture
    frame = _frames_since(holding, now)
    page = Page(view)
    width = bar_width(page)
    shown = draw(view._replace(holding=None)).image
    changes = ImageChops.logical_xor(shown, picture)
    # Above the words only a picture with labels at its right has anything.
    rows = [(LABELS, ROWS), (TOP, LABELS)] if page.beside else [(LABELS, ROWS)]
    pieces = [(x, top, x + _PIECE, end) for top, end in rows for x in range(0, width, _PIECE)]
    pieces = [piece for piece in pieces if changes.crop(piece).getbbox()]
    for piece in pieces[: frame + 1]:
        shown.paste(picture.crop(piece), piece)
    frames = round((holding.until - holding.since) / STEP_S) - len(pieces) + 1
    fills = min(_FILLED_PIECE, width // frames)
    filled = (0, TOP, fills * max(0, frame + 1 - len(pieces)), ROWS)
    shown.paste(ImageChops.invert(picture.crop(filled)), filled)
    return shown


def _frames_since(holding: Holding, now: float) -> int:
    return max(0, int((now - holding.since) / STEP_S + _TOLERANCE))


def _is_moving(view: View) -> bool:
    return view.face.preferences.motion != STILL


# What each of them turns over, from its first frame to its last


def _land(page: Page, event: Effect, number: int) -> None:
    """Let a card fall onto its firework; one that completes it has no plate yet."""
    middle = firework_at(page, event.suit) if event.suit else _PLAYED
    if event.suit and event.height == HIGHEST:
        page.plate(plate_of(page, event.suit))
    if number:
        top = _FALL[number - 1]
        page.fill((middle - 4, top, 9, 8))
        if event.suit:
            page.symbol(middle - 3, top + 1, event.suit, 7, ink=0)


def _complete(page: Page, event: Effect, number: int) -> None:
    """Let the symbol rise out of its column and burst, then the plate fill from below."""
    if is_counted(page.state) or not event.suit:
        star = complete_left(page) + _STAR
        _draw_sparks(page, star, _PLAYED + 15, number - 1)
        return
    middle = firework_at(page, event.suit)
    left, top, width, height = plate_of(page, event.suit)
    page.plate((left, top, width, height))
    filled = _FILLED.get(number, UPPER + 1)
    page.fill((left, filled, width, UPPER + 1 - filled), 0)
    if 0 < number < _BURST:
        page.symbol(middle - 3, _RISE[number], event.suit, 7)
    _draw_sparks(page, middle, _BURST_ROW, number - _BURST)


def _misfire(page: Page, event: Effect, number: int) -> None:
    """Let the fuse that is gone burst, once the glass has jumped."""
    if page.face.screen == ScreenName.TABLE:
        x, y = fuse_at(page, event.fuse)
        half = icon("fuse-small").width // 2
        _draw_sparks(page, x + half, y + half, number - _FUSE)


def _draw_sparks(page: Page, x: int, y: int, age: int) -> None:
    """Draw the sparks of a burst, so many frames after it."""
    if 0 <= age < len(_FAR):
        for across, down in _RAYS:
            row = y + down * _FAR[age] // 4
            if 0 <= row < UPPER:
                page.fill((x + across * _FAR[age] // 4, row, 1, 1))


def _band(page: Page, number: int) -> None:
    """Light a band, so far on its way to the right."""
    if 0 < number < _SWEEP:
        page.fill((page.width * number // _SWEEP - _BAND // 2, 24, _BAND, 24))


def _end(page: Page, event: Effect, number: int) -> None:
    """Let one rocket after another rise from the ground; those of a lost game sink to it."""
    if open_page(page.face, page.sitting).name != PageName.RESULT:
        return
    rockets = rockets_of(page)
    sinks = event.verdict == Verdict.LOST and all(rocket.row == rise(0) for rocket in rockets)
    final, now = Page(page.view), Page(page.view)
    begins = 0
    for rocket, height in zip(rockets, page.state.fireworks.values(), strict=False):
        rows = _way_down(height) if sinks else _way_up(rocket)
        age = number - begins
        begins += len(rows)
        _draw_whole(final, rocket)
        if not rows or age >= len(rows):
            _draw_whole(now, rocket)
        elif age >= 0 or sinks:
            draw_rocket(now, rocket, rows[max(age, 0)])
    page.image.paste(ImageChops.logical_xor(final.image, now.image))


def _way_up(rocket: Rocket) -> list[int]:
    """Return the rows of a rocket that rises, frame by frame, until it is where it stays."""
    return [*range(rise(0), rocket.row, -10), rocket.row]


def _way_down(height: int) -> list[int]:
    """Return the rows of a rocket that sinks from what it had reached, a page each frame."""
    return list(range(rise(height), rise(0), 8))


def _draw_whole(page: Page, rocket: Rocket) -> None:
    draw_rocket(page, rocket, rocket.row)
    if rocket.bursts:
        draw_burst(page, rocket)


_ACTS: Final[Mapping[EffectKind, Act[DrawMotion]]] = {
    EffectKind.LANDED: Act(5, STEP_S, _land),
    EffectKind.COMPLETED: Act(12, STEP_S, _complete),
    EffectKind.MISFIRED: Act(9, STEP_S, _misfire),
    EffectKind.UNDONE: Act(_SWEEP, STEP_S, lambda page, _, number: _band(page, _SWEEP - number)),
    EffectKind.REDONE: Act(_SWEEP, STEP_S, lambda page, _, number: _band(page, number)),
    EffectKind.ENDED: Act(24, STEP_S, _end),
}
"""What moves for each effect."""
_SCREENS: Final[Mapping[EffectKind, tuple[ScreenName, ...]]] = {
    EffectKind.LANDED: (ScreenName.TABLE, ScreenName.TILE, ScreenName.END),
    EffectKind.MISFIRED: (ScreenName.TABLE, ScreenName.NAMING),
    EffectKind.ENDED: (ScreenName.END,),
}
"""The screens on which it moves, where that is not the table alone."""
_UNCOVERING: Final = (EffectKind.LANDED, EffectKind.COMPLETED)
"""Meanwhile the table is seen without what stands over it: the card falls onto its firework."""
