"""A skipped test is told by what would have it run; a reason that nobody listed fails the run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("how", "reason", "status", "told"),
    [
        ("-n0", "wants strace: apt install strace", 0, "skipped: 2 apt install strace"),
        ("-n1", "too slow on Mondays", 1, "not listed in tests.rig.skips: too slow on Mondays"),
    ],
)
def test_a_run_says_what_it_left_out(how, reason, status, told, tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        f"@pytest.mark.skip(reason={reason!r})\ndef test_marked(): pass\n"
        f"def test_inside(): pytest.skip({reason!r})\n"
        "def test_runs(): pass\n"
    )
    words = [sys.executable, "-m", "pytest", how, "-p", "tests.rig.skips", "--rootdir", tmp_path]
    done = subprocess.run(
        [*words, tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, "1 passed, 2 skipped" in done.stdout) == (status, True), done.stdout
    assert told in done.stdout
