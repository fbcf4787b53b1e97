"""Pyodide, Python for browsers, as npm has it: one version, checked before it is used."""

import base64
import hashlib
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.errors import CompanionError

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that it is the same each time."""
STDLIB = "python_stdlib.zip"
LEFT_OUT = (
    *("_pyrepl/*", "antigravity.py", "bdb.py", "cProfile.py", "cmd.py", "code.py", "compileall.py"),
    *("doctest.py", "email/*", "fileinput.py", "filecmp.py", "ftplib.py", "html/*", "http/*"),
    *("imaplib.py", "logging/config.py", "mailbox.py", "urllib/re*"),
    *("logging/handlers.py", "modulefinder.py", "multiprocessing/*", "netrc.py", "optparse.py"),
    *("pdb.py", "pickletools.py", "plistlib.py", "poplib.py", "profile.py", "pstats.py"),
    *("pyclbr.py", "pydoc.py", "pydoc_data/*", "rlcompleter.py", "shelve.py", "smtplib.py"),
    *("socketserver.py", "symtable.py", "tabnanny.py", "this.py", "timeit.py", "trace.py"),
    *("turtle.py", "unittest/*", "webbrowser.py", "wsgiref/*", "xml/*", "xmlrpc/*", "zipapp.py"),
    *("encodings/big5*", "encodings/cp[!4]*", "encodings/cp4[!3]*", "encodings/euc_*"),
    *("encodings/gb*", "encodings/hp_*", "encodings/hz.py", "encodings/iso*", "encodings/johab.py"),
    *("encodings/koi8_*", "encodings/kz1048.py", "encodings/mac_*", "encodings/palmos.py"),
    *("encodings/ptcp154.py", "encodings/shift_*", "encodings/tis_620.py"),
)
"""What the companion imports nothing of: tools for programmers, protocols, and code pages."""
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB)
WHOLE_MEMORY = b"return Module.HEAP8.set(t),l}"
OWN_MEMORY = WHOLE_MEMORY.replace(
    b"Module", b"API.config._writeMemory?API.config._writeMemory(Module,t):Module", 1
)
"""Pyodide takes up a whole memory alone, of 31 MB; here what differs is written."""
KEEP = Path(__file__).with_name("memory.mjs")
COMPILE = Path(__file__).with_name("compile.mjs")
MODULE = ".mjs"
"""How Pyodide's scripts end. Here they end in `.js`, since many servers do not know the other."""
LICENCE = f"""Pyodide {VERSION}, in this folder as its npm package has it, is subject to the terms
of the Mozilla Public License, v. 2.0. A copy of the MPL is at https://mozilla.org/MPL/2.0/, the
source of Pyodide at https://github.com/pyodide/pyodide. It contains CPython, which is under the
licence of the Python Software Foundation: https://docs.python.org/3/license.html. {STDLIB}
is packed anew without the modules of Python that nothing here imports. The scripts are called .js.
"""


@contextmanager
def unpacked_pyodide(cache: Path) -> Iterator[Path]:
    """Yield a folder with all of Pyodide, for a while. Raises CompanionError."""
    archive = cache / f"pyodide-{VERSION}.tgz"
    if not _is_whole(archive):
        _fetch_archive(archive)
    with TemporaryDirectory() as folder, tarfile.open(archive) as packed:
        # The filters of `extractall` came with a Python 3.11 that is later than Debian 12's.
        for member in packed:
            if content := packed.extractfile(member):
                place = Path(folder) / member.name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content.read())
        yield Path(folder) / "package"


def copy_files(package: Path, folder: Path) -> None:
    """Put the files that a browser needs into a folder."""
    folder.mkdir(parents=True)
    for name in FILES:
        content = (package / name).read_bytes()
        if name.endswith(MODULE):
            content = content.replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
            content = content.replace(WHOLE_MEMORY, OWN_MEMORY)
        (folder / name.replace(MODULE, ".js")).write_bytes(content)
    _pack_tighter(folder / STDLIB)
    (folder / "LICENCE.txt").write_text(LICENCE, "utf-8")


def compile_sources(package: Path, folder: Path) -> None:
    """Compile Python's sources in a folder, each beside its file, without docstrings.

    The Python of Pyodide does it, since no other one runs what another compiled. A browser would
    need half of its start for that. Raises CompanionError.
    """
    _run_node(COMPILE, package, folder)


def keep_memory(package: Path, program: Path, folder: Path) -> None:
    """Keep Python's memory once it has imported a compiled program, so that no start does it.

    It is made with the library that the folder has. Raises CompanionError.
    """
    script = package / "pyodide.asm.mjs"
    content = script.read_bytes()
    if content.count(WHOLE_MEMORY) != 1:
        raise CompanionError(f"Pyodide {VERSION} takes up its memory in another way")
    script.write_bytes(content.replace(WHOLE_MEMORY, OWN_MEMORY))
    shutil.copy(folder / STDLIB, package)
    zipfile.ZipFile(folder / "nothing.zip", "w").close()
    _run_node(KEEP, package, program, folder / "memory.bin")


def _run_node(script: Path, package: Path, *places: Path) -> None:
    words = ("node", str(script), (package / "pyodide.mjs").as_uri(), *map(str, places))
    try:
        subprocess.run(words, capture_output=True, text=True, timeout=600, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        said = str(getattr(error, "stderr", "") or error).strip().splitlines()
        why = next((line for line in said if "Error" in line), said[-1])
        raise CompanionError(
            f"Node.js, which comes with npm, cannot prepare the program: {why}"
        ) from None


def _is_left_out(name: str) -> bool:
    """Return True for a file of Python's library that nothing here imports."""
    return any(fnmatchcase(name, pattern) for pattern in LEFT_OUT)


def _pack_tighter(archive: Path) -> None:
    """Pack what is needed as small as zlib can: no server makes a zip smaller."""
    with zipfile.ZipFile(archive) as packed:
        names = [name for name in packed.namelist() if not _is_left_out(name)]
        files = {name: packed.read(name) for name in names}
    with zipfile.ZipFile(archive, "w") as tighter:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, LONG_AGO)
            tighter.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)


def _is_whole(archive: Path) -> bool:
    if not archive.exists():
        return False
    digest = hashlib.sha512(archive.read_bytes()).digest()
    return base64.b64encode(digest).decode() == SHA512


def _fetch_archive(archive: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise CompanionError("npm is needed to fetch Pyodide: sudo apt install npm")
    archive.parent.mkdir(parents=True, exist_ok=True)
    print(f"Fetching Pyodide {VERSION} (once) ...", flush=True)
    try:
        subprocess.run(
            [npm, "pack", f"pyodide@{VERSION}", "--silent"],
            cwd=archive.parent,
            capture_output=True,
            text=True,
            timeout=600,
            check=True,
        )
    except subprocess.SubprocessError as error:
        said = str(getattr(error, "stderr", "") or error).strip().splitlines()
        why = said[-1] if said else "npm failed"
        raise CompanionError(
            f"npm cannot fetch Pyodide {VERSION}: {why}; is there a network?"
        ) from None
    if not _is_whole(archive):
        archive.unlink(missing_ok=True)
        raise CompanionError(
            f"what npm gave is not Pyodide {VERSION} as it was tried: try again later"
        )
