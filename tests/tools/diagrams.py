"""`make diagrams`: the page of the builds in wiring/, with a picture of each one's wires."""

from collections.abc import Sequence
from pathlib import Path

from wiring import builds
from wiring.diagram import pin_table
from wiring.diagram.diagram import diagram
from wiring.reading.build import Build, load

WIRING = Path(__file__).parents[2] / "wiring"
PAGE = WIRING / "README.md"
_INTRODUCTION = """\
<!-- Made by `make diagrams` from the TOML files beside it; changes here are lost. -->

# Building a device

From an empty SD card to a game. The times are guesses, since nobody has built one with a clock beside it; the
installation took 3 to 8 minutes on a virtual Raspberry Pi.

1. Choose a build [below](#the-builds), and buy what its list says. `bonnet` and `oled-hat` need no solder.
   Try it first, on any computer: `make run ARGS="--panel bonnet --emulate"`.
2. Write Raspberry Pi OS Lite (Trixie or Bookworm) onto the SD card with Raspberry Pi Imager. Let it set your
   user's name, the Wi-Fi and SSH. *10 minutes*
3. With the power off plug the board on, *5 minutes*, or solder the wires of the build's table, *a weekend*.
4. Put the card in, switch on, and log in: `ssh <user>@<device>.local` (untested: it needs a real device).
   *5 minutes*
5. Install. *10 minutes*

       sudo apt install git make python3-venv
       git clone <this repository> && cd hanabi-companion
       sudo make install BUILD=bonnet

   On Trixie the [Debian package](../systemd/README.md#install-with-apt) does the same.
6. Restart once if the installation says so, for the display's bus: `sudo reboot`. *1 minute*
7. The display asks for the language. Play.

Something is dark or dead? `companion doctor bonnet` has a line for each part, and each that says `wrong` ends
with the command that mends it. With the service stopped (`sudo systemctl stop hanabi-companion`),
`companion doctor bonnet --interactive` lights each light in turn, shows a test picture, and asks for each
button to be pressed. [By what you see](../systemd/README.md#when-something-fails) has the rest.

**A build of your own**: copy a file of this folder, change its pins, and name it by its path.
`companion wiring my-device.toml` checks it, tells every mistake at once, and prints its table; with
`--svg wires.svg` it draws the wires. `sudo make install BUILD=my-device.toml` installs it. When you ask for
help, send what `companion doctor --json` prints.

**Where the buttons lie** is said in `[screen]`, so that each label stands beside its button. Without a word
they lie below the display: CLUE, DISCARD, PLAY from the left. `order = ["play", "clue", "discard"]` is
another order of labels below the picture, and `marks = "56•"` shows at each label what is printed at clue,
discard and play. `labels = "right"` is for keys at the right of the display, CLUE on top, PLAY at the bottom.

## The builds

Each build is a TOML file in this folder, and all that stands here is derived from it, as the program itself
is: diagram and software cannot disagree. Pins are counted as on the board (1 to 40); BCM is the number
in the TOML file. Prices are rough ones.
"""


def real_builds() -> list[Build]:
    """The builds that are made for a real board."""
    return [build for build in map(load, builds.names()) if not build.emulated]


def page() -> str:
    """The page of all real builds."""
    builds = real_builds()
    index = "\n".join(f"- [{build.name}](#{build.name}): {build.about}" for build in builds)
    return "\n".join([_INTRODUCTION, index, "", *map(_section, builds)])


def files() -> dict[Path, str]:
    """All that is generated, with what belongs in it."""
    pictures = {
        WIRING / "pictures" / f"{build.name}.svg": diagram(build) for build in real_builds()
    }
    return {PAGE: page(), **pictures}


def _section(build: Build) -> str:
    about = build.about[:1].upper() + build.about[1:]
    return "\n".join(
        [
            f"## {build.name}\n",
            f"{about} ([{build.name}.toml]({build.name}.toml)).\n",
            f"![The wires of the build {build.name}](pictures/{build.name}.svg)\n",
            *(f"- {note}" for note in pin_table.notes(build)),
            "",
            _table(pin_table.HEAD, [row.cells() for row in pin_table.rows(build)]),
            _table(pin_table.PARTS_HEAD, pin_table.parts(build)),
        ]
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return (
        "\n".join(
            "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
        )
        + "\n"
    )


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
