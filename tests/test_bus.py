"""What a turn costs on the display's bus, over real games, against the least that whole bytes allow."""

from PIL import ImageChops

from companion.face import screens
from tests.games import real_games, turns
from tests.rig.rig import Rig

FULL = 1024
"""Bytes of a whole picture, which luma's own display() sends for any change."""


def changed_tiles(before, after) -> int:
    """How many 8x8 tiles of two pictures differ."""
    difference = ImageChops.difference(before.convert("L"), after.convert("L"))
    return sum(
        difference.crop((x, y, x + 8, y + 8)).getbbox() is not None
        for x in range(0, screens.WIDTH, 8)
        for y in range(0, screens.HEIGHT, 8)
    )


def cost(games) -> tuple[int, int, int]:
    """Bytes sent, bytes of the changed tiles, and how many pictures, over games played by the buttons."""
    sent = least = pictures = 0
    for record in games:
        with Rig() as rig:
            rig.ask(do="new", players=record.setup.players)
            rig.wait(1)
            screen, model = rig.panel.screen, rig.device.model
            show = screen.show

            def counted(picture, show=show, model=model, rig=rig):
                nonlocal sent, least, pictures
                before, received = rig.glass, model.bytes_received
                show(picture)
                sent += model.bytes_received - received
                least += 8 * changed_tiles(before, picture)
                pictures += 1

            screen.show = counted
            for do, suit, _ in turns(record):
                rig.enter(do, suit)
    return sent, least, pictures


def test_the_mean_over_real_games_is_at_most_the_changed_tiles():
    sent, least, pictures = cost(real_games()[:4])
    assert sent <= least, f"{sent / least:.3f} times the changed tiles"
    assert sent / pictures < FULL / 3
