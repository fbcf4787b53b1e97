"""Runs inside the virtual Raspberry Pi: drives pins as the companion does, and keeps one."""

import signal
import sys

from hardware.gpio.board import open_board
from wiring.spec import ChipSpec

if __name__ == "__main__":
    board = open_board(ChipSpec("raspberry-pi"))
    line = board.open_input(int(sys.argv[1]))
    signal.pause()
