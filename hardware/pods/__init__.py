"""The driver of pods: further buttons and lights on a USB cable."""
