"""The firmware of a pod, for MicroPython on its board; protocol and lights run here too."""
