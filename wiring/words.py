"""What the parts of a device are called, and the texts of the drilling template, in its languages."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_DEFAULT: Final = "en"

_TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "scale": "Print at 100 %. The line at the left is 50 mm long.",
        "unheld": "No size was held against a real part: print the gauge first, try the parts in.",
        "drill": "All in millimetres; ø is a drill.",
        "seam": (
            "Sheet {number} of {count}: cut one at the dashed line, and lay it on the other’s "
            "line, mark on mark."
        ),
        "screen": "Display",
        "control_clue": "Clue",
        "control_discard": "Discard",
        "control_play": "Play",
        "control_undo": "Undo",
        "control_power": "Power",
        "control_joystick": "Joystick",
        "control_encoder": "Knob",
        "suit_W": "White",
        "suit_R": "Red",
        "suit_B": "Blue",
        "suit_Y": "Yellow",
        "suit_G": "Green",
        "suit_M": "Multicolour",
        "suit_K": "Black",
        "lights_clue": "Clue tokens",
        "lights_fuse": "Fuses",
        "lights_seat": "To act",
        "lights_deck": "Deck",
    },
    "de": {
        "scale": "Mit 100 % drucken. Die Linie links ist 50 mm lang.",
        "unheld": (
            "Kein Maß wurde an ein echtes Teil gehalten: erst die Lehre drucken, Teile einpassen."
        ),
        "drill": "Alles in Millimetern; ø ist ein Bohrer.",
        "seam": (
            "Blatt {number} von {count}: eines an der gestrichelten Linie abschneiden, an die "
            "des anderen legen, Marke auf Marke."
        ),
        "screen": "Display",
        "control_clue": "Hinweis",
        "control_discard": "Abwerfen",
        "control_play": "Ausspielen",
        "control_undo": "Zurück",
        "control_power": "Ein/Aus",
        "control_joystick": "Joystick",
        "control_encoder": "Drehknopf",
        "suit_W": "Weiß",
        "suit_R": "Rot",
        "suit_B": "Blau",
        "suit_Y": "Gelb",
        "suit_G": "Grün",
        "suit_M": "Bunt",
        "suit_K": "Schwarz",
        "lights_clue": "Hinweise",
        "lights_fuse": "Gewitter",
        "lights_seat": "Am Zug",
        "lights_deck": "Nachziehstapel",
    },
    "fr": {
        "scale": "Imprimez à 100 %. La ligne à gauche mesure 50 mm.",
        "unheld": (
            "Aucune cote n’a été vérifiée sur une vraie pièce\N{NO-BREAK SPACE}: imprimez d’abord le gabarit."
        ),
        "drill": "Tout en millimètres\N{NO-BREAK SPACE}; ø est un foret.",
        "seam": (
            "Feuille {number} sur {count}\N{NO-BREAK SPACE}: coupez l’une au pointillé, posez-la sur la ligne "
            "de l’autre, repère sur repère."
        ),
        "screen": "Écran",
        "control_clue": "Indice",
        "control_discard": "Défausse",
        "control_play": "Jouer",
        "control_undo": "Annuler",
        "control_power": "Marche",
        "control_joystick": "Manette",
        "control_encoder": "Molette",
        "suit_W": "Blanc",
        "suit_R": "Rouge",
        "suit_B": "Bleu",
        "suit_Y": "Jaune",
        "suit_G": "Vert",
        "suit_M": "Multicolore",
        "suit_K": "Noir",
        "lights_clue": "Jetons indice",
        "lights_fuse": "Mèches",
        "lights_seat": "Joueur actif",
        "lights_deck": "Pioche",
    },
}
TEXTS: Final = MappingProxyType(_TEXTS)


def say(language: str, key: str, **facts: str) -> str:
    """Return a text with these facts in its braces, in English for an unknown language."""
    return TEXTS.get(language, TEXTS[_DEFAULT])[key].format(**facts)
