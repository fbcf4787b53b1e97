"""Writes into the settings of an installation which build it has."""

import json
import re
from pathlib import Path
from typing import Final

from companion import settings, toml_file
from companion.commands import whole_file
from companion.errors import BadInput

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
        whole_file.write(file, (_FRESH % json.dumps(panel, ensure_ascii=False)).encode())
        return True
    try:
        text = toml_file.text(file)
        changed = with_panel(text, panel)
    except (toml_file.NoToml, BadInput) as error:
        raise BadInput(f"{file}: {error}") from None
    if changed == text:
        return False
    mark = _MARK if file.read_bytes().startswith(_MARK.encode()) else ""
    whole_file.write(file, f"{mark}{changed}".encode())
    return True
