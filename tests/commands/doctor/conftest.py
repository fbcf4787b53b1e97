"""A made-up computer for the doctor, with a home of its own."""

import os
from pathlib import Path

import pytest

from tests.rig.machines import Fake


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    for name in ("XDG_CONFIG_HOME", "COMPANION_CONFIG", "XDG_RUNTIME_DIR", "RUNTIME_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "games"))
    return Fake(tmp_path / "root")
