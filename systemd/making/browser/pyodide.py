"""Pyodide, Python for browsers, as npm has it: one version, checked before it is used."""

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.errors import CompanionError

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PYTHON = "python.bin"
PREPARE = Path(__file__).with_name("prepare.mjs")
MODULE = ".mjs"
"""How Pyodide's scripts end. Here they end in `.js`, since many servers do not know the other."""
LICENCE = f"""Pyodide {VERSION}, in this folder as its npm package has it, is subject to the terms
of the Mozilla Public License, v. 2.0. A copy of the MPL is at https://mozilla.org/MPL/2.0/, the
source of Pyodide at https://github.com/pyodide/pyodide. It contains CPython, which is under the
licence of the Python Software Foundation: https://docs.python.org/3/license.html. {PYTHON} has
the modules of Python that something here imports, compiled. The scripts are called .js.
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


def copy_scripts(package: Path, folder: Path) -> None:
    """Put what runs Python in a browser into a folder."""
    folder.mkdir(parents=True)
    for name in SCRIPTS:
        content = (package / name).read_bytes()
        if name.endswith(MODULE):
            content = content.replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
        (folder / name.replace(MODULE, ".js")).write_bytes(content)
    zipfile.ZipFile(folder / "nothing.zip", "w").close()
    (folder / "LICENCE.txt").write_text(LICENCE, "utf-8")


def pack_python(package: Path, program: Path, folder: Path) -> None:
    """Pack a program and the library that it needs, compiled in place. Raises CompanionError."""
    words = ("node", str(PREPARE), (package / "pyodide.mjs").as_uri(), str(program))
    try:
        subprocess.run(words, capture_output=True, text=True, timeout=600, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        said = str(getattr(error, "stderr", "") or error).strip().splitlines()
        why = next((line for line in said if re.match(r"\w*Error\b", line)), said[-1])
        raise CompanionError(
            f"Node.js, which comes with npm, cannot prepare the program: {why}"
        ) from None
    files = {
        file.relative_to(program).as_posix(): file.read_bytes()
        for file in sorted(program.rglob("*.*"))
    }
    (folder / PYTHON).write_bytes(packed_files(files))


def packed_files(files: Mapping[str, bytes]) -> bytes:
    """Return files as one: names and sizes as JSON, how long that is before it, the contents.

    It is compressed here, since not every server does it.
    """
    sizes = json.dumps({name: len(content) for name, content in files.items()}).encode()
    whole = len(sizes).to_bytes(4, "little") + sizes + b"".join(files.values())
    return gzip.compress(whole, mtime=0)


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
