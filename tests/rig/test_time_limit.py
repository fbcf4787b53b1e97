"""A test that hangs has an end, says where it hung, and the others run."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HANGS = """
import threading

def wait_for_nobody():
    threading.Event().wait()

def test_hangs():
    threading.Thread(target=wait_for_nobody, daemon=True).start()
    wait_for_nobody()

def test_runs():
    pass
"""


def test_a_test_that_hangs_ends_with_the_stacks_of_all_threads(tmp_path):
    (tmp_path / "test_it.py").write_text(HANGS)
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-n1",
        "-p",
        "tests.rig.time_limit",
        "--rootdir",
        tmp_path,
    ]
    done = subprocess.run(
        [*words, tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_TEST_SECONDS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert done.stderr.count("wait_for_nobody") >= 2, "both threads are told"
