"""Which processor the virtual Pi has: COMPANION_HIL_ENGINE is arm64, as a Pi's, or qemu, that of a PC.

A PC's is emulated some times as fast on a PC; all that is the project's own is the same there.
"""

import os
from typing import Final

ENGINE: Final = os.environ.get("COMPANION_HIL_ENGINE", "arm64")
"""As `hil.sh -e` calls it."""
ARCHITECTURE: Final = {"arm64": "arm64", "qemu": "amd64"}[ENGINE]
"""As Debian calls it."""
MACHINE: Final = {"arm64": "aarch64", "qemu": "x86_64"}[ENGINE]
"""As Python calls it."""
