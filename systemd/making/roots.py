"""Clean Debian 13 systems in folders, for what must be built or tried without anything of this
computer.

mmdebstrap makes them, as root. A system is made once and kept in the cache. Each use lays an empty
folder over it, which takes what is written and is removed afterwards. Programs see their own
processes only, which end with the command.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

CACHE: Final = Path(os.environ.get("DEB_CACHE", "/var/tmp/deb-cache"))
SUITE: Final = "trixie"
USER: Final = "builder"
"""The ordinary user of every root."""
_CLEAN: Final = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/root",
    "DEBIAN_FRONTEND": "noninteractive",
}
_OVERLAY: Final = (
    'mount -t overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" overlay "$2/root"'
)
_ENTER: Final = f"""\
if [ "$1" ]; then {_OVERLAY}; else mount --bind "$2/upper" "$2/root"; fi
cd "$2/root"
mount -t proc proc proc
mount -t tmpfs -o mode=1777 shm dev/shm
mount -t tmpfs -o mode=755 run run
shift 2
exec chroot "$@"
"""
"""Words: the folder of the system ("" if its files were copied), that of what is written, chroot's
own."""


class NoRoot(Exception):
    """A root cannot be made here; one sentence that says what to do."""


def why_not() -> str:
    """Return the reason why no root can be made here, "" if one can."""
    if os.geteuid() != 0:
        return (
            "only root can make a clean Debian 13 system to build and try the package in;"
            " run it with sudo"
        )
    if not shutil.which("mmdebstrap") and not shutil.which("apt-get"):
        return (
            "mmdebstrap is missing, which makes a clean Debian 13 system,"
            " and there is no apt to install it"
        )
    return ""


class Root:
    """A system of its own. `files` holds what was written to it."""

    def __init__(self, system: Path, scratch: Path) -> None:
        self._scratch = scratch
        self.files = scratch / "upper"
        for name in ("upper", "work", "root"):
            (scratch / name).mkdir()
        self._system = str(system) if _lays_over(system, scratch) else ""
        if not self._system:
            subprocess.run(["cp", "-a", f"{system}/.", self.files], check=True)
        self.files.chmod(0o755)
        self.put(Path("/etc/resolv.conf"), "/etc/resolv.conf")

    def run(
        self,
        *words: str,
        user: str = "root",
        network: bool = False,
        check: bool = True,
        quiet: bool = True,
        **environ: str,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command; with `quiet` its output is kept, both streams as one.

        Raises NoRoot, with the last words of a command that fails, unless `check` is off.
        """
        done = subprocess.run(
            self._command_line(words, user, network),
            env=_environ_of(user, environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if quiet else None,
            stderr=subprocess.STDOUT if quiet else None,
            text=True,
            errors="replace",
            check=False,
        )
        if check and done.returncode:
            said = "\n".join((done.stdout or "").splitlines()[-30:])
            raise NoRoot(f"{' '.join(words)}: exit status {done.returncode}\n{said}".strip())
        return done

    def begin_command(
        self, *words: str, user: str = "root", network: bool = False, **environ: str
    ) -> subprocess.Popen[bytes]:
        """Start a command that goes on; killed, it takes its processes with it."""
        return subprocess.Popen(
            self._command_line(words, user, network),
            env=_environ_of(user, environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _command_line(self, words: Sequence[str], user: str, network: bool) -> list[str]:
        apart = ["--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child"]
        if not network:
            apart.append("--net")
        enter = ["sh", "-ec", _ENTER, "sh", self._system, str(self._scratch)]
        return ["unshare", *apart, *enter, f"--userspec={user}:{user}", ".", *words]

    def shell(self, code: str, **options: object) -> str:
        """Run shell code, and give what it printed."""
        return self.run("sh", "-euc", code, **options).stdout or ""  # type: ignore[arg-type]

    def put(self, file: Path, place: str) -> str:
        """Copy a file or a folder to a place that everybody may read. Return the path there."""
        target = self.files / place.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.is_dir():
            shutil.copytree(file, target, symlinks=True)
        else:
            shutil.copyfile(file, target)
            target.chmod(0o644)
        return place


def _environ_of(user: str, more: Mapping[str, str]) -> dict[str, str]:
    return {**_CLEAN, **({} if user == "root" else {"HOME": f"/home/{user}"}), **more}


def _lays_over(system: Path, scratch: Path) -> bool:
    """Return True if a folder can be laid over another one here: not every file system can be under
    or over one.
    """
    words = ("unshare", "--mount", "sh", "-ec", _OVERLAY, "sh", str(system), str(scratch))
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


@contextmanager
def opened_root(system: Path) -> Iterator[Root]:
    """Open a system of its own over one of the cache; what is written is gone afterwards."""
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="root-") as name:
        yield Root(system, Path(name))


def made_root(name: str, packages: Sequence[str], variant: str = "minbase", *more: str) -> Path:
    """Return the folder of a system with these packages, made if it is not there.

    more: further words for mmdebstrap. Raises a `NoRoot`.
    """
    if trouble := why_not():
        raise NoRoot(trouble)
    _need_mmdebstrap()
    mark = hashlib.sha256("\n".join([SUITE, variant, *packages, *more]).encode()).hexdigest()[:8]
    folder = CACHE / f"{name}-{SUITE}-{mark}"
    if not folder.exists():
        print(f"making {folder} (once) ...", flush=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        _make_root(folder, packages, variant, more)
    return folder


def _make_root(folder: Path, packages: Sequence[str], variant: str, more: Sequence[str]) -> None:
    server = _debian_mirror()
    key = "[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
    hook = f'chroot "$1" useradd --create-home --shell /bin/sh {USER}'
    new = Path(tempfile.mkdtemp(dir=CACHE, prefix="new-"))
    done = subprocess.run(
        [
            "mmdebstrap",
            "--quiet",
            "--mode=root",
            "--format=directory",
            f"--variant={variant}",
            "--aptopt=APT::Install-Recommends false",
            f"--include={','.join(packages)}",
            f"--customize-hook={hook}",
            *more,
            SUITE,
            str(new),
            f"deb {key} {server}/debian {SUITE} main",
            f"deb {key} {server}/debian-security {SUITE}-security main",
        ],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        shutil.rmtree(new, ignore_errors=True)
        said = [line for line in done.stderr.splitlines() if line.startswith("E:")] or [
            done.stderr[-300:]
        ]
        raise NoRoot(f"mmdebstrap cannot make a Debian 13 system ({said[0]}); connect a network")
    new.chmod(0o755)
    new.rename(folder)


def _need_mmdebstrap() -> None:
    if not shutil.which("mmdebstrap"):
        print("installing mmdebstrap with apt ...", flush=True)
        environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        words = "apt-get install -y -qq --no-install-recommends mmdebstrap"
        code = f"{words} || {{ apt-get update -qq && {words}; }}"
        if subprocess.run(
            ["sh", "-c", code], env=environ, capture_output=True, check=False
        ).returncode:
            raise NoRoot(
                "apt cannot install mmdebstrap; connect a network, or: sudo apt install mmdebstrap"
            )


def _debian_mirror() -> str:
    """Return the mirror that this computer itself uses, else Debian's own."""
    lists = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    text = "\n".join(path.read_text(errors="replace") for path in lists if path.is_file())
    found = re.search(r"^(?:deb|URIs:) .*?(https?://\S+)/debian/?(?:\s|$)", text, re.MULTILINE)
    return found[1] if found else "http://deb.debian.org"
