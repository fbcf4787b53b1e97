"""Runs inside the virtual Raspberry Pi: power that fails in a part, and a card that keeps nothing.

The package is installed. Each step says what it saw; what it must not see ends it.
"""

import time
from pathlib import Path
from random import Random

from tests.hil.guest import NAK, SINK, get, is_on_glass, press, texts
from tests.hil.installed import GAMES, SERVICE, active, journal, tell, turn
from tests.hil.packaged import apt, set_up_with, wrong_of
from tests.hil.shell import must, say, take_steps, until
from wiring.reading.build import Build, load

CUTS_S = (0.2, 0.5, 1.0, 2.0, 3.0, 10.0, 30.0, 90.0)
WHOLE_S = 3.0
"""Seconds after the last press in which the display is whole."""
GAUGE = Path("/sys/module/test_power/parameters/battery_capacity")
OWN_DISK = "/dev/vdb"
DICE = Random(7)


def install(name: str, folder: str, number: str = "*") -> None:
    """Install the package, or one version of it, set it up for a build, and begin a game."""
    debs = Path(folder)
    apt(*debs.glob("python3-gpiozero_*.deb"), *debs.glob(f"hanabi-companion_{number}_*.deb"))
    set_up_with(name)
    until("the companion runs", active)
    tell(do="new", players=3)
    say(f"installed, and at turn {turn()}")


def take_turn(build: Build) -> None:
    """Take a turn by a pulled line."""
    clues = get("state")["state"]["clues"]
    press(build, "clue" if clues > DICE.randrange(8) else "discard")


def cut_displays(name: str) -> None:
    """Take the display's power away for a while at any moment; it holds nothing afterwards."""
    build = load(name)
    for seconds in DICE.sample(CUTS_S, len(CUTS_S)):
        if DICE.random() < 0.5:
            take_turn(build)
        time.sleep(DICE.uniform(0, 3))
        NAK.write_text("1")
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if left > WHOLE_S and DICE.random() < 0.3:
                take_turn(build)
            time.sleep(min(left, DICE.uniform(0.1, 5)))
        NAK.write_text("0")
        SINK.write_text(
            ""
        )  # the glass of what follows is that of a display which has just got power
        time.sleep(DICE.uniform(0, 2))
        take_turn(build)
        take_turn(build)
        took = until("the display is whole", lambda: is_on_glass(build), 20)
        say(f"cut off for {seconds:g} s: whole {took:.1f} s after two presses")
        assert took <= WHOLE_S
    say("all displays came back")


def drain_battery(name: str) -> None:
    """Let a battery grow empty: a sign when it is low, then the computer switches itself off."""
    build = load(name)
    must("modprobe", "test_power")
    GAUGE.write_text("100")
    must("systemctl", "restart", SERVICE)
    until("the companion runs", active)
    for percent in (60, 16):
        GAUGE.write_text(str(percent))
        time.sleep(65)
        assert "battery:" not in journal(), f"told at {percent} %"
    GAUGE.write_text("14")
    until("the low battery is told", lambda: "battery: low" in journal(), 120)
    assert "low battery" in texts(), texts()
    take_turn(build)
    say(f"draining at turn {turn()}, the display says: {texts()}")
    GAUGE.write_text("3")
    until("it switches off", lambda: "the battery is empty" in journal(), 120)
    say("switching off")
    time.sleep(600)


def tell_turn() -> None:
    """Say at which turn the game is."""
    until("the companion runs", active)
    say(f"at turn {turn()}")


def goes_on(number: str) -> None:
    """Check that the game is as it was, and that the games are said to be safe."""
    until("the companion runs", active)
    assert turn() == int(number), f"turn {turn()}"
    assert wrong_of("games") == ""
    assert "memory" not in texts()
    say(f"the game goes on at turn {number}")


def play_in_memory(name: str, number: str) -> None:
    """Check that a read-only card is told, on the display and by the doctor; play all the same."""
    until("the companion runs", active)
    assert must("findmnt", "--noheadings", "--output", "FSTYPE", "/") == "overlay"
    assert turn() == int(number)
    assert "only in memory" in texts(), texts()
    assert "lies in memory" in wrong_of("games"), wrong_of("games")
    take_turn(load(name))
    assert turn() == int(number) + 1
    say(f"in memory: {wrong_of('games')}")


def move_games() -> None:
    """Move the games to a file system of their own."""
    must("systemctl", "stop", SERVICE)
    must("mkfs.ext4", "-q", OWN_DISK)
    must("mount", OWN_DISK, "/media")
    must("cp", "-a", f"{GAMES}/.", "/media")
    must("chown", "--reference", str(GAMES), "/media")
    must("umount", "/media")
    with Path("/etc/fstab").open("a") as fstab:
        fstab.write(f"{OWN_DISK} {GAMES.resolve()} ext4 defaults 0 2\n")
    say("moved: the games have a file system of their own")


def play_on(name: str) -> None:
    """Check that nothing is wrong on a read-only card whose games lie elsewhere, and play."""
    until("the companion runs", active)
    assert must("findmnt", "--noheadings", "--output", "FSTYPE", "/") == "overlay"
    assert wrong_of("games") == ""
    assert "memory" not in texts()
    take_turn(load(name))
    say(f"kept at turn {turn()}")


if __name__ == "__main__":
    take_steps(globals())
