"""The table build on a virtual Raspberry Pi 4 (`make test-hil`): lgpio and luma as they are."""

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent

pytestmark = [
    pytest.mark.hil,
    pytest.mark.skipif(os.environ.get("COMPANION_HIL") != "1", reason="needs root and QEMU: make test-hil"),
]


def test_turns_by_pulled_lines_agree_with_leds_and_glass():
    command = "PYTHONPATH=/mnt/src LG_WD=/tmp python3 /mnt/src/tests/hil/guest.py"
    run = subprocess.run(
        ["bash", HERE / "hil.sh", "-s", ROOT, "-t", "400", "--", command],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]
    assert "all well" in run.stdout
