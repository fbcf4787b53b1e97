"""The drivers of lights: LEDs on GPIO lines, and colour pixels."""
