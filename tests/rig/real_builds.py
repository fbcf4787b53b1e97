"""The builds that are made of real parts."""

from typing import Final

from wiring import builds
from wiring.reading.build import load

REAL: Final = tuple(name for name in builds.build_names() if not load(name).is_emulated)
