"""The summary in the QR code: what it says, that it always fits, and that a phone can read it."""

import shutil
import subprocess
from itertools import product

import pytest
from PIL import Image

from companion.face import screens
from companion.face.ending import LONGEST, summary
from companion.face.qr import dark_modules
from companion.face.state import ScreenName
from companion.game.actions import Concede
from companion.game.edition import PRESETS, Edition
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.sitting import begin, follow
from companion.journal.statistics.standings import Figures, Standing
from tests.rig.samples import SOME_LANGUAGES, paired
from tests.rig.views import game, show, then, translated

DAY = "2026-11-20"
EDITIONS = [
    Edition(*rules)
    for rules in product(
        (0, 5, 10),
        ("own", "every"),
        (False, True),
        (False, True),
        ("standard", "flourish"),
        (3, 4),
        ("lost", "score"),
    )
]
NAMES = (
    "Maximiliane-Char",
    "Anne-Sophie Élis",
    "Wolfgang-Amadeus",
    "Œdipe-Œuvre-Ærøs",
    "Ñandú-Peñarroya.",
)
ALPHABET = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


def ended(
    edition=PRESETS["classic"],
    names=("Ann", "Ben", "Cleo"),
    players=3,
    script="R R W",
    detail="colours",
):
    began = Began(Setup(len(names) or players, edition, detail), names)
    sitting = begin(1, began)
    for action in game(script, edition, len(names) or players, detail).actions:
        sitting = follow(sitting, Did(action))
    return then(sitting, Concede("no_more_points"))


def longest(edition):
    """A game with as long a summary as the edition has: everything of two digits, given up."""
    sitting = ended(edition, NAMES, script="clue")
    assert sitting.state is not None
    state = sitting.state._replace(turn=100, errors=3, status="lost", reason="conceded")
    return sitting._replace(steps=(*sitting.steps[:-1], sitting.steps[-1]._replace(state=state)))


# What it says


ZOE = ("Zoé", "Jean Luc", "Łukasz", "Ærø")
OWN = PRESETS["grand"]._replace(fuses=4)
LINES = {
    "names": ({}, "CLASSIC W1R2B0Y0G0 T4C8E0 ANN+BEN+CLEO"),
    "no names": ({"names": ()}, "CLASSIC W1R2B0Y0G0 T4C8E0 3P"),
    "accents": ({"names": ZOE}, "CLASSIC W1R2B0Y0G0 T4C8E0 ZOE+JEAN-LUC+LUKASZ+AERO"),
    "another script": ({"names": ("李雷", "Ann")}, "CLASSIC W1R2B0Y0G0 T4C8E0 2P"),
    "tokens": ({"script": "+ + +", "detail": "tokens"}, "CLASSIC P3 T4C8E0 ANN+BEN+CLEO"),
    "another edition": (
        {"edition": PRESETS["rr-variant-4"]},
        "FINAL-FLOURISH W1R2B0Y0G0 T4C8E0 ANN+BEN+CLEO",
    ),
}


@pytest.mark.parametrize(("given", "line"), LINES.values(), ids=LINES.keys())
def test_a_game_in_one_line(given, line):
    assert summary(ended(**given), DAY) == f"HANABI 3/25 {DAY} {line}"


def test_where_the_clock_was_never_set_there_is_no_day():
    assert summary(ended()) == "HANABI 3/25 CLASSIC W1R2B0Y0G0 T4C8E0 ANN+BEN+CLEO"


def test_a_score_may_be_below_nothing_and_rules_the_groups_own():
    line = summary(ended(OWN, script="K R misfire"))
    assert line == "HANABI -3/30 OWN W0R1B0Y0G0M0K1 T4C8E1 ANN+BEN+CLEO"


def test_a_lost_game_says_so():
    lost = then(game("R clue"), Concede("conceded"))
    assert summary(lost, DAY) == "HANABI 0/25 LOST 2026-11-20 CLASSIC W0R1B0Y0G0 T3C7E0 3P"


def test_long_names_are_shortened_all_alike():
    line = summary(ended(names=NAMES), DAY)
    assert line.endswith(" MAXI+ANNE+WOLF+OEDI+NAND")
    assert len(line) <= LONGEST


@pytest.mark.parametrize("edition", EDITIONS[::5], ids=lambda edition: "")
def test_it_is_short_enough_in_every_edition(edition):
    line = summary(longest(edition), DAY)
    assert len(line) <= LONGEST
    assert set(line) <= ALPHABET
    assert line.count("+") == len(NAMES) - 1, "a name is missing"


# What the screen shows


def test_the_code_is_never_larger_than_the_screen_has_room_for():
    for edition in (*PRESETS.values(), *EDITIONS[::7]):
        assert len(dark_modules(summary(longest(edition), DAY))) == 29


def decoded(view, scale=6):
    """What an independent reader finds on a view of the end; the display is dark all around."""
    picture = screens.draw(view).image
    width, height = picture.size
    photo = Image.new("L", (width + 16, height + 16))
    photo.paste(picture.convert("L"), (8, 8))
    photo = photo.resize((photo.width * scale, photo.height * scale), Image.Resampling.NEAREST)
    pixels = f"P5 {photo.width} {photo.height} 255\n".encode() + photo.tobytes()
    found = subprocess.run(
        ["zbarimg", "-q", "--raw", "-"], input=pixels, capture_output=True, check=False
    )
    return found.stdout.decode().strip()


zbar = pytest.mark.skipif(
    shutil.which("zbarimg") is None, reason="no zbarimg (apt install zbar-tools)"
)


def shown(sitting, language):
    view = show(sitting, scene=ScreenName.END, page=5)._replace(
        standing=Standing(1, DAY, Figures(), Figures(), True)
    )
    return translated(view, language)


@zbar
@pytest.mark.parametrize(("name", "language"), paired(PRESETS, SOME_LANGUAGES))
def test_a_phone_reads_the_longest_code_of_every_edition(name, language):
    sitting = longest(PRESETS[name])
    assert decoded(shown(sitting, language)) == summary(sitting, DAY)


@zbar
def test_a_phone_reads_the_code_beside_the_sign_of_trouble():
    sitting = longest(PRESETS["grand"])
    for trouble in ({"saved": False}, {"weak": True}):
        assert decoded(shown(sitting, "fr")._replace(**trouble)) == summary(sitting, DAY)
