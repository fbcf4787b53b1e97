"""A GPIO chip of the kernel's own simulator, gpio-sim: real lines, whose other end a test holds."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

CONFIG: Final = Path("/sys/kernel/config/gpio-sim")
LABEL: Final = "hanabi-simulated"
LINES: Final = 28


class NoLinesError(Exception):
    """Why there can be no simulated lines here."""


class SimulatedLines:
    """The lines of a simulated chip."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def pull(self, line: int, down: bool) -> None:
        """Pull a line down, as a pressed button does, or up."""
        (self._folder / f"sim_gpio{line}" / "pull").write_text("pull-down" if down else "pull-up")


@contextmanager
def simulated_lines() -> Iterator[SimulatedLines]:
    """Make a chip with the label LABEL; raises NoLinesError where that is impossible."""
    if os.geteuid() != 0:
        raise NoLinesError("only root makes simulated lines")
    if not CONFIG.exists():
        with suppress(FileNotFoundError):
            subprocess.run(["modprobe", "gpio-sim"], check=False, capture_output=True)
    if not CONFIG.exists():
        raise NoLinesError("this kernel has no gpio-sim; `make test-hil` takes a virtual Pi")
    chip = CONFIG / LABEL
    bank = chip / "bank0"
    bank.mkdir(parents=True)
    try:
        (bank / "num_lines").write_text(str(LINES))
        (bank / "label").write_text(LABEL)
        (chip / "live").write_text("1")
        device = (chip / "dev_name").read_text().strip()
        name = (bank / "chip_name").read_text().strip()
        yield SimulatedLines(Path("/sys/devices/platform") / device / name)
    finally:
        (chip / "live").write_text("0")
        bank.rmdir()
        chip.rmdir()
