"""What a bridge publishes with and without Home Assistant."""

from pathlib import Path

from tests.rig.bridge_game import TABLE
from tests.rig.mosquitto import ACCESS, Mosquitto, with_passwords

DISCOVERY = f"homeassistant/device/{TABLE}/config"


def without_home_assistant(folder: Path) -> Mosquitto:
    """Return a broker whose access list has nothing of it."""
    broker = with_passwords(folder, **{TABLE: "right", "reader": "reads"})
    lines = [line for line in ACCESS.splitlines() if "homeassistant/" not in line]
    (folder / "access").write_text("\n".join(lines) + "\n")
    return broker
