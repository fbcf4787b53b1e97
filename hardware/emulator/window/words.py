"""What the window writes, in the languages of the device."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from wiring import words as part_words

_DEFAULT: Final = "en"

_TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "control_plug": "Plug",
        "control_W": "Whi",
        "control_R": "Red",
        "control_B": "Blu",
        "control_Y": "Yel",
        "control_G": "Gre",
        "control_M": "Mul",
        "control_K": "Bla",
        "arrow_keys": "arrow keys",
        "wheel": "[   ]  or wheel",
        "pod": "Pod  {name}",
        "lights_firework": "Fireworks",
        "pad_play": "Play",
        "pad_discard": "Discard",
        "pad_card": "Card reader",
        "cards_hint": "Lay a card on a pad: drag it, or click it and then the pad.",
        "hint": (
            "Click buttons or the display, or press {clue}, {discard}, {play}. A lock keeps "
            "its button for the next: both together."
        ),
    },
    "de": {
        "control_plug": "Stecker",
        "control_W": "Wei",
        "control_R": "Rot",
        "control_B": "Bla",
        "control_Y": "Gel",
        "control_G": "Grü",
        "control_M": "Bun",
        "control_K": "Sch",
        "arrow_keys": "Pfeiltasten",
        "wheel": "[   ]  oder Rad",
        "pod": "Tastenpult  {name}",
        "lights_firework": "Feuerwerke",
        "pad_play": "Ausspielen",
        "pad_discard": "Abwerfen",
        "pad_card": "Kartenleser",
        "cards_hint": "Leg eine Karte auf ein Feld: zieh sie, oder klick sie und dann das Feld an.",
        "hint": (
            "Klick Knöpfe oder das Display an, oder drück {clue}, {discard}, {play}. Ein "
            "Schloss verbindet seinen Knopf mit dem nächsten."
        ),
    },
    "fr": {
        "control_plug": "Prise",
        "control_W": "Blc",
        "control_R": "Rou",
        "control_B": "Ble",
        "control_Y": "Jau",
        "control_G": "Ver",
        "control_M": "Mul",
        "control_K": "Noi",
        "arrow_keys": "flèches",
        "wheel": "[   ]  ou roulette",
        "pod": "Boîtier  {name}",
        "lights_firework": "Feux",
        "pad_play": "Jouer",
        "pad_discard": "Défausse",
        "pad_card": "Lecteur",
        "cards_hint": (
            "Posez une carte sur un lecteur\N{NO-BREAK SPACE}: glissez-la, ou cliquez-la, puis le lecteur."
        ),
        "hint": (
            "Cliquez un bouton ou l’écran, ou tapez {clue}, {discard}, {play}. Un cadenas "
            "joint son bouton au suivant."
        ),
    },
}
TEXTS: Final = MappingProxyType(_TEXTS)


def say(language: str, key: str, **facts: str) -> str:
    """Return a text with these facts in its braces, in English for an unknown language.

    What a part is called stands with the parts.
    """
    own = TEXTS.get(language, TEXTS[_DEFAULT])
    return own[key].format(**facts) if key in own else part_words.say(language, key, **facts)
