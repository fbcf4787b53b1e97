"""What `make install` and `companion setup` do about settings and builds.

For systemd/install.sh it is run from the checkout by a Python that has nothing else yet, so that
mistakes are told before anything is downloaded.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from companion import settings, toml_file
from companion.club import settings as club_settings
from companion.commands.effective import OWN, machine_build
from companion.errors import BadInput, CompanionError
from wiring.reading.build import Build, load
from wiring.switches import RASPI_CONFIG, switches

_STRING: Final = r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''
_PANEL: Final = re.compile(
    rf'^([ \t]*(?:panel|"panel"|\'panel\')[ \t]*=[ \t]*)({_STRING})', re.MULTILINE | re.DOTALL
)
_MARK: Final = "\ufeff"
_FRESH: Final = f"""\
# The settings of the installed companion; `companion config` explains them.
panel = %s
state_dir = "/var/lib/{settings.APP}"
socket = "{settings.INSTALLED_SOCKET}"
"""

_BRIDGE: Final = f"""\
# The bridge to MQTT. Name your broker here; then look whether it works, and start it:
#   sudo companion mqtt --check && sudo systemctl enable --now {settings.APP}-mqtt

# broker = "192.168.178.30"
# name = "Table 7"
# players = true       # the players' names are told, too

# Encrypted, as it must be outside of the house; ca is the authority's file
# if the system does not know it:
# tls = true
# ca = "broker-ca.crt"

# The name to log in with. Everybody may read this file, so the password
# has one of its own, which is root's:
# sudo install -m 600 /dev/stdin {settings.INSTALLED.with_name(club_settings.PASSWORD)}
# user = "table-7"
"""


class Plan(NamedTuple):
    """What an installation leads to.

    `panel` is what the settings name then. `counts` is the build that will run, and `where` what it
    is loaded from: on a device whose boot partition names a build, in the file `boot`, it is that
    one.
    """

    panel: str
    counts: Build
    where: str
    boot: str = ""


def plan(file: Path, panel: str, source: str, boot: Sequence[Path]) -> Plan:
    """Read all that counts; a `CompanionError` where it has mistakes.

    Args:
        file: the installed settings, which need not be there yet.
        panel: the build that is wanted, "" for the one that is set already.
        source: where the wanted build is read from now.
        boot: the files of the boot partition, of which the first one counts.
    """
    own = _read(file) if file.exists() else None
    if not panel:
        panel = own.panel if own else OWN
    source = source or panel or machine_build()
    planned = Plan(panel, load(source), source)
    for over in filter(Path.exists, boot):
        with suppress(CompanionError):  # the companion ignores the whole file then
            if named := _read(over).panel:
                return Plan(panel, load(named), named, str(over))
        break
    return planned


def _read(file: Path) -> settings.Settings:
    """Return what one file says, and the defaults."""
    return settings.load({"COMPANION_CONFIG": str(file)})


def lines(planned: Plan) -> Iterator[str]:
    """Yield a plan as lines of words between tabs: the last ones are the buses that have
    to be on.
    """
    build = planned.counts
    yield f"panel\t{planned.panel}"
    kind = "emulated" if build.is_emulated else "real"
    yield f"build\t{build.name}\t{planned.where}\t{kind}\t{planned.boot}"
    for switch in switches(build):
        if switch.on:
            yield f"bus\t{switch.name}\t{switch.device}\t{switch.here(Path(RASPI_CONFIG).exists())}"


def with_panel(text: str, panel: str) -> str:
    """Return the text of settings that name this build, and are the same otherwise, letter by
    letter.
    """
    wanted = {**toml_file.table(text), "panel": panel}
    written = json.dumps(panel, ensure_ascii=False)  # this is TOML too
    tried = [
        f"{text[: match.start(2)]}{written}{text[match.end(2) :]}"
        for match in _PANEL.finditer(text)
    ]
    end = "\r\n" if "\r\n" in text else "\n"
    for changed in (text, *tried, f"panel = {written}{end}{text}"):
        try:
            if toml_file.table(changed) == wanted:
                return changed
        except toml_file.NoToml:
            continue
    raise BadInput(f"write panel = {written} in it yourself")


def set_panel(file: Path, panel: str) -> bool:
    """Have the settings in a file name this build; says whether that changed them.

    A file that is not there is made. At no time is there half a file. A link stays one; owner and
    mode stay.
    """
    if not file.exists():
        write(file, (_FRESH % json.dumps(panel, ensure_ascii=False)).encode())
        return True
    try:
        text = toml_file.text(file)
        changed = with_panel(text, panel)
    except (toml_file.NoToml, BadInput) as error:
        raise BadInput(f"{file}: {error}") from None
    if changed == text:
        return False
    mark = _MARK if file.read_bytes().startswith(_MARK.encode()) else ""
    write(file, f"{mark}{changed}".encode())
    return True


def need_broker(file: Path) -> None:
    """Refuse settings of the bridge that have mistakes or name no broker, with a `ConfigError`.

    A file that is not there is made, with nothing filled in.
    """
    if not settings.is_there(file):
        write(file, _BRIDGE.encode())
    club_settings.load({club_settings.VARIABLE: str(file)})


def write(file: Path, content: bytes) -> None:
    """Write a file that everybody may read, and its folder.

    Of one that is there, owner and mode stay.
    """
    place = file.resolve()
    place.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    new = place.with_name(f"{place.name}.new")
    with new.open("wb") as out:
        if place.exists():
            was = place.stat()
            os.fchmod(out.fileno(), was.st_mode & 0o7777)
            os.fchown(out.fileno(), was.st_uid, was.st_gid)
        else:
            os.fchmod(out.fileno(), 0o644)
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    new.replace(place)


def main(argv: Sequence[str]) -> int:
    """`plan FILE PANEL SOURCE BOOT...` prints a plan, `set FILE PANEL` sets a build.

    Gives the exit status.

    `mqtt FILE` looks whether the bridge's settings can be used. What is wrong is one line on
    standard error.
    """
    word, file, *rest = argv
    try:
        if word == "plan":
            panel, source, *boot = rest
            print(*lines(plan(Path(file), panel, source, list(map(Path, boot)))), sep="\n")
        elif word == "mqtt":
            need_broker(Path(file))
        elif set_panel(Path(file), *rest):
            print("changed")
    except CompanionError as error:
        print("; ".join(str(error).split("\n")), file=sys.stderr)
        return 1
    return 0
