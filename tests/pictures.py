"""`make pictures`: the pictures of the README, from the drivers that run on the table."""

from pathlib import Path

import pygame

from hardware.device_picture import DevicePicture
from tests.rig import Rig

PICTURES = Path(__file__).parents[1] / "wiring" / "pictures"
TURNS = "clue R W clue B R clue Y Y misfire clue B Y R G clue"


def emulator() -> None:
    """The emulated device in the middle of a game."""
    with Rig() as rig:
        rig.tap("play")
        for turn in TURNS.split():
            if turn == "misfire":
                rig.hold("play")
            elif turn == "clue":
                rig.tap("clue")
            else:
                rig.play(turn)
        rig.wait(10)
        pygame.image.save(DevicePicture(rig.device).paint(), PICTURES / "emulator.png")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    emulator()
