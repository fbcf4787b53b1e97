"""Sets the companion up from the files beside this one, which `make card` made.

cloud-init has it run at each start of the computer (vendor-data). It needs nothing but Python's own
modules: it installs the packages that are missing, and the program that they bring does the rest.
What it did, or why it cannot go on, stands in companion-setup.txt on the same partition.
"""

import hashlib
import json
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).resolve().parent
MANIFEST: Final = "card.json"
SETTINGS: Final = "companion.toml"
REPORT: Final = "companion-setup.txt"
KEPT: Final = Path("/var/lib/hanabi-companion-card")
"""The folder that keeps which card was set up, and which one the computer was restarted for."""
DONE: Final = "done"
RESTARTED: Final = "restarted"
SAID: Final = "said"
"""The file that keeps the report of the set-up that is done."""
RESTART: Final = 75
"""The exit status of `companion first-start` where the computer has to be started again."""
SPARE_KB: Final = 30_000
"""Room that is left free."""
OWNER: Final = 1000
"""The number of the user that Raspberry Pi Imager makes."""
LOCKED_S: Final = 1200
"""Time in which another apt may end, in seconds."""
AGAIN: Final = "copy the card's files once more"
APT: Final = (
    "apt-get",
    "install",
    "--yes",
    "--quiet",
    "--no-install-recommends",
    "-o",
    f"DPkg::Lock::Timeout={LOCKED_S}",
)
QUIET: Final = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


class NoSetUp(Exception):
    """The set-up cannot go on; a sentence that says why, and what to do."""


class RunOutput(NamedTuple):
    """The exit status of a command, and what it printed."""

    status: int
    text: str


class Deb(NamedTuple):
    """A package on the card."""

    file: Path
    name: str
    version: str
    sha256: str
    size_kb: int
    """Room that it takes once it is installed, in KiB."""


class CardFiles(NamedTuple):
    """What is on the card."""

    suite: str
    architecture: str
    packages: tuple[Deb, ...]
    mark: str
    """Differs from that of another card, and after a change of its settings."""


def run(*words: str, **environ: str) -> RunOutput:
    """Run a command to its end."""
    try:
        done = subprocess.run(
            words,
            env={**os.environ, **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        return RunOutput(127, f"{words[0]}: {error.strerror}")
    return RunOutput(done.returncode, done.stdout)


def _read_card(folder: Path) -> CardFiles:
    try:
        content = (folder / MANIFEST).read_bytes()
        table = json.loads(content)
        packages = tuple(
            Deb(folder / file, row["package"], row["version"], row["sha256"], int(row["size_kb"]))
            for file, row in table["packages"].items()
        )
        suite, architecture = table["suite"], table["architecture"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise NoSetUp(f"{folder / MANIFEST} is missing or damaged; {AGAIN}") from None
    with suppress(FileNotFoundError):
        content += (folder.parent / SETTINGS).read_bytes()
    return CardFiles(suite, architecture, packages, hashlib.sha256(content).hexdigest())


def need_system(card: CardFiles, os_release: str, architecture: str) -> None:
    """Refuse a system for which the packages are not made."""
    lines = (line.partition("=") for line in os_release.splitlines())
    fields = {key: value.strip("\"' ") for key, _, value in lines}
    codename = fields.get("VERSION_CODENAME", "")
    is_debian = fields.get("ID") in ("debian", "raspbian")
    if is_debian and (codename, architecture) == (card.suite, card.architecture):
        return
    name = fields.get("PRETTY_NAME") or "an unknown system"
    raise NoSetUp(
        f"this is {name} for {architecture}, and the card's files are for Raspberry Pi OS"
        f" {card.suite.title()} for {card.architecture} (64 bit); write that one onto the card with"
        " Raspberry Pi Imager"
    )


def _need_whole(packages: Sequence[Deb]) -> None:
    """Refuse package files that are missing or damaged."""
    for deb in packages:
        try:
            digest = hashlib.sha256(deb.file.read_bytes()).hexdigest()
        except FileNotFoundError:
            raise NoSetUp(f"the file {deb.file} is missing; {AGAIN}") from None
        except OSError as error:
            raise NoSetUp(f"{deb.file}: {error.strerror}; {AGAIN}") from None
        if digest != deb.sha256:
            raise NoSetUp(f"the file {deb.file} is damaged; {AGAIN}")


def _need_room(packages: Sequence[Deb], free_kb: int) -> None:
    needed_kb = sum(deb.size_kb for deb in packages) + SPARE_KB
    if packages and free_kb < needed_kb:
        raise NoSetUp(
            f"the card is full: {free_kb // 1000} MB are free, and {needed_kb // 1000} MB are"
            " needed; take a larger card, or delete files on it"
        )


def os_release() -> str:
    """Return the system's description of itself."""
    return Path("/etc/os-release").read_text(encoding="utf-8")


def free_kb() -> int:
    """Return the room on the disk of packages, in KiB."""
    return shutil.disk_usage("/").free // 1024


def _missing_packages(packages: Sequence[Deb]) -> Iterator[Deb]:
    """Yield the packages that are not installed, or in an older version."""
    listing = "${Package} ${db:Status-Status} ${Version}\n"
    rows = map(str.split, run("dpkg-query", "--show", f"--showformat={listing}").text.splitlines())
    installed = {row[0]: row[2] for row in rows if row[1:2] == ["installed"]}
    for deb in packages:
        version = installed.get(deb.name)
        if version is None or run("dpkg", "--compare-versions", version, "ge", deb.version).status:
            yield deb


def _install_packages(packages: Sequence[Deb]) -> None:
    """Install packages by their files, without a network; what was cut off is ended first."""
    if run("dpkg", "--audit").text.strip():
        run("dpkg", "--configure", "--pending", **QUIET)
    files = [str(deb.file) for deb in packages]
    if not files:
        return
    for words in ((*APT, "--no-download"), ("dpkg", "--install"), APT):
        done = run(*words, *files, **QUIET)  # the last one may find what is missing in the network
        os.sync()
        if done.status == 0:
            return
    raise NoSetUp(
        f"the packages cannot be installed ({_last_error(done.text)}); make the card's files anew,"
        f" and {AGAIN}"
    )


def _last_error(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("E: ", "dpkg: error"))]
    return (errors or lines or ["no reason is known"])[-1].removeprefix("E: ")


def _owner_name() -> str:
    """Return the first ordinary user, "" if there is none."""
    try:
        return pwd.getpwuid(OWNER).pw_name
    except KeyError:
        return ""


def _leave_report(folder: Path, text: str) -> None:
    """Leave a text on the card's first partition, and in the log."""
    print(text, flush=True)
    try:
        _write_safely(folder.parent / REPORT, f"{text}\n")
    except OSError as error:
        print(f"{folder.parent / REPORT}: {error.strerror}", file=sys.stderr, flush=True)


def _report_again(folder: Path, kept: Path) -> None:
    """Leave the report of the set-up that is done, where another text has taken its place.

    A second copy of the card's files brings the one that says that nothing is set up yet.
    """
    with suppress(FileNotFoundError):
        said = (kept / SAID).read_bytes()
        file = folder.parent / REPORT
        if not file.exists() or file.read_bytes() != said:
            _leave_report(folder, said.decode().rstrip())


def _write_safely(file: Path, text: str) -> None:
    """Write a file so that a cut of power leaves the old one or the new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    with new.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)
    os.sync()


def _is_marked(kept: Path, name: str, card: CardFiles) -> bool:
    """Return True if something was done for this card already."""
    with suppress(OSError):
        return (kept / name).read_text().strip() == card.mark
    return False


def set_up(folder: Path, card: CardFiles) -> RunOutput:
    """Install what is missing, and have the program set the device up."""
    need_system(card, os_release(), run("dpkg", "--print-architecture").text.strip())
    lacking = list(_missing_packages(card.packages))
    _need_whole(lacking)
    _need_room(lacking, free_kb())
    if lacking:
        _leave_report(folder, "The Hanabi companion is being installed. Leave the power on.")
    _install_packages(lacking)
    return run("companion", "first-start", **QUIET, SUDO_USER=_owner_name())


def _finish_set_up(folder: Path, card: CardFiles, done: RunOutput, kept: Path) -> int:
    """Report how the set-up went, and restart the computer if that is needed. Return the status."""
    if done.status == RESTART and not _is_marked(kept, RESTARTED, card):
        _write_safely(kept / RESTARTED, card.mark)
        _leave_report(
            folder, f"The computer restarts once, and the set-up goes on.\n\n{done.text}".rstrip()
        )
        run("timeout", "600", "cloud-init", "status", "--wait")  # a restart would cut it off
        os.sync()
        run("systemctl", "reboot")
    elif done.status == 0:
        text = f"The Hanabi companion is set up.\n\n{done.text}".rstrip()
        _write_safely(kept / SAID, f"{text}\n")
        _write_safely(kept / DONE, card.mark)
        _leave_report(folder, text)
    else:
        _leave_report(folder, f"The Hanabi companion is not set up.\n\n{done.text}".rstrip())
    return done.status


def main(folder: Path = FOLDER, kept: Path = KEPT) -> int:
    """Set the companion up, if this card was not set up yet. Return the exit status."""
    try:
        if os.geteuid() != 0:
            raise NoSetUp(f"only root may set a device up; run: sudo python3 {folder}/set_up.py")
        card = _read_card(folder)
        if _is_marked(kept, DONE, card):
            _report_again(folder, kept)
            return 0
        (kept / DONE).unlink(missing_ok=True)  # what it says holds no longer, even if this fails
        return _finish_set_up(folder, card, set_up(folder, card), kept)
    except NoSetUp as error:
        _leave_report(folder, f"The Hanabi companion is not set up: {error}.")
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _leave_report(folder, f"The Hanabi companion is not set up: {where}{error.strerror}.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
