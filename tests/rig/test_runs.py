"""Runs of the tests: what would have skipped ones run is told, and what hangs has an end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SKIPS = """
import pytest
@pytest.mark.skip(reason={reason!r})
def test_marked(): pass
def test_inside(): pytest.skip({reason!r})
def test_runs(): pass
"""
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


def run(folder: Path, text: str, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run these tests, with no plugin but xdist and those that are named."""
    (folder / "test_it.py").write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", *words, "--rootdir", folder, folder],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            **environ,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("how", "reason", "status", "told"),
    [
        ("-n0", "wants strace: apt install strace", 0, "skipped: 2 apt install strace"),
        ("-n1", "too slow on Mondays", 1, "not listed in tests.rig.skips: too slow on Mondays"),
    ],
)
def test_a_run_says_what_it_left_out(how, reason, status, told, tmp_path):
    done = run(tmp_path, SKIPS.format(reason=reason), how, "-p", "tests.rig.skips")
    assert (done.returncode, "1 passed, 2 skipped" in done.stdout) == (status, True), done.stdout
    assert told in done.stdout


def test_a_test_that_hangs_ends_with_the_stacks_of_all_threads(tmp_path):
    limit = {"COMPANION_TEST_SECONDS": "1"}
    done = run(tmp_path, HANGS, "-n1", "-p", "tests.rig.time_limit", **limit)
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert done.stderr.count("wait_for_nobody") >= 2, "both threads are told"
