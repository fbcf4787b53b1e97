"""The builds by what they are made of."""

from typing import Final

from wiring import builds
from wiring.reading.build import load

PRESSED: Final = tuple(name for name in builds.build_names() if not load(name).touch)
"""Builds with buttons."""
REAL: Final = tuple(name for name in PRESSED if not load(name).is_emulated)
"""Builds whose parts are wired, to be drawn."""
