"""Names that shops print on parts which a build calls otherwise, or which cannot be driven."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from wiring.spec import APA102, PN532, RDM630, RDM6300, SH1106, SK9822, SSD1306, SSD1309

_OTHER_PICTURE: Final = "drives another picture; take a display of 128x64 with ssd1306 or sh1106"
_ONE_WIRE: Final = "pixels need a signal that no pin here can give; take an apa102 strip"
_OTHER_READER: Final = (
    "cannot be read; take a pn532 for stickers, or an rdm6300 for tags of 125 kHz"
)

_RIGHT_NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("ssd1106", "ssh1106", "s1106", "sh1106"), SH1106),
    **dict.fromkeys(("ssh1306", "sh1306", "ssd1315", "ssd1306"), SSD1306),
    **dict.fromkeys(("ssh1309", "sh1309", "ssd1309"), SSD1309),
    **dict.fromkeys(("dotstar", "apa102", "hd107"), APA102),
    **dict.fromkeys(("sk9822", "sk9822e"), SK9822),
    **dict.fromkeys(("pn532v", "pn532"), PN532),
    "rdm6300": RDM6300,
    "rdm630": RDM630,
}
"""The name to write instead of another one for the same chip."""
_UNUSABLE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("ssd1305", "ssd1322", "ssd1325", "ssd1327", "ssd1331"), _OTHER_PICTURE),
    **dict.fromkeys(("ssd1351", "sh1107", "sh1108", "st7735", "st7789"), _OTHER_PICTURE),
    **dict.fromkeys(("ws2811", "ws2812", "ws2813", "ws2815", "sk6812", "neopixel"), _ONE_WIRE),
    **dict.fromkeys(("rc522", "mfrc522", "pn5180", "em18", "id12", "id12l"), _OTHER_READER),
}


_POLARITY: Final = ("activelow", "polarity", "inverted", "invert", "pullup", "pulldown", "pull")
"""What other programs call the way round in which a part is wired."""


def key_advice(key: str, known: Iterable[str]) -> str:
    """Return the key to write for one of another program, "" if it is not known."""
    if "active_high" not in known or re.sub("[^a-z]", "", key.lower()) not in _POLARITY:
        return ""
    return "active_high says it: true for 3.3 V where the part is on or pressed, false for ground"


def part_advice(name: str, options: tuple[str, ...]) -> str:
    """Return the kind to write for a part that is sold by this name, "" if it is not known."""
    plain = re.sub("[^a-z0-9]", "", name.lower())
    # A last letter is often that of a variant, such as the B of WS2812B.
    for word in (plain, plain[:-1]):
        if _RIGHT_NAMES.get(word) in options:
            return f'"{name}" is a {_RIGHT_NAMES[word]} here; write "{_RIGHT_NAMES[word]}"'
        if word in _UNUSABLE:
            return f'"{name}" {_UNUSABLE[word]}'
    return ""
