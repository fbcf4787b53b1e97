"""What marks a test of this folder."""

import os

import pytest

FAULTS = [
    pytest.mark.faults,
    pytest.mark.skipif(
        os.environ.get("COMPANION_FAULTS") != "1", reason="takes minutes: make test-faults"
    ),
]
