"""Bonus tiles: which one was turned, what it does, and the card of the pile that it takes."""

from companion.face.dialogue import choices
from companion.face.glyphs import Rect
from companion.face.screens.choosing import draw_cells
from companion.face.screens.page import Page
from companion.face.screens.typography import TEXT, TINY, TITLE
from companion.game.actions import RECYCLE, REPLAY, Tile
from companion.panel import CLUE, PLAY


def tile(page: Page) -> None:
    """Draw the tile that was turned, or the question which one it was."""
    revealed = choices.revealed_tile(page.face, page.sitting)
    if revealed is None:
        page.title(page.words(choices.tile_phrase(page.face, page.sitting)))
        draw_six_tiles(page)
    elif (choices.DONE,) in page.items.values():
        _draw_tile_head(page, revealed.name)
        effect = page.words(choices.tile_phrase(page.face, page.sitting))
        names = TEXT if page.beside else TITLE
        page.paragraph((0, 17, page.width, page.height - 17), effect, names)
    elif revealed.either:
        _draw_tile_head(page, RECYCLE)
        for control, use in ((CLUE, RECYCLE), (PLAY, REPLAY)):
            left, top, width, height = page.layout.boxes[control]
            page.box((left, top, width, height))
            page.paragraph((left + 2, top + 1, width - 4, height - 2), page.say(f"use_{use}"))
    else:
        draw_card_question(page)
        draw_cells(page)


def _draw_tile_head(page: Page, name: Tile) -> None:
    page.icon(0, 0, f"tile-{name}")
    page.fit(20, 2, page.say(f"tile_{name}"), page.room - 20, TITLE)


def draw_six_tiles(page: Page) -> None:
    """Draw the tiles at each button, and the lines between those of one button and the next."""
    for control, cell in page.cells.items():
        box = page.layout.boxes[control]
        for number, item in enumerate(cell):
            if item not in page.items[control]:
                continue
            if len(cell) == 1:
                draw_one_tile(page, item, box)
            else:
                draw_tile_of_two(page, item, box, number)
    if page.face.choice and page.face.choice.spread:
        return
    _, (left, top, width, height), last = page.layout.boxes.values()
    if page.beside:
        page.fill((left, top, width, 1))
        page.fill((left, last[1], width, 1))
    else:
        page.fill((left - 1, top, 1, height))
        page.fill((left + width, top, 1, height))


def draw_one_tile(page: Page, item: str, box: Rect) -> None:
    """Draw a tile that has its button for itself, by sign and name."""
    left, top, width, height = box
    name = page.say(f"tile_{item}")
    page.box(box)
    if page.beside:
        page.icon(left + 4, top + (height - 13) // 2, f"tile-{item}")
        page.fit(left + 24, top + (height - 7) // 2, name, width - 26)
    else:
        page.icon(left + width // 2 - 7, top + 4, f"tile-{item}")
        page.paragraph((left + 2, top + 21, width - 4, 21), name)


def draw_tile_of_two(page: Page, item: str, box: Rect, number: int) -> None:
    """Draw one of the two tiles of a button."""
    left, top, width, height = box
    name = page.say(f"item_{item}")
    if page.beside:
        half = width // 2
        page.centre(top + (height - 7) // 2, name, half, left + half * number)
    else:
        y = top + 22 * number
        page.icon(left + width // 2 - 7, y, f"tile-{item}")
        page.centre(y + 15, name, width, left, TINY)


def draw_card_question(page: Page) -> None:
    """Draw the question which card of the pile the tile takes."""
    revealed = choices.revealed_tile(page.face, page.sitting)
    if revealed is None:
        return
    page.icon(0, 2, f"tile-{revealed.name}")
    page.fit(19, 2, page.say(f"tile_{revealed.name}"), page.room - 19)
    question = page.say("ask_replay" if revealed.replays else "ask_recycle")
    page.fit(19, 11, question, page.layout.title - 19)
