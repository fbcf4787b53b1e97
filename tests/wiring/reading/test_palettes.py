"""The colours of the suits are far apart for whom their palette is made."""

from itertools import combinations

import pytest

from companion.panel import BLUE_YELLOW, PALETTES, RED_GREEN, USUAL
from tests.rig.colours import DEUTAN, PROTAN, TRITAN, ciede2000, distance
from tests.rig.colours import USUAL as EVERYBODY
from wiring import builds
from wiring.reading.build import load, parse_build
from wiring.reading.palettes import COLOURS
from wiring.spec import SUITS, LightPlace

OPEN = """
board = "mock"
buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }
[strip]
controller = "apa102"
pixels = 7
supply_milliamps = 2000
[strip.lights]
firework = { W = [0], R = [1], B = [2], Y = [3], G = [4], M = [5], K = [6] }
"""
OWN = "[strip.colours]\n" + "\n".join(f'{suit} = "#112233"' for suit in SUITS)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
        ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_is_that_of_the_published_pairs(one, other, apart):
    """From table 1 of Sharma, Wu and Dalal, 2005."""
    assert ciede2000(one, other) == pytest.approx(apart, abs=1e-4)


def test_those_who_confuse_colours_confuse_these():
    """Red and green; amber and green; amber and a bluish red."""
    red, green, amber, pink = (255, 0, 0), (0, 255, 0), (255, 170, 0), (255, 120, 100)
    for one, other, kind in ((red, green, DEUTAN), (amber, green, PROTAN), (amber, pink, TRITAN)):
        assert distance(one, other, kind) < 8 < 35 < distance(one, other)
        assert distance((255, 255, 255), (0, 0, 0), kind) == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize(
    ("palette", "kind", "apart"),
    [
        (USUAL, EVERYBODY, 20),
        (RED_GREEN, PROTAN, 18),
        (RED_GREEN, DEUTAN, 16),
        (RED_GREEN, EVERYBODY, 30),
        (BLUE_YELLOW, TRITAN, 17),
        (BLUE_YELLOW, EVERYBODY, 25),
    ],
)
def test_any_two_suits_are_told_apart(palette, kind, apart):
    colours = COLOURS[palette]
    for one, other in combinations(SUITS, 2):
        assert distance(colours[one], colours[other], kind) >= apart, f"{one} and {other} to {kind}"


def test_a_palette_is_worth_choosing():
    """Each makes the closest pair of suits half as far apart again, for those whom it is for."""

    def closest(palette, kind):
        colours = [COLOURS[palette][suit] for suit in SUITS]
        return min(distance(one, other, kind) for one, other in combinations(colours, 2))

    assert closest(RED_GREEN, PROTAN) > 1.5 * closest(USUAL, PROTAN)
    assert closest(RED_GREEN, DEUTAN) > 1.5 * closest(USUAL, DEUTAN)
    assert closest(BLUE_YELLOW, TRITAN) > 1.5 * closest(USUAL, TRITAN)


@pytest.mark.parametrize("palette", PALETTES)
def test_a_palette_has_every_colour_as_bright_as_usual(palette):
    assert COLOURS[palette].keys() == COLOURS[USUAL].keys()
    for key, colour in COLOURS[palette].items():
        assert max(colour) == max(COLOURS[USUAL][key]), key


def test_what_a_build_says_itself_is_the_same_in_every_palette():
    strip = parse_build(OPEN + '[strip.colours]\nR = "#c80000"', "m", "m").strip
    assert strip is not None
    red, green = LightPlace("firework", "R", 0), LightPlace("firework", "G", 0)
    assert {strip.palettes[palette][red] for palette in PALETTES} == {(200, 0, 0)}
    assert strip.palettes[RED_GREEN][green] == (51, 255, 102)
    assert strip.colours == strip.palettes[USUAL]


def test_a_build_leaves_colours_open_or_it_does_not():
    assert parse_build(OPEN, "m", "m").has_open_colours
    assert not parse_build(OPEN + OWN, "m", "m").has_open_colours
    assert [name for name in builds.build_names() if load(name).has_open_colours] == ["deluxe"]


@pytest.mark.parametrize("name", builds.build_names())
def test_on_every_build_a_firework_is_known_by_its_place(name):
    """In the order of the screen, with any colours."""
    build = load(name)
    for groups in (build.lights, build.strip and build.strip.groups):
        if groups is not None:
            assert tuple(groups.firework) == tuple(
                suit for suit in SUITS if suit in groups.firework
            )
            places = [light for row in groups.firework.values() for light in row]
            assert len(set(places)) == len(places)
