"""What the READMEs of the drivers show of a build."""

import re


def entry(text: str) -> str:
    """The TOML in the indented blocks of a README."""
    blocks = re.findall(r"(?:^    .*\n|^\n)+", text, re.MULTILINE)
    return "\n".join(block.replace("\n    ", "\n") for block in blocks if "[[" in block)
