"""The folders of a virtual Raspberry Pi."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = ROOT / "tests" / "hil"
CACHE = Path(os.environ.get("HIL_CACHE", "/var/tmp/hil-cache"))
