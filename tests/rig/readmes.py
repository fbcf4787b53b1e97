"""The pages of the project: what they show of a build, and the commands in them."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PROGRAMS = (
    "companion|make|python3?|pip|apt|git|ssh|cd|ls|reboot|raspi-config|mpremote|mosquitto_passwd|systemctl"
    "|systemd-analyze|journalctl|echo|printf|tee|nano|install"
)
_COMMAND = re.compile(rf"(?:[A-Z_]+=\S+ |sudo |\.venv/bin/)*(?:{_PROGRAMS}) ")


def files(*patterns: str) -> list[str]:
    """Return the files that git knows; none where there is no git."""
    words = ["git", "ls-files", *patterns]
    try:
        return subprocess.run(
            words, cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout.split()
    except FileNotFoundError:
        return []


def pages() -> list[Path]:
    """Return the pages of the project; those at the top where there is no git."""
    return sorted(ROOT / name for name in files("*.md")) or sorted(ROOT.glob("*.md"))


def plain(text: str) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"^(    .*|```.*?```)$", "", text, flags=re.MULTILINE | re.DOTALL)


def commands(text: str) -> Iterator[str]:
    """Yield what can be typed into a shell, one command at a time, without its comment."""
    blocks = re.findall(r"^(?: {4,}(?:\$ )?)(.*)$", text, re.MULTILINE)
    fenced = [
        line
        for block in re.findall(r"```.*?\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]
    inline = [" ".join(code.split()) for code in re.findall(r"(?<!`)`([^`]+)`(?!`)", plain(text))]
    for line in (*blocks, *fenced, *inline):
        for part in re.split(r" && | & | \\?\| ", re.sub(r"\s+#.*", "", line).strip()):
            if _COMMAND.match(part):
                yield part


def entry(text: str) -> str:
    """Return the TOML in the indented blocks of a README."""
    blocks = re.findall(r"(?:^    .*\n|^\n)+", text, re.MULTILINE)
    return "\n".join(block.replace("\n    ", "\n") for block in blocks if "[[" in block)
