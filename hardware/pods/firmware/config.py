"""What is connected to the pod's board: the one file of the firmware that its owner edits."""

NAME = "pod"
"""What the pod calls itself."""

CONTROLS = {"clue": 2, "discard": 3, "play": 4}
"""The pin of each control, which connects that to ground while it is down. Other controls are undo,
power, and the colour keys W, R, B, Y, G, M, K. For example: {"clue": 2, "discard": 3, "play": 4,
"undo": 5, "W": 6}"""

PIXELS = 0
"""How many NeoPixels (WS2812) there are in a row; 0 for none."""

PIXEL_PIN = 15
"""The pin of their data line."""

BRIGHTNESS = 0.3
"""Their greatest brightness, 0 to 1; the host cannot exceed it. At 1 each takes 60 mA, and a USB
port gives 400 mA beside the board."""

WATCHDOG = False
"""Restart the board when its program hangs. New files can then only be put on it within eight
seconds after it was plugged in, since nothing switches a watchdog off again."""
