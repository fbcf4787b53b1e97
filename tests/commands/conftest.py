"""What tests of commands that look at past games share."""

import pytest


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Whose games and settings are in a folder of their own: root would write the machine's."""
    monkeypatch.setattr("companion.settings.INSTALLED", tmp_path / "installed" / "companion.toml")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
