"""The window of the emulated device."""
