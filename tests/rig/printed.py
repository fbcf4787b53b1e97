"""What a program of a few lines prints, in a Python of its own: nothing is imported there yet."""

import os
import subprocess
import sys


def printed_by(code: str, **environ: str) -> str:
    """Run Python code. Return what it printed, complaints too; it has to end well."""
    return subprocess.check_output(
        [sys.executable, "-c", code],
        env={**os.environ, **environ},
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
