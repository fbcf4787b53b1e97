"""Programs beside the companion are this same program, and read their own part of the settings."""

import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion.commands.looking_on import part, this_program
from companion.errors import ConfigError
from companion.onlooking.settings import load_page


@pytest.mark.parametrize("isolated", [False, True])
def test_the_program_runs_again_from_any_folder(tmp_path, isolated):
    told = "import sys; sys.path.insert(0, sys.argv[1]); import json; "
    told += "from companion.commands.looking_on import this_program; "
    told += "print(json.dumps(this_program('--version')))"
    root = str(Path(__file__).parents[2])
    words = [sys.executable, "-I" if isolated else "-P", "-c", told, root]
    environ = {"PATH": "/usr/bin:/bin"}
    asked = subprocess.run(words, cwd="/", env=environ, capture_output=True, text=True, check=True)
    again = subprocess.run(
        json.loads(asked.stdout),
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    assert again.stdout == f"companion {__version__}\n"
    assert this_program("web")[-1] == "web"


def test_a_mistake_on_the_boot_partition_is_told_and_left_out(tmp_path, monkeypatch, caplog):
    installed, boot = tmp_path / "etc.toml", tmp_path / "boot.toml"
    monkeypatch.setattr("companion.settings.INSTALLED", installed)
    monkeypatch.setattr("companion.settings.BOOT", (boot,))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    installed.write_text("[page]\nport = 81\n")
    boot.write_text("[page]\nport = 0\n")
    with caplog.at_level(logging.WARNING, "companion"):
        assert part(load_page).port == 81
    assert "the settings on the boot partition are ignored: " in caplog.text
    assert "page.port: must be a number" in caplog.text
    installed.write_text("[page]\nprot = 81\n")
    with pytest.raises(ConfigError, match=r"etc.toml: page.prot"):
        part(load_page)
