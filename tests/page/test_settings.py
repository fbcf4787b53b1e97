"""What the page finds in the settings."""

from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.page.settings import PageSettings, load_page


def settings(folder: Path, text: str) -> dict[str, str]:
    file = folder / "companion.toml"
    file.write_text(text)
    return {"COMPANION_CONFIG": str(file)}


def test_without_a_file_the_page_is_at_8080_of_every_address(tmp_path):
    assert load_page({"HOME": str(tmp_path)}) == PageSettings(8080, "", (), False)


def test_the_page_reads_its_section_and_the_command_line_overrides_it(tmp_path):
    found = settings(
        tmp_path,
        '[page]\nport = 80\nhost = "192.168.178.20"\nnames = ["hanabi.lan"]\nopen = true\n',
    )
    assert load_page(found) == PageSettings(80, "192.168.178.20", ("hanabi.lan",), True)
    given = {"page.port": 81, "page.host": None}
    assert load_page(found, given)[:2] == (81, "192.168.178.20")
    with pytest.raises(ConfigError, match=r"^--port: must be a number"):
        load_page(found, {"page.port": 70000})


def test_a_file_on_the_boot_partition_overrides_single_keys_of_a_section(tmp_path, monkeypatch):
    installed, boot = tmp_path / "etc.toml", tmp_path / "boot.toml"
    monkeypatch.setattr("companion.settings.INSTALLED", installed)
    installed.write_text('[page]\nport = 80\nhost = "::1"\n')
    boot.write_text("[page]\nport = 81\n")
    monkeypatch.setattr("companion.settings.BOOT", [boot])
    assert load_page({"HOME": str(tmp_path)})[:2] == (81, "::1")
